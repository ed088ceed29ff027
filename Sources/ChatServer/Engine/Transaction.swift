import ChatCore
import ChatLog
import ChatProtocol

/// The decisions of a world since the last commit, and the messages about them. Both take effect together, or neither
/// does.
final class Transaction {
    /// The answers by sender and client id.
    typealias Results = [Principal.Sender: [[UInt8]: [UInt8]]]

    /// The decided events that are not in the log yet.
    @exclusivity(unchecked) private(set) var records: [LogRecord] = []
    /// The outcome of a write together with other worlds; nil if the records are still to be written.
    @exclusivity(unchecked) private(set) var written: Result<Void, LogError>?
    /// The answers to requests that may be retried, by sender and the bytes of the client id. As in the log, two texts
    /// that only look alike are two ids.
    @exclusivity(unchecked) private(set) var results: Results = [:]
    /// The messages that are not released yet.
    @exclusivity(unchecked) private(set) var outbox: [Delivery] = []
    /// True if a delivery in the outbox has a context.
    @exclusivity(unchecked) private(set) var hasContexts = false
    /// The sessions that joined, each with its cursor. They do not count as recipients of the earlier messages yet.
    @exclusivity(unchecked) private(set) var arrivals: [(session: Session, after: Int64?)] = []
    /// The answered requests to note for the journal.
    @exclusivity(unchecked) private(set) var notes: [RequestNotes.Note] = []
    /// True if an observer advanced the clock. Changes that are due then come before any other decision.
    @exclusivity(unchecked) private(set) var hasAdvancedClock = false
    /// The trace of the request that is being handled; nil if it has none.
    @exclusivity(unchecked) private(set) var trace: TraceParent?

    /// True if an event waits to be written.
    var hasDecided: Bool { !records.isEmpty }
    /// True if a message waits to be released.
    var hasMessages: Bool { !outbox.isEmpty }

    /// Sets the outcome of a write together with other worlds.
    func note(written outcome: Result<Void, LogError>?) { written = outcome }

    /// Notes that an observer advanced the clock.
    func noteAdvancedClock() { hasAdvancedClock = true }

    func append(_ record: consuming LogRecord) { records.append(record) }

    /// Returns the answer to an earlier request with this client id, if it is not in the log yet.
    func result(of clientID: String, from sender: Principal.Sender) -> [UInt8]? {
        results.isEmpty ? nil : results[sender]?[Array(clientID.utf8)]
    }

    func note(_ result: [UInt8], of clientID: String, from sender: Principal.Sender) {
        results[sender, default: [:]][Array(clientID.utf8)] = result
    }

    func enqueue(_ delivery: consuming Delivery) {
        if delivery.context != nil { hasContexts = true }
        outbox.append(delivery)
    }

    /// Sets the trace of the request that is being handled, or nil after it.
    func set(trace: TraceParent?) { self.trace = trace }

    /// Removes and returns the messages of the outbox.
    func takeOutbox() -> [Delivery] {
        defer { outbox = [] }
        return outbox
    }

    /// Moves the outbox to the end of the deliveries. It is for messages that no fault and no receipt depends on.
    func release(into deliveries: inout [Delivery]) {
        if deliveries.isEmpty { swap(&deliveries, &outbox) } else { deliveries.append(contentsOf: outbox) }
    }

    func note(_ note: RequestNotes.Note) { notes.append(note) }

    func noteArrival(of session: Session, after: Int64?) { arrivals.append((session, after)) }

    func forget(_ session: Session) { arrivals.removeAll { $0.session === session } }

    func takeArrivals() -> [(session: Session, after: Int64?)] {
        defer { arrivals = [] }
        return arrivals
    }

    /// Empties the transaction, and retains its storage for the next one.
    func end() {
        records.removeAll(keepingCapacity: true)
        written = nil
        results = [:]
        outbox.removeAll(keepingCapacity: true)
        hasContexts = false
        arrivals = []
        notes = []
        hasAdvancedClock = false
    }
}

extension Principal {
    /// The scope of client ids. All sessions of a person share one, and so do all sessions of an app for a person.
    struct Sender: Hashable {
        var key: String
    }

    var sender: Sender {
        switch self {
        case .person(let handle): Sender(key: handle.rawValue)
        case .app(let app, let person): Sender(key: "\(person) \(app)")
        case .observer(let handle): Sender(key: "* \(handle?.rawValue ?? "")")
        }
    }
}

/// The failed commits of a world, until its log can be read and written again.
struct FailedCommits {
    /// The position of the last event that was released before the first failed commit; nil if the state is not ahead of
    /// the log.
    private(set) var releasedThrough: Int64?
    /// The results that the log may have although their commit failed.
    private var inDoubt: Transaction.Results = [:]
    /// The time of the last failed write; nil after the next commit that succeeds.
    private var failedAt: Instant?

    /// The milliseconds until a due change is retried after a failed write.
    private static let pauseMilliseconds: Int64 = 1_000

    /// Notes a commit that failed.
    ///
    /// - Parameters:
    ///   - results: The results of its requests.
    ///   - position: The position of the last event before it.
    mutating func note(_ error: LogError, of results: Transaction.Results, after position: Int64, at now: Instant) {
        if case .unavailable(_, let outcome) = error {
            failedAt = now
            if outcome == .unknown { inDoubt.merge(results) { $0.merging($1) { $1 } } }
        }
        releasedThrough = releasedThrough ?? position
    }

    /// Notes that a due change could not be decided, because the log could not be read.
    mutating func noteUnreadable(at now: Instant) { failedAt = now }

    /// Notes a commit that succeeded.
    mutating func noteSuccess() { failedAt = nil }

    /// Notes that the state is the log's again.
    mutating func noteReload() { (releasedThrough, inDoubt) = (nil, [:]) }

    /// Returns the time at which a due change is tried: it stays due after a failed commit.
    func retry(of due: Instant) -> Instant {
        guard let failedAt else { return due }
        return max(due, failedAt.advanced(byMilliseconds: Self.pauseMilliseconds))
    }

    /// Returns the error for a request while the log cannot be read. The outcome is unknown if the log may have the
    /// result of an earlier attempt.
    func refusal(of clientID: String?, from principal: Principal, _ error: RPCError) -> RPCError {
        guard let clientID, inDoubt[principal.sender]?[Array(clientID.utf8)] != nil else { return error }
        return RPCError(LogError.unavailable(reason: "the log could not be read", outcome: .unknown))
    }
}

extension RPCError {
    /// Creates the error for a request whose use of the log failed.
    init(_ error: LogError) {
        let reason = error.reason
        switch error.outcome {
        case .none: self.init(.unavailable, "Nothing was done: \(reason).")
        case .unknown:
            self.init(
                .unavailable,
                "The outcome of this request is not known yet: \(reason). Send it again with the same clientID.",
                .outcome(.unknown))
        }
    }
}
