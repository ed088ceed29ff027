import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// A group of four, and the app Board, which stores its own documents and runs as Anna.
struct BoardFixture {
    let group: GroupFixture
    let app: EngineClient
    static let id: AppID = "com.example.board"
    static let url = "https://board.example/b/1"

    init(log: any EventLog = MemoryEventLog()) throws {
        group = try GroupFixture(log: log)
        try Self.register(by: group.observer)
        app = try group.server.app(as: "anna", Self.id.rawValue)
    }

    /// The params that register Board.
    static let board: JSONValue = [
        "app": "com.example.board", "name": "Board", "domains": ["board.example"], "backends": ["custom"],
    ]

    /// Registers Board.
    static func register(
        by observer: EngineClient, backends: [Share.Backend] = [.custom], documentTypes: [String] = []
    ) throws {
        try observer.app.register(
            app: id, name: "Board", domains: ["board.example"], backends: backends, documentTypes: documentTypes)
    }

    var state: CoreState { group.server.state }

    /// Anna's draft.
    var draft: StartCollaboration { .init(app: Self.id, title: "Ideas", conversation: group.group) }

    /// Sends a draft.
    ///
    /// - Returns: The id of its start.
    @discardableResult
    func start(
        text: String? = nil, localIdentifier: String? = nil, clientID: String? = nil, by person: EngineClient? = nil
    ) throws -> StartID {
        let start = try (person ?? group.anna).collaboration.start(
            app: Self.id, title: "Ideas", conversation: group.group, text: text, localIdentifier: localIdentifier,
            clientID: clientID)
        #expect(start.state == .waiting)
        return start.id
    }

    /// The newest waiting action.
    var action: ActionID { state.collaborating.actions.last?.id ?? "x?" }

    func answerStart(_ url: String = Self.url, as identifier: String = "board-1") throws {
        try app.action.fulfill(action: action, url: url, collaborationIdentifier: identifier)
    }

    func letIn() throws { try app.action.fulfill(action: action) }

    /// Returns the reason of a refused request, and checks that it changes nothing; nil if the request succeeds.
    func refusal<Value>(
        _ client: EngineClient, sourceLocation: SourceLocation = #_sourceLocation,
        _ request: (EngineClient) throws -> Value
    ) -> RPCError.Reason? {
        group.server.refusal(of: client, sourceLocation: sourceLocation, request)
    }

    /// The start in the last notification that Anna received.
    var delivered: JSONValue? { group.anna.received("collaboration.changed").last?["start"] }

    /// Checks that no start waits, and that the shares and the numbers of messages are as before.
    func hasNothing(since before: CoreState, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(state.shares == before.shares, sourceLocation: sourceLocation)
        let sequences = [state, before].map { state in
            Dictionary(uniqueKeysWithValues: state.conversations.values.map { ($0.id, $0.lastSequence) })
        }
        #expect(sequences[0] == sequences[1], sourceLocation: sourceLocation)
        #expect(state.collaborating == Collaborating(), sourceLocation: sourceLocation)
    }
}
