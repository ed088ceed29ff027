import ChatSystem

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
