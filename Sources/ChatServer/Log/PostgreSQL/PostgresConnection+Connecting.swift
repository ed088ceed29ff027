import ChatSystem

/// The steps of making a connection, and of making it again after a loss.
extension PostgresConnection {
    /// The time limit for a connection, in milliseconds, for all hosts of the address together.
    static let connectTimeout: Int64 = 30_000
    /// The maximum duration of ``recover()``, in milliseconds. It is short, because the server must serve its clients.
    private static let recoveryTimeout: Int64 = 100
    /// "UndS": the key of the advisory lock that a server of a schema's worlds holds. The lock ends with the session.
    private static let lock = 0x556E_6453
    /// "UndM": the key of the advisory lock that a server holds while it changes the format of the tables.
    private static let migrationLock = 0x556E_644D

    /// Checks if the database still answers, and reconnects if it does not. To be called periodically.
    func recover() {
        do throws(PostgresFailure) {
            switch state {
            case .closed: break
            case .open:
                try probe()
                retryRefused()
            case .shut:
                connect()
                try advance(until: Clocks.steady() + Self.recoveryTimeout)
            case .connecting, .configuring:
                try advance(until: Clocks.steady() + Self.recoveryTimeout)
            }
        } catch {
            // The reason is in `problem`.
        }
    }

    /// Sends a sync as a probe, without waiting for the answer. A later call notices a missing answer.
    private func probe() throws(PostgresFailure) {
        guard library.consumeInput(handle) == 1 else { throw lose(message) }
        if pipeline.syncsAwaited > 0 {
            if try !readAnswers(), Clocks.steady() - pipeline.askedAt > Int64(address.timeout) { throw lose(silence) }
        } else {
            try sync()
            try flush()
        }
    }

    func connect() {
        let parameters = address.parameters(library, hostsRotatedBy: wrongDatabases.count)
        begin(PostgresAttempt(parameters, library), since: Clocks.steady())
    }

    /// Advances the connection attempt until it is complete or the deadline has passed.
    func advance(until deadline: Int64) throws(PostgresFailure) {
        while true {
            switch state {
            case .connecting(let since, let attempt):
                let left = Int(max(0, deadline - Clocks.steady()))
                guard let made = attempt.take(waitingMilliseconds: left) else { return try checkTimeout(since) }
                try adopt(made)
                try identify(since: since)
            case .configuring(let since, _):
                if try readAnswers() {
                    if let failure = pipeline.failure { throw lose(failure.words) }
                    if let answer = takeRows() {
                        try check(answer)
                        try present(since: since)
                        continue
                    }
                    return finishConnecting()
                }
                guard try wait(until: deadline) else { return try checkTimeout(since) }
            case .open, .shut, .closed: return
            }
        }
    }

    private func checkTimeout(_ since: Int64) throws(PostgresFailure) {
        guard Clocks.steady() - since > Self.connectTimeout else { return }
        throw lose("the database accepted no connection within \(Self.connectTimeout / 1_000) s")
    }

    /// Configures a new session, and sends the queries that identify its database.
    private func identify(since: Int64) throws(PostgresFailure) {
        let version = library.serverVersion(handle)
        guard version >= 120_000 else {
            throw lose("the database runs PostgreSQL \(version / 10_000), but chat-server needs version 12 or newer")
        }
        guard library.setNonblocking(handle, 1) == 0, library.enterPipelineMode(handle) == 1 else {
            throw lose(message)
        }
        try configure(since: since) { () throws(PostgresFailure) in
            for setting in address.settings { try send("SET \(setting)") }
            // Even if the server's own setting is `off`, a commit must be synced before it is acknowledged.
            try send(
                """
                SELECT set_config('synchronous_commit', 'on', false)
                WHERE current_setting('synchronous_commit') = 'off'
                """)
            // A connection only for reading may use a standby.
            if address.use != .reading { try send(witness.question, wantsRows: true) }
        }
    }

    /// Prepares the session for the purpose of the connection.
    private func present(since: Int64) throws(PostgresFailure) {
        try configure(since: since) { () throws(PostgresFailure) in
            switch address.use {
            case .serving:
                try send("SELECT pg_advisory_lock_shared(\(Self.lock), hashtext('\(address.schema)'))")
                try serving.resume()
            case .alone:
                // A server that was killed may have held the lock until a moment ago, so this waits for the lock.
                try send("SELECT pg_advisory_lock(\(Self.lock), hashtext('\(address.schema)'))")
            case .reading, .readOnlyAsync: break
            }
        }
    }

    /// Runs `migration` with exclusive access to the tables, if `isNeeded` still returns true once no other server
    /// migrates them.
    ///
    /// If several servers start at the same time, one migrates. The others find the new format afterwards: the
    /// exclusive lock that they would wait for is free only when no server runs.
    func migrate(
        if isNeeded: () throws(PostgresFailure) -> Bool, _ migration: () throws(PostgresFailure) -> Void
    ) throws(PostgresFailure) {
        guard address.use == .serving else { return try isNeeded() ? migration() : () }
        let schema = "hashtext('\(address.schema)')"
        // Two sessions that both hold the shared lock and wait for the exclusive one would deadlock.
        try send("SELECT pg_advisory_unlock_shared(\(Self.lock), \(schema))")
        try send("SELECT pg_advisory_lock(\(Self.migrationLock), \(schema))")
        try exchange()
        let isMigrating = try isNeeded()
        if isMigrating {
            try send("SELECT pg_advisory_lock(\(Self.lock), \(schema))")
            try exchange()
            try migration()
        }
        try send("SELECT pg_advisory_lock_shared(\(Self.lock), \(schema))")
        if isMigrating { try send("SELECT pg_advisory_unlock(\(Self.lock), \(schema))") }
        try send("SELECT pg_advisory_unlock(\(Self.migrationLock), \(schema))")
        try exchange()
    }
}
