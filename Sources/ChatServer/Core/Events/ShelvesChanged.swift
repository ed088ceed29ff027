import ChatProtocol

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
