import ChatSystem

/// The statements that a connection has sent, until their answers arrive, and the prepared statements.
///
/// It reports a failed call by its result. The connection then closes, and resets the pipeline.
struct PostgresPipeline {
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

    /// The answer to a renewal of leases.
    struct Renewal {
        /// The time at which it was sent, in milliseconds since the machine started.
        let sentAt: Int64
        /// True if the database counts fewer worlds than the server expected, because another server took one.
        let hasLostWorld: Bool
        /// The reading of the database's clock.
        let clock: Int64
    }

    private let library: PostgresLibrary
    private var awaited: [Awaited] = []
    private(set) var syncsAwaited = 0
    /// The time of the last sync, on the steady clock.
    private(set) var askedAt: Int64 = 0
    /// The names of the prepared statements, keyed by their SQL.
    private var names: [String: [CChar]] = [:]
    private var nameCount = 0
    private var rows: PostgresResult?
    private var renewals: [Renewal] = []
    /// The first failure since the last outcome.
    private(set) var failure: PostgresFailure?

    init(_ library: PostgresLibrary) { self.library = library }

    /// True if no answer is awaited.
    var isEmpty: Bool { awaited.isEmpty }

    /// Sends a statement, and prepares it at its first use.
    ///
    /// - Returns: False if libpq did not accept it.
    mutating func send(
        _ sql: String, _ values: [UInt8], _ ranges: [Range<Int>?], as answer: Awaited, through handle: OpaquePointer?
    ) -> Bool {
        guard let name = names[sql] ?? prepare(sql, through: handle) else { return false }
        let isSent = values.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = ranges.map { range in range.flatMap { start?.advanced(by: $0.lowerBound) } }
            let lengths = ranges.map { Int32($0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: ranges.count)
            return library.sendPrepared(handle, name, Int32(ranges.count), pointers, lengths, formats, 1)
        }
        guard isSent == 1 else { return false }
        awaited.append(answer)
        return true
    }

    private mutating func prepare(_ sql: String, through handle: OpaquePointer?) -> [CChar]? {
        let name = Array("s\(nameCount)".utf8CString)
        guard library.sendPrepare(handle, name, sql, 0, nil) == 1 else { return nil }
        awaited.append(.preparation(of: sql))
        names[sql] = name
        nameCount += 1
        return name
    }

    /// Ends a series of statements that fail together.
    ///
    /// - Returns: False if libpq did not accept it.
    mutating func sync(through handle: OpaquePointer?) -> Bool {
        guard library.pipelineSync(handle) == 1 else { return false }
        awaited.append(.sync)
        syncsAwaited += 1
        askedAt = Clocks.steady()
        return true
    }

    /// Reads the answers that have arrived.
    mutating func readAnswers(from handle: OpaquePointer?) {
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
                    renewals.append(
                        Renewal(
                            sentAt: sentAt, hasLostWorld: answer.integer(0, 1) < worlds, clock: answer.integer(0, 0)))
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
                if failure == nil { failure = serverFailure(result, awaited[taken], of: handle) }
            }
        }
    }

    private func serverFailure(
        _ result: OpaquePointer, _ awaited: Awaited, of handle: OpaquePointer?
    ) -> PostgresFailure {
        func field(_ field: Int32) -> String { library.errorField(result, field).map { String(cString: $0) } ?? "" }
        guard library.errorField(result, PostgresCode.sqlState) != nil else {
            return PostgresFailure(PostgresConnection.words(library.errorMessage(handle)))
        }
        let rejection: LogError.Rejection? = if case .nothing(let rejection) = awaited { rejection } else { nil }
        return PostgresFailure(
            sqlState: field(PostgresCode.sqlState), message: field(PostgresCode.message),
            constraint: field(PostgresCode.constraint), rejection: rejection)
    }

    /// Takes the rows of the last statement whose rows were wanted; nil if there was none.
    mutating func takeRows() -> PostgresResult? {
        defer { rows = nil }
        return rows
    }

    /// Takes the rows and the first failure since the last outcome.
    mutating func takeOutcome() -> (rows: PostgresResult?, failure: PostgresFailure?) {
        defer { (rows, failure) = (nil, nil) }
        return (rows, failure)
    }

    /// Takes the answers to renewals of leases.
    mutating func takeRenewals() -> [Renewal] {
        defer { renewals = [] }
        return renewals
    }

    /// Discards everything that a closed connection has lost.
    mutating func reset() {
        (rows, failure) = (nil, nil)
        (awaited, syncsAwaited, names) = ([], 0, [:])
    }
}
