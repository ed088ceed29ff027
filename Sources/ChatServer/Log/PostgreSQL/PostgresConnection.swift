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
        case greeting(since: Int64, isSent: Bool)
        case shut
        case closed
    }

    /// The kind of request that an answer in the pipeline belongs to.
    enum Awaited {
        /// A statement without rows, and its rejection if a constraint is violated.
        case nothing(LogError.Rejection?)
        case rows
        case preparation(of: String)
        case sync
        /// A statement that may fail without a report.
        case nobody
        /// The renewal of a number of leases, sent at a time.
        case renewal(sentAt: Int64, worlds: Int)
    }

    let address: PostgresAddress
    let library: PostgresLibrary
    var handle: OpaquePointer?
    var state = State.shut
    /// The reason that no request is possible; nil if the connection is open.
    var problem: String?
    /// The known identity of the database.
    var witness = PostgresWitness()
    /// The number of consecutive connections to a wrong database, and the reason of the last refusal.
    var refusals = 0
    var refusedFor: String?
    /// The difference between the database's clock and the monotonic clock at the last reading, in milliseconds.
    private var clockOffset: Int64?
    /// The reason that acknowledged records may still be lost, if it is not reported yet.
    private(set) var risk: String?
    /// The trouble that is not reported yet.
    var trouble: String?
    /// The last request that the database refused while it still answered; nil once the database accepts it.
    var refusal: Refusal?
    /// The number of connections made. Facts learned on an earlier connection may be outdated.
    var generation = 0
    /// The read-only connections; nil if no event loop can be woken by a result.
    var readers: PostgresReaders?
    /// The deadline of all requests, on the steady clock; nil if each answer has its own timeout.
    var deadline: Int64?
    private var awaited: [Awaited] = []
    private(set) var syncsAwaited = 0
    var isTransacting = false
    /// True if a transaction is open that will be rolled back in any case.
    var isRehearsing = false
    private(set) var askedAt: Int64 = 0
    /// The time at which the last successful lease renewal was sent, in milliseconds since the machine started.
    private(set) var renewedAt: Int64 = 0
    /// True if a renewal found fewer worlds than expected, because another server took one.
    var hasLostWorld = false
    /// The names of the prepared statements, keyed by their SQL.
    private var names: [String: [CChar]] = [:]
    private var nameCount = 0
    /// The server that uses the connection; nil before ``serve(as:)``.
    var server: ServingServer?
    private var rows: PostgresResult?
    private(set) var failure: PostgresFailure?

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
        try address.check(library)
    }

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

    deinit {
        if case .connecting(_, let attempt) = state { attempt.giveUp() }
        library.finish(handle)
    }

    func close() {
        readers?.close()
        shut("the log is closed")
        state = .closed
        (trouble, refusal) = (nil, nil)
    }

    /// The time of the database's clock, in milliseconds since 1970; nil if it was never read.
    var now: Int64? { clockOffset.map { $0 + Clocks.sinceStart() } }

    /// Records a reading of the database's clock, ``PostgresWitness/clock``.
    func note(clock: Int64) { if clock > 0 { clockOffset = clock - Clocks.sinceStart() } }

    func note(risk: String?) { self.risk = risk ?? self.risk }

    /// Returns the risk of losing acknowledged records, if there is a new one since the last call.
    func takeDurabilityWarning() -> String? {
        defer { risk = nil }
        return risk
    }

    /// Returns the trouble since the last call.
    func takeProblem() -> String? {
        defer { trouble = nil }
        return trouble
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
        _ sql: String, _ values: [UInt8], _ ranges: [Range<Int>?], as answer: Awaited
    ) throws(PostgresFailure) {
        if case .greeting(_, isSent: false) = state {} else { try checkOpen() }
        let name = if let name = names[sql] { name } else { try prepare(sql) }
        let isSent = values.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = ranges.map { range in range.flatMap { start?.advanced(by: $0.lowerBound) } }
            let lengths = ranges.map { Int32($0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: ranges.count)
            return library.sendPrepared(handle, name, Int32(ranges.count), pointers, lengths, formats, 1)
        }
        guard isSent == 1 else { throw lose(message) }
        awaited.append(answer)
    }

    private func prepare(_ sql: String) throws(PostgresFailure) -> [CChar] {
        let name = Array("s\(nameCount)".utf8CString)
        guard library.sendPrepare(handle, name, sql, 0, nil) == 1 else { throw lose(message) }
        awaited.append(.preparation(of: sql))
        names[sql] = name
        nameCount += 1
        return name
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
        while try !takeAnswers() {
            guard try wait(until: deadline) else { throw lose(silence) }
        }
        defer { (rows, failure) = (nil, nil) }
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
        if !awaited.isEmpty { _ = try? exchange() }
        guard case .open = state, library.transactionStatus(handle) != PostgresCode.transactionIsIdle else { return }
        do throws(PostgresFailure) {
            try send("ROLLBACK")
            try exchange()
        } catch {
            // Closing the connection ends its transaction.
            shut(error.words)
        }
    }

    /// The number of immediate reconnection attempts after the other end closed the connection: a new one may be
    /// available at once.
    private static let looksForAnother = 5

    private func checkOpen() throws(PostgresFailure) {
        if let problem { throw PostgresFailure(problem) }
        // Detects a close by the other end before anything is sent, when nothing of the request can have been executed.
        let interest = Interest(descriptor: library.socket(handle))
        guard awaited.isEmpty, Readiness.wait(for: [interest], milliseconds: 0)[0].canRead else { return }
        for _ in 0..<2 where library.consumeInput(handle) == 0 {
            let failure = lose(message)
            // The earlier part of an open transaction is lost.
            guard !isTransacting else { throw failure }
            for _ in 0..<Self.looksForAnother where problem != nil { recover() }
            if let problem { throw PostgresFailure(problem) }
            return
        }
    }

    func sync() throws(PostgresFailure) {
        guard library.pipelineSync(handle) == 1 else { throw lose(message) }
        awaited.append(.sync)
        syncsAwaited += 1
        askedAt = Clocks.steady()
    }

    /// Sends pending output and reads the answers that have arrived.
    ///
    /// - Returns: True if all answers have arrived.
    func takeAnswers() throws(PostgresFailure) -> Bool {
        guard library.flush(handle) >= 0 else { throw lose(message) }
        var taken = 0
        defer { awaited.removeFirst(taken) }
        while taken < awaited.count, library.isBusy(handle) == 0 {
            // The results of each statement end with nil.
            guard let result = library.nextResult(handle) else {
                if library.status(handle) == PostgresCode.connectionIsBad { break }
                taken += 1
                continue
            }
            let answer = PostgresResult(result, library)
            switch library.resultStatus(result) {
            case PostgresCode.pipelineSync:
                syncsAwaited -= 1
                taken += 1
            case PostgresCode.rowsOK:
                switch awaited[taken] {
                case .rows: rows = answer
                case .renewal(let sentAt, let worlds):
                    renewedAt = sentAt
                    if answer.integer(0, 1) < worlds { hasLostWorld = true }
                    note(clock: answer.integer(0, 0))
                case .nothing, .preparation, .sync, .nobody: break
                }
            case PostgresCode.commandOK: break
            default:
                // Statements after a failed one in the pipeline are not executed.
                if case .preparation(let sql) = awaited[taken] { names[sql] = nil }
                switch awaited[taken] {
                case .nobody, .renewal: continue
                case .nothing, .rows, .preparation, .sync: break
                }
                if failure == nil { failure = serverFailure(result, awaited[taken]) }
            }
        }
        if library.status(handle) == PostgresCode.connectionIsBad {
            taken = 0
            throw lose(failure?.words ?? message)
        }
        return taken == awaited.count
    }

    /// Takes the rows of the last statement whose rows were wanted; nil if there was none.
    func takeRows() -> PostgresResult? {
        defer { rows = nil }
        return rows
    }

    private func serverFailure(_ result: OpaquePointer, _ awaited: Awaited) -> PostgresFailure {
        func field(_ field: Int32) -> String { library.errorField(result, field).map { String(cString: $0) } ?? "" }
        guard library.errorField(result, PostgresCode.sqlState) != nil else { return PostgresFailure(message) }
        let rejection: LogError.Rejection? = if case .nothing(let rejection) = awaited { rejection } else { nil }
        return PostgresFailure(
            sqlState: field(PostgresCode.sqlState), message: field(PostgresCode.message),
            constraint: field(PostgresCode.constraint), rejection: rejection)
    }

    // MARK: Notifications

    /// The descriptor that becomes readable when data arrives; nil if the connection is not open.
    var descriptor: Int32? { if case .open = state { library.socket(handle) } else { nil } }

    /// Reads data that was not requested, and detects a lost connection.
    func read() {
        guard case .open = state, awaited.isEmpty || syncsAwaited > 0 else { return }
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
        if isRead, syncsAwaited > 0 { _ = try? takeAnswers() }
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

    func lose(_ reason: String, isNews: Bool = false) -> PostgresFailure {
        shut(reason, isNews: isNews)
        return PostgresFailure(reason)
    }

    func shut(_ reason: String, isNews: Bool = false) {
        library.finish(handle)
        handle = nil
        // A failed reconnection is not reported as new trouble.
        if case .open = state { trouble = reason }
        if isNews { trouble = reason }
        if case .connecting(_, let attempt) = state { attempt.giveUp() }
        state = .shut
        problem = reason
        (rows, failure) = (nil, nil)
        (awaited, syncsAwaited, names, isTransacting) = ([], 0, [:], false)
    }
}
