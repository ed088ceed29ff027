package import ChatProtocol

/// The apps that ask whether their links may surface by themselves.
package struct ConsentQueue: Sendable {
    /// The questions that wait, as the server told them.
    package private(set) var waiting: [ConsentRequest] = []
    /// Questions that were answered here; the server may still tell of them.
    private var answered: Set<ConsentID> = []

    /// Whether a question was answered here already.
    func isAnswered(_ id: ConsentID) -> Bool { answered.contains(id) }

    /// Adds a question.
    mutating func add(_ request: ConsentRequest) { waiting.append(request) }

    /// Takes all questions that wait for the server.
    mutating func replace(_ requests: [ConsentRequest]) { waiting = requests.filter { !answered.contains($0.id) } }

    /// A question was answered here.
    mutating func answer(_ id: ConsentID) { answered.insert(id) }

    /// The server has an answer, or refused it.
    mutating func settle(_ id: ConsentID) { answered.remove(id) }

    /// The questions of an app.
    func ids(of app: AppID) -> [String] { waiting.filter { $0.app == app }.map(\.id.rawValue) }

    /// Whether an app waits for an answer.
    func isAsking(_ app: AppID) -> Bool { waiting.contains { $0.app == app && !answered.contains($0.id) } }
}
