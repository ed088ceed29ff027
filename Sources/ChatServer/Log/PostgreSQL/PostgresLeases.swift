import ChatProtocol
import ChatSystem

/// The leases of a database. `world.holder` is the id of a row in `server`, which the holder renews. The holder's
/// session has an advisory lock.
final class PostgresLeases: WorldLeases {
    /// The lifetime of a lease without renewal, in seconds of the database's clock.
    private static let lifeSeconds = 10
    /// The interval between renewals, in milliseconds.
    private static let renewPause: Int64 = 2_000

    private let connection: PostgresConnection
    /// The id of this server's row.
    let number: Int64
    let secret: [UInt8]
    /// The time after a renewal for which this server relies on its leases, in milliseconds: shorter than their
    /// lifetime.
    var leaseTrust: Int64 = 8_000
    /// The time of the last ``held()``, and the generation of its connection.
    private var confirmed: (at: Int64, generation: Int)
    private var renewalSentAt: Int64 = 0
    /// The stored numbers of sessions, by world.
    private var stored: [WorldName: Int] = [:]

    /// Registers this server in the database.
    init(_ connection: PostgresConnection) throws(PostgresFailure) {
        self.connection = connection
        let add = PostgresStatement(connection, sql: "INSERT INTO server DEFAULT VALUES RETURNING id")
        _ = try add.step()
        number = add.integer(0)
        try connection.serving.serve(as: .init(number: number))
        let stale = "DELETE FROM server WHERE id NOT IN (\(Self.live(connection)))"
        try PostgresStatement(connection, sql: stale).run(orReject: nil)
        let known = PostgresStatement(
            connection, sql: "UPDATE format SET secret = coalesce(secret, $1) RETURNING secret")
        known.bind(0, (0..<32).map { _ in UInt8.random(in: .min ... .max) })
        _ = try known.step()
        secret = known.bytes(0)
        confirmed = (Clocks.sinceStart(), connection.generation)
    }

    /// Returns the SQL query for the ids of the live servers: they have renewed their leases, and their sessions exist.
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

    var now: Int64? { connection.clock.now }

    var areInDoubt: Bool {
        // A closed connection must be detected before any request is answered.
        connection.read()
        return connection.problem != nil || connection.generation != confirmed.generation || areStale
            || connection.serving.hasLostWorld
    }

    var areOver: Bool { connection.problem != nil && areStale }

    private var areStale: Bool { Clocks.sinceStart() - max(confirmed.at, connection.serving.renewedAt) > leaseTrust }

    func held() throws(LogError) -> Set<WorldName> {
        let askedAt = Clocks.sinceStart()
        return try connection.asking { () throws(PostgresFailure) in
            try connection.serving.renewNow()
            try connection.waitForNoStandby()
            // A takeover that began before the renewal must end first.
            let all = statement("SELECT name FROM world WHERE holder = $1 FOR SHARE")
            var names: Set<WorldName> = []
            while try all.step() { names.insert(WorldName(all.text(0))) }
            confirmed = (askedAt, connection.generation)
            connection.serving.noteHeldWorlds()
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

    var address: String? { connection.serving.server.flatMap { $0.address.isEmpty ? nil : $0.address } }

    func advertise(_ address: String) throws(LogError) {
        try connection.asking { () throws(PostgresFailure) in
            try connection.serving.serve(as: .init(number: number, address: address))
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
                try note.runIgnoringResult()
            }
            try connection.serving.renew(worlds: sessions.count)
        } catch {
            // The connection reports the reason.
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

    /// Releases all worlds, when the server stops.
    func leave() {
        guard connection.problem == nil else { return }
        for change in [
            "UPDATE world SET holder = NULL, sessions = 0 WHERE holder = $1", "DELETE FROM server WHERE id = $1",
        ] {
            try? statement(change).run(orReject: nil)
        }
        _ = try? connection.exchange()
    }

    /// Returns a statement whose first parameter is the id of this server.
    private func statement(_ sql: String) -> PostgresStatement {
        PostgresStatement(connection, world: number, sql: sql)
    }
}

/// The session of a server that serves worlds: its lock, and its row with the time of its last lease renewal.
final class PostgresServing {
    /// A server and its row in the database.
    struct Server {
        var number: Int64
        /// The address at which the other servers reach it; empty until it is known.
        var address = ""
    }

    private unowned let connection: PostgresConnection
    /// The server that uses the connection; nil before ``serve(as:)``.
    private(set) var server: Server?
    /// The time at which the last successful lease renewal was sent, in milliseconds since the machine started.
    private(set) var renewedAt: Int64 = 0
    /// True if a renewal found fewer worlds than expected, because another server took one.
    private(set) var hasLostWorld = false

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Records the answer to a renewal.
    func note(_ renewal: PostgresPipeline.Renewal) {
        renewedAt = renewal.sentAt
        if renewal.hasLostWorld { hasLostWorld = true }
    }

    /// Records that the server has read which worlds it holds.
    func noteHeldWorlds() { hasLostWorld = false }

    /// Begins to serve worlds as a server, and repeats that after each reconnection.
    func serve(as server: Server) throws(PostgresFailure) {
        self.server = server
        try resume()
        try connection.exchange()
    }

    /// Renews the leases without waiting for the answer.
    ///
    /// - Parameter worlds: The number of worlds that the server serves.
    func renew(worlds: Int) throws(PostgresFailure) {
        guard let server else { return }
        try sendRenewal(
            of: server, as: .renewal(sentAt: Clocks.sinceStart(), worlds: worlds),
            returning: "\(PostgresWitness.clock), (SELECT count(*) FROM world WHERE holder = $1)")
        try connection.sync()
        try connection.flush()
    }

    /// Renews the leases and waits for the answer.
    func renewNow() throws(PostgresFailure) {
        guard let server else { return }
        try connection.waitForNoStandby()
        try sendRenewal(of: server, as: .nothing(nil))
        try connection.exchange()
    }

    /// Makes the session that of the server, if there is one: takes the lock of the server's row, and subscribes to
    /// changes of the tokens.
    ///
    /// An earlier session of the same server may still exist, so the lock is a shared one.
    func resume() throws(PostgresFailure) {
        guard let server else { return }
        let schema = connection.address.schema
        try connection.waitForNoStandby()
        try connection.send("SELECT pg_advisory_lock_shared(hashtext('\(schema)'), \(server.number))")
        try sendRenewal(of: server, as: .nothing(nil))
        try connection.send("LISTEN \"\(schema)\"")
    }

    private func sendRenewal(
        of server: Server, as awaited: PostgresPipeline.Awaited, returning value: String = "NULL"
    ) throws(PostgresFailure) {
        var values = withUnsafeBytes(of: server.number.bigEndian) { Array($0) }
        values += server.address.utf8
        try connection.send(
            """
            INSERT INTO server (id, address, renewed) OVERRIDING SYSTEM VALUE VALUES ($1, $2, clock_timestamp())
            ON CONFLICT (id) DO UPDATE SET address = excluded.address, renewed = excluded.renewed
            RETURNING \(value)
            """, values, [0..<8, 8..<values.count], as: awaited)
    }
}
