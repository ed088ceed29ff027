import ChatProtocol

/// How one person stands to every app: a state of the machine for each, and the orders in which they are told.
struct Consents: Equatable, Sendable {
    /// The states that are not ``ConsentState/unset``.
    private var states: [AppID: ConsentState] = [:]
    /// The apps whose switch was decided, in the order in which it first was. What was decided stays so.
    private(set) var decided: [AppID] = []

    /// The state of an app that may never have been heard of.
    subscript(app: AppID) -> ConsentState { states[app] ?? .unset }

    /// Takes an input in.
    ///
    /// - Returns: the states before and behind it; nil where it means nothing.
    @discardableResult
    mutating func take(
        _ input: ConsentState.Input, about app: AppID, at position: Int64, _ now: Instant
    ) -> (from: ConsentState, to: ConsentState)? {
        let before = self[app]
        guard let after = before.after(input, at: position, now) else { return nil }
        states[app] = after == .unset ? nil : after
        if before.decided == nil, after.decided != nil { decided.append(app) }
        return (before, after)
    }

    /// The questions that wait, oldest first: one for an app.
    var waiting: [ConsentRequest] {
        states.values.compactMap(\.offer).sorted { $0.position < $1.position }.map(\.request)
    }

    /// The question of that id, if it waits.
    func question(_ id: ConsentID) -> ConsentRequest? {
        states.values.lazy.compactMap(\.offer).first { $0.request.id == id }?.request
    }
}
