import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine

/// Search, reply threads and attachments, limited to what the reader may see.
struct EngineSearchTests {
    private func texts(_ answer: JSONValue) -> [String] {
        (answer["messages"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
    }

    private func say(
        _ text: String, _ client: EngineClient, in conversation: JSONValue, replyTo: JSONValue? = nil
    ) throws -> JSONValue {
        var params: JSONValue = ["conversation": conversation, "text": .string(text)]
        if let replyTo { params = with(params, "replyTo", replyTo) }
        return try #require(try client.ask("message.send", params)["message"]?["id"])
    }

    @Test func searchListsPinnedLinksBeforeTheNewestMessages() throws {
        let trip = try TripFixture()
        _ = try say("dinner at https://notes.example/menu", trip.anna, in: trip.conversation)
        _ = try say("dinner at eight", trip.anna, in: trip.conversation)
        _ = try say("lunch at one", trip.anna, in: trip.conversation)
        _ = try say("Dinner is ready", trip.carl, in: trip.conversation)
        let plain = try trip.bea.ask("message.search", ["text": "din"])
        #expect(texts(plain) == ["Dinner is ready", "dinner at eight", "dinner at https://notes.example/menu"])
        try trip.bea.ask("link.pin", ["conversation": trip.conversation, "url": "https://notes.example/menu"])
        let pinned = try trip.bea.ask("message.search", ["text": "dinner", "conversation": trip.conversation])
        #expect(texts(pinned) == ["dinner at https://notes.example/menu", "Dinner is ready", "dinner at eight"])
        let others = try trip.carl.ask("message.search", ["text": "dinner at", "limit": 1])
        #expect(texts(others) == ["dinner at eight"])
        #expect(others["more"] == true)
    }

    @Test func searchPageHasTheNewestMessagesAndReportsMore() throws {
        let trip = try TripFixture()
        for number in 1...7 { _ = try say("plum \(number)", trip.anna, in: trip.conversation) }
        for limit in 1...8 {
            let page = try trip.bea.ask("message.search", ["text": "plum", "limit": .integer(Int64(limit))])
            #expect(texts(page) == (1...7).reversed().prefix(limit).map { "plum \($0)" })
            #expect(page["more"] == .bool(limit < 7))
        }
    }

    @Test func searchFindsNoMessageThatTheReaderMayNotSee() throws {
        let trip = try TripFixture()
        _ = try say("secret plum", trip.anna, in: trip.conversation)
        let dora = try trip.server.person("dora")
        #expect(texts(try dora.ask("message.search", ["text": "plum"])).isEmpty)
        #expect(dora.refusal("message.search", ["text": "plum", "conversation": trip.conversation]) == .notFound)
        try trip.anna.ask("conversation.addParticipant", ["conversation": trip.conversation, "handle": "dora"])
        #expect(texts(try dora.ask("message.search", ["text": "plum"])).isEmpty)
        _ = try say("open plum", trip.anna, in: trip.conversation)
        #expect(texts(try dora.ask("message.search", ["text": "plum"])) == ["open plum"])
        try trip.anna.ask("conversation.removeParticipant", ["conversation": trip.conversation, "handle": "dora"])
        #expect(texts(try dora.ask("message.search", ["text": "plum"])).isEmpty)
        #expect(texts(try trip.observer.ask("message.search", ["text": "plum"])) == ["open plum", "secret plum"])
        #expect(dora.refusal("message.search", ["text": " ?! "]) == .invalidParams)
    }

    @Test func editedMessageIsFoundOnlyByItsNewText() throws {
        let trip = try TripFixture()
        let message = try say("plum", trip.anna, in: trip.conversation)
        try trip.anna.ask("message.edit", ["message": message, "text": "pear"])
        try trip.bea.ask("message.react", ["message": message, "reaction": "heart"])
        #expect(texts(try trip.bea.ask("message.search", ["text": "plum"])).isEmpty)
        #expect(texts(try trip.bea.ask("message.search", ["text": "pear"])) == ["pear"])
        try trip.anna.ask("message.unsend", ["message": message])
        #expect(texts(try trip.bea.ask("message.search", ["text": "pear"])).isEmpty)
    }

    @Test func searchFindsFileNamesAndDocumentTitles() throws {
        let trip = try TripFixture()
        let content = JSONValue.string(Base64.encode(Array("x".utf8)))
        try trip.anna.ask(
            "message.send",
            [
                "conversation": trip.conversation,
                "attachment": ["name": "Packing list.txt", "type": "text/plain", "content": content],
            ])
        #expect(try trip.bea.ask("message.search", ["text": "packing"])["messages"]?.arrayValue?.count == 1)
        #expect(try trip.bea.ask("message.search", ["text": "trip plan"])["messages"]?.arrayValue?.count == 1)
    }

    @Test func aReplyToAReplyJoinsTheThread() throws {
        let trip = try TripFixture()
        let root = try say("where?", trip.anna, in: trip.conversation)
        let first = try say("here", trip.bea, in: trip.conversation, replyTo: root)
        _ = try say("something else", trip.anna, in: trip.conversation)
        let second = try say("there", trip.carl, in: trip.conversation, replyTo: first)
        for message in [root, first, second] {
            let thread = try trip.bea.ask("message.thread", ["message": message])
            #expect(texts(thread) == ["where?", "here", "there"])
            #expect(thread["messages"]?.arrayValue?.first?["replies"] == 2)
            #expect(thread["more"] == false)
        }
        let page = try trip.bea.ask("message.thread", ["message": root, "limit": 2])
        #expect(texts(page) == ["where?", "here"] && page["more"] == true)
        let rest = try trip.bea.ask("message.thread", ["message": root, "limit": 2, "after": first])
        #expect(texts(rest) == ["there"] && rest["more"] == false)
        let history = try trip.bea.ask("conversation.history", ["conversation": trip.conversation])
        let counts = (history["entries"]?.arrayValue ?? []).map { $0["message"]?["replies"]?.integerValue }
        #expect(counts == [nil, 2, nil, nil, nil])
        try trip.anna.ask("message.unsend", ["message": root])
        let note = try #require(try trip.bea.ask("message.thread", ["message": second])["messages"]?.arrayValue?.first)
        #expect(note["text"] == "" && note["unsentAt"] != nil && note["replies"] == 2)
        #expect(
            trip.bea.refusal(
                "message.send", ["conversation": trip.conversation, "text": "late", "replyTo": root]) == .conflict)
        let dora = try trip.server.person("dora")
        try trip.anna.ask("conversation.addParticipant", ["conversation": trip.conversation, "handle": "dora"])
        #expect(dora.refusal("message.thread", ["message": second]) == .notFound)
        let late = try say("me too", trip.bea, in: trip.conversation, replyTo: second)
        #expect(texts(try dora.ask("message.thread", ["message": late])) == ["me too"])
    }

    @Test func threadPageContinuesAfterAChangedReply() throws {
        let trip = try TripFixture()
        let root = try say("where?", trip.anna, in: trip.conversation)
        let first = try say("here", trip.bea, in: trip.conversation, replyTo: root)
        let second = try say("there", trip.carl, in: trip.conversation, replyTo: first)
        try trip.bea.ask("message.edit", ["message": first, "text": "right here"])
        try trip.anna.ask("message.react", ["message": second, "reaction": "heart"])
        let rest = try trip.carl.ask("message.thread", ["message": root, "after": first])
        #expect(texts(rest) == ["there"] && rest["more"] == false)
        #expect(texts(try trip.carl.ask("message.thread", ["message": root, "after": second])).isEmpty)
        let other = try say("something else", trip.anna, in: trip.conversation)
        #expect(trip.carl.refusal("message.thread", ["message": root, "after": other]) == .notFound)
    }

    @Test(arguments: [("..", "t"), (".", "t"), ("a/b", "t"), ("a\u{0}", "t"), ("a", "t\n")])
    func attachmentWithAnInvalidNameOrTypeIsRefused(_ name: String, _ type: String) throws {
        let trip = try TripFixture()
        let document: JSONValue = ["name": .string(name), "type": .string(type), "content": "aGk="]
        #expect(
            trip.anna.refusal("message.send", ["conversation": trip.conversation, "attachment": document])
                == .invalidParams)
    }

    @Test func onlyReadersOfAMessageReadItsAttachment() throws {
        let trip = try TripFixture()
        let bytes = Array("a plan\n".utf8)
        let sent = try trip.anna.ask(
            "message.send",
            [
                "conversation": trip.conversation, "text": "look",
                "attachment": ["name": "plan.txt", "type": "text/plain", "content": .string(Base64.encode(bytes))],
            ])
        let message = try #require(sent["message"])
        let id = try #require(message["id"])
        #expect(message["attachment"]?["size"] == .integer(Int64(bytes.count)))
        #expect(message["attachment"]?["digest"] == .string(Attachment.digest(of: bytes)))
        #expect(message["attachment"]?["content"] == nil)
        #expect(trip.bea.heard("message.posted").first?["message"] == message)
        let read = try trip.bea.ask("message.attachment", ["message": id])
        #expect(read["attachment"]?["content"]?.stringValue.flatMap(Base64.decode) == bytes)
        let dora = try trip.server.person("dora")
        #expect(dora.refusal("message.attachment", ["message": id]) == .notFound)
        #expect(trip.anna.refusal("message.edit", ["message": id, "text": "other"]) == .conflict)
        try trip.anna.ask("message.unsend", ["message": id])
        #expect(trip.bea.refusal("message.attachment", ["message": id]) == .notFound)
    }

    @Test func attachmentWithoutContentHasASizeAndNoDownload() throws {
        let trip = try TripFixture()
        let digest = JSONValue.string(Attachment.digest(of: [1, 2, 3]))
        let sent = try trip.anna.ask(
            "message.send",
            [
                "conversation": trip.conversation,
                "attachment": ["name": "film.mov", "type": "video/quicktime", "size": 3_000_000_000, "digest": digest],
            ])
        let message = try #require(sent["message"])
        #expect(message["attachment"]?["size"] == 3_000_000_000 && message["text"] == "")
        #expect(trip.bea.refusal("message.attachment", ["message": message["id"] ?? .null]) == .notFound)
    }
}
