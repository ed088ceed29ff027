package import ChatProtocol

extension Event.MessagePosted: MessageEvent {
    /// True if the message has links: the state in memory stores the places of all links.
    var isHot: Bool { !message.links.isEmpty }

    func fold(into state: inout CoreState, at place: LogPosition) {
        state.conversations.append(message, at: place.position)
        if !message.links.isEmpty { setLinks(in: &state, at: place) }
    }

    func entryKey(at position: Int64) -> EntryKey? {
        EntryKey(
            conversation: message.conversation.rawValue, id: message.id.rawValue, sequence: message.sequence,
            sender: message.sender.rawValue, kind: .message, thread: message.thread?.rawValue)
    }

    /// Returns true if the answer contains the message. The answer to saving a share contains only the conversation,
    /// and the answer to a prompt contains neither.
    func isInAnswer(by answer: Answer) -> Bool {
        switch answer {
        case .document, .start, .asked, .savedShare, .notice: false
        default: true
        }
    }

    var cause: NotificationCause? { NotificationCause(.messagePosted, from: message.sender) }

    func announcement(in state: CoreState) -> Announcement? {
        Announcement(
            people: state.conversations[message.conversation]?.order ?? [], encoding: .byAlert,
            conversation: message.conversation)
    }

    func notification(alert: Bool) -> Notification? { .messagePosted(message, alert: alert) }

    /// Returns the notification, or nil for a message that was unsent later. It has no text, and older systems do not
    /// show the note that replaces it.
    func notificationOnOldSystems(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        message.isUnsent ? nil : notification(to: person, in: state, at: place)
    }

    func alert(for person: Handle, in state: CoreState, at position: Int64) -> (alerts: Bool, reason: Reason)? {
        guard !message.isUnsent else { return (false, Reason("msg-unsend-note", "it was unsent")) }
        guard person != message.sender else {
            return (false, Reason("mute-hide", "a person gets no alert for their own message"))
        }
        guard state.conversations.isMuted(message.conversation, by: person, at: position) else {
            return (true, Reason("mute-hide", "alerts of this conversation are not hidden"))
        }
        guard message.mentions.contains(where: { $0.handle == person }) else {
            return (false, Reason("mute-hide", "\(state.name(person)) hides the alerts of this conversation"))
        }
        return alert(mentioning: person, in: state, at: position)
    }

    /// Returns everyone except the sender if no person has ever turned on Hide Alerts. This is the usual case and
    /// avoids a check of each member.
    func alerted(among people: [Handle], in state: CoreState) -> Alerted {
        guard !message.isUnsent, state.conversations.hidesNoAlerts(message.conversation) else {
            return .these(Set(people.filter { alert(for: $0, in: state, at: .max)?.alerts == true }))
        }
        return .others(than: message.sender, at: people.firstIndex(of: message.sender))
    }
}

/// An event about a message.
protocol MessageEvent: AlertingEvent {
    /// The message after the event.
    var message: Message { get }
}

extension MessageEvent {
    func entry(for person: Handle?, in state: CoreState, at place: Int64) -> ThreadEntry? {
        guard let person else { return .message(message) }
        return state.conversations[message.conversation]?.isVisible(message, to: person) == true
            ? .message(message) : nil
    }

    /// Returns the notification for everyone who was a member when the message was posted. A person who has left
    /// receives it without an alert, and a person who deleted the message does not receive it.
    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        guard let conversation = state.conversations[message.conversation],
            conversation.wasThere(person, for: message, at: place.position),
            !conversation.isDeleted(message.sequence, for: person)
        else { return nil }
        return notification(
            alert: conversation.members.contains(person) && alert(for: person, in: state, at: .max)?.alerts == true)
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(
            about: message.id.rawValue, conversation: message.conversation, urls: message.links.map(\.url),
            text: message.isUnsent ? nil : message.text)
    }

    /// Replaces the known links of a message by its current ones, and updates the shelves of the touched links.
    func setLinks(in state: inout CoreState, at place: LogPosition) {
        let urls = message.urls
        let before = state.conversations[message.conversation]?.linksOfMessages[message.id] ?? []
        for url in urls {
            _ = state.addLink(url)
            if !before.contains(url) { state.links.noteShared(url, by: message.sender) }
        }
        let touched =
            state.conversations[message.conversation]?
            .setLinks(urls, of: message, at: place.position, sentAt: message.editedAt ?? message.sentAt) ?? []
        for url in touched {
            state.notePlace(of: url, in: message.conversation)
            state.updateShelf(state.addLink(url), in: message.conversation)
            state.noteSharePlace(of: url, in: message.conversation)
        }
    }
}

extension Event.MessageChanged: MessageEvent {
    /// True if the message has or had links. A tapback is not hot: the state in memory stores no tapbacks, and their
    /// number grows for years.
    var isHot: Bool {
        if case .reacted = change { return false }
        return hadLinks || !message.links.isEmpty
    }

    func fold(into state: inout CoreState, at place: LogPosition) {
        state.conversations[message.conversation]?.noteChange(of: message, fact: place.position)
        if isHot { setLinks(in: &state, at: place) }
    }

    func entryKey(at position: Int64) -> EntryKey? {
        EntryKey(
            conversation: message.conversation.rawValue, id: message.id.rawValue, sequence: message.sequence,
            sender: message.sender.rawValue, kind: .message, replaces: true)
    }

    /// The unsent message, which has no text, and its change. A session that resumes later never receives the erased
    /// text.
    var remainder: (first: Event, rest: Event)? {
        guard case .unsent = change else { return nil }
        return (.messagePosted(message), .messageChanged(self))
    }

    var cause: NotificationCause? {
        if case .reacted(let person, _, _) = change { return NotificationCause(.messageChanged, from: person) }
        return NotificationCause(.messageChanged, from: message.sender)
    }

    func announcement(in state: CoreState) -> Announcement? {
        let conversation = state.conversations[message.conversation]
        let readers = conversation?.order.filter { conversation?.isVisible(message, to: $0) == true } ?? []
        return Announcement(people: readers, encoding: .byAlert)
    }

    func notification(alert: Bool) -> Notification? { .messageChanged(message, change, alert: alert) }

    /// Returns a follow-up message for devices whose systems know no edits, undo send or tapbacks. Edits and tapbacks
    /// become such messages; an unsent message stays visible there.
    func notificationOnOldSystems(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        let (sender, text) =
            switch change {
            case .edited: (message.sender, MessageChange.sentence(ofEditTo: message.text))
            case .unsent: (message.sender, "")
            case .reacted(let actor, let reaction, let isRemoved):
                (actor, reaction.sentence(about: message.text, isRemoved: isRemoved))
            }
        guard !text.isEmpty, sender != person,
            case .messageChanged(_, _, let alert)? = notification(to: person, in: state, at: place)
        else { return nil }
        let followUp = Message(
            id: MessageID("\(message.id)+\(place.position)"), conversation: message.conversation, sender: sender,
            text: text, sentAt: place.at, sequence: message.sequence)
        return .messagePosted(followUp, alert: alert)
    }

    func alert(for person: Handle, in state: CoreState, at position: Int64) -> (alerts: Bool, reason: Reason)? {
        switch change {
        case .edited(let mentioned):
            guard person != message.sender, mentioned.contains(person) else {
                return (false, Reason("edit-type", "an edit alerts only newly mentioned people"))
            }
            guard state.conversations.isMuted(message.conversation, by: person, at: position) else {
                return (true, Reason("mention-alert", "the edit mentions \(state.name(person))"))
            }
            return alert(mentioning: person, in: state, at: position)
        case .unsent: return (false, Reason("msg-unsend-note", "unsending sends no alert"))
        case .reacted(let actor, _, let isRemoved):
            guard person == message.sender, person != actor, !isRemoved else {
                return (false, Reason("tap-notify", "a tapback alerts only the author of the message"))
            }
            guard !state.conversations.isMuted(message.conversation, by: person, at: position) else {
                return (false, Reason("mute-hide", "\(state.name(person)) hides the alerts of this conversation"))
            }
            return (true, Reason("tap-notify", "a tapback alerts the author of the message"))
        }
    }
}

extension Event.AttachmentStored {
    /// Does nothing: the state does not contain it.
    func fold(into state: inout CoreState, at place: LogPosition) {}

    var isHot: Bool { false }

    func entryKey(at position: Int64) -> EntryKey? { EntryKey(contentOf: attachment.rawValue, in: conversation) }
}

extension Event.AttachmentErased {
    /// Does nothing: the state does not contain it.
    func fold(into state: inout CoreState, at place: LogPosition) {}

    var isHot: Bool { false }

    func entryKey(at position: Int64) -> EntryKey? {
        EntryKey(contentOf: attachment.rawValue, in: conversation, replaces: true)
    }

    var remainder: (first: Event, rest: Event)? { (.attachmentErased(self), .attachmentErased(self)) }
}

extension EntryKey {
    /// Creates the key of content that is stored with a conversation and has no row in its thread.
    convenience init(contentOf id: String, in conversation: ConversationID, replaces: Bool = false) {
        self.init(
            conversation: conversation.rawValue, id: id, sequence: 0, sender: "", kind: .content, replaces: replaces)
    }
}

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

/// A change of one person's own view of a conversation. No other person receives a notification.
protocol DeletionEvent: OwnEvent {
    var conversation: ConversationID { get }
    var runs: [DeletedRun] { get }
    var change: DeletionChange { get }
}

extension DeletionEvent {
    var cause: NotificationCause? { NotificationCause(.deletionChanged, from: owner) }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        guard let conversation = state.conversations[conversation], conversation.members.contains(owner) else {
            return nil
        }
        return .deletionChanged(conversation.view(for: owner, in: state, at: place.at), change)
    }

    /// Returns false: the answer contains the changed conversation, but not the deleted or recovered messages.
    func isInAnswer(by answer: Answer) -> Bool { false }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        let count = MessageRuns(runs).count
        return EventSubject(
            about: conversation.rawValue, conversation: conversation,
            text: "\(count == 1 ? "1 message" : "\(count) messages") \(change.kind.rawValue)")
    }

    fileprivate func change(_ kind: DeletionChange.Kind, isWhole: Bool = false) -> DeletionChange {
        DeletionChange(kind: kind, runs: runs.map { MessageRun(first: $0.first, last: $0.last) }, whole: isWhole)
    }
}

extension Event.MessagesDeleted: DeletionEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.changeDeleted(by: by, in: conversation, runs) { $0.delete(runs, isWhole: whole, at: place) }
        if !runs.isEmpty { state.noteDeletionEnd(by: by, in: conversation, at: place) }
        if whole { state.conversations[conversation]?.members[by]?.markedUnread = nil }
    }

    var owner: Handle { by }
    var change: DeletionChange { change(.deleted, isWhole: whole) }
}

extension Event.MessagesRestored: DeletionEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.changeDeleted(by: by, in: conversation, runs) { $0.restore(runs) }
    }

    var owner: Handle { by }
    var change: DeletionChange { change(.restored) }
}

extension Event.MessagesErased: DeletionEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.changeDeleted(by: of, in: conversation, runs) { $0.erase(runs) }
    }

    var owner: Handle { of }
    var change: DeletionChange { change(.erased) }
}

extension Event.ConversationReturned {
    func fold(into state: inout CoreState, at place: LogPosition) {
        for person in to { state.conversations[conversation]?.deleted[person]?.returnToList(at: place.position) }
    }

    var cause: NotificationCause? { NotificationCause(.conversationChanged, from: nil) }

    func announcement(in state: CoreState) -> Announcement? { Announcement(people: to, encoding: .forEach) }

    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        to.contains(person) ? conversationChanged(conversation, for: person, in: state, at: place) : nil
    }

    /// Returns true only for an answer that is a conversation. The answer to a sent message contains the message alone,
    /// so the sender also receives the conversation that returned to their list.
    func isInAnswer(by answer: Answer) -> Bool {
        if case .conversation = answer { true } else { false }
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: conversation.rawValue, conversation: conversation)
    }
}

extension Event {
    /// The conversation and the person of a deletion event; nil for any other event.
    package var deletion: (conversation: ConversationID, person: Handle)? {
        switch self {
        case .messagesDeleted(let event): (event.conversation, event.by)
        case .messagesRestored(let event): (event.conversation, event.by)
        case .messagesErased(let event): (event.conversation, event.of)
        default: nil
        }
    }
}
