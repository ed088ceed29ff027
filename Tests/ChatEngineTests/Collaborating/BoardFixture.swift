import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// A group of four, and the app Board, which stores its own documents and runs as Anna.
struct BoardFixture {
    let group: GroupFixture
    let app: EngineClient
    static let url: JSONValue = "https://board.example/b/1"

    init(log: any EventLog = MemoryEventLog()) throws {
        group = try GroupFixture(log: log)
        try group.observer.ask("app.register", Self.board)
        app = try group.server.app(as: "anna", "com.example.board")
    }

    static let board: JSONValue = [
        "app": "com.example.board", "name": "Board", "domains": ["board.example"], "backends": ["custom"],
    ]

    var state: CoreState { group.server.state }

    /// The parameters of Anna's draft.
    var draft: JSONValue { ["app": "com.example.board", "title": "Ideas", "conversation": group.group] }

    /// Sends a draft.
    ///
    /// - Returns: The id of its start.
    @discardableResult
    func start(_ more: JSONValue = [:], by person: EngineClient? = nil) throws -> JSONValue {
        let start = try (person ?? group.anna).ask("collaboration.start", draft.adding(more))["start"]
        #expect(start?["state"] == "waiting")
        return try #require(start?["id"])
    }

    /// The newest waiting action.
    var action: JSONValue { .string(state.collaborating.actions.last?.id.rawValue ?? "x?") }

    func answerStart(_ url: JSONValue = Self.url, as identifier: JSONValue = "board-1") throws {
        try app.ask("action.fulfill", ["action": action, "url": url, "collaborationIdentifier": identifier])
    }

    func letIn() throws { try app.ask("action.fulfill", ["action": action]) }

    /// The start in the last notification that Anna received.
    var told: JSONValue? { group.anna.heard("collaboration.changed").last?["start"] }

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
