import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// A group of Anna, Bea, Carl and Dora, a conversation of Anna and Bea, and the app Notes. Emil is in neither
/// conversation.
struct GroupFixture {
    let server: EngineFixture
    let observer: EngineClient
    let anna: EngineClient
    let bea: EngineClient
    let carl: EngineClient
    let dora: EngineClient
    let emil: EngineClient
    let group: ConversationID
    let pair: ConversationID
    static let second: Int64 = 1_000
    static let minute: Int64 = 60 * second

    init(log: any EventLog = MemoryEventLog()) throws {
        server = try EngineFixture(log: log)
        observer = try server.observer()
        try observer.app.register(app: "com.example.notes", name: "Notes", domains: ["notes.example"])
        anna = try server.person("anna")
        bea = try server.person("bea")
        carl = try server.person("carl")
        dora = try server.person("dora")
        emil = try server.person("emil")
        group = try anna.conversation.create(participants: ["bea", "carl", "dora"]).id
        pair = try anna.conversation.create(participants: ["bea"]).id
        for client in [observer, anna, bea, carl, dora, emil] { _ = client.takeReceived() }
    }

    func advance(_ milliseconds: Int64) throws { try observer.clock.advance(.milliseconds(milliseconds)) }

    func shelf(_ client: EngineClient) throws -> [String] { try client.highlight.list().highlights.map(\.url) }

    func device(of handle: String, after: Int64? = nil) throws -> EngineClient {
        try server.person(handle, after: after)
    }

    /// Sends a message.
    ///
    /// - Returns: The id of the message.
    @discardableResult
    func send(
        _ text: String, by sender: EngineClient? = nil, to conversation: ConversationID? = nil,
        attachment: SentAttachment? = nil
    ) throws -> MessageID {
        try (sender ?? anna).message.send(
            conversation: conversation ?? group, text: text, attachment: attachment
        ).id
    }

    /// Returns the reason of a refused request, and checks that it changes nothing; nil if the request succeeds.
    func refusal<Value>(
        _ client: EngineClient, sourceLocation: SourceLocation = #_sourceLocation,
        of request: (EngineClient) throws -> Value
    ) -> RPCError.Reason? {
        server.refusal(of: client, sourceLocation: sourceLocation, request)
    }

    /// Makes a request that succeeds, and checks that it changes nothing.
    @discardableResult
    func changesNothing<Value>(
        _ client: EngineClient, sourceLocation: SourceLocation = #_sourceLocation,
        _ request: (EngineClient) throws -> Value
    ) throws -> Value {
        let before = (state: server.state, end: server.log.end)
        let answer = try request(client)
        #expect(server.state == before.state, sourceLocation: sourceLocation)
        #expect(server.log.end == before.end, sourceLocation: sourceLocation)
        return answer
    }

    /// Returns a conversation from a client's list; nil if the list does not have it.
    func view(_ conversation: ConversationID, of client: EngineClient) throws -> Conversation? {
        try client.conversation.list().conversations.first { $0.id == conversation }
    }

    /// Returns the texts and system lines of a conversation's history.
    func thread(_ client: EngineClient, _ conversation: ConversationID? = nil) throws -> [String] {
        try client.conversation.history(conversation: conversation ?? group).entries
            .compactMap { $0.message?.text ?? $0.systemText }
    }

    /// Returns a message from a conversation's history.
    func message(_ id: MessageID, of client: EngineClient) throws -> Message {
        let entries = try client.conversation.history(conversation: group).entries
        return try #require(entries.lazy.compactMap(\.message).first { $0.id == id })
    }
}

extension ThreadEntry {
    /// The message; nil if the entry is a notice or a system line.
    var message: Message? { if case .message(let message) = self { message } else { nil } }

    /// The text of a system line; nil if the entry is none.
    var systemText: String? { if case .system(_, let text) = self { text } else { nil } }
}

extension JSONValue {
    /// The JSON of a typed answer, to compare it with a notification.
    init(_ record: some JSONRecord) throws {
        self = try JSONReader.read(JSONWriter.object { record.writeMembers(to: &$0) }, depthMax: 128).value
    }
}
