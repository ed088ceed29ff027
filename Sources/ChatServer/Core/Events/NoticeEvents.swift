import ChatProtocol

extension Event.NoticePosted: AlertingEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        switch notice.event {
        case .highlight(let event):
            if let key = NoticeKey(event, by: notice.actor, at: notice.collaborationURL, in: notice.conversation) {
                state.windows.note(self, for: key, at: place.at)
            }
            state.shares.note(notice)
        case .group:
            // A prompt without actions was answered and no longer waits.
            if notice.actions.isEmpty { return }
        }
        state.waits.append(.init(notice: notice.id, people: recipients, postedAt: notice.postedAt))
        for person in recipients { state.update(person) { $0.wait(for: notice) } }
    }

    /// Returns the key of the notice. The id of a notice contains the position of its first event; an event at another
    /// position replaces the notice. It adds events to the notice, or changes or ends its prompt.
    func entryKey(at position: Int64) -> EntryKey? {
        EntryKey(
            conversation: notice.conversation.rawValue, id: notice.id.rawValue, sequence: 0,
            sender: notice.actor.rawValue, kind: .notice, replaces: notice.id.rawValue != "n\(position)")
    }

    func entry(for person: Handle?, in state: CoreState, at place: Int64) -> ThreadEntry? {
        (person.map(known) ?? notice).map { .notice($0.named(for: person, in: state)) }
    }

    /// Returns the notice with the events that the person knows; nil if the person knows none of them.
    func known(to person: Handle) -> Notice? {
        recipients.contains(person) ? notice : earlier.first { $0.recipients.contains(person) }?.notice
    }

    var cause: NotificationCause? { NotificationCause(.noticePosted, from: notice.actor) }

    func announcement(in state: CoreState) -> Announcement? {
        Announcement(people: recipients, encoding: recipients.contains(where: notice.names) ? .forEach : .byAlert)
    }

    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        guard recipients.contains(person) else { return nil }
        let isMember = state.conversations[notice.conversation]?.members.contains(person) == true
        let alert = isMember && alert(for: person, in: state, at: .max)?.alerts == true
        return .noticePosted(notice.names(person) ? notice.named(for: person, in: state) : notice, alert: alert)
    }

    func notification(alert: Bool) -> Notification? { .noticePosted(notice, alert: alert) }

    /// Returns false: the session that causes a notice also receives its notification.
    func isInAnswer(by answer: Answer) -> Bool { false }

    func alert(for person: Handle, in state: CoreState, at position: Int64) -> (alerts: Bool, reason: Reason)? {
        guard case .highlight(.mention(let mentioned)) = notice.event, mentioned == person else {
            return (false, Reason("ntc-push", "no alert: among notices, only mentions alert"))
        }
        guard state.conversations.isMuted(notice.conversation, by: person, at: position) else {
            return (true, Reason("ntc-push", "a mention alerts"))
        }
        return alert(mentioning: person, in: state, at: position)
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(
            about: notice.id.rawValue, conversation: notice.conversation, app: notice.app, urls: [notice.url],
            text: notice.text)
    }
}

extension Notice {
    /// Returns the sentence of the notice with the current display names. The reader is "you".
    ///
    /// - Parameter reader: nil for an observer.
    func sentence(for reader: Handle? = nil, in state: CoreState) -> String {
        NoticeRules.sentence(of: self, for: reader) { state.name($0, in: conversation) }
    }

    /// Returns the notice as the thread of a reader shows it, with the current display names. A device that loads the
    /// thread shows the same names as a device that received the notice before a person was renamed.
    func named(for reader: Handle?, in state: CoreState) -> Notice {
        var notice = self
        notice.text = sentence(for: reader, in: state)
        return notice
    }

    /// True if the sentence of the notice names this person as added or removed.
    fileprivate func names(_ person: Handle) -> Bool {
        guard case .highlight(.membership(_, let subject)) = event, subject != actor else { return false }
        return people.isEmpty ? subject == person : people.contains(person)
    }
}

extension PersonState {
    /// Adds the notice as the newest waiting one of its conversation. Above ``NoticeRules/waitingMax``, the oldest one
    /// is removed.
    fileprivate mutating func wait(for notice: Notice) {
        self.waitingNotices.removeAll { $0.id == notice.id }
        self.waitingNotices.append(notice)
        let here = self.waitingNotices.filter { $0.conversation == notice.conversation }
        if here.count > NoticeRules.waitingMax, let oldest = here.first {
            self.waitingNotices.removeAll { $0.id == oldest.id }
        }
    }
}

extension Event.NoticesCleared: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(of) { $0.waitingNotices.removeAll { notices.contains($0.id) } }
    }

    var cause: NotificationCause? { NotificationCause(.noticeCleared, from: of) }
    var owner: Handle { of }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? { .noticeCleared(notices) }

    /// Returns true if the answer contains the cleared notices. Other requests clear notices as a side effect.
    func isInAnswer(by answer: Answer) -> Bool {
        switch answer {
        case .cleared, .notice: true
        default: false
        }
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: notices.first?.rawValue)
    }
}
