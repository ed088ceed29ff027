import ChatCore
package import ChatProtocol

/// The number of occurrences of each case of an enumeration without payloads. It is a row of integers, so that counting
/// allocates and hashes nothing.
package struct Tally<Kind: CaseIterable> {
    private(set) var counts = [Int](repeating: 0, count: Kind.allCases.count)

    package init() {}

    /// Returns the index of a case in `allCases`. Without payloads, a case is one byte, the number of its declaration.
    /// A test checks that for every counted enumeration.
    static func place(of kind: Kind) -> Int { withUnsafeBytes(of: kind) { $0.isEmpty ? 0 : Int($0[0]) } }

    package mutating func add(_ kind: Kind, _ count: Int = 1) { counts[Self.place(of: kind)] += count }

    package subscript(kind: Kind) -> Int { counts[Self.place(of: kind)] }

    var total: Int { counts.reduce(0, +) }
}

/// The counters of the engine: plain integers, confined to the engine's thread. All except ``notedBytes`` only grow.
///
/// - Note: `@exclusivity(unchecked)` marks properties that every message accesses (decision 4 in
///   `docs/internals/decisions`). It is sound there because one thread owns them, and an access to them calls no code
///   that could begin another access.
package final class EngineCounts {
    /// The number of requests by method and result. The last row counts requests that were refused before their method
    /// mattered. The first column counts requests that succeeded.
    @exclusivity(unchecked) private var requests = [Int](repeating: 0, count: (Method.allCases.count + 1) * columns)
    /// The notifications that were enqueued, or would have been enqueued without a fault.
    @exclusivity(unchecked) package private(set) var notifications = Tally<NotificationName>()
    /// The bytes of the enqueued messages. A shared message counts once; a message with a context does not count.
    @exclusivity(unchecked) private(set) var answeredBytes = 0
    @exclusivity(unchecked) package private(set) var commits = 0
    @exclusivity(unchecked) package private(set) var records = 0
    package private(set) var commitFailures = 0
    /// The requests whose commit failed. Most of them are answered `unavailable`.
    package private(set) var undone = 0
    package private(set) var resumes = 0
    /// The bytes of the request notes in memory, in all worlds.
    private(set) var notedBytes = 0

    private static let columns = RPCError.Reason.allCases.count + 1

    private static func place(_ method: Method?, _ reason: RPCError.Reason?) -> Int {
        let row = method.map(Tally<Method>.place) ?? Method.allCases.count
        return row * columns + (reason.map { Tally<RPCError.Reason>.place(of: $0) + 1 } ?? 0)
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - method: The method; nil if the request was refused before its method mattered.
    ///   - reason: The reason for the refusal; nil if the request succeeded.
    func noteRequest(_ method: Method?, _ reason: RPCError.Reason?) { requests[Self.place(method, reason)] += 1 }

    /// Counts enqueued notifications.
    func noteNotification(_ name: NotificationName, _ count: Int = 1) { notifications.add(name, count) }

    /// Counts the bytes of an enqueued message.
    func noteEnqueued(_ message: [UInt8]) { answeredBytes &+= message.count }

    /// Counts a commit.
    ///
    /// - Parameter count: The number of its events.
    func noteCommit(of count: Int) {
        commits += 1
        records += count
    }

    func noteFailedCommit() { commitFailures += 1 }

    /// Counts a request whose commit failed.
    func noteUndone() { undone += 1 }

    func noteResume() { resumes += 1 }

    /// Changes the number of bytes of the request notes in memory.
    func noteNotedBytes(_ change: Int) { notedBytes += change }

    /// Counts a notification about an event. One to an observer counts like one to the person who caused the event.
    func noteNotification(of event: Event, to person: Handle?) {
        if let cause = event.cause { notifications.add(cause.notification(to: person)) }
    }

    package func requests(_ method: Method?, _ reason: RPCError.Reason?) -> Int { requests[Self.place(method, reason)] }
}
