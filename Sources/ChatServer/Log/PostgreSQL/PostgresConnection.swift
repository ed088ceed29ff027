import ChatSystem

/// One connection to a database, held by one thread, which never waits on it for longer than it was told.
///
/// What is sent waits in a pipeline, and is answered as a whole when something is wanted of it: ``exchange()``. So an
/// append is one way there and back, however many rows it has. Where there is no answer in time the connection is given
/// up, and everything fails at once until ``recover()`` has made another, bit by bit.
final class PostgresConnection {
    enum State {
        case open
        case connecting(since: Int64, PostgresAttempt)
        /// Told what a new connection is told first: nobody else asks anything before all of that is answered.
        case greeting(since: Int64, isSaid: Bool)
        case shut
        case closed
    }

    /// What an answer in the pipeline is to.
    enum Awaited {
        /// A rejection where a constraint stands against it.
        case nothing(LogError.Rejection?)
        case rows
        case preparation(of: String)
        case sync
        /// What may fail, and nobody hears of it.
        case nobody
        /// The renewal of the leases that was sent then, of so many worlds.
        case renewal(sentAt: Int64, worlds: Int)
    }

    let address: PostgresAddress
    let library: PostgresLibrary
    var handle: OpaquePointer?
    var state = State.shut
    /// Why nothing can be asked; nil while it can.
    var problem: String?
    /// What it is known by.
    var witness = PostgresWitness()
    /// How often in a row something else answered, and why that was not taken.
    var refusals = 0
    var refusedFor: String?
    /// How far the database's clock was ahead of the monotonic one when it was read last, in milliseconds.
    private var clockOffset: Int64?
    /// Why what was acknowledged may be lost all the same, where that was not told yet.
    private(set) var risk: String?
    /// What went wrong and was not told yet.
    var trouble: String?
    /// What the database refused, while it still answers; nil once it takes it.
    var refusal: Refusal?
    /// How often a connection was made: what was learned of the database by an earlier one may be true no more.
    var generation = 0
    /// Those that read beside it; nil where there is nobody to wake when something was read.
    var readers: PostgresReaders?
    /// When all that is asked has to be answered, by the steady clock; nil where each answer has its time.
    var deadline: Int64?
    private var awaited: [Awaited] = []
    private(set) var syncsAwaited = 0
    var isTransacting = false
    /// True if a transaction is open that will be undone, whatever is done in it.
    var isRehearsing = false
    private(set) var askedAt: Int64 = 0
    /// When the last renewal of the leases was sent that succeeded, in milliseconds since the machine started.
    private(set) var renewedAt: Int64 = 0
    /// True if a renewal found fewer worlds than it was of: another server took one.
    var hasLostWorld = false
    /// The statements that it has prepared, by their texts.
    private var names: [String: [CChar]] = [:]
    private var nameCount = 0
    /// As which server it serves worlds; nil before it does.
    var server: ServingServer?
    private var rows: PostgresResult?
    private(set) var failure: PostgresFailure?

    /// Connects.
    ///
    /// - Throws: why that cannot be.
    convenience init(_ address: PostgresAddress) throws(PostgresFailure) {
        try self.init(unconnected: address)
        try open()
    }

    /// One that has to be ``open()``ed.
    init(unconnected address: PostgresAddress) throws(PostgresFailure) {
        self.address = address
        library = try PostgresLibrary()
        try address.check(library)
    }

    /// Connects, however long that takes.
    func open() throws(PostgresFailure) {
        let deadline = Clocks.steady() + Self.connectingPatience
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

    /// Lets go of the connection for good.
    func close() {
        readers?.close()
        shut("the log is closed")
        state = .closed
        (trouble, refusal) = (nil, nil)
    }

    /// The time by the database's clock, in milliseconds since 1970; nil if it was never read.
    var now: Int64? { clockOffset.map { $0 + Clocks.sinceStart() } }

    /// Notes a reading of the database's clock, ``PostgresWitness/clock``.
    func note(clock: Int64) { if clock > 0 { clockOffset = clock - Clocks.sinceStart() } }

    func note(risk: String?) { self.risk = risk ?? self.risk }

    /// What may be lost, since the last look.
    func takeRisk() -> String? {
        defer { risk = nil }
        return risk
    }

    /// What went wrong since the last look.
    func takeTrouble() -> String? {
        defer { trouble = nil }
        return trouble
    }

    // MARK: Asking

    /// Puts a statement into the pipeline.
    ///
    /// - Parameters:
    ///   - values: the parameters, one behind the other, in the binary format.
    ///   - ranges: where each is; nil for NULL.
    ///   - wantsRows: whether it is the one whose rows are asked for.
    ///   - rejection: the rule of the log that a batch breaks where a constraint stands against it.
    ///   - mayFail: whether nobody waits for it.
    func send(
        _ sql: String, _ values: [UInt8] = [], _ ranges: [Range<Int>?] = [], wantsRows: Bool = false,
        rejection: LogError.Rejection? = nil, mayFail: Bool = false
    ) throws(PostgresFailure) {
        try send(sql, values, ranges, as: mayFail ? .nobody : wantsRows ? .rows : .nothing(rejection))
    }

    func send(
        _ sql: String, _ values: [UInt8], _ ranges: [Range<Int>?], as answer: Awaited
    ) throws(PostgresFailure) {
        if case .greeting(_, isSaid: false) = state {} else { try checkOpen() }
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

    /// Has all that was sent answered.
    ///
    /// - Returns: the rows of the statement whose rows are wanted.
    /// - Throws: what stood against the first of the statements that was not done; those behind it were not done either.
    @discardableResult
    func exchange() throws(PostgresFailure) -> PostgresResult? {
        try checkOpen()
        try sync()
        let deadline = deadline ?? Clocks.steady() + Int64(address.patience)
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

    /// Ends a transaction, with all that was sent in it.
    ///
    /// - Throws: what stood against it, and where the connection was lost meanwhile, that nobody knows.
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

    /// Undoes the open transaction, and forgets what waits in the pipeline.
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
            // With the connection goes its transaction.
            shut(error.words)
        }
    }

    /// So often it is looked at once for another connection where one was closed at the other end: it may be there at once.
    private static let looksForAnother = 5

    private func checkOpen() throws(PostgresFailure) {
        if let problem { throw PostgresFailure(problem) }
        // Whether it was closed at the other end is learned before anything is sent: then nothing of it can be done.
        let interest = Interest(descriptor: library.socket(handle))
        guard awaited.isEmpty, Readiness.wait(for: [interest], milliseconds: 0)[0].canRead else { return }
        for _ in 0..<2 where library.consumeInput(handle) == 0 {
            let failure = lose(message)
            // Of a transaction the beginning is gone.
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

    /// Sends what can be sent and takes the answers that came.
    ///
    /// - Returns: whether that was all.
    func takeAnswers() throws(PostgresFailure) -> Bool {
        guard library.flush(handle) >= 0 else { throw lose(message) }
        var taken = 0
        defer { awaited.removeFirst(taken) }
        while taken < awaited.count, library.isBusy(handle) == 0 {
            // Behind the answer to each statement stands an end.
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
                // What stands behind a failure is not done.
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

    /// The rows that were wanted, where there was something that has some.
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

    // MARK: Hearing

    /// What becomes readable when something came; nil while there is no connection.
    var descriptor: Int32? { if case .open = state { library.socket(handle) } else { nil } }

    /// Reads what came without being asked for, or learns that the connection is gone.
    func read() {
        guard case .open = state, awaited.isEmpty || syncsAwaited > 0 else { return }
        let interest = Interest(descriptor: library.socket(handle))
        var isRead = false
        // The end of the connection can stand behind other input: the reason for it.
        while Readiness.wait(for: [interest], milliseconds: 0)[0].canRead {
            guard library.consumeInput(handle) == 1 else {
                _ = lose(message)
                return
            }
            isRead = true
        }
        if isRead, syncsAwaited > 0 { _ = try? takeAnswers() }
    }

    /// True if another session notified something since the last look.
    func takeNotifications() -> Bool {
        guard case .open = state else { return false }
        var isNotified = false
        while let next = library.nextNotification(handle) {
            isNotified = true
            library.freeMemory(next.assumingMemoryBound(to: CChar.self))
        }
        return isNotified
    }

    /// Waits until there is something to read, or room for what waits.
    ///
    /// - Returns: false where there was neither.
    func wait(until deadline: Int64) throws(PostgresFailure) -> Bool {
        let left = max(0, deadline - Clocks.steady())
        let waits = library.flush(handle) == 1
        let interest = Interest(descriptor: library.socket(handle), writes: waits)
        let ready = Readiness.wait(for: [interest], milliseconds: Int(left))[0]
        guard ready.canRead || ready.canWrite else { return false }
        if ready.canRead, library.consumeInput(handle) == 0 {
            // What came before the end is taken first: it may say why.
            if library.isBusy(handle) != 0 { throw lose(message) }
        }
        return true
    }

    var silence: String { "the database gave no answer within \(address.patience) ms" }

    var message: String { Self.words(library.errorMessage(handle)) }

    /// What libpq says, on one line, whose end is for whoever says it.
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
        // That it could not be connected to again is no news.
        if case .open = state { trouble = reason }
        if isNews { trouble = reason }
        if case .connecting(_, let attempt) = state { attempt.giveUp() }
        state = .shut
        problem = reason
        (rows, failure) = (nil, nil)
        (awaited, syncsAwaited, names, isTransacting) = ([], 0, [:], false)
    }
}
