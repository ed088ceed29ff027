public import ChatProtocol

/// The worlds of a server in a database: every one is stored, with positions of its own, and all are written by one connection.
public final class PostgresWorlds: WorldStore {
    private let connection: PostgresConnection
    private let searchText: @Sendable (LogRecord) -> String?
    private let nodes: PostgresChannel?
    /// The logs that were opened, with the numbers of their worlds.
    private var logs: [WorldName: (number: Int64, log: PostgresEventLog)] = [:]
    /// The log of the world `main`.
    public let main: any EventLog

    /// How a world is begun, which whoever serves it must know alike.
    public struct Beginning: Sendable, Equatable {
        /// How time passes in it.
        let clock: ClockKind
        /// What its randomness begins with.
        let seed: Int64

        /// A beginning.
        public init(clock: ClockKind, seed: Int64) { (self.clock, self.seed) = (clock, seed) }
    }

    /// Connects, and makes the tables where they are missing.
    ///
    /// - Parameter beginning: how the world `main` is served; nil for who does not serve it.
    /// - Throws: ``LogOpenError``, whose description is for the person who started the server: also where that world was
    ///   begun otherwise.
    public convenience init(_ address: PostgresAddress, main beginning: Beginning? = nil) throws(LogOpenError) {
        try self.init(address, main: beginning, searchText: LogRecord.textOfBody)
    }

    init(
        _ address: PostgresAddress, main beginning: Beginning? = nil,
        searchText: @escaping @Sendable (LogRecord) -> String?
    ) throws(LogOpenError) {
        self.searchText = searchText
        do throws(PostgresFailure) {
            connection = try PostgresConnection(address)
        } catch {
            throw PostgresSchema.openError(error)
        }
        try PostgresSchema().prepare(connection)
        do throws(PostgresFailure) {
            try Self.begin(beginning, connection)
            nodes = address.use == .serving ? try PostgresChannel(connection) : nil
            let number = try Self.number(of: .main, connection)
            let log = try Self.log(number, of: .main, connection, nodes, searchText)
            main = log
            logs[.main] = (number, log)
        } catch {
            throw PostgresSchema.openError(error)
        }
    }

    /// Makes the world `main`, where there is none, and sees to it that it was begun as it is served. How, is not said of
    /// one that was copied from a file, or is of an earlier version: then the first server says it.
    private static func begin(
        _ beginning: Beginning?, _ connection: PostgresConnection
    ) throws(PostgresFailure) {
        let add = PostgresStatement(
            connection,
            sql: adding + """
                 ON CONFLICT (name) DO UPDATE SET clock = excluded.clock, seed = excluded.seed
                WHERE world.clock = '' AND excluded.clock <> ''
                """)
        add.bind(0, WorldName.main.rawValue)
        add.bind(1, beginning?.clock.rawValue ?? "")
        add.bind(2, beginning?.seed ?? 0)
        try add.run()
        let found = PostgresStatement(connection, sql: asking + " WHERE name = $1")
        found.bind(0, WorldName.main.rawValue)
        guard let beginning, try found.step(), let clock = ClockKind(rawValue: found.text(2)) else { return }
        let first = Beginning(clock: clock, seed: found.integer(3))
        guard beginning != first else { return }
        throw PostgresFailure(
            "its world main was created with \(first.words), but this server has \(beginning.words): "
                + "start this server with \(first.words), or with another database")
    }

    /// The log of the world `main` in a database that a server may use meanwhile, for reading.
    ///
    /// - Throws: ``LogOpenError`` where there is none that this version reads.
    package static func reading(_ address: PostgresAddress) throws(LogOpenError) -> any EventLog {
        do throws(PostgresFailure) {
            let connection = try PostgresConnection(address.wanted(for: .reading))
            try PostgresSchema().check(connection)
            return try PostgresEventLog(
                connection, world: try number(of: .main, connection), searchText: LogRecord.textOfBody)
        } catch {
            throw PostgresSchema.openError(error)
        }
    }

    /// They do.
    public var isStored: Bool { true }

    /// `NOTIFY` on their one connection.
    public var channel: (any NodeChannel)? { nodes }

    /// Has them searched on connections of their own.
    public func readBeside(waking wake: @escaping @Sendable () -> Void) {
        connection.readers = PostgresReaders(connection.address, searchText: searchText, waking: wake)
    }

    /// Those of the database.
    public var tokens: PostgresTokens? { PostgresTokens(connection) }

    /// All of the database, the oldest first: the last record of each, and its sessions, are looked up by their keys.
    public func list() throws(LogError) -> [ListedWorld]? {
        try connection.asking { () throws(PostgresFailure) in
            let all = PostgresStatement(
                connection,
                sql: """
                    SELECT id, name, clock, seed, last.position, last.at,
                    (SELECT count(*) FROM session WHERE session.world = world.id)
                    FROM world LEFT JOIN LATERAL (
                        SELECT position, at FROM log WHERE log.world = world.id ORDER BY position DESC LIMIT 1
                    ) AS last ON true ORDER BY id
                    """)
            var worlds: [ListedWorld] = []
            while try all.step() {
                guard let clock = Self.clock(all) else { continue }
                worlds.append(
                    ListedWorld(
                        name: WorldName(all.text(1)), clock: clock, seed: all.integer(3), end: all.integer(4),
                        lastAt: Instant(milliseconds: all.integer(5)), sessions: Int(all.integer(6))))
            }
            return worlds
        }
    }

    /// How many there are in the database.
    public func count() throws(LogError) -> Int? {
        try connection.asking { () throws(PostgresFailure) in
            let all = PostgresStatement(connection, sql: "SELECT count(*) FROM world")
            return try all.step() ? Int(all.integer(0)) : nil
        }
    }

    /// Where the logs end that were opened. One of a world that was emptied is not there any more.
    public func ends() throws(LogError) -> [WorldName: Int64] {
        try connection.asking { () throws(PostgresFailure) in
            let opened = PostgresStatement(
                connection,
                sql: """
                    SELECT id, (SELECT max(position) FROM log WHERE log.world = world.id), \(PostgresWitness.clock)
                    FROM world
                    WHERE id = ANY (string_to_array(convert_from($1, 'UTF8'), ' ')::bigint[])
                    """)
            opened.bind(0, logs.values.map { String($0.number) }.joined(separator: " "))
            var ends: [Int64: Int64] = [:]
            while try opened.step() {
                ends[opened.integer(0)] = opened.integer(1)
                connection.note(clock: opened.integer(2))
            }
            return logs.compactMapValues { ends[$0.number] }
        }
    }

    /// The one of that name.
    public func find(_ name: WorldName) throws(LogError) -> StoredWorld? {
        try connection.asking { () throws(PostgresFailure) in
            let found = PostgresStatement(connection, sql: Self.asking + " WHERE name = $1")
            found.bind(0, name.rawValue)
            if try found.step() { return try world(found) }
            forget(name)
            return nil
        }
    }

    /// Makes one.
    public func make(_ name: WorldName, clock: ClockKind, seed: Int64) throws(LogError) -> any EventLog {
        try connection.asking { () throws(PostgresFailure) in
            let add = PostgresStatement(connection, sql: Self.adding + " RETURNING id")
            add.bind(0, name.rawValue)
            add.bind(1, clock.rawValue)
            add.bind(2, seed)
            _ = try add.step()
            return try log(add.integer(0), of: name)
        }
    }

    /// Takes all from one that was ever in it. It has another number from then on, so that whoever knows it as it was
    /// can write nothing more.
    public func empty(_ name: WorldName) throws(LogError) -> any EventLog {
        try connection.asking { () throws(PostgresFailure) in
            let found = PostgresStatement(connection, sql: Self.asking + " WHERE name = $1")
            found.bind(0, name.rawValue)
            guard try found.step() else { throw PostgresFailure("the world “\(name)” no longer exists") }
            let add = PostgresStatement(connection, sql: Self.adding)
            add.bind(0, name.rawValue)
            add.bind(1, found.text(2))
            add.bind(2, found.integer(3))
            try delete(found.integer(0), name) { () throws(PostgresFailure) in try add.run() }
            return try log(try Self.number(of: name, connection), of: name)
        }
    }

    /// Takes one away.
    public func remove(_ name: WorldName) throws(LogError) {
        try connection.asking { () throws(PostgresFailure) in
            try delete(try Self.number(of: name, connection), name) { () throws(PostgresFailure) in }
        }
    }

    /// Appends to several in one transaction.
    public func append(_ batches: [LogBatch]) -> [Result<Void, LogError>?] {
        PostgresEventLog.append(batches, on: connection)
    }

    private static let asking = "SELECT id, name, clock, seed FROM world"
    private static let adding = "INSERT INTO world (name, clock, seed) VALUES ($1, $2, $3)"

    /// Ends the connections.
    public func close() {
        nodes?.leave()
        connection.close()
    }

    /// Takes all away that is of a world: first its row, for which whoever writes to it is waited.
    private func delete(
        _ world: Int64, _ name: WorldName, _ last: () throws(PostgresFailure) -> Void
    ) throws(PostgresFailure) {
        do throws(PostgresFailure) {
            try connection.begin()
            let tables = LogTable.all.map(\.name) + PostgresLiveTables.names
            for (table, column) in [("world", "id")] + tables.map({ ($0, "world") }) {
                try PostgresStatement(connection, world: world, sql: "DELETE FROM \(table) WHERE \(column) = $1").run()
            }
            try last()
            try connection.commit { () throws(PostgresFailure) in try nodes?.notify(emptied: name) }
        } catch {
            connection.rollBack()
            throw error
        }
        forget(name)
    }

    /// Forgets the log of a world that is gone, and where it ended: no connection is asked for that any more.
    private func forget(_ name: WorldName) {
        if let gone = logs.removeValue(forKey: name) { connection.witness.note(0, of: gone.number) }
    }

    private func world(_ row: PostgresStatement) throws(PostgresFailure) -> StoredWorld? {
        guard let clock = Self.clock(row) else { return nil }
        let name = WorldName(row.text(1))
        return StoredWorld(name: name, clock: clock, seed: row.integer(3), log: try log(row.integer(0), of: name))
    }

    /// Of `main` it may not be known yet; whoever serves it knows.
    private static func clock(_ row: PostgresStatement) -> ClockKind? {
        ClockKind(rawValue: row.text(2)) ?? (WorldName(row.text(1)) == .main ? .real : nil)
    }

    private func log(_ world: Int64, of name: WorldName) throws(PostgresFailure) -> PostgresEventLog {
        if let known = logs[name], known.number == world { return known.log }
        forget(name)
        let log = try Self.log(world, of: name, connection, nodes, searchText)
        logs[name] = (world, log)
        return log
    }

    private static func log(
        _ world: Int64, of name: WorldName, _ connection: PostgresConnection, _ nodes: PostgresChannel?,
        _ searchText: @escaping (LogRecord) -> String?
    ) throws(PostgresFailure) -> PostgresEventLog {
        let live = nodes.map { PostgresLiveTables(connection, world: world, node: $0.number) }
        return try PostgresEventLog(
            connection, world: world, named: name, searchText: searchText, live: live, channel: nodes)
    }

    private static func number(
        of name: WorldName, _ connection: PostgresConnection
    ) throws(PostgresFailure) -> Int64 {
        let statement = PostgresStatement(connection, sql: "SELECT id FROM world WHERE name = $1")
        statement.bind(0, name.rawValue)
        return try statement.step() ? statement.integer(0) : 0
    }
}

extension PostgresWorlds.Beginning {
    /// As it is given on the command line; a seed that is none is nowhere given.
    fileprivate var words: String { "--clock \(clock.rawValue)" + (seed == 0 ? "" : " and the seed \(seed)") }
}
