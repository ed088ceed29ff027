import ChatProtocol
import Testing

@testable import ChatEngine

/// A list that others fill with long texts is still a list that can be read.
struct ConversationListTests {
    @Test func everyoneWhoListsAGroupSeesItsPhotoUntilItIsTakenAway() throws {
        let trip = try TripFixture()
        func photos() throws -> [JSONValue?] {
            try [trip.anna, trip.bea, trip.observer].map {
                try $0.ask("conversation.list")["conversations"]?.arrayValue?.first?["photo"]
            }
        }
        try trip.anna.ask("conversation.setPhoto", ["conversation": trip.conversation, "photo": "🏕"])
        #expect(try photos() == ["🏕", "🏕", "🏕"])
        try trip.server.restart()
        #expect(
            try trip.server.person("carl").ask("conversation.list")["conversations"]?.arrayValue?[0]["photo"] == "🏕")
        let bea = try trip.server.person("bea")
        try bea.ask("conversation.setPhoto", ["conversation": trip.conversation])
        #expect(try bea.ask("conversation.list")["conversations"]?.arrayValue?[0]["photo"] == nil)
    }

    @Test func longNewestMessagesAreLeftOutFartherDown() throws {
        let server = try EngineFixture { $0.limits.unsentBytes = 200_000 }
        let anna = try server.person("anna")
        let text = JSONValue.string(String(repeating: "x", count: 15_000))
        for number in 1...10 {
            let other: JSONValue = .string("p\(number)")
            let created = try anna.ask("conversation.create", ["participants": [other]])
            let conversation = try #require(created["conversation"]?["id"])
            try anna.ask("message.send", ["conversation": conversation, "text": text])
        }
        let answer = try anna.ask("conversation.list")
        let list = try #require(answer["conversations"]?.arrayValue)
        #expect(list.count == 10)
        #expect(
            list.map { $0["lastMessage"] != nil } == Array(repeating: true, count: 6)
                + Array(repeating: false, count: 4))
        #expect(JSONWriter.bytes(of: answer).count < 100_000)
    }
}
