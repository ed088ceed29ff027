import ChatProtocol

/// Which sessions have which documents open: a value, kept in no log.
struct PresenceBoard {
    private struct Seat {
        var session: String
        var person: Handle
    }

    /// In the order in which they were opened.
    private var open: [DocumentID: [Seat]] = [:]

    var isEmpty: Bool { open.isEmpty }

    /// The documents that anybody has open, in a stable order.
    var documents: [DocumentID] { open.keys.sorted() }

    /// Who has a document open, each once, in the order in which they came.
    func people(in document: DocumentID) -> [Handle] {
        var people: [Handle] = []
        for seat in open[document] ?? [] where !people.contains(seat.person) { people.append(seat.person) }
        return people
    }

    /// Whether that session has it open.
    func has(_ document: DocumentID, openIn session: String) -> Bool {
        open[document]?.contains { $0.session == session } == true
    }

    /// Notes that a session has a document open.
    ///
    /// - Returns: whether its person had it open nowhere before.
    mutating func open(_ document: DocumentID, in session: String, of person: Handle) -> Bool {
        guard !has(document, openIn: session) else { return false }
        let isNew = !people(in: document).contains(person)
        open[document, default: []].append(Seat(session: session, person: person))
        return isNew
    }

    /// Notes that a session has a document open no longer.
    ///
    /// - Returns: whether its person has it open nowhere any more.
    mutating func close(_ document: DocumentID, in session: String) -> Bool {
        end(document) { $0.session == session }
    }

    /// Notes that somebody has a document open nowhere any longer.
    ///
    /// - Returns: whether they had.
    mutating func close(_ document: DocumentID, for person: Handle) -> Bool {
        end(document) { $0.person == person }
    }

    /// Notes that a session is gone.
    ///
    /// - Returns: the documents that its person has open nowhere any more, in a stable order.
    mutating func closeAll(in session: String) -> [DocumentID] {
        documents.filter { close($0, in: session) }
    }

    private mutating func end(_ document: DocumentID, where isEnded: (Seat) -> Bool) -> Bool {
        let before = people(in: document)
        open[document]?.removeAll(where: isEnded)
        let after = people(in: document)
        if after.isEmpty { open[document] = nil }
        return after.count < before.count
    }
}
