import ChatProtocol

extension Event.LinkPinned: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        guard let url = try? CanonicalURL(url) else { return }
        let link = state.addLink(url)
        state.links[link].pinners.insert(by)
        let id = state.links[link].id
        state.update(by) {
            $0.pins[url] = .init(position: place.position, conversation: conversation, at: place.at)
            // A pin restores a link that the person removed from Shared with You (`pin-always`).
            $0.hiddenHighlights.remove(id)
        }
        state.updateShelf(link, for: by)
    }

    var cause: NotificationCause? { NotificationCause(.conversationChanged, from: by) }
    var owner: Handle { by }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        pinChanged(url, in: conversation, state, at: place)
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: url, conversation: conversation, urls: [url])
    }
}

extension Event.LinkUnpinned: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        guard let url = try? CanonicalURL(url) else { return }
        state.update(by) { $0.pins[url] = nil }
        guard let link = state.links.number(of: url) else { return }
        state.links[link].pinners.remove(by)
        state.updateShelf(link, for: by)
    }

    var cause: NotificationCause? { NotificationCause(.conversationChanged, from: by) }
    var owner: Handle { by }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        conversation.flatMap { pinChanged(url, in: $0, state, at: place) }
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: url, conversation: conversation, urls: [url])
    }
}

extension OwnEvent {
    /// Returns the changed conversation if no app opens the link. Links of apps are pinned on the shelf, and the
    /// notification goes to the person's own devices only (`swy-pin-scope`).
    fileprivate func pinChanged(
        _ text: String, in conversation: ConversationID, _ state: CoreState, at place: LogPosition
    ) -> Notification? {
        guard let url = try? CanonicalURL(text), state.app(opening: url) == nil else { return nil }
        return conversationChanged(conversation, for: owner, in: state, at: place)
    }
}
