import ChatCore
import ChatLog
import ChatProtocol
import Synchronization

/// A request whose answer takes more than one turn. What its session asks meanwhile waits.
struct LongRequest {
    enum Work {
        case search(MessageSearch)
        case journal(JournalReading)
    }

    struct Asker {
        let session: Session
        let id: RequestID
        /// What observers are told with the answer.
        let asked: World.Asked?
    }

    let world: World
    var work: Work
    /// Who is answered.
    let asker: Asker

    /// What is read for it beside all else.
    var pending: PendingSearch? { if case .search(let search) = work { search.pending } else { nil } }
}

/// Whether something was read beside, which another thread says.
final class NewsFromBeside: Sendable {
    private let isThere = Atomic(false)

    func come() { isThere.store(true, ordering: .releasing) }

    /// Whether there was some since the last look, which costs as good as nothing.
    func take() -> Bool { isThere.load(ordering: .relaxed) && isThere.exchange(false, ordering: .acquiring) }
}

/// What goes on from tick to tick, a while each: law 14.
extension ServerEngine {
    /// Whether there is something to go on with now.
    package var canGoOn: Bool {
        !longRequests.isEmpty
            || resuming.contains { world in world.sessions.catchingUp.contains { canTellMore(to: $0) } }
    }

    /// Goes on for a while with what takes long: tells those more who resume, and looks further for those who search or
    /// read the journal, each in turn.
    ///
    /// - Returns: whether to go on in another tick, at once.
    package func goOn() -> Bool {
        // Nothing is answered about a world that another server may have.
        guard (try? confirmLeases()) != nil else { return false }
        var hasMore = tellMissed()
        if !longRequests.isEmpty {
            let request = longRequests.removeFirst()
            do {
                try goOn(with: request)
            } catch {
                end(request) { Envelope.failure(id: $0, error) }
            }
            touch(request.world)
        }
        hasMore = hasMore || !longRequests.isEmpty
        return hasMore
    }

    /// Has what takes long read beside all else, where the logs can.
    ///
    /// - Parameter wake: called on other threads when there is something to go on with in the next tick.
    package func readBeside(waking wake: @escaping @Sendable () -> Void) {
        store.readBeside { [newsFromBeside] in
            newsFromBeside.come()
            wake()
        }
    }

    /// Goes on with that for which something was read beside.
    func takeFromBeside() {
        guard newsFromBeside.take() else { return }
        let all = requestsBeside
        requestsBeside = []
        for request in all {
            if request.pending?.isDone == true { longRequests.append(request) } else { requestsBeside.append(request) }
        }
    }

    /// Begins with a request, and answers it if that is all.
    func begin(_ work: LongRequest.Work, for id: RequestID, of session: Session, in world: World) throws(RPCError) {
        try goOn(with: LongRequest(world: world, work: work, asker: asker(id, session, world)))
    }

    func asker(_ id: RequestID, _ session: Session, _ world: World) -> LongRequest.Asker {
        LongRequest.Asker(session: session, id: id, asked: world.asked)
    }

    /// Goes on with a request, and answers it once that is done.
    private func goOn(with request: LongRequest) throws(RPCError) {
        var request = request
        guard !request.world.isDeleted else {
            throw isNotServed(request.world)
        }
        if let answer = try goOn(with: &request.work, in: request.world) {
            end(request, answer)
        } else {
            hold(request.asker.session)
            if request.pending == nil { longRequests.append(request) } else { requestsBeside.append(request) }
        }
    }

    /// Goes on with what is asked.
    ///
    /// - Returns: the answer to whoever asks; nil where there is more to do.
    private func goOn(
        with work: inout LongRequest.Work, in world: World
    ) throws(RPCError) -> ((RequestID) -> [UInt8])? {
        switch work {
        case .search(var search):
            defer { work = .search(search) }
            guard let found = try world.goOn(with: &search) else { return nil }
            return { Envelope.result(id: $0, found) }
        case .journal(let journal):
            guard let read = try world.goOn(with: journal, at: world.now(wallClock())) else { return nil }
            return { Envelope.result(id: $0, read) }
        }
    }

    /// Has what a session asks wait. A commit that fails does not refuse what goes on meanwhile: it only reads.
    func hold(_ session: Session) {
        guard !session.isBusy else { return }
        if current?.session === session { current = nil }
        session.isBusy = true
    }

    /// Answers a request, and takes what those asked meanwhile who waited for that.
    private func end(_ request: LongRequest, _ answer: (RequestID) -> [UInt8]) {
        self.answer(request.asker, in: request.world, with: answer(request.asker.id))
    }

    /// Answers who asked, and takes what they asked meanwhile.
    func answer(_ asker: LongRequest.Asker, in world: World, with answer: [UInt8]) {
        let session = asker.session
        // With a commit that fails goes what was said with it, and nobody would ask this again.
        if session.isBusy { settle(world) }
        world.asked = asker.asked
        say(answer, to: session)
        guard session.isBusy else { return }
        world.asked = nil
        settle(world)
        free(session)
    }

    /// Takes what a session asked while it waited.
    func free(_ session: Session) {
        session.isBusy = false
        freed.append(session)
        let waiting = session.waiting
        session.waiting = []
        for message in waiting { receive(message, from: session) }
    }

    /// Forgets what a session asked that is gone.
    func forgetLongRequests(of session: Session) {
        if let index = requestsBeside.firstIndex(where: { $0.asker.session === session }) {
            requestsBeside.remove(at: index).pending?.giveUp()
        }
        longRequests.removeAll { $0.asker.session === session }
    }

    /// The sessions whose requests are taken again since the last look.
    package func takeFreed() -> [Session] {
        defer { freed = [] }
        return freed
    }
}
