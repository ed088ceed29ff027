import ChatCore
import ChatLog
import ChatProtocol

/// What was decided in a world since the last commit, and what is to be said about it once it is durable: what happens
/// in a tick as one, or not at all (law 2).
struct Transaction {
    /// Answers by sender and client id.
    typealias Results = [Principal.Sender: [[UInt8]: [UInt8]]]

    /// Decided, and not yet in the log.
    private(set) var records: [LogRecord] = []
    /// What became of them, where they were to be written together with what was decided in other worlds; nil where they
    /// are still to be written.
    var written: Result<Void, LogError>?
    /// The answers to what may be asked again, by sender and the client id's bytes: texts that only look alike are two
    /// ids here as they are in the log.
    private(set) var results: Results = [:]
    /// Said, and not yet released.
    private(set) var outbox: [Delivery] = []
    /// Whether anything in the outbox is more than bytes for a stream.
    private(set) var hasContexts = false
    /// Who joined, and has not been counted as having what was said before.
    private(set) var arrivals: [(session: Session, after: Int64?)] = []
    /// Asked for, to be noted for the journal.
    private(set) var notes: [RequestNotes.Note] = []
    /// Whether an observer has let time pass: what is due by then comes before anything else is decided.
    var hasPassed = false

    /// Whether something waits to be written.
    var hasDecided: Bool { !records.isEmpty }
    /// Whether something waits to be released.
    var hasSaid: Bool { !outbox.isEmpty }

    mutating func append(_ record: consuming LogRecord) { records.append(record) }

    /// The answer that is not in the log yet to a request that comes again.
    func result(of clientID: String, from sender: Principal.Sender) -> [UInt8]? {
        results.isEmpty ? nil : results[sender]?[Array(clientID.utf8)]
    }

    mutating func note(_ result: [UInt8], of clientID: String, from sender: Principal.Sender) {
        results[sender, default: [:]][Array(clientID.utf8)] = result
    }

    mutating func say(_ delivery: consuming Delivery) {
        if delivery.context != nil { hasContexts = true }
        outbox.append(delivery)
    }

    /// What was said since the last time.
    mutating func takeSaid() -> [Delivery] {
        defer { outbox = [] }
        return outbox
    }

    /// Puts what was said behind what is there, where no more than its bytes matters.
    mutating func release(into deliveries: inout [Delivery]) {
        if deliveries.isEmpty { swap(&deliveries, &outbox) } else { deliveries.append(contentsOf: outbox) }
    }

    mutating func note(_ note: RequestNotes.Note) { notes.append(note) }

    mutating func noteArrival(of session: Session, after: Int64?) { arrivals.append((session, after)) }

    mutating func forget(_ session: Session) { arrivals.removeAll { $0.session === session } }

    mutating func takeArrivals() -> [(session: Session, after: Int64?)] {
        defer { arrivals = [] }
        return arrivals
    }

    /// The next one, with the room of this.
    mutating func end() {
        records.removeAll(keepingCapacity: true)
        written = nil
        results = [:]
        outbox.removeAll(keepingCapacity: true)
        hasContexts = false
        arrivals = []
        notes = []
        hasPassed = false
    }
}
