import ChatProtocol

extension Event.LinkStored {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(person) { person in
            var links = person.storedLinks[app] ?? []
            links.removeAll { $0 == url }
            links.append(url)
            person.storedLinks[app] = links.suffix(PersonChoices.storedLinksMax)
        }
    }
}

extension Event.StoredLinksDelivered {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(person) { $0.storedLinks[app] = nil }
    }
}

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

extension Event.HighlightHidden {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(by) {
            if hidden { $0.hiddenHighlights.insert(highlight) } else { $0.hiddenHighlights.remove(highlight) }
        }
        if let link = state.links.number(of: highlight) { state.updateShelf(link, for: by) }
    }
}

extension Event.HighlightUsed {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(by) { $0.uses[highlight, default: [:]][signal] = place.at }
        if let link = state.links.number(of: highlight) { state.updateShelf(link, for: by) }
    }
}

extension Event.ShelvesChanged {
    /// Does nothing: the state does not contain it.
    func fold(into state: inout CoreState, at place: LogPosition) {}

    var isHot: Bool { false }

    var cause: NotificationCause? { NotificationCause(.highlightsChanged, from: nil) }

    /// Returns false: shelves change as a consequence of other events, and the answer describes only these.
    func isInAnswer(by answer: Answer) -> Bool { false }

    func announcement(in state: CoreState) -> Announcement? {
        var people: [Handle] = []
        for change in changes where !change.isSameList && people.last != change.person { people.append(change.person) }
        return people.isEmpty ? nil : Announcement(people: people, encoding: .forEach)
    }

    /// The approximate size limit of one shelf notification, in bytes. A larger one could close a session as a slow
    /// reader.
    private static let bytesMax = 2 << 20

    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        let own = changes.filter { $0.person == person }
        guard !own.allSatisfy(\.isSameList) else { return nil }
        let shelves = ShelfReader(state)
        // For a resuming session: highlights that have left the shelf again are omitted.
        func items(_ ids: [HighlightID], of app: AppID) -> [PersonHighlight] {
            ids.compactMap { shelves.item(of: $0, for: person) }.filter { $0.app == app }
                .map { shelves.highlight($0, of: person) }
        }
        var left = Self.bytesMax
        let (added, updated) = (
            own.flatMap { items($0.added, of: $0.app) }, own.flatMap { items($0.updated, of: $0.app) }
        )
        let (fittingAdded, fittingUpdated) = (added.fitting(in: &left), updated.fitting(in: &left))
        let notified = HighlightsChange(
            added: fittingAdded, removed: own.flatMap(\.removed).map { shelves.removedHighlight($0, for: person) },
            updated: fittingUpdated,
            mustReload: own.contains(where: \.isCut)
                || fittingAdded.count + fittingUpdated.count < added.count + updated.count)
        return notified.isEmpty ? nil : .highlightsChanged(notified)
    }

    var isInOriginAnswer: Bool { false }

    func appInstances(in state: CoreState) -> [AppInstance] {
        changes.map { AppInstance(app: $0.app, person: $0.person) }
    }

    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? {
        // The person's own notification contains this change already, and an observer receives that one.
        guard delivery != .observing,
            let change = changes.first(where: { $0.app == instance.app && $0.person == instance.person })
        else { return nil }
        let (shelves, isLate) = (ShelfReader(state), delivery == .resuming)
        func listed(_ ids: [HighlightID]) -> [AppHighlight] {
            let own = isLate ? ids.filter { shelves.item(of: $0, for: instance.person)?.app == instance.app } : ids
            return own.compactMap { shelves.appHighlight($0, for: instance.person) }
        }
        let notified = AppHighlightsChange(
            added: listed(change.added),
            removed: change.removed.map {
                isLate ? RemovedHighlight(id: $0) : shelves.removedHighlight($0, for: instance.person)
            }, updated: listed(change.updated), mustReload: change.isCut)
        return !change.isSameList && notified.isEmpty ? nil : .highlightsChanged(notified)
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        let own = changes.filter { $0.person == person }
        let (added, removed) = (own.flatMap(\.added), own.flatMap(\.removed))
        let ids = added + removed + own.flatMap(\.updated)
        return EventSubject(
            about: ids.first?.rawValue, app: own.first?.app,
            urls: ids.compactMap { state.links.link($0.rawValue)?.text },
            text: "\(added.count) added, \(removed.count) removed, \(ids.count - added.count - removed.count) changed")
    }
}

extension ShelfChange {
    /// True if the list is unchanged and only the permission of the app changed.
    var isSameList: Bool { added.isEmpty && removed.isEmpty && updated.isEmpty && !isCut }
}
