import ChatProtocol
import ChatSystem

/// A connection to a database, used by one thread. No call waits longer than its timeout.
///
/// Statements are sent in a pipeline, and their answers are read together when one is needed: ``exchange()``. So an
/// append takes one round trip for any number of rows.
///
/// A late answer closes the connection. Every request then fails at once until ``recover()`` has made another one.
final class PostgresConnection {
    enum State {
        case open
        case connecting(since: Int64, PostgresAttempt)
        /// The session is being configured, and other requests wait. `isSent` is true once all statements are sent.
        case configuring(since: Int64, isSent: Bool)
        case shut
        case closed
    }

    let address: PostgresAddress
    let library: PostgresLibrary
    private(set) var handle: OpaquePointer?
    private(set) var state = State.shut
    /// The reason that no request is possible; nil if the connection is open.
    private(set) var problem: String?
    /// The known identity of the database.
    private(set) var witness = PostgresWitness()
    /// The number of connections made. Facts learned on an earlier connection may be outdated.
    private(set) var generation = 0
    /// The read-only connections; nil if no event loop can be woken by a result.
    private(set) var readers: PostgresReaders?
    /// The deadline of all requests, on the steady clock; nil if each answer has its own timeout.
    private var deadline: Int64?
    /// The troubles to report.
    let reports = PostgresReports()
    /// The database's clock.
    private(set) var clock = DatabaseClock()
    /// The databases at the address that were not the known one.
    private(set) var wrongDatabases = WrongDatabases()
    /// The session of the server that serves worlds through the connection.
    private(set) lazy var serving = PostgresServing(self)
    private(set) var pipeline: PostgresPipeline
    private(set) var isTransacting = false
    /// True if a transaction is open that will be rolled back in any case.
    private var isRehearsing = false

    /// Connects to the database.
    ///
    /// - Throws: The reason that it is impossible.
    convenience init(_ address: PostgresAddress) throws(PostgresFailure) {
        try self.init(unconnected: address)
        try open()
    }

    /// Creates a connection that must be opened with ``open()``.
    init(unconnected address: PostgresAddress) throws(PostgresFailure) {
        self.address = address
        library = try PostgresLibrary()
        pipeline = PostgresPipeline(library)
        try address.check(library)
    }

    /// Sets the deadline of all requests, on the steady clock; with nil, each answer has its own timeout.
    func set(deadline: Int64?) { self.deadline = deadline }

    /// Sets the identity that the database must have.
    func set(witness: PostgresWitness) { self.witness = witness }

    /// Notes the end of a world in the database, as part of its identity.
    func note(end: Int64, of world: Int64) { witness.note(end, of: world) }

    /// Sets the read-only connections.
    func set(readers: PostgresReaders) { self.readers = readers }

    /// Connects, and waits until the connection is open or has failed.
    func open() throws(PostgresFailure) {
        let deadline = Clocks.steady() + Self.connectTimeout
        connect()
        while problem != nil {
            guard case .shut = state else {
                try advance(until: deadline)
                continue
            }
            throw PostgresFailure(problem ?? "")
        }
    }

    // MARK: Steps of connecting, in their order

    func begin(_ attempt: PostgresAttempt, since: Int64) {
        state = .connecting(since: since, attempt)
        if problem == nil { problem = "the connection is not established yet" }
    }

    /// Uses the connection that an attempt made.
    func adopt(_ made: OpaquePointer?) throws(PostgresFailure) {
        handle = made
        _ = library.setNoticeProcessor(handle, { _, _ in }, nil)
        guard library.status(handle) != PostgresCode.connectionIsBad else { throw lose(message) }
    }

    /// Sends the statements of a step, of which one may ask for rows.
    func configure(since: Int64, _ send: () throws(PostgresFailure) -> Void) throws(PostgresFailure) {
        state = .configuring(since: since, isSent: false)
        try send()
        try sync()
        state = .configuring(since: since, isSent: true)
    }

    /// Refuses a database that is not the known one. Another host may lead to the right one.
    func check(_ answer: PostgresResult) throws(PostgresFailure) {
        do throws(PostgresFailure) {
            try witness.check(answer)
        } catch {
            throw lose(error.words, isNew: wrongDatabases.add(error.words))
        }
        wrongDatabases.clear()
        clock.note(answer.integer(0, 7))
        guard address.use == .serving else { return }
        reports.note(risk: witness.takeDurabilityWarning(answer, hosts: address.hostCount(library)))
    }

    func finishConnecting() {
        (state, problem) = (.open, nil)
        generation += 1
    }

    // MARK: The end

    deinit {
        if case .connecting(_, let attempt) = state { attempt.giveUp() }
        library.finish(handle)
    }

    func close() {
        readers?.close()
        shut("the log is closed")
        state = .closed
        reports.clearTroubles()
    }

    // MARK: Requests

    /// Sends a statement in the pipeline.
    ///
    /// - Parameters:
    ///   - values: The parameters in the binary format, concatenated.
    ///   - ranges: The range of each parameter; nil for NULL.
    ///   - wantsRows: True for the one statement whose rows are returned.
    ///   - rejection: The rule of the log that the batch breaks if a constraint is violated.
    ///   - mayFail: True if a failure is to be ignored.
    func send(
        _ sql: String, _ values: [UInt8] = [], _ ranges: [Range<Int>?] = [], wantsRows: Bool = false,
        rejection: LogError.Rejection? = nil, mayFail: Bool = false
    ) throws(PostgresFailure) {
        try send(sql, values, ranges, as: mayFail ? .nobody : wantsRows ? .rows : .nothing(rejection))
    }

    func send(
        _ sql: String, _ values: [UInt8], _ ranges: [Range<Int>?], as answer: PostgresPipeline.Awaited
    ) throws(PostgresFailure) {
        if case .configuring(_, isSent: false) = state {} else { try checkOpen() }
        guard pipeline.send(sql, values, ranges, as: answer, through: handle) else { throw lose(message) }
    }

    /// Waits for the answers to all statements sent.
    ///
    /// - Returns: The rows of the statement whose rows are wanted.
    /// - Throws: The failure of the first statement that was not executed; the statements after it were not executed
    ///   either.
    @discardableResult
    func exchange() throws(PostgresFailure) -> PostgresResult? {
        try checkOpen()
        try sync()
        let deadline = deadline ?? Clocks.steady() + Int64(address.timeout)
        while try !readAnswers() {
            guard try wait(until: deadline) else { throw lose(silence) }
        }
        let (rows, failure) = pipeline.takeOutcome()
        if let failure {
            if failure.poisonsTheConnection { shut(failure.words) }
            throw failure
        }
        return rows
    }

    /// Begins a transaction.
    func begin() throws(PostgresFailure) {
        guard !isRehearsing else { return }
        try send("BEGIN")
        isTransacting = true
    }

    /// Commits a transaction, with all statements sent in it.
    ///
    /// - Throws: The reason of the failure. If the connection was lost in the meantime, the outcome is in doubt.
    func commit() throws(PostgresFailure) {
        guard !isRehearsing else { return }
        do throws(PostgresFailure) {
            try send("COMMIT")
            try exchange()
            isTransacting = false
        } catch {
            var failure = error
            failure.isInDoubt = problem != nil && !error.poisonsTheConnection
            throw failure
        }
    }

    /// Rolls back the open transaction, and discards the requests in the pipeline.
    func rollBack() {
        guard !isRehearsing else { return }
        isTransacting = false
        guard case .open = state else { return }
        if !pipeline.isEmpty { _ = try? exchange() }
        guard case .open = state, library.transactionStatus(handle) != PostgresCode.transactionIsIdle else { return }
        do throws(PostgresFailure) {
            try send("ROLLBACK")
            try exchange()
        } catch {
            // Closing the connection ends its transaction.
            shut(error.words)
        }
    }

    /// Executes statements and rolls them back, to find out if the database accepts them again.
    ///
    /// - Returns: The reason that the database refuses them; nil if it does not.
    func rehearse(_ body: () throws(PostgresFailure) -> Void) -> PostgresFailure? {
        defer {
            isRehearsing = false
            rollBack()
        }
        do throws(PostgresFailure) {
            try begin()
            isRehearsing = true
            try body()
            // Checks the deferred constraints immediately, instead of at the end of the transaction.
            try send("SET CONSTRAINTS ALL IMMEDIATE")
            try exchange()
            return nil
        } catch {
            return error.isOfTheDatabase ? error : nil
        }
    }

    /// Retries the refused request.
    func retryRefused() {
        guard let refusal = reports.refusal, case .open = state, !isTransacting, refusal.retry() == nil else { return }
        reports.clearRefusal()
    }

    /// Lets the current transaction commit without waiting for a standby. Its writes may be lost with the primary
    /// without harm.
    func waitForNoStandby() throws(PostgresFailure) {
        try send("SELECT set_config('synchronous_commit', 'off', true)")
    }

    /// Executes requests and converts a failure to an error of the log.
    func asking<Answer>(_ body: () throws(PostgresFailure) -> Answer) throws(LogError) -> Answer {
        do throws(PostgresFailure) {
            return try body()
        } catch {
            throw error.isOfLostWorld
                ? .notHeld : .unavailable(reason: error.words, outcome: error.isInDoubt ? .unknown : .none)
        }
    }

    /// The number of immediate reconnection attempts after the other end closed the connection: a new one may be
    /// available at once.
    private static let recoveriesMax = 5

    private func checkOpen() throws(PostgresFailure) {
        if let problem { throw PostgresFailure(problem) }
        // Detects a close by the other end before anything is sent, when nothing of the request can have been executed.
        let interest = Interest(descriptor: library.socket(handle))
        guard pipeline.isEmpty, Readiness.wait(for: [interest], milliseconds: 0)[0].canRead else { return }
        for _ in 0..<2 where library.consumeInput(handle) == 0 {
            let failure = lose(message)
            // The earlier part of an open transaction is lost.
            guard !isTransacting else { throw failure }
            for _ in 0..<Self.recoveriesMax where problem != nil { recover() }
            if let problem { throw PostgresFailure(problem) }
            return
        }
    }

    func sync() throws(PostgresFailure) {
        guard pipeline.sync(through: handle) else { throw lose(message) }
    }

    /// Sends pending output, as far as the socket takes it.
    func flush() throws(PostgresFailure) {
        guard library.flush(handle) >= 0 else { throw lose(message) }
    }

    /// Sends pending output and reads the answers that have arrived.
    ///
    /// - Returns: True if all answers have arrived.
    func readAnswers() throws(PostgresFailure) -> Bool {
        try flush()
        pipeline.readAnswers(from: handle)
        for renewal in pipeline.takeRenewals() {
            serving.note(renewal)
            clock.note(renewal.clock)
        }
        guard library.status(handle) != PostgresCode.connectionIsBad else {
            throw lose(pipeline.failure?.words ?? message)
        }
        return pipeline.isEmpty
    }

    /// Takes the rows of the last statement whose rows were wanted; nil if there was none.
    func takeRows() -> PostgresResult? { pipeline.takeRows() }

    // MARK: Notifications

    /// The descriptor that becomes readable when data arrives; nil if the connection is not open.
    var descriptor: Int32? { if case .open = state { library.socket(handle) } else { nil } }

    /// Reads data that was not requested, and detects a lost connection.
    func read() {
        guard case .open = state, pipeline.isEmpty || pipeline.syncsAwaited > 0 else { return }
        let interest = Interest(descriptor: library.socket(handle))
        var isRead = false
        // The end of the connection can follow other input, which contains the reason.
        while Readiness.wait(for: [interest], milliseconds: 0)[0].canRead {
            guard library.consumeInput(handle) == 1 else {
                _ = lose(message)
                return
            }
            isRead = true
        }
        if isRead, pipeline.syncsAwaited > 0 { _ = try? readAnswers() }
    }

    /// Returns true if another session sent a notification since the last call.
    func takeNotifications() -> Bool {
        guard case .open = state else { return false }
        var isNotified = false
        while let next = library.nextNotification(handle) {
            isNotified = true
            library.freeMemory(next.assumingMemoryBound(to: CChar.self))
        }
        return isNotified
    }

    /// Waits until data can be read, or pending output can be written.
    ///
    /// - Returns: False if neither happened before the deadline.
    func wait(until deadline: Int64) throws(PostgresFailure) -> Bool {
        let left = max(0, deadline - Clocks.steady())
        let waits = library.flush(handle) == 1
        let interest = Interest(descriptor: library.socket(handle), writes: waits)
        let ready = Readiness.wait(for: [interest], milliseconds: Int(left))[0]
        guard ready.canRead || ready.canWrite else { return false }
        if ready.canRead, library.consumeInput(handle) == 0 {
            // Data that arrived before the end is processed first, because it may contain the reason.
            if library.isBusy(handle) != 0 { throw lose(message) }
        }
        return true
    }

    var silence: String { "the database gave no answer within \(address.timeout) ms" }

    var message: String { Self.words(library.errorMessage(handle)) }

    /// Returns a message of libpq on one line without a final full stop.
    static func words(_ text: PostgresLibrary.Text) -> String {
        let words = text.map { String(cString: $0) } ?? ""
        let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.hasSuffix(".") ? String(line.dropLast()) : line
    }

    func lose(_ reason: String, isNew: Bool = false) -> PostgresFailure {
        shut(reason, isNew: isNew)
        return PostgresFailure(reason)
    }

    func shut(_ reason: String, isNew: Bool = false) {
        library.finish(handle)
        handle = nil
        // A failed reconnection is not reported as new trouble.
        if case .open = state { reports.note(trouble: reason) }
        if isNew { reports.note(trouble: reason) }
        if case .connecting(_, let attempt) = state { attempt.giveUp() }
        state = .shut
        problem = reason
        pipeline.reset()
        isTransacting = false
    }
}
