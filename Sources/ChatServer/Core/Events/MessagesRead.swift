import ChatProtocol

extension Event.MessagesRead {
    func fold(into state: inout CoreState, at place: LogPosition) {
        guard var membership = state.conversations[conversation]?.members[by] else { return }
        membership.readThrough = max(membership.readThrough, through)
        membership.markedUnread = nil
        if receipt != nil { membership.receipt = messageReceipt(at: place) }
        state.conversations[conversation]?.members[by] = membership
    }

    /// The changed conversation for the reader's own devices, and a read receipt for the other person of a one-to-one
    /// conversation.
    var cause: NotificationCause? { NotificationCause(.conversationChanged, from: by, toOthers: .receipt) }

    func announcement(in state: CoreState) -> Announcement? {
        let other = receipt.flatMap { _ in state.conversations[conversation]?.other(than: by) }
        return Announcement(people: [by] + (other.map { [$0] } ?? []), encoding: .forEach)
    }

    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        if by == person { return conversationChanged(conversation, for: person, in: state, at: place) }
        guard let receipt, state.conversations[conversation]?.members.contains(person) == true else { return nil }
        return .receipt(conversation, person: by, receipt, messageReceipt(at: place))
    }

    private func messageReceipt(at place: LogPosition) -> MessageReceipt {
        MessageReceipt(status: .read, sequence: through, at: place.at)
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: receipt?.rawValue, conversation: conversation)
    }
}
