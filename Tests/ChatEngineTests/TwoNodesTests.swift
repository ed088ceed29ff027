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
        // By writing, the other node learns of it.
        try bea.ask("contact.add", ["handle": "anna"])
        let cursor = there.state.position
        try anna.ask("message.send", ["conversation": talk, "text": "one"])
        #expect(log.end > cursor)
        let again = try there.person("bea", after: cursor)
        #expect(again.heard("message.posted").isEmpty, "there, nobody knows of it yet")
        try bea.ask("contact.remove", ["handle": "anna"])
        there.flush()
        #expect(bea.heard("conversation.changed").count == 1)
        for device in [bea, again] {
            #expect(device.heard("message.posted").count == 1)
        }
    }

    @Test("D9: Who asks while they resume is told what another node wrote meanwhile")
    func whoAsksWhileTheyResumeAtANodeThatIsBehind() throws {
        let log = MemoryEventLog()
        let (here, there) = (try EngineFixture(log: log), try EngineFixture(log: log))
        let anna = try here.person("anna")
        let bea = try there.person("bea")
        let talk = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        try bea.ask("contact.add", ["handle": "anna"])
        let cursor = there.state.position
        try anna.ask("contact.add", ["handle": "bea"])
        try anna.ask("message.send", ["conversation": talk, "text": "one"])
        try anna.ask("message.send", ["conversation": talk, "text": "two"])
        let late = there.connect()
        late.post("session.hello", ["role": "person", "handle": "bea", "after": .integer(cursor)])
        // Decided at the position of something that is anna's, and then anew.
        let sent = late.post("message.send", ["conversation": talk, "text": "three"])
        late.post("message.send", ["conversation": talk, "text": "four"])
        there.flush()
        #expect(try late.answer(sent)["message"]?["sequence"] == 3)
        #expect(late.heard("message.posted").compactMap { $0["message"]?["text"] } == ["one", "two"])
    }
}
