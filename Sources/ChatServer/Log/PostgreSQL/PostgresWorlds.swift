public import ChatProtocol

/// The worlds of a database. Each has its own positions. One connection writes all worlds that this server holds.
public final class PostgresWorlds: WorldStore {
    private let connection: PostgresConnection
    private let searchText: @Sendable (LogRecord) -> String?
    private let ownLeases: PostgresLeases?
    /// The numbers of the worlds that this server holds.
    private var numbers: [WorldName: Int64] = [:]
    /// The log of the world `main`, for reading and for the state of the database. ``find(_:)`` returns the log for
    /// writing.
    public let main: any EventLog

    /// The properties with which a world is created, which all servers must share.
    public struct Beginning: Sendable, Equatable {
        /// The kind of the world's clock.
        let clock: ClockKind
        /// The seed of the world's randomness.
        let seed: Int64

        /// Creates the properties of a new world.
        public init(clock: ClockKind, seed: Int64) { (self.clock, self.seed) = (clock, seed) }
    }

    /// Connects to the database and creates missing tables.
    ///
    /// - Parameter beginning: The properties of the world `main`; nil if this process does not serve it.
    /// - Throws: ``LogOpenError``, whose description is for the person who started the server. Also thrown if `main`
    ///   was created with other properties.
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
            ownLeases = address.use == .serving ? try PostgresLeases(connection) : nil
            main = try PostgresEventLog(
                connection, world: try Self.number(of: .main, connection), searchText: searchText)
        } catch {
            throw PostgresSchema.openError(error)
        }
    }

    /// Creates the world `main` if it is missing, and checks that its properties are those of this server.
    ///
    /// A world that was copied from a file, or is from an earlier version, has no properties. The first server sets
    /// them.
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

    /// Returns the logs of a database for reading, oldest world first, which is `main`. Servers may be using them.
    ///
    /// - Throws: ``LogOpenError`` if there are no tables that this version reads.
    package static func reading(
        _ address: PostgresAddress
    ) throws(LogOpenError) -> [(name: WorldName, log: any EventLog)] {
        do throws(PostgresFailure) {
            let connection = try PostgresConnection(address.wanted(for: .reading))
            try PostgresSchema().check(connection)
            let all = PostgresStatement(connection, sql: "SELECT id, name FROM world ORDER BY id")
            var logs: [(name: WorldName, log: any EventLog)] = []
            while try all.step() {
                let log = try PostgresEventLog(connection, world: all.integer(0), searchText: LogRecord.textOfBody)
                logs.append((WorldName(all.text(1)), log))
            }
            return logs
        } catch {
            throw PostgresSchema.openError(error)
        }
    }

    /// True: the worlds outlive the process.
    public var isStored: Bool { true }

    /// The leases in the database; nil if this process does not serve worlds.
    public var leases: (any WorldLeases)? { ownLeases }

    /// Opens read-only connections for searches when they are needed.
    public func readAsync(waking wake: @escaping @Sendable () -> Void) {
        connection.set(readers: PostgresReaders(connection.address, searchText: searchText, waking: wake))
    }

    /// The tokens in the database.
    public var tokens: PostgresTokens? { PostgresTokens(connection) }

    /// Returns all worlds of the database, oldest first. The last record and the holder of each world are looked up by
    /// their keys.
    public func list() throws(LogError) -> [ListedWorld]? {
        try connection.asking { () throws(PostgresFailure) in
            let all = PostgresStatement(
                connection,
                sql: """
                    SELECT world.id, name, clock, seed, last.position, last.at, sessions, server.address
                    FROM world LEFT JOIN LATERAL (
                        SELECT position, at FROM log WHERE log.world = world.id ORDER BY position DESC LIMIT 1
                    ) AS last ON true
                    LEFT JOIN server ON server.id = world.holder AND server.id IN (\(PostgresLeases.live(connection)))
                    ORDER BY world.id
                    """)
            var worlds: [ListedWorld] = []
            while try all.step() {
                guard let clock = Self.clock(all) else { continue }
                worlds.append(
                    ListedWorld(
                        name: WorldName(all.text(1)), clock: clock, seed: all.integer(3), end: all.integer(4),
                        lastAt: Instant(milliseconds: all.integer(5)),
                        sessions: all.isNull(7) ? 0 : Int(all.integer(6)), holder: all.isNull(7) ? nil : all.text(7)))
            }
            return worlds
        }
    }

    /// Returns the number of worlds in the database.
    public func count() throws(LogError) -> Int? {
        try connection.asking { () throws(PostgresFailure) in
            let all = PostgresStatement(connection, sql: "SELECT count(*) FROM world")
            return try all.step() ? Int(all.integer(0)) : nil
        }
    }

    /// Returns the world with a name and takes its lease, unless another server holds it.
    ///
    /// One statement takes the lease, without waiting for a lock.
    public func find(_ name: WorldName) throws(LogError) -> FoundWorld? {
        guard let leases = ownLeases else { return nil }
        return try connection.asking { () throws(PostgresFailure) in
            let live = PostgresLeases.live(connection)
            let found = PostgresStatement(
                connection, world: leases.number,
                sql: """
                    WITH taken AS (
                        UPDATE world SET holder = $1, sessions = 0 WHERE id = (
                            SELECT id FROM world
                            WHERE name = $2 AND (holder IS NULL OR holder = $1 OR holder NOT IN (\(live)))
                            FOR UPDATE SKIP LOCKED
                        ) RETURNING id
                    )
                    SELECT world.id, name, clock, seed, taken.id, server.id, server.address
                    FROM world LEFT JOIN taken ON taken.id = world.id
                    LEFT JOIN server ON server.id = world.holder AND server.id IN (\(live)) WHERE name = $2
                    """)
            found.bind(1, name.rawValue)
            guard try found.step(), let clock = Self.clock(found) else { return nil }
            if found.isNull(4) {
                // The row is locked by a server that is taking the world, or by the last commit of a server that is
                // gone.
                guard !found.isNull(5) else { return .remote(nil) }
                return .remote(
                    WorldHolder(server: PostgresLeases.name(found.integer(5)), address: found.text(6)))
            }
            let log = try log(found.integer(0), of: name)
            return .held(StoredWorld(name: name, clock: clock, seed: found.integer(3), log: log))
        }
    }

    /// Creates a world without a holder.
    public func make(_ name: WorldName, clock: ClockKind, seed: Int64) throws(LogError) -> Bool {
        try connection.asking { () throws(PostgresFailure) in
            let add = PostgresStatement(connection, sql: Self.adding + " ON CONFLICT (name) DO NOTHING RETURNING id")
            add.bind(0, name.rawValue)
            add.bind(1, clock.rawValue)
            add.bind(2, seed)
            return try add.step()
        }
    }

    /// Deletes all data of a world, which gets a new number.
    public func empty(_ name: WorldName) throws(LogError) -> any EventLog {
        try connection.asking { () throws(PostgresFailure) in
            try delete(name, beginningAgain: true)
            return try log(try Self.number(of: name, connection), of: name)
        }
    }

    /// Deletes a world.
    public func remove(_ name: WorldName) throws(LogError) {
        try connection.asking { () throws(PostgresFailure) in try delete(name, beginningAgain: false) }
    }

    /// Appends to several logs in one transaction.
    public func append(_ batches: [LogBatch]) -> Result<Void, LogError>? {
        PostgresEventLog.append(batches, on: connection)
    }

    private static let asking = "SELECT id, name, clock, seed FROM world"
    private static let adding = "INSERT INTO world (name, clock, seed) VALUES ($1, $2, $3)"

    /// Releases all worlds and closes the connections.
    public func close() {
        ownLeases?.leave()
        connection.close()
    }

    /// Deletes all data of a world that this server holds.
    ///
    /// - Parameter recreates: True to create the world again, empty and still held.
    private func delete(_ name: WorldName, beginningAgain recreates: Bool) throws(PostgresFailure) {
        let found = PostgresStatement(connection, sql: Self.asking + " WHERE name = $1")
        found.bind(0, name.rawValue)
        guard try found.step() else { throw PostgresFailure("the world “\(name)” no longer exists") }
        let world = found.integer(0)
        do throws(PostgresFailure) {
            try connection.begin()
            try PostgresTables(connection, world: world, holder: ownLeases?.number).hold()
            for (table, column) in [("world", "id")] + LogTable.all.map({ ($0.name, "world") }) {
                try PostgresStatement(connection, world: world, sql: "DELETE FROM \(table) WHERE \(column) = $1").run()
            }
            if recreates {
                let add = PostgresStatement(
                    connection, sql: "INSERT INTO world (name, clock, seed, holder) VALUES ($1, $2, $3, $4)")
                add.bind(0, name.rawValue)
                add.bind(1, found.text(2))
                add.bind(2, found.integer(3))
                if let holder = ownLeases?.number { add.bind(3, holder) }
                try add.run()
            }
            try connection.commit()
        } catch {
            connection.rollBack()
            throw error
        }
        forget(name)
    }

    /// Forgets the number and the log's end of a world that is gone, so that new connections are not checked for it.
    private func forget(_ name: WorldName) {
        if let gone = numbers.removeValue(forKey: name) { connection.note(end: 0, of: gone) }
    }

    /// Returns the clock of a world. An unset clock of `main` is assumed to be `real` until its server sets it.
    private static func clock(_ row: PostgresStatement) -> ClockKind? {
        ClockKind(rawValue: row.text(2)) ?? (WorldName(row.text(1)) == .main ? .real : nil)
    }

    private func log(_ world: Int64, of name: WorldName) throws(PostgresFailure) -> PostgresEventLog {
        forget(name)
        numbers[name] = world
        return try PostgresEventLog(connection, world: world, holder: ownLeases?.number, searchText: searchText)
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
    /// The command-line options that give these properties. A seed of 0 is not set by an option.
    fileprivate var words: String { "--clock \(clock.rawValue)" + (seed == 0 ? "" : " and the seed \(seed)") }
}
