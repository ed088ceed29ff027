import ChatCore
import ChatProtocol

/// A request whose answer takes more than one turn. What its session asks meanwhile waits.
struct LongRequest {
    let session: Session
    let id: RequestID
    var search: MessageSearch
}

/// What goes on from tick to tick, a while each: law 14.
extension ServerEngine {
    /// Whether there is something to go on with now.
    package var canGoOn: Bool {
        !longRequests.isEmpty
            || resuming.contains { world in world.sessions.catchingUp.contains { canTellMore(to: $0) } }
    }

    /// Goes on for a while with what takes long: tells those more who resume, and looks further for those who search,
    /// each in turn.
    ///
    /// - Returns: whether to go on in another tick, at once.
    package func goOn() -> Bool {
        var hasMore = tellMissed()
        if !longRequests.isEmpty {
            let request = longRequests.removeFirst()
            if let world = request.session.world {
                do {
                    try goOn(with: request, in: world)
                } catch {
                    say(Envelope.failure(id: request.id, error), to: request.session)
                    end(request)
                }
                touch(world)
            }
        }
        hasMore = hasMore || !longRequests.isEmpty
        return hasMore
    }

    /// Goes on with a request, and answers it once that is done.
    func goOn(with request: LongRequest, in world: World) throws(RPCError) {
        var request = request
        guard !world.isDeleted else { throw RPCError(.notFound, "The world “\(world.name)” was deleted.") }
        if let answer = try world.goOn(with: &request.search) {
            say(answer, request.id, to: request.session)
            if request.session.isBusy { end(request) }
        } else {
            // A commit that fails while it goes on does not refuse it: it only reads.
            if !request.session.isBusy { _ = openRequests.popLast() }
            request.session.isBusy = true
            longRequests.append(request)
        }
    }

    /// Takes what its session asked meanwhile.
    private func end(_ request: LongRequest) {
        let session = request.session
        session.isBusy = false
        freed.append(session)
        let waiting = session.waiting
        session.waiting = []
        for message in waiting { receive(message, from: session) }
    }

    /// The sessions whose requests are taken again since the last look.
    package func takeFreed() -> [Session] {
        defer { freed = [] }
        return freed
    }
}
