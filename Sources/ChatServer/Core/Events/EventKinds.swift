import ChatProtocol

extension FoldedEvent {
    /// Most of what is folded is needed in memory.
    var isHot: Bool { true }
}

extension PersonsEvent {
    /// The answer to a request says what it did; but an answer that is a document says that alone, and those of a start
    /// how far it got, and what came of it by ids.
    func isSaid(by answer: Answer) -> Bool {
        switch answer {
        case .document, .start, .asked: false
        default: true
        }
    }
}

extension SystemLineEvent {
    /// Named by the position of its fact.
    func systemLine(in state: CoreState, at position: Int64, for reader: Handle?) -> ThreadEntry {
        .system(id: "e\(position)", text: lineText(in: state, for: reader))
    }

    func entryKey(at position: Int64) -> EntryKey {
        EntryKey(
            conversation: conversation.rawValue, id: "e\(position)", sequence: 0, sender: by.rawValue, kind: .system)
    }

    /// Whoever came sees their own coming first.
    func entry(for person: Handle?, in state: CoreState, at place: Int64) -> ThreadEntry? {
        if let person {
            guard let joined = state.conversations[conversation]?.members[person]?.joined, joined <= place else {
                return nil
            }
        }
        return systemLine(in: state, at: place, for: person)
    }

    func announcement(in state: CoreState) -> Announcement? {
        Announcement(people: state.conversations[conversation]?.order ?? [], likeness: .own)
    }

    /// Those who came later see the conversation as it is.
    func notification(to person: Handle, in state: CoreState, at place: LogPlace) -> Notification? {
        guard let joined = state.conversations[conversation]?.members[person]?.joined, joined <= place.position else {
            return nil
        }
        return state.conversationChanged(
            conversation, for: person, line: systemLine(in: state, at: place.position, for: person), at: place)
    }

    var cause: NotificationCause { NotificationCause(.conversationChanged, from: by) }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(conversation: conversation, text: lineText(in: state, for: person))
    }
}

extension OwnEvent {
    func announcement(in state: CoreState) -> Announcement? { Announcement(people: [owner], likeness: .shared) }

    func notification(to person: Handle, in state: CoreState, at place: LogPlace) -> Notification? {
        owner == person ? ownNotification(in: state, at: place) : nil
    }
}

extension CoreState {
    /// A conversation as a member sees it who is told that it is another; nil for everyone else.
    func conversationChanged(
        _ id: ConversationID, for person: Handle, isNew: Bool = false, line: ThreadEntry? = nil, at place: LogPlace
    ) -> Notification? {
        guard let conversation = conversations[id], conversation.members.contains(person) else { return nil }
        var view = view(conversation, of: person, at: place.at)
        if isNew { view.isNew = true }
        return .conversationChanged(view, line: line)
    }

    /// Changes what is kept of a person, who comes into being when first named.
    mutating func update(_ handle: Handle, _ change: (inout PersonState) -> Void) {
        change(&people[handle, default: PersonState(name: handle.defaultName)])
    }
}
