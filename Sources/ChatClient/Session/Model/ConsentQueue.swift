package import ChatProtocol

/// The questions of apps whether their links may appear automatically.
package struct ConsentQueue: Sendable {
    /// The unanswered questions, as the server sent them.
    package private(set) var waiting: [ConsentRequest] = []
    /// The questions that this client has answered. The server may still send them.
    private var answered: Set<ConsentID> = []

    /// True if this client has answered a question.
    func isAnswered(_ id: ConsentID) -> Bool { answered.contains(id) }

    mutating func add(_ request: ConsentRequest) { waiting.append(request) }

    /// Replaces the questions with all that wait on the server, except those answered here.
    mutating func replace(_ requests: [ConsentRequest]) { waiting = requests.filter { !answered.contains($0.id) } }

    /// Notes that this client has answered a question.
    mutating func answer(_ id: ConsentID) { answered.insert(id) }

    /// Notes that the server has stored or refused the answer to a question.
    mutating func settle(_ id: ConsentID) { answered.remove(id) }

    /// Returns the ids of the questions of an app.
    func ids(of app: AppID) -> [String] { waiting.filter { $0.app == app }.map(\.id.rawValue) }

    /// True if an app waits for an answer.
    func isAsking(_ app: AppID) -> Bool { waiting.contains { $0.app == app && !answered.contains($0.id) } }
}
