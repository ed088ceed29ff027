import ChatCore
import ChatProtocol

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
