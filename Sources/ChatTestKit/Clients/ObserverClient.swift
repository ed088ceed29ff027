public import ChatConnection
public import ChatProtocol

/// A test harness in a world. It receives all notifications, registers apps, lets time pass and injects faults.
///
/// It has every method of `docs/reference/protocol.md` that an observer may call, such as `observer.fault.inject(…)`.
///
/// ```swift
/// let maps = try await observer.register("com.example.maps", named: "Maps", domains: "maps.example")
/// #expect(maps.domains == ["maps.example"])
/// let emil = try await server.person("Emil", world: world.name)
/// try await observer.introduce([anna, emil])
/// try await observer.advance(by: .seconds(60))
/// ```
public struct ObserverClient: Sendable {
    /// The session.
    public let connection: ClientSession

    /// Registers an app for all paths of its domains.
    @discardableResult
    public func register(_ app: String, named name: String, domains: String...) async throws(ClientFailure) -> App {
        try await self.app.register(app: AppID(app), name: name, domains: domains).app
    }

    /// Removes the Shared with You entitlement of an app, as if its developer had forgotten it. The app's list is then
    /// empty, the server refuses its lookups and notices, and ``explain(_:to:)`` names the rule `adopt-steps`.
    ///
    /// ```swift
    /// try await observer.removeEntitlement(of: world.app)
    /// await #expect(throws: ClientFailure.self) { try await notes.post(.edit, about: plan) }
    /// ```
    @discardableResult
    public func removeEntitlement(of app: AppID) async throws(ClientFailure) -> App {
        let known = try await self.app.get(app: app)
        return try await self.app.register(
            app: known.id, name: known.name, domains: known.domains, association: known.association,
            backends: known.backends, capabilities: known.capabilities.filter { $0 != .sharedWithYou },
            previews: known.previews, menuTitleForHideAction: known.menuTitleForHideAction,
            shareOptions: known.shareOptions, sharingMethods: known.sharingMethods, manageTitle: known.manageTitle,
            activities: known.activities, excludedActivityTypes: known.excludedActivityTypes,
            documentTypes: known.documentTypes
        ).app
    }

    /// Makes all of these people contacts of each other.
    public func introduce(_ people: [PersonClient]) async throws(ClientFailure) {
        for person in people {
            let others = people.map(\.handle).filter { $0 != person.handle }
            if !others.isEmpty { try await contact.add(handles: others, person: person.handle) }
        }
    }

    /// Lets time pass in a world with a virtual clock.
    ///
    /// - Returns: The new time of the world.
    @discardableResult
    public func advance(by time: Duration) async throws(ClientFailure) -> Instant {
        try await clock.advance(.milliseconds(time.wholeMilliseconds)).now
    }

    /// Injects a fault into the delivery of notifications.
    ///
    /// ```swift
    /// try await observer.inject(.drop, on: .messagePosted, to: bea)
    /// try await anna.send("Hi", to: trip)
    /// try await bea.isNotNotified(.messagePosted)
    /// ```
    ///
    /// - Parameters:
    ///   - notification: The affected kind; all if left out.
    ///   - person: The only affected recipient.
    ///   - device: The only affected device of the recipient, by its name or number.
    ///   - author: The only person whose events are affected.
    ///   - nth: The number of the affected match; the first if left out.
    ///   - percent: The probability for each match, from 1 to 100, instead of `nth`.
    @discardableResult
    public func inject(
        _ effect: FaultEffect, on notification: NotificationName? = nil, to person: PersonClient? = nil,
        device: DeviceReference? = nil, from author: PersonClient? = nil, nth: Int? = nil, percent: Int? = nil
    ) async throws(ClientFailure) -> Fault {
        let target = FaultTarget(
            notification: notification, to: person?.handle, from: author?.handle, device: device, nth: nth,
            percent: percent)
        return try await fault.inject(target: target, effect: effect)
    }

    /// Returns the reasons why a person did or did not receive a message, notice, highlight or consent, given by its id
    /// or link.
    ///
    /// ```swift
    /// let message = try await anna.send("Hi", to: trip)
    /// #expect(try await observer.explain(message.id, to: bea).delivered)
    /// ```
    public func explain(
        _ about: some CustomStringConvertible, to person: PersonClient
    ) async throws(ClientFailure) -> DeliveryExplanation {
        try await delivery.explain(person: person.handle, about: about.description)
    }

    /// Returns the reasons why a person did or did not receive the subject of a notification that a wait has returned.
    public func explain(
        _ told: some ToldValue, to person: PersonClient
    ) async throws(ClientFailure) -> DeliveryExplanation {
        try await explain(told.explainedSubject(), to: person)
    }
}
