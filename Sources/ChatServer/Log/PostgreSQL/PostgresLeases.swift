import ChatProtocol
import ChatSystem

/// The leases of a database: `world.holder` is the number of a row in `server`, which that server renews, and whose
/// session has an advisory lock.
final class PostgresLeases: WorldLeases {
    /// How long a lease lasts that is not renewed, in seconds by the database's clock.
    private static let lifeSeconds = 10
    /// How often it is renewed, in milliseconds.
    private static let renewPause: Int64 = 2_000

    private let connection: PostgresConnection
    /// The number of this server's row.
    let number: Int64
    let secret: [UInt8]
    /// How long after it was renewed this server relies on it, in milliseconds: shorter than it lasts.
    var reliance: Int64 = 8_000
    /// When ``held()`` was asked last, on which connection.
    private var confirmed: (at: Int64, generation: Int)
    private var renewalSentAt: Int64 = 0
    /// The stored numbers of sessions.
    private var stored: [WorldName: Int] = [:]

    /// Makes this server one of those of the database.
    init(_ connection: PostgresConnection) throws(PostgresFailure) {
        self.connection = connection
        let add = PostgresStatement(connection, sql: "INSERT INTO server DEFAULT VALUES RETURNING id")
        _ = try add.step()
        number = add.integer(0)
        try connection.serve(as: .init(number: number))
        let stale = "DELETE FROM server WHERE id NOT IN (\(Self.live(connection)))"
        try PostgresStatement(connection, sql: stale).run(orReject: nil)
        let known = PostgresStatement(
            connection, sql: "UPDATE format SET secret = coalesce(secret, $1) RETURNING secret")
        known.bind(0, (0..<32).map { _ in UInt8.random(in: .min ... .max) })
        _ = try known.step()
        secret = known.bytes(0)
        confirmed = (Clocks.sinceStart(), connection.generation)
    }

    /// The SQL query for the numbers of the servers that have renewed their leases, and whose sessions are there.
    static func live(_ connection: PostgresConnection) -> String {
        """
        SELECT live.id FROM server AS live JOIN pg_catalog.pg_locks ON objid = live.id
        WHERE renewed > clock_timestamp() - interval '\(lifeSeconds) s'
        AND locktype = 'advisory' AND objsubid = 2 AND granted
        AND classid::bigint = hashtext('\(connection.address.schema)')::bigint & 4294967295
        AND pg_locks.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
        """
    }

    static func name(_ number: Int64) -> String { "server-\(number)" }

    var now: Int64? { connection.now }

    var areInDoubt: Bool {
        // That the connection ended is to be known before anything is answered.
        connection.read()
        return connection.problem != nil || connection.generation != confirmed.generation || areStale
            || connection.hasLostWorld
    }

    var areOver: Bool { connection.problem != nil && areStale }

    private var areStale: Bool { Clocks.sinceStart() - max(confirmed.at, connection.renewedAt) > reliance }

    func held() throws(LogError) -> Set<WorldName> {
        let askedAt = Clocks.sinceStart()
        return try connection.asking { () throws(PostgresFailure) in
            try connection.renewNow()
            try connection.waitForNoStandby()
            // A takeover that began before the leases were renewed ends first.
            let all = statement("SELECT name FROM world WHERE holder = $1 FOR SHARE")
            var names: Set<WorldName> = []
            while try all.step() { names.insert(WorldName(all.text(0))) }
            confirmed = (askedAt, connection.generation)
            connection.hasLostWorld = false
            return names
        }
    }

    func holds(_ world: WorldName) throws(LogError) -> Bool {
        try connection.asking { () throws(PostgresFailure) in
            let isHeld = statement("SELECT 1 FROM world WHERE holder = $1 AND name = $2")
            isHeld.bind(1, world.rawValue)
            return try isHeld.step()
        }
    }

    var address: String? { connection.server.flatMap { $0.address.isEmpty ? nil : $0.address } }

    func advertise(_ address: String) throws(LogError) {
        try connection.asking { () throws(PostgresFailure) in
            try connection.serve(as: .init(number: number, address: address))
        }
    }

    func liveServers() throws(LogError) -> Set<String> {
        try connection.asking { () throws(PostgresFailure) in
            let all = PostgresStatement(connection, sql: Self.live(connection))
            var names: Set<String> = []
            while try all.step() { names.insert(Self.name(all.integer(0))) }
            return names
        }
    }

    var descriptor: Int32? { connection.descriptor }

    var generation: Int { connection.generation }

    func read() { connection.read() }

    func renew(sessions: [WorldName: Int]) {
        let now = Clocks.sinceStart()
        guard connection.problem == nil, now - renewalSentAt >= Self.renewPause else { return }
        renewalSentAt = now
        let changed = sessions.filter { stored[$0.key] != $0.value }
        stored = sessions
        do throws(PostgresFailure) {
            try connection.waitForNoStandby()
            for (world, count) in changed {
                let note = statement("UPDATE world SET sessions = $2 WHERE name = $3 AND holder = $1")
                note.bind(1, Int64(count))
                note.bind(2, world.rawValue)
                try note.runAside()
            }
            try connection.renew(worlds: sessions.count)
        } catch {
            // The connection says why.
        }
    }

    func release(_ world: WorldName) throws(LogError) {
        stored[world] = nil
        try connection.asking { () throws(PostgresFailure) in
            let release = statement("UPDATE world SET holder = NULL, sessions = 0 WHERE name = $2 AND holder = $1")
            release.bind(1, world.rawValue)
            try release.run(orReject: nil)
            try connection.exchange()
        }
    }

    /// Gives back every world: the server stops.
    func leave() {
        guard connection.problem == nil else { return }
        for change in [
            "UPDATE world SET holder = NULL, sessions = 0 WHERE holder = $1", "DELETE FROM server WHERE id = $1",
        ] {
            try? statement(change).run(orReject: nil)
        }
        _ = try? connection.exchange()
    }

    /// A statement whose first parameter is the number of this server.
    private func statement(_ sql: String) -> PostgresStatement {
        PostgresStatement(connection, world: number, sql: sql)
    }
}
