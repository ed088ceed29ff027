import ChatSystem

/// A connection of a server that serves worlds: its lock, and its row, which says when it renewed its leases.
extension PostgresConnection {
    /// A server with its row in the database.
    struct ServingServer {
        var number: Int64
        /// Where the other servers reach it; empty until that is known.
        var address = ""
    }

    /// Serves worlds as that server from now on, and again after the connection was lost.
    func serve(as server: ServingServer) throws(PostgresFailure) {
        self.server = server
        try sendServing(as: server)
        try exchange()
    }

    /// Renews the leases, without waiting for the answer.
    ///
    /// - Parameter worlds: how many worlds it serves.
    func renew(worlds: Int) throws(PostgresFailure) {
        guard let server else { return }
        try sendRenewal(
            of: server, as: .renewal(sentAt: Clocks.sinceStart(), worlds: worlds),
            returning: "\(PostgresWitness.clock), (SELECT count(*) FROM world WHERE holder = $1)")
        try sync()
        guard library.flush(handle) >= 0 else { throw lose(message) }
    }

    /// Renews the leases, and waits until that is done.
    func renewNow() throws(PostgresFailure) {
        guard let server else { return }
        try waitForNoStandby()
        try sendRenewal(of: server, as: .nothing(nil))
        try exchange()
    }

    /// Has the transaction that begins now end without a standby: what it writes does no harm if it is lost with the
    /// primary.
    func waitForNoStandby() throws(PostgresFailure) {
        try send("SELECT set_config('synchronous_commit', 'off', true)")
    }

    /// Makes the session that of a server: it has the lock of the server's row, and is told of other tokens. An earlier
    /// session of its own may not be gone yet, so the lock is one that both can have.
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
