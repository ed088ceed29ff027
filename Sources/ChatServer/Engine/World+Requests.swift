import ChatCore
import ChatProtocol

/// The requests that observers receive if they ask for them, and that are noted for the journal.
extension World {
    /// A request that is being decided.
    struct Asked {
        let session: Session
        let method: Method
        let params: JSONValue
        /// The size of the request in bytes.
        let size: Int
        let at: Instant
        /// The position of the newest event before the request.
        let position: Int64
    }

    /// Stores the request that is being decided, so that it can be sent to observers with its answer.
    ///
    /// - Parameter size: The size of the request in bytes.
    func note(_ request: IncomingRequest, size: Int, from session: Session, at now: Instant) {
        guard sessions.needsRequests, let method = request.method,
            isNoted(method, from: session) || isHeard(besides: session)
        else { return }
        asked = Asked(
            session: session, method: method, params: request.params ?? .object(JSONObject()), size: size, at: now,
            position: core.state.position)
    }

    /// Returns true if an observer other than this session receives requests.
    private func isHeard(besides origin: Session) -> Bool {
        sessions.observers.contains { $0 !== origin && $0.hearsRequests }
    }

    /// Sends a request with its answer to the observers, before the notifications that it caused.
    func notifyRequest(answeredWith message: [UInt8], to session: Session, at now: Instant? = nil) {
        guard let asked, asked.session === session, let owner = owner(session, session.principal) else { return }
        self.asked = nil
        let request = AnsweredRequest(asked, of: owner, with: message, at: now ?? max(asked.at, core.state.lastAt))
        // Most notes are never read. The reader of a note pays the cost of its form for observers.
        if isHeard(besides: session), let done = request.read { tell(.requestDone(done), exceptTo: session) }
        if isNoted(asked.method, from: session) {
            transaction.note(RequestNotes.Note(request, after: asked.position))
        }
    }

    /// Returns true if a request is noted for the journal. An observer that only reads a world leaves no trace in it.
    private func isNoted(_ method: Method, from session: Session) -> Bool {
        guard requestNotes != nil else { return false }
        guard case .observer = session.principal, !method.changesTheLog else { return true }
        return [.clockAdvance, .faultInject, .faultClear, .worldReset].contains(method)
    }

    /// Notes a request that was rolled back because the log could not be written.
    func noteUndone(
        _ method: Method, _ envelope: RequestEnvelope, size: Int, by session: Session, answeredWith message: [UInt8],
        at now: Instant
    ) {
        guard let requestNotes, isNoted(method, from: session), let owner = owner(session, session.principal) else {
            return
        }
        let asked = Asked(
            session: session, method: method, params: envelope.params ?? .object(JSONObject()), size: size, at: now,
            position: core.state.position)
        let request = AnsweredRequest(asked, of: owner, with: message, at: now)
        requestNotes.take(RequestNotes.Note(request, after: asked.position))
    }

    /// Notifies observers that the session of an identity has ended.
    func notifyEnd(of session: Session, as principal: Principal) {
        guard session.isStream, let owner = owner(session, principal) else { return }
        tell(.sessionEnded(owner), exceptTo: session)
    }

    private func tell(_ notification: LiveNotification, exceptTo origin: Session) {
        var message: [UInt8]?
        for observer in sessions.observers where observer.hearsRequests && observer.isLive && observer !== origin {
            let words = message ?? notification.encoded()
            message = words
            counts.told.add(notification.name)
            enqueue(words, to: observer)
        }
    }

    private func owner(_ session: Session, _ principal: Principal?) -> SessionOwner? {
        guard let principal else { return nil }
        var app: AppID?
        if case .app(let id, _) = principal { app = id }
        return SessionOwner(
            session: session.id, role: principal.role, person: principal.handle, app: app, device: session.device)
    }
}
