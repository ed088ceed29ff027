package import ChatProtocol

/// How often each case of an enumeration without payloads came: a row of integers, so that counting allocates and
/// hashes nothing.
package struct Tally<Kind: CaseIterable> {
    private(set) var counts = [Int](repeating: 0, count: Kind.allCases.count)

    package init() {}

    /// Where a case stands in `allCases`. Without payloads a case is one byte, the number of its declaration; a test
    /// holds every enumeration that is counted to it.
    static func place(of kind: Kind) -> Int { withUnsafeBytes(of: kind) { $0.isEmpty ? 0 : Int($0[0]) } }

    package mutating func add(_ kind: Kind, _ count: Int = 1) { counts[Self.place(of: kind)] += count }

    package subscript(kind: Kind) -> Int { counts[Self.place(of: kind)] }

    var total: Int { counts.reduce(0, +) }
}

/// What the engine did so far, in numbers that only grow: plain integers, confined to whatever confines the engine.
///
/// - Note: `@exclusivity(unchecked)` marks what every message asks for (decision 4). It is sound there because one
///   thread has it, and an access to it calls nothing that could begin another.
package final class EngineCounts {
    /// By method, the last row for what was refused before its method counted: one result a column, the first for
    /// those that came to a result.
    @exclusivity(unchecked) private var requests = [Int](repeating: 0, count: (Method.allCases.count + 1) * columns)
    /// The notifications that were put on streams, or would have been but for a fault.
    @exclusivity(unchecked) package var told = Tally<NotificationName>()
    /// The bytes of what was said to one session alone.
    @exclusivity(unchecked) var answeredBytes = 0
    @exclusivity(unchecked) package var commits = 0
    @exclusivity(unchecked) package var records = 0
    package var commitFailures = 0
    /// Requests that were decided, and answered `unavailable` because the log could not be written.
    package var undone = 0
    package var resumes = 0
    /// How many bytes of requests are noted now, in all worlds.
    var notedBytes = 0

    private static let columns = RPCError.Reason.allCases.count + 1

    private static func place(_ method: Method?, _ reason: RPCError.Reason?) -> Int {
        let row = method.map(Tally<Method>.place) ?? Method.allCases.count
        return row * columns + (reason.map { Tally<RPCError.Reason>.place(of: $0) + 1 } ?? 0)
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - method: nil if it was refused before its method counted.
    ///   - reason: why it was refused; nil if it was not.
    func noteRequest(_ method: Method?, _ reason: RPCError.Reason?) { requests[Self.place(method, reason)] += 1 }

    package func requests(_ method: Method?, _ reason: RPCError.Reason?) -> Int { requests[Self.place(method, reason)] }
}
