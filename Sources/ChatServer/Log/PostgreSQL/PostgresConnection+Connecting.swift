import ChatSystem

/// How a connection comes about, and again after it was lost, bit by bit.
extension PostgresConnection {
    /// How long it may take, in milliseconds, with all hosts that an address names.
    static let connectingPatience: Int64 = 30_000
    /// How long ``recover()`` takes at the most: the server has others to serve.
    private static let recoveryPatience: Int64 = 100
    /// "UndS": the lock of whoever serves the worlds of a schema, which goes with the session.
    private static let lock = 0x556E_6453

    /// Looks whether the database still answers, and connects again where it does not. To be called once in a while.
    func recover() {
        do throws(PostgresFailure) {
            switch state {
            case .closed: break
            case .open:
                try look()
                lookAtRefusal()
            case .shut:
                let before = problem
                connect()
                problem = before
                try advance(until: Clocks.steady() + Self.recoveryPatience)
            case .connecting, .greeting:
                try advance(until: Clocks.steady() + Self.recoveryPatience)
            }
        } catch {
            // It stands in `problem`.
        }
    }

    /// Asks for a sign of life, and waits for none: that it did not come is seen at a later look.
    private func look() throws(PostgresFailure) {
        guard library.consumeInput(handle) == 1 else { throw lose(message) }
        if syncsAwaited > 0 {
            if try !takeAnswers(), Clocks.steady() - askedAt > Int64(address.patience) { throw lose(silence) }
        } else {
            try sync()
            guard library.flush(handle) >= 0 else { throw lose(message) }
        }
    }

    func connect() {
        problem = "the connection is not established yet"
        let parameters = address.parameters(library, hostsTurned: refusals)
        state = .connecting(since: Clocks.steady(), PostgresAttempt(parameters, library))
    }

    /// Goes on with what a connection takes until it is there.
    func advance(until deadline: Int64) throws(PostgresFailure) {
        while true {
            switch state {
            case .connecting(let since, let attempt):
                let left = Int(max(0, deadline - Clocks.steady()))
                guard let made = attempt.take(waitingMilliseconds: left) else { return try checkPatience(since) }
                handle = made
                _ = library.setNoticeProcessor(handle, { _, _ in }, nil)
                guard library.status(handle) != PostgresCode.connectionIsBad else { throw lose(message) }
                try greet(since: since)
            case .greeting(let since, _):
                if try takeAnswers() {
                    if let failure { throw lose(failure.words) }
                    if let answer = takeRows() {
                        try check(answer)
                        try present(since: since)
                        continue
                    }
                    (state, problem) = (.open, nil)
                    generation += 1
                    return
                }
                guard try wait(until: deadline) else { return try checkPatience(since) }
            case .open, .shut, .closed: return
            }
        }
    }

    private func checkPatience(_ since: Int64) throws(PostgresFailure) {
        guard Clocks.steady() - since > Self.connectingPatience else { return }
        throw lose("the database accepted no connection within \(Self.connectingPatience / 1_000) s")
    }

    /// Tells a new connection how it is meant, and asks whether it leads to what is known.
    private func greet(since: Int64) throws(PostgresFailure) {
        let version = library.serverVersion(handle)
        guard version >= 120_000 else {
            throw lose("the database runs PostgreSQL \(version / 10_000), but chat-server needs version 12 or newer")
        }
        guard library.setNonblocking(handle, 1) == 0, library.enterPipelineMode(handle) == 1 else {
            throw lose(message)
        }
        state = .greeting(since: since, isSaid: false)
        for setting in address.settings { try send("SET \(setting)") }
        // What the server's own setting would not sync is synced all the same: what was acknowledged is there.
        try send(
            """
            SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
            """)
        // Who only looks into it may look into a standby.
        if address.use != .reading { try send(witness.question, wantsRows: true) }
        try sync()
        state = .greeting(since: since, isSaid: true)
    }

    /// Refuses what is not the database that is known. Another of the hosts may be.
    private func check(_ answer: PostgresResult) throws(PostgresFailure) {
        do throws(PostgresFailure) {
            try witness.check(answer)
        } catch {
            refusals += 1
            let isNews = refusedFor != error.words
            refusedFor = error.words
            throw lose(error.words, isNews: isNews)
        }
        (refusals, refusedFor) = (0, nil)
        note(clock: answer.integer(0, 7))
        guard address.use == .serving else { return }
        note(risk: witness.takeRisk(answer, hosts: address.hostCount(library)))
    }

    /// Makes the session what it is there for.
    private func present(since: Int64) throws(PostgresFailure) {
        state = .greeting(since: since, isSaid: false)
        switch address.use {
        case .serving:
            try send("SELECT pg_advisory_lock_shared(\(Self.lock), hashtext('\(address.schema)'))")
            if let server { try sendServing(as: server) }
        case .alone:
            // A server that was killed may have served a moment ago.
            try send("SELECT pg_advisory_lock(\(Self.lock), hashtext('\(address.schema)'))")
        case .reading, .readingBeside: break
        }
        try sync()
        state = .greeting(since: since, isSaid: true)
    }

    /// Has the tables alone until they are ``share()``d again: to change their format.
    func takeAlone() throws(PostgresFailure) {
        guard address.use == .serving else { return }
        // Two that have it together and both wait to have it alone would wait for each other.
        try send("SELECT pg_advisory_unlock_shared(\(Self.lock), hashtext('\(address.schema)'))")
        try send("SELECT pg_advisory_lock(\(Self.lock), hashtext('\(address.schema)'))")
        try exchange()
    }

    func share() throws(PostgresFailure) {
        guard address.use == .serving else { return }
        try send("SELECT pg_advisory_lock_shared(\(Self.lock), hashtext('\(address.schema)'))")
        try send("SELECT pg_advisory_unlock(\(Self.lock), hashtext('\(address.schema)'))")
        try exchange()
    }
}
