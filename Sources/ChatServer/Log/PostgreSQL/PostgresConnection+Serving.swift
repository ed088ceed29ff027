import ChatSystem

/// The session of a server that serves worlds: its lock, and its row with the time of its last lease renewal.
extension PostgresConnection {
    /// A server and its row in the database.
    struct ServingServer {
        var number: Int64
        /// The address at which the other servers reach it; empty until it is known.
        var address = ""
    }

    /// Begins to serve worlds as a server, and repeats that after each reconnection.
    func serve(as server: ServingServer) throws(PostgresFailure) {
        self.server = server
        try sendServing(as: server)
        try exchange()
    }

    /// Renews the leases without waiting for the answer.
    ///
    /// - Parameter worlds: The number of worlds that the server serves.
    func renew(worlds: Int) throws(PostgresFailure) {
        guard let server else { return }
        try sendRenewal(
            of: server, as: .renewal(sentAt: Clocks.sinceStart(), worlds: worlds),
            returning: "\(PostgresWitness.clock), (SELECT count(*) FROM world WHERE holder = $1)")
        try sync()
        guard library.flush(handle) >= 0 else { throw lose(message) }
    }

    /// Renews the leases and waits for the answer.
    func renewNow() throws(PostgresFailure) {
        guard let server else { return }
        try waitForNoStandby()
        try sendRenewal(of: server, as: .nothing(nil))
        try exchange()
    }

    /// Lets the current transaction commit without waiting for a standby. Its writes may be lost with the primary
    /// without harm.
    func waitForNoStandby() throws(PostgresFailure) {
        try send("SELECT set_config('synchronous_commit', 'off', true)")
    }

    /// Makes the session that of a server: takes the lock of the server's row, and subscribes to changes of the tokens.
    ///
    /// An earlier session of the same server may still exist, so the lock is a shared one.
    func sendServing(as server: ServingServer) throws(PostgresFailure) {
        try waitForNoStandby()
        try send("SELECT pg_advisory_lock_shared(hashtext('\(address.schema)'), \(server.number))")
        try sendRenewal(of: server, as: .nothing(nil))
        try send("LISTEN \"\(address.schema)\"")
    }

    private func sendRenewal(
        of server: ServingServer, as awaited: Awaited, returning value: String = "NULL"
    ) throws(PostgresFailure) {
        var values = withUnsafeBytes(of: server.number.bigEndian) { Array($0) }
        values += server.address.utf8
        try send(
            """
            INSERT INTO server (id, address, renewed) OVERRIDING SYSTEM VALUE VALUES ($1, $2, clock_timestamp())
            ON CONFLICT (id) DO UPDATE SET address = excluded.address, renewed = excluded.renewed
            RETURNING \(value)
            """, values, [0..<8, 8..<values.count], as: awaited)
    }
}
