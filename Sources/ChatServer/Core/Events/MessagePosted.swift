import ChatProtocol

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
