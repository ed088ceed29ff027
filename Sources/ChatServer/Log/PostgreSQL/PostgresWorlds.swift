public import ChatProtocol

/// The worlds of a server in a database: every one is stored, with positions of its own, and all go by one connection.
public final class PostgresWorlds: WorldStore {
    private let connection: PostgresConnection
    private let searchText: (LogRecord) -> String?
    /// The log of the world `main`.
    public let main: any EventLog

    /// Connects, and makes the tables where they are missing.
    ///
    /// - Throws: ``LogOpenError``, whose description is for the person who started the server.
    public convenience init(_ address: PostgresAddress) throws(LogOpenError) {
        try self.init(address, searchText: LogRecord.textOfBody)
    }

    init(_ address: PostgresAddress, searchText: @escaping (LogRecord) -> String?) throws(LogOpenError) {
        self.searchText = searchText
        do throws(PostgresFailure) {
            connection = try PostgresConnection(address)
        } catch {
            throw PostgresSchema.openError(error)
        }
        try PostgresSchema().prepare(connection)
        do throws(PostgresFailure) {
            let add = PostgresStatement(connection, sql: Self.adding + " ON CONFLICT (name) DO NOTHING")
            add.bind(0, WorldName.main.rawValue)
            add.bind(1, ClockKind.real.rawValue)
            add.bind(2, Int64(0))
            try add.run()
            main = try PostgresEventLog(
                connection, world: try Self.number(of: .main, connection), searchText: searchText)
        } catch {
            throw PostgresSchema.openError(error)
        }
    }

    /// The log of the world `main` in a database that a server may use meanwhile, for reading.
    ///
    /// - Throws: ``LogOpenError`` where there is none that this version reads.
    package static func reading(_ address: PostgresAddress) throws(LogOpenError) -> any EventLog {
        do throws(PostgresFailure) {
            let connection = try PostgresConnection(address.shared)
            try PostgresSchema().check(connection)
            return try PostgresEventLog(
                connection, world: try number(of: .main, connection), searchText: LogRecord.textOfBody)
        } catch {
            throw PostgresSchema.openError(error)
        }
    }

    /// They do.
    public var isStored: Bool { true }

    /// Those that were made earlier.
    public func worlds() throws(LogError) -> [StoredWorld] {
        try asking { () throws(PostgresFailure) in
            let all = PostgresStatement(
                connection, sql: "SELECT id, name, clock, seed FROM world WHERE name <> $1 ORDER BY id")
            all.bind(0, WorldName.main.rawValue)
            var worlds: [StoredWorld] = []
            while try all.step() {
                guard let clock = ClockKind(rawValue: all.text(2)) else { continue }
                worlds.append(
                    StoredWorld(
                        name: WorldName(all.text(1)), clock: clock, seed: all.integer(3), log: try log(all.integer(0))))
            }
            return worlds
        }
    }

    /// Makes one.
    public func make(_ name: WorldName, clock: ClockKind, seed: Int64) throws(LogError) -> any EventLog {
        try asking { () throws(PostgresFailure) in
            let add = PostgresStatement(connection, sql: Self.adding + " RETURNING id")
            add.bind(0, name.rawValue)
            add.bind(1, clock.rawValue)
            add.bind(2, seed)
            _ = try add.step()
            return try log(add.integer(0))
        }
    }

    /// Takes all from one that was ever in it.
    public func empty(_ name: WorldName) throws(LogError) -> any EventLog {
        try asking { () throws(PostgresFailure) in
            let number = try Self.number(of: name, connection)
            try delete(from: LogTable.all.map { ($0.name, "world") }, number)
            return try log(number)
        }
    }

    /// Takes one away.
    public func remove(_ name: WorldName) throws(LogError) {
        try asking { () throws(PostgresFailure) in
            let number = try Self.number(of: name, connection)
            try delete(from: LogTable.all.map { ($0.name, "world") } + [("world", "id")], number)
        }
    }

    private static let adding = "INSERT INTO world (name, clock, seed) VALUES ($1, $2, $3)"

    /// Ends the connection.
    public func close() { connection.close() }

    private func delete(from tables: [(String, String)], _ world: Int64) throws(PostgresFailure) {
        do throws(PostgresFailure) {
            try connection.begin()
            for (table, column) in tables {
                try PostgresStatement(connection, world: world, sql: "DELETE FROM \(table) WHERE \(column) = $1").run()
            }
            try connection.commit()
        } catch {
            connection.rollBack()
            throw error
        }
    }

    private func log(_ world: Int64) throws(PostgresFailure) -> PostgresEventLog {
        try PostgresEventLog(connection, world: world, searchText: searchText)
    }

    private static func number(
        of name: WorldName, _ connection: PostgresConnection
    ) throws(PostgresFailure) -> Int64 {
        let statement = PostgresStatement(connection, sql: "SELECT id FROM world WHERE name = $1")
        statement.bind(0, name.rawValue)
        return try statement.step() ? statement.integer(0) : 0
    }

    private func asking<Answer>(_ body: () throws(PostgresFailure) -> Answer) throws(LogError) -> Answer {
        do throws(PostgresFailure) {
            return try body()
        } catch {
            throw .unavailable(reason: error.words)
        }
    }
}
