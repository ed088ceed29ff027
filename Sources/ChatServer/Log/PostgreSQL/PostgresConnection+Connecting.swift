import ChatSystem
import Dispatch
import Synchronization

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

/// A connection attempt of libpq on its own thread.
///
/// Name resolution and trying one host after the other are slow, and the server must serve its clients in the meantime.
final class PostgresAttempt: Sendable {
    private enum State {
        case isUnderway
        /// The address of the connection object, successful or not, until it is taken.
        case made(UInt)
        case isCancelled
    }

    private let state = Mutex(State.isUnderway)
    /// The interval between checks of the result, in milliseconds. A wait of Dispatch follows the wall clock, and would
    /// last an hour longer if that clock were set back by an hour.
    private static let pollMilliseconds: Int64 = 2
    private let finish: PostgresLibrary.Finish

    /// Begins the attempt.
    init(_ parameters: [(String, String)], _ library: PostgresLibrary) {
        finish = library.finish
        let connect = library.connect
        DispatchQueue(label: "understudy.postgres.attempt").async { [self] in
            let handle = Self.withTexts(parameters.map(\.0)) { keywords in
                Self.withTexts(parameters.map(\.1)) { values in connect(keywords, values, 1) }
            }
            let address = UInt(bitPattern: handle)
            let isWanted = state.withLock { state in
                if case .isCancelled = state { return false }
                state = .made(address)
                return true
            }
            if !isWanted { finish(OpaquePointer(bitPattern: address)) }
        }
    }

    /// Takes the resulting connection object, successful or with the reason of its failure. The caller then owns it.
    ///
    /// - Parameter milliseconds: The maximum time to wait for the result.
    /// - Returns: Nil while the attempt is running.
    func take(waitingMilliseconds milliseconds: Int) -> OpaquePointer? {
        let deadline = Clocks.steady() + Int64(milliseconds)
        while isUnderway, Clocks.steady() < deadline {
            let left = min(Self.pollMilliseconds, deadline - Clocks.steady())
            _ = Readiness.wait(for: [], milliseconds: Int(max(0, left)))
        }
        return state.withLock { state in
            guard case .made(let address) = state else { return nil }
            state = .isCancelled
            return OpaquePointer(bitPattern: address)
        }
    }

    private var isUnderway: Bool {
        state.withLock { state in
            if case .isUnderway = state { true } else { false }
        }
    }

    /// Cancels the attempt and closes its connection, even if that is made later.
    func giveUp() {
        let handle = take(waitingMilliseconds: 0)
        state.withLock { $0 = .isCancelled }
        if let handle { finish(handle) }
    }

    private static func withTexts<Answer>(_ texts: [String], _ body: (PostgresLibrary.Texts) -> Answer) -> Answer {
        let all = texts.map { Array($0.utf8CString) }
        let bytes = all.flatMap { $0 }
        return bytes.withUnsafeBufferPointer { bytes in
            var pointers: [UnsafePointer<CChar>?] = []
            var offset = 0
            for text in all {
                pointers.append(bytes.baseAddress?.advanced(by: offset))
                offset += text.count
            }
            return body(pointers + [nil])
        }
    }
}

/// The troubles with a database that are not reported yet, and the request that it refuses.
final class PostgresReports {
    /// A request that the database refused while it still answered: missing rights, a trigger, a missing table.
    struct Refusal {
        let failure: PostgresFailure
        /// Retries the request. Returns the reason if the database still refuses it.
        let retry: () -> PostgresFailure?
    }

    /// The last request that the database refused while it still answered; nil once the database accepts it.
    private(set) var refusal: Refusal?
    private var trouble: String?
    private var risk: String?

    /// Records the reason that requests fail.
    func note(trouble: String) { self.trouble = trouble }

    /// Records that the database refused a request. Only the first refusal is reported as trouble.
    func note(refusal failure: PostgresFailure, retry: @escaping () -> PostgresFailure?) {
        if refusal == nil { trouble = failure.words }
        refusal = Refusal(failure: failure, retry: retry)
    }

    /// Records the reason that acknowledged records may still be lost; nil if there is none.
    func note(risk: String?) { self.risk = risk ?? self.risk }

    /// Records that the database accepts the refused request.
    func clearRefusal() { refusal = nil }

    func clearTroubles() { (trouble, refusal) = (nil, nil) }

    /// Returns the trouble since the last call.
    func takeProblem() -> String? {
        defer { trouble = nil }
        return trouble
    }

    /// Returns the risk of losing acknowledged records, if there is a new one since the last call.
    func takeDurabilityWarning() -> String? {
        defer { risk = nil }
        return risk
    }
}
