import ChatCore
import ChatLog
import ChatProtocol
import Synchronization

/// A request whose answer takes more than one turn. The later messages of its session wait.
struct LongRequest {
    enum Work {
        case search(MessageSearch)
        case journal(JournalReading)
    }

    struct Asker {
        let session: Session
        let id: RequestID
        /// The request as observers receive it together with the answer.
        let asked: World.Asked?
    }

    let world: World
    var work: Work
    /// The session and the request id for the answer.
    let asker: Asker

    /// The asynchronous search that the request waits for.
    var pending: PendingSearch? { if case .search(let search) = work { search.pending } else { nil } }
}

/// A signal from another thread that an asynchronous search has finished.
final class AsyncSignal: Sendable {
    private let isThere = Atomic(false)

    func come() { isThere.store(true, ordering: .releasing) }

    /// Returns true if a signal came since the last call. Without one, it costs almost nothing.
    func take() -> Bool { isThere.load(ordering: .relaxed) && isThere.exchange(false, ordering: .acquiring) }
}

/// Work that continues from tick to tick, one turn each, so that it does not block other clients.
extension ServerEngine {
    /// True if a long request can continue now, or a session can catch up further.
    package var canContinue: Bool {
        !longRequests.isEmpty
            || resuming.contains { world in world.sessions.catchingUp.contains { canCatchUp(to: $0) } }
    }

    /// Continues long work for one turn: sessions catch up, and then the next search or journal continues.
    ///
    /// - Returns: True if another tick should follow at once.
    package func continueWork() -> Bool {
        // Nothing is answered about a world that another server may hold.
        guard (try? confirmLeases()) != nil else { return false }
        var hasMore = sendMissed()
        if !longRequests.isEmpty {
            let request = longRequests.removeFirst()
            do {
                try continueWork(with: request)
            } catch {
                end(request) { Envelope.failure(id: $0, error) }
            }
            touch(request.world)
        }
        hasMore = hasMore || !longRequests.isEmpty
        return hasMore
    }

    /// Moves long reads to other threads, if the store can.
    ///
    /// - Parameter wake: Called on another thread when the next tick can continue a request.
    package func readAsync(waking wake: @escaping @Sendable () -> Void) {
        store.readAsync { [asyncResults] in
            asyncResults.come()
            wake()
        }
    }

    /// Schedules the requests whose asynchronous search has finished.
    func takeAsyncResults() {
        guard asyncResults.take() else { return }
        let all = pendingAsync
        pendingAsync = []
        for request in all {
            if request.pending?.isDone == true { longRequests.append(request) } else { pendingAsync.append(request) }
        }
    }

    /// Begins a long request, and answers it if one turn is enough.
    func begin(_ work: LongRequest.Work, for id: RequestID, of session: Session, in world: World) throws(RPCError) {
        try continueWork(with: LongRequest(world: world, work: work, asker: asker(id, session, world)))
    }

    func asker(_ id: RequestID, _ session: Session, _ world: World) -> LongRequest.Asker {
        LongRequest.Asker(session: session, id: id, asked: world.asked)
    }

    /// Continues a long request, and answers it when it is finished.
    private func continueWork(with request: LongRequest) throws(RPCError) {
        var request = request
        guard !request.world.isDeleted else {
            throw isNotServed(request.world)
        }
        if let answer = try continueWork(with: &request.work, in: request.world) {
            end(request, answer)
        } else {
            pause(request.asker.session)
            if request.pending == nil { longRequests.append(request) } else { pendingAsync.append(request) }
        }
    }

    /// Continues the work of a request.
    ///
    /// - Returns: A function that encodes the answer for a request id; nil if there is more to do.
    private func continueWork(
        with work: inout LongRequest.Work, in world: World
    ) throws(RPCError) -> ((RequestID) -> [UInt8])? {
        switch work {
        case .search(var search):
            defer { work = .search(search) }
            guard let found = try world.continueWork(with: &search) else { return nil }
            return { Envelope.result(id: $0, found) }
        case .journal(let journal):
            guard let read = try world.continueWork(with: journal, at: world.now(wallClock())) else { return nil }
            return { Envelope.result(id: $0, read) }
        }
    }

    /// Makes the later messages of a session wait. A failed commit does not refuse the current one, which writes
    /// nothing here.
    func pause(_ session: Session) {
        guard !session.isBusy else { return }
        if current?.session === session { current = nil }
        session.isBusy = true
    }

    /// Answers a long request, and handles the messages that waited for it.
    private func end(_ request: LongRequest, _ answer: (RequestID) -> [UInt8]) {
        self.answer(request.asker, in: request.world, with: answer(request.asker.id))
    }

    /// Answers a session, and handles its messages that waited for the answer.
    func answer(_ asker: LongRequest.Asker, in world: World, with answer: [UInt8]) {
        let session = asker.session
        // A failed commit would discard the answer with its transaction, and the answer would not be sent again.
        if session.isBusy { commit(world) }
        world.asked = asker.asked
        enqueue(answer, to: session)
        guard session.isBusy else { return }
        world.asked = nil
        commit(world)
        unpause(session)
    }

    /// Handles the messages that a session sent while it waited.
    func unpause(_ session: Session) {
        session.isBusy = false
        unpaused.append(session)
        let waiting = session.waiting
        session.waiting = []
        for message in waiting { receive(message, from: session) }
    }

    /// Drops the long requests of a session that has ended.
    func forgetLongRequests(of session: Session) {
        if let index = pendingAsync.firstIndex(where: { $0.asker.session === session }) {
            pendingAsync.remove(at: index).pending?.giveUp()
        }
        longRequests.removeAll { $0.asker.session === session }
    }

    /// Returns the sessions whose long request has ended since the last call.
    package func takeUnpaused() -> [Session] {
        defer { unpaused = [] }
        return unpaused
    }
}
