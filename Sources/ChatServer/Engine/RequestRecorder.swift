import ChatCore
import ChatProtocol

/// The requests that observers receive if they ask for them, and that are noted for the journal.
final class RequestRecorder {
    /// The request that is being decided, if an observer or the journal receives it.
    @exclusivity(unchecked) private(set) var asked: Asked?
    /// The recent requests and faults; nil until an observer asks for them.
    private(set) var notes: RequestNotes?
    private let sessions: SessionRoster
    private let transaction: Transaction
    private let counts: EngineCounts

    /// A request that is being decided.
    struct Asked {
        let session: Session
        let method: Method
        let params: JSONValue
        let trace: TraceParent?
        /// The size of the request in bytes.
        let size: Int
        let at: Instant
        /// The position of the newest event before the request.
        let position: Int64
    }

    init(_ sessions: SessionRoster, _ transaction: Transaction, counts: EngineCounts) {
        (self.sessions, self.transaction, self.counts) = (sessions, transaction, counts)
    }

    /// Sets the request that is being decided, or nil after it.
    func set(asked: Asked?) { self.asked = asked }

    /// Begins to note requests and faults, because an observer asks for them.
    ///
    /// - Returns: The notes.
    @discardableResult
    func begin(after position: Int64) -> RequestNotes {
        let notes = notes ?? RequestNotes(after: position, counts: counts)
        self.notes = notes
        sessions.note(isNoted: true)
        notes.noteAsked()
        return notes
    }

    /// Notes the answered requests of the transaction. The notes end if no observer asks for them for a while.
    func commit() {
        for note in transaction.notes { notes?.add(note) }
        guard notes?.isForgotten == true else { return }
        guard !sessions.observers.contains(where: \.receivesRequests) else { return notes?.noteAsked() ?? () }
        notes = nil
        sessions.note(isNoted: false)
    }

    /// Notes a fault that fired.
    func note(_ fault: FiredFault, after position: Int64, at now: Instant) {
        notes?.add(RequestNotes.Note(fault, after: position, at: now))
    }

    /// Begins again with complete notes, if there were notes, because the world begins again.
    func restart(after position: Int64) {
        guard notes != nil else { return }
        notes = nil
        begin(after: position)
    }

    /// Stores the request that is being decided, so that it can be sent to observers with its answer.
    ///
    /// - Parameter size: The size of the request in bytes.
    func note(
        _ request: IncomingRequest, size: Int, from session: Session, at now: Instant, after position: Int64
    ) {
        guard sessions.needsRequests, let method = request.method,
            isNoted(method, from: session) || isObserved(besides: session)
        else { return }
        asked = Asked(
            session: session, method: method, params: request.params ?? .object(JSONObject()), trace: request.trace,
            size: size, at: now, position: position)
    }

    /// Returns true if an observer other than this session receives requests.
    private func isObserved(besides origin: Session) -> Bool {
        sessions.observers.contains { $0 !== origin && $0.receivesRequests }
    }

    /// Sends a request with its answer to the observers, before the notifications that it caused.
    func notify(answeredWith message: [UInt8], to session: Session, at now: Instant) {
        guard let asked, asked.session === session, let owner = owner(session, session.principal) else { return }
        self.asked = nil
        let request = AnsweredRequest(asked, of: owner, with: message, at: max(asked.at, now))
        // Most notes are never read. The reader of a note pays the cost of its form for observers.
        if isObserved(besides: session), let done = request.read { notify(.requestDone(done), exceptTo: session) }
        if isNoted(asked.method, from: session) {
            transaction.note(RequestNotes.Note(request, after: asked.position))
        }
    }

    /// Returns true if a request is noted for the journal. An observer that only reads a world leaves no trace in it.
    private func isNoted(_ method: Method, from session: Session) -> Bool {
        guard notes != nil else { return false }
        guard case .observer = session.principal, !method.changesTheLog else { return true }
        return [.clockAdvance, .faultInject, .faultClear, .worldReset].contains(method)
    }

    /// Notes a request that was rolled back because the log could not be written.
    func noteUndone(
        _ method: Method, _ envelope: RequestEnvelope, size: Int, by session: Session, answeredWith message: [UInt8],
        at now: Instant, after position: Int64
    ) {
        guard let notes, isNoted(method, from: session), let owner = owner(session, session.principal) else {
            return
        }
        let asked = Asked(
            session: session, method: method, params: envelope.params ?? .object(JSONObject()), trace: envelope.trace,
            size: size, at: now, position: position)
        let request = AnsweredRequest(asked, of: owner, with: message, at: now)
        notes.add(RequestNotes.Note(request, after: asked.position))
    }

    /// Notifies observers that the session of an identity has ended.
    func notifyEnd(of session: Session, as principal: Principal) {
        guard session.isStream, let owner = owner(session, principal) else { return }
        notify(.sessionEnded(owner), exceptTo: session)
    }

    private func notify(_ notification: LiveNotification, exceptTo origin: Session) {
        var message: [UInt8]?
        for observer in sessions.observers where observer.receivesRequests && observer.isCurrent && observer !== origin
        {
            let words = message ?? notification.encoded()
            message = words
            counts.noteNotification(notification.name)
            counts.noteEnqueued(words)
            transaction.enqueue(Delivery(session: observer, content: .message(words)))
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
