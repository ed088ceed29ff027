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

extension Event.ConversationRenamed: SystemLineEvent {
    func fold(into state: inout CoreState, at place: LogPosition) { state.conversations[conversation]?.name = name }

    func lineText(in state: CoreState, for reader: Handle?) -> String {
        "\(state.subject(by, for: reader, in: conversation)) named the conversation “\(name)”"
    }
}

extension Event.ConversationPhotoSet: SystemLineEvent {
    func fold(into state: inout CoreState, at place: LogPosition) { state.conversations[conversation]?.photo = photo }

    func lineText(in state: CoreState, for reader: Handle?) -> String {
        "\(state.subject(by, for: reader, in: conversation)) \(photo == nil ? "removed" : "changed") the group photo"
    }
}

extension Event.ParticipantAdded: SystemLineEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.conversations[conversation]?.members[person] = .init(
            joined: place.position, after: after, readThrough: after)
        state.update(person) { $0.conversations.append(conversation) }
        state.update(by) { $0.begun.add(CollectionOfOne(person)) }
        state.updateShelf(conversation, joinedOrLeft: person)
    }

    func lineText(in state: CoreState, for reader: Handle?) -> String {
        let added = person == reader ? "you" : state.name(person, in: conversation)
        return "\(state.subject(by, for: reader, in: conversation)) added \(added) to the conversation"
    }
}

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

extension Event.ConversationMuted: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.conversations[conversation]?.muted[by, default: ToggleHistory()].turn(muted, at: place.position)
    }

    var cause: NotificationCause? { NotificationCause(.conversationChanged, from: by) }
    var owner: Handle { by }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        conversationChanged(conversation, for: by, in: state, at: place)
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: conversation.rawValue, conversation: conversation)
    }
}

extension Event.ConversationMarkedUnread: OwnEvent {
    /// Returns true only for the answer to `conversation.markUnread`. Sending a link can mark the conversation too, and
    /// that answer does not contain it.
    func isInAnswer(by answer: Answer) -> Bool {
        if case .conversation = answer { true } else { false }
    }

    func fold(into state: inout CoreState, at place: LogPosition) {
        state.conversations[conversation]?.members[by]?.markedUnread = at
    }

    var cause: NotificationCause? { NotificationCause(.conversationChanged, from: by) }
    var owner: Handle { by }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        conversationChanged(conversation, for: by, in: state, at: place)
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: conversation.rawValue, conversation: conversation)
    }
}

extension Event.ConversationsPinned: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(by) { $0.pinnedConversations = conversations }
    }

    var cause: NotificationCause? { NotificationCause(.settingsChanged, from: by) }
    var owner: Handle { by }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        .settingsChanged(Settings(of: by, in: state))
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject() }
}
