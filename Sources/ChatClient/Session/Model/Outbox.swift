import ChatConnection
package import ChatScreens

/// What came up since others looked the last time, each kind in order.
package struct Outbox: Sendable {
    /// What to ask of the server.
    package var requests: [ClientRequest] = []
    /// What happened, for `--plain`.
    package var facts: [PlainFact] = []
    /// What the terminal's bell rings for.
    package var alerts: [Alert] = []
    /// What follows from an answer and is the session's to do.
    package var actions: [ChatAction] = []
    /// Documents whose content came, to be written.
    package var files: [SavedFile] = []
    /// What stands behind the tokens that were asked about.
    package var attributions: [(token: String, content: AttributionContent)] = []

    /// Asks for something; what only reads and is about to be asked is asked once.
    mutating func ask(_ request: ClientRequest) {
        if !request.changesTheLog, requests.contains(request) { return }
        requests.append(request)
    }

    /// Takes everything of a kind.
    mutating func drain<Item>(_ kind: WritableKeyPath<Outbox, [Item]>) -> [Item] {
        defer { self[keyPath: kind] = [] }
        return self[keyPath: kind]
    }
}
