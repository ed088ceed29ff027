import ChatConnection
package import ChatScreens

/// The output that was not taken yet, each kind in order.
package struct Outbox: Sendable {
    /// The requests to the server.
    package var requests: [ClientRequest] = []
    /// The events to print, for `--plain`.
    package var facts: [PlainFact] = []
    /// The alerts for which the terminal's bell rings.
    package var alerts: [Alert] = []
    /// The actions that follow from an answer, and that the session performs.
    package var actions: [ChatAction] = []
    /// The documents whose content has arrived, to be written or sent on.
    package var files: [SavedFile] = []
    /// The attributions that were requested, by token.
    package var attributions: [(token: String, content: AttributionContent)] = []

    /// Adds a request. A request that changes nothing and is in the outbox already is not added again.
    mutating func ask(_ request: ClientRequest) {
        if !request.changesTheLog, requests.contains(request) { return }
        requests.append(request)
    }

    /// Returns everything of a kind, and removes it from the outbox.
    mutating func drain<Item>(_ kind: WritableKeyPath<Outbox, [Item]>) -> [Item] {
        defer { self[keyPath: kind] = [] }
        return self[keyPath: kind]
    }
}
