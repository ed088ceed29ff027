import ChatCore
import ChatLog
import ChatProtocol
import Synchronization

/// A request whose answer takes more than one turn. The later messages of its session wait.
struct LongRequest {
    enum Work {
        case search(MessageSearch)
        case journal(JournalReading)
        case identities(IdentityWork)
    }

    struct Asker {
        let session: Session
        let id: RequestID
        /// The request as observers receive it together with the answer.
        let asked: RequestRecorder.Asked?
    }

    let world: World
    var work: Work
    /// The session and the request id for the answer.
    let asker: Asker

    /// The asynchronous search that the request waits for.
    var pending: PendingSearch? { if case .search(let search) = work { search.pending } else { nil } }
}

/// The long requests of all worlds. Each turn continues one of them, so that they do not block other clients.
final class LongRequestQueue {
    /// The requests that can continue, the next one first.
    @exclusivity(unchecked) private var ready: [LongRequest] = []
    /// The requests that wait for an asynchronous search.
    @exclusivity(unchecked) private var waiting: [LongRequest] = []
    /// The sessions whose long request was answered. Their waiting messages are handled in the next tick.
    @exclusivity(unchecked) private var answered: [Session] = []
    /// The sessions whose waiting messages were handled since the last ``takeUnpaused()``.
    @exclusivity(unchecked) private var unpaused: [Session] = []
    private let results = AsyncSignal()

    /// True if no request can continue now.
    var isEmpty: Bool { ready.isEmpty }
    /// The number of requests that wait for an asynchronous search.
    var waitingCount: Int { waiting.count }

    /// Adds a request that has more to do.
    func append(_ request: LongRequest) {
        if request.pending == nil { ready.append(request) } else { waiting.append(request) }
    }

    /// Removes and returns the request that continues next; nil if there is none.
    func next() -> LongRequest? { ready.isEmpty ? nil : ready.removeFirst() }

    /// Lets the requests continue whose asynchronous search has finished.
    func receiveResults() {
        guard results.clear() else { return }
        let all = waiting
        waiting = []
        for request in all {
            if request.pending?.isDone == true { ready.append(request) } else { waiting.append(request) }
        }
    }

    /// Returns a function that any thread may call when an asynchronous search has finished.
    ///
    /// - Parameter wake: Called after it on the same thread.
    func signal(waking wake: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        { [results] in
            results.send()
            wake()
        }
    }

    /// Drops the requests of a session that has ended.
    func remove(of session: Session) {
        if let index = waiting.firstIndex(where: { $0.asker.session === session }) {
            waiting.remove(at: index).pending?.giveUp()
        }
        ready.removeAll { $0.asker.session === session }
    }

    /// True if a long request was answered, and the messages that waited for it were not handled yet.
    var hasAnswered: Bool { !answered.isEmpty }

    /// Notes that the long request of a session was answered.
    func noteAnswered(_ session: Session) { answered.append(session) }

    /// Returns the sessions whose waiting messages can be handled.
    func takeAnswered() -> [Session] {
        guard !answered.isEmpty else { return [] }
        unpaused += answered
        defer { answered = [] }
        return answered
    }

    /// Returns the sessions whose waiting messages were handled since the last call.
    func takeUnpaused() -> [Session] {
        defer { unpaused = [] }
        return unpaused
    }
}

/// A signal from another thread that an asynchronous search has finished.
private final class AsyncSignal: Sendable {
    private let isThere = Atomic(false)

    func send() { isThere.store(true, ordering: .releasing) }

    /// Returns true if a signal came since the last call. Without one, it costs almost nothing.
    func clear() -> Bool { isThere.load(ordering: .relaxed) && isThere.exchange(false, ordering: .acquiring) }
}
