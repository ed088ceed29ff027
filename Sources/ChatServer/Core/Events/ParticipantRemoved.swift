import ChatProtocol

extension Event.ParticipantRemoved: SystemLineEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        guard let membership = state.conversations[conversation]?.members[person] else { return }
        state.conversations[conversation]?.former[person, default: []].append(
            .init(joined: membership.joined, after: membership.after, through: through, end: place.position))
        state.conversations[conversation]?.members[person] = nil
        state.conversations[conversation]?.muted[person]?.turn(false, at: place.position)
        state.conversations[conversation]?.deleted[person]?.endStay()
        state.forgetDeletionEnds()
        state.update(person) { state in
            state.conversations.removeAll { $0 == conversation }
            state.pinnedConversations.removeAll { $0 == conversation }
            state.waitingNotices.removeAll { $0.conversation == conversation }
        }
        state.updateShelf(conversation, joinedOrLeft: person)
        state.updateShelf(linksIn: conversation, for: person)
    }

    func announcement(in state: CoreState) -> Announcement? {
        Announcement(people: remaining + [person], encoding: .forEach)
    }

    func notification(to reader: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        if reader == person { return .conversationChanged(lastView(in: state), line: nil) }
        guard remaining.contains(reader) else { return nil }
        return conversationChanged(
            conversation, for: reader, line: systemLine(in: state, at: place.position, for: reader), in: state,
            at: place)
    }

    func lineText(in state: CoreState, for reader: Handle?) -> String {
        let actor = state.subject(by, for: reader, in: conversation)
        if by == person { return "\(actor) left the conversation" }
        return
            "\(actor) removed \(person == reader ? "you" : state.name(person, in: conversation)) from the conversation"
    }

    /// Returns the last state of the conversation that the removed person sees.
    func lastView(in state: CoreState) -> Conversation {
        var view = Conversation(
            id: conversation, name: name, people: remaining.map(state.person), unread: 0, lastMessage: nil,
            muted: false, waitingNotices: [])
        view.left = true
        return view
    }
}
