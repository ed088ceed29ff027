import ChatCore
import ChatProtocol

/// The people who type, and the people who have a document open. Live sessions receive both, and the log does not store
/// them.
final class Presence {
    @exclusivity(unchecked) private var typing = TypingBoard()
    @exclusivity(unchecked) private(set) var documents = PresenceBoard()
    /// Both as they were at the last commit.
    @exclusivity(unchecked) private var committed = (typing: TypingBoard(), documents: PresenceBoard())
    private let sessions: SessionRoster
    private let transaction: Transaction
    private let limits: Limits
    private let counts: EngineCounts

    init(_ sessions: SessionRoster, _ transaction: Transaction, limits: Limits, counts: EngineCounts) {
        (self.sessions, self.transaction, self.limits, self.counts) = (sessions, transaction, limits, counts)
    }

    /// Makes the current state the committed one.
    func commit() {
        if !typing.isEmpty || !committed.typing.isEmpty { committed.typing = typing }
        if !documents.isEmpty || !committed.documents.isEmpty { committed.documents = documents }
    }

    /// Restores the state of the last commit.
    func rollBack() { (typing, documents) = committed }

    /// Forgets everyone, because the world begins again.
    func reset() {
        (typing, documents) = (TypingBoard(), PresenceBoard())
        committed = (typing, documents)
    }

    // MARK: Typing (`typing-1to1`)

    /// True if a person types.
    var isTyping: Bool { !typing.isEmpty }

    /// The time at which the next typing ends by itself; nil if no person types.
    var nextDue: Instant? { typing.nextDue }

    /// The ends of typing that wait for time.
    var pending: [PendingWork] {
        typing.all.map {
            PendingWork(what: "end of \($0.typist.person)'s typing in \($0.typist.conversation)", dueAt: $0.dueAt)
        }
    }

    /// Ends the typing that is due next.
    ///
    /// - Returns: The notifications about it, which wait for no commit.
    func endNextTyping(in state: CoreState) -> [Delivery] {
        typing.takeFirst().map { notifications(of: $0, isTyping: false, in: state) } ?? []
    }

    /// Notes that a person types in a conversation, or does not any more.
    func setTyping(
        _ isTyping: Bool, by person: Handle, in conversation: ConversationID, at now: Instant, _ state: CoreState
    ) {
        let typist = TypingBoard.Typist(conversation: conversation, person: person)
        let isChanged =
            isTyping
            ? typing.begin(typist, until: now.advanced(byMilliseconds: Int64(limits.typingMilliseconds)))
            : typing.end(typist)
        if isChanged { notify(typist, isTyping: isTyping, in: state) }
    }

    /// Ends the typing that decided events end: a person sent the message, left, or deleted the conversation from their
    /// view.
    func endTyping(after records: [EventRecord], in state: CoreState) {
        guard !typing.isEmpty else { return }
        for record in records {
            let typist: TypingBoard.Typist
            switch record.event {
            case .messagePosted(let event):
                typist = .init(conversation: event.message.conversation, person: event.message.sender)
            case .participantRemoved(let event):
                typist = .init(conversation: event.conversation, person: event.person)
            case .messagesDeleted(let event) where event.whole:
                typist = .init(conversation: event.conversation, person: event.by)
            default: continue
            }
            if typing.end(typist) { notify(typist, isTyping: false, in: state) }
        }
    }

    /// Ends all typing of a person whose last session has ended.
    func endTyping(of person: Handle, in state: CoreState) {
        guard !typing.isEmpty else { return }
        for typist in typing.endAll(of: person) { notify(typist, isTyping: false, in: state) }
    }

    private func notify(_ typist: TypingBoard.Typist, isTyping: Bool, in state: CoreState) {
        for delivery in notifications(of: typist, isTyping: isTyping, in: state) {
            transaction.enqueue(delivery.naming(transaction.trace))
        }
    }

    /// Returns the notifications to the other members, and to observers, about the typing of a person.
    private func notifications(
        of typist: TypingBoard.Typist, isTyping: Bool, in state: CoreState
    ) -> [Delivery] {
        let members = state.conversations[typist.conversation]?.order ?? []
        return sessions.deliveries(
            of: .typing(typist.conversation, typist.person, isTyping), to: members.filter { $0 != typist.person },
            from: typist.person, counts)
    }

    // MARK: Documents

    /// Notes that a session has a document open.
    ///
    /// - Returns: True if the other readers must be notified.
    func open(_ document: DocumentID, in session: Session) -> Bool {
        guard session.isStream, let person = session.principal?.handle else { return false }
        return documents.open(document, in: session.id, of: person)
    }

    /// Notes that a session does not have a document open any more.
    func close(_ document: DocumentID, in session: Session, _ state: CoreState) {
        if documents.close(document, in: session.id) { notify(document, except: session, in: state) }
    }

    /// Closes all documents of a session that has ended.
    func closeAll(in session: Session, _ state: CoreState) {
        guard !documents.isEmpty else { return }
        for document in documents.closeAll(in: session.id) { notify(document, except: session, in: state) }
    }

    /// Closes the documents that decided events deleted, or that a person lost access to by them.
    func closeDocuments(after records: [EventRecord], in state: CoreState) {
        guard !documents.isEmpty else { return }
        let mayEnd = records.contains { record in
            switch record.event {
            case .shareSaved, .shareStopped: true
            case .documentSaved(let event): event.change.kind == .persistence(.deleted)
            default: false
            }
        }
        if mayEnd { closeUnreadable(in: state) }
    }

    /// Closes documents that are deleted, and documents that a person cannot read.
    func closeUnreadable(in state: CoreState) {
        let views = DocumentViews(state)
        for id in documents.documents {
            let document = state.documents[id]
            var isChanged = false
            for person in documents.people(in: id) {
                if let document, !document.isDeleted, views.canRead(document, person) { continue }
                if documents.close(id, for: person) { isChanged = true }
            }
            if isChanged { notify(id, except: nil, in: state) }
        }
    }

    /// Notifies all readers of a document of the people who have it open.
    func notify(_ id: DocumentID, except origin: Session?, in state: CoreState) {
        guard let document = state.documents[id] else { return }
        let active = documents.people(in: id)
        let readers = DocumentViews(state).readers(of: document)
        let notification = LiveNotification.documentPresence(id, url: document.url, active: active)
        for delivery in sessions.deliveries(of: notification, to: readers, from: nil, counts)
        where delivery.session !== origin {
            transaction.enqueue(delivery.naming(transaction.trace))
        }
        let appNotification = LiveNotification.appDocumentPresence(
            id, url: document.url, activeParticipantCount: active.count)
        let message = appNotification.encoded()
        for reader in readers {
            for session in sessions.apps[AppInstance(app: document.app, person: reader)] ?? []
            where session.isCurrent && session !== origin {
                counts.noteNotification(appNotification.name)
                counts.noteEnqueued(message)
                let delivery = Delivery(session: session, content: .message(message))
                transaction.enqueue(delivery.naming(transaction.trace))
            }
        }
    }
}

/// The people who type, with the time at which each stops without a new signal. It is a value, and in no log.
struct TypingBoard {
    struct Typist: Hashable {
        var conversation: ConversationID
        var person: Handle
    }

    private var until: [Typist: Instant] = [:]
    /// The ends in order of time. All have the same duration, so a new one always comes last. A renewed or ended one
    /// leaves an obsolete element in the order.
    private var order: [(typist: Typist, dueAt: Instant)] = []

    /// The number of elements in the order, obsolete ones included.
    var entryCount: Int { order.count }

    var isEmpty: Bool { until.isEmpty }

    /// The time at which the first person stops without a new signal; nil if no person types.
    var nextDue: Instant? { first?.dueAt }

    /// All people who type, the earliest end first.
    var all: [(typist: Typist, dueAt: Instant)] {
        until.map { (typist: $0.key, dueAt: $0.value) }.sorted {
            ($0.dueAt, $0.typist.conversation, $0.typist.person) < ($1.dueAt, $1.typist.conversation, $1.typist.person)
        }
    }

    private var first: (typist: Typist, dueAt: Instant)? { order.first { until[$0.typist] == $0.dueAt } }

    /// Notes that a person types.
    ///
    /// - Returns: True if the person did not type there before.
    mutating func begin(_ typist: Typist, until dueAt: Instant) -> Bool {
        let isNew = until.updateValue(dueAt, forKey: typist) == nil
        order.append((typist, dueAt))
        tidy()
        return isNew
    }

    /// Notes that a person does not type in a conversation any more.
    ///
    /// - Returns: True if the person did before.
    mutating func end(_ typist: Typist) -> Bool {
        let didType = until.removeValue(forKey: typist) != nil
        tidy()
        return didType
    }

    /// Notes that a person does not type anywhere any more.
    ///
    /// - Returns: The conversations in which the person did, in a stable order.
    mutating func endAll(of person: Handle) -> [Typist] {
        let ended = until.keys.filter { $0.person == person }.sorted { $0.conversation < $1.conversation }
        for typist in ended { until[typist] = nil }
        tidy()
        return ended
    }

    /// Removes the person whose end is due first. At the same moment, the conversation and the handle decide the order.
    mutating func takeFirst() -> Typist? {
        guard let dueAt = nextDue else { return nil }
        let typist = until.lazy.filter { $0.value == dueAt }.map(\.key).min {
            ($0.conversation, $0.person) < ($1.conversation, $1.person)
        }
        guard let typist else { return nil }
        _ = end(typist)
        return typist
    }

    /// Removes obsolete elements once they outnumber the others.
    private mutating func tidy() {
        if until.isEmpty { return order = [] }
        if order.count > 2 * until.count + 16 { order.removeAll { until[$0.typist] != $0.dueAt } }
    }
}

/// The documents that each session has open. It is a value, and in no log.
struct PresenceBoard {
    private struct Viewer {
        var session: String
        var person: Handle
    }

    /// The sessions by document, in the order in which they opened it.
    private var open: [DocumentID: [Viewer]] = [:]

    var isEmpty: Bool { open.isEmpty }

    /// The documents that at least one session has open, in a stable order.
    var documents: [DocumentID] { open.keys.sorted() }

    /// Returns the people who have a document open, once each, in the order in which they opened it.
    func people(in document: DocumentID) -> [Handle] {
        var people: [Handle] = []
        for viewer in open[document] ?? [] where !people.contains(viewer.person) { people.append(viewer.person) }
        return people
    }

    /// Returns true if the session has the document open.
    func has(_ document: DocumentID, openIn session: String) -> Bool {
        open[document]?.contains { $0.session == session } == true
    }

    /// Notes that a session has a document open.
    ///
    /// - Returns: True if its person had the document open in no session before.
    mutating func open(_ document: DocumentID, in session: String, of person: Handle) -> Bool {
        guard !has(document, openIn: session) else { return false }
        let isNew = !people(in: document).contains(person)
        open[document, default: []].append(Viewer(session: session, person: person))
        return isNew
    }

    /// Notes that a session does not have a document open any more.
    ///
    /// - Returns: True if its person had the document open in this session only.
    mutating func close(_ document: DocumentID, in session: String) -> Bool {
        end(document) { $0.session == session }
    }

    /// Closes a document in all sessions of a person.
    ///
    /// - Returns: True if the person had it open.
    mutating func close(_ document: DocumentID, for person: Handle) -> Bool {
        end(document) { $0.person == person }
    }

    /// Closes all documents of a session that has ended.
    ///
    /// - Returns: The documents that its person had open in this session only, in a stable order.
    mutating func closeAll(in session: String) -> [DocumentID] {
        documents.filter { close($0, in: session) }
    }

    private mutating func end(_ document: DocumentID, where isEnded: (Viewer) -> Bool) -> Bool {
        let before = people(in: document)
        open[document]?.removeAll(where: isEnded)
        let after = people(in: document)
        if after.isEmpty { open[document] = nil }
        return after.count < before.count
    }
}

extension PresenceBoard {
    /// Returns an answer that is one document with the people who have it open; any other answer unchanged.
    func added(to answer: Answer) -> Answer {
        switch answer {
        case .document(var view, let change):
            view.active = view.isDeleted ? [] : people(in: view.id)
            return .document(view, change)
        case .appDocument(var document, let change):
            document.activeParticipantCount = document.isDeleted ? 0 : people(in: document.id).count
            return .appDocument(document, change)
        default: return answer
        }
    }
}
