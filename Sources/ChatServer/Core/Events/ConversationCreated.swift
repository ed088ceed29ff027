import ChatProtocol

extension Event.ConversationCreated {
    func fold(into state: inout CoreState, at place: LogPosition) {
        var began = ConversationState(
            id: conversation, name: name, lastPosition: place.position)
        began.members.makeRoom(for: members.count)
        for member in members {
            began.members[member] = .init(joined: place.position)
            state.update(member) { $0.conversations.append(conversation) }
        }
        state.update(creator) {
            $0.begun.conversations += 1
            $0.begun.bytes += Usage.Size.conversation + (name?.utf8.count ?? 0)
            $0.begun.add(members)
        }
        state.conversations[conversation] = began
        if members.count == 2 { state.oneToOne[.init(members[0], members[1])] = conversation }
    }

    /// Returns true if the answer contains the new conversation. The answer to saving a share contains only its id, and
    /// the answer to a prompt does not contain it at all.
    func isInAnswer(by answer: Answer) -> Bool {
        switch answer {
        case .document, .start, .asked, .savedShare, .notice: false
        default: true
        }
    }

    var cause: NotificationCause? { NotificationCause(.conversationChanged, from: creator) }

    func announcement(in state: CoreState) -> Announcement? { Announcement(people: members, encoding: .forEach) }

    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        guard members.contains(person) else { return nil }
        return conversationChanged(conversation, for: person, isNew: true, in: state, at: place)
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: conversation.rawValue, conversation: conversation, text: name)
    }
}
