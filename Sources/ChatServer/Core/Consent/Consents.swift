import ChatProtocol

/// A person's consent to each app, with the orders in which apps and questions are listed.
struct Consents: Equatable, Sendable {
    /// The states other than ``ConsentState/unset``.
    private var states: [AppID: ConsentState] = [:]
    /// The apps whose switch the person decided, in the order of the first decision. An app never leaves this list.
    private(set) var decided: [AppID] = []

    /// The state of an app, which may be unknown to the person.
    subscript(app: AppID) -> ConsentState { states[app] ?? .unset }

    /// Applies an input.
    ///
    /// - Returns: the states before and after it; nil if it has no effect.
    @discardableResult
    mutating func apply(
        _ input: ConsentState.Input, about app: AppID, at position: Int64, _ now: Instant
    ) -> (from: ConsentState, to: ConsentState)? {
        let before = self[app]
        guard let after = before.after(input, at: position, now) else { return nil }
        states[app] = after == .unset ? nil : after
        if before.decided == nil, after.decided != nil { decided.append(app) }
        return (before, after)
    }

    /// The open questions, oldest first, at most one for each app.
    var waiting: [ConsentRequest] {
        states.values.compactMap(\.offer).sorted { $0.position < $1.position }.map(\.request)
    }

    /// Returns the open question with that id; nil if there is none.
    func question(_ id: ConsentID) -> ConsentRequest? {
        states.values.lazy.compactMap(\.offer).first { $0.request.id == id }?.request
    }
}
