import ChatProtocol
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Two servers on one log: each learns what the other wrote when it writes itself.
struct TwoNodesTests {
    @Test("D2: Who resumes at a node that is behind is told each thing once")
    func whoResumesAtANodeThatIsBehind() throws {
        let log = MemoryEventLog()
        let (here, there) = (try EngineFixture(log: log), try EngineFixture(log: log))
        let anna = try here.person("anna")
        let bea = try there.person("bea")
        let talk = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        try anna.ask("message.send", ["conversation": talk, "text": "one"])
        // There, nobody knows of it yet.
        let cursor = there.state.position
        let again = try there.person("bea", after: cursor)
        // By writing, the other node learns, and tells.
        try bea.ask("contact.add", ["handle": "anna"])
        there.flush()
        for device in [bea, again] {
            #expect(device.heard("message.posted").count == 1)
            #expect(device.heard("conversation.changed").count == 1)
        }
    }
}
