import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// Search, reply threads and attachments, limited to what the reader may see.
struct EngineSearchTests {
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    private func texts(_ answer: Answered.Messages) -> [String] { answer.messages.map(\.text) }

    @discardableResult
    private func send(
        _ text: String, by client: EngineClient? = nil, replyTo: MessageID? = nil
    ) throws -> MessageID {
        try (client ?? trip.anna).message.send(conversation: trip.conversation, text: text, replyTo: replyTo).id
    }

    @Test func searchListsPinnedLinksBeforeTheNewestMessages() throws {
        try send("dinner at https://notes.example/menu")
        try send("dinner at eight")
        try send("lunch at one")
        try send("Dinner is ready", by: trip.carl)
        let plain = try trip.bea.message.search(text: "din")
        #expect(texts(plain) == ["Dinner is ready", "dinner at eight", "dinner at https://notes.example/menu"])
        try trip.bea.link.pin(conversation: trip.conversation, url: "https://notes.example/menu")
        let pinned = try trip.bea.message.search(text: "dinner", conversation: trip.conversation)
        #expect(texts(pinned) == ["dinner at https://notes.example/menu", "Dinner is ready", "dinner at eight"])
        let others = try trip.carl.message.search(text: "dinner at", limit: 1)
        #expect(texts(others) == ["dinner at eight"])
        #expect(others.more)
    }

    @Test func searchPageHasTheNewestMessagesAndReportsMore() throws {
        for number in 1...7 { try send("plum \(number)") }
        for limit in 1...8 {
            let page = try trip.bea.message.search(text: "plum", limit: limit)
            #expect(texts(page) == (1...7).reversed().prefix(limit).map { "plum \($0)" })
            #expect(page.more == (limit < 7))
        }
    }

    @Test func searchFindsNoMessageThatTheReaderMayNotSee() throws {
        try send("secret plum")
        let dora = try trip.server.person("dora")
        #expect(texts(try dora.message.search(text: "plum")).isEmpty)
        #expect(dora.refusal { try $0.message.search(text: "plum", conversation: trip.conversation) } == .notFound)
        try trip.anna.conversation.addParticipant(conversation: trip.conversation, handle: "dora")
        #expect(texts(try dora.message.search(text: "plum")).isEmpty)
        try send("open plum")
        #expect(texts(try dora.message.search(text: "plum")) == ["open plum"])
        try trip.anna.conversation.removeParticipant(conversation: trip.conversation, handle: "dora")
        #expect(texts(try dora.message.search(text: "plum")).isEmpty)
        #expect(texts(try trip.observer.message.search(text: "plum")) == ["open plum", "secret plum"])
        #expect(dora.refusal { try $0.message.search(text: " ?! ") } == .invalidParams)
    }

    @Test func editedMessageIsFoundOnlyByItsNewText() throws {
        let message = try send("plum")
        try trip.anna.message.edit(message: message, text: "pear")
        try trip.bea.message.react(message: message, reaction: .classic(.heart))
        #expect(texts(try trip.bea.message.search(text: "plum")).isEmpty)
        #expect(texts(try trip.bea.message.search(text: "pear")) == ["pear"])
        try trip.anna.message.unsend(message: message)
        #expect(texts(try trip.bea.message.search(text: "pear")).isEmpty)
    }

    @Test func searchFindsFileNamesAndDocumentTitles() throws {
        let file = SentAttachment(name: "Packing list.txt", type: "text/plain", content: Array("x".utf8))
        try trip.anna.message.send(conversation: trip.conversation, attachment: file)
        #expect(try trip.bea.message.search(text: "packing").messages.count == 1)
        #expect(try trip.bea.message.search(text: "trip plan").messages.count == 1)
    }

    @Test func aReplyToAReplyJoinsTheThread() throws {
        let root = try send("where?")
        let first = try send("here", by: trip.bea, replyTo: root)
        try send("something else")
        let second = try send("there", by: trip.carl, replyTo: first)
        for message in [root, first, second] {
            let thread = try trip.bea.message.thread(message: message)
            #expect(texts(thread) == ["where?", "here", "there"])
            #expect(thread.messages.first?.replies == 2)
            #expect(!thread.more)
        }
        let page = try trip.bea.message.thread(message: root, limit: 2)
        #expect(texts(page) == ["where?", "here"] && page.more)
        let rest = try trip.bea.message.thread(message: root, after: first, limit: 2)
        #expect(texts(rest) == ["there"] && !rest.more)
        let history = try trip.bea.conversation.history(conversation: trip.conversation)
        let counts = history.entries.map { entry -> Int64? in
            if case .message(let message) = entry { message.replies } else { nil }
        }
        #expect(counts == [nil, 2, nil, nil, nil])
        try trip.anna.message.unsend(message: root)
        let note = try #require(try trip.bea.message.thread(message: second).messages.first)
        #expect(note.text == "" && note.unsentAt != nil && note.replies == 2)
        let late = trip.bea.refusal {
            try $0.message.send(conversation: trip.conversation, text: "late", replyTo: root)
        }
        #expect(late == .conflict)
        let dora = try trip.server.person("dora")
        try trip.anna.conversation.addParticipant(conversation: trip.conversation, handle: "dora")
        #expect(dora.refusal { try $0.message.thread(message: second) } == .notFound)
        let reply = try send("me too", by: trip.bea, replyTo: second)
        #expect(texts(try dora.message.thread(message: reply)) == ["me too"])
    }

    @Test func threadPageContinuesAfterAChangedReply() throws {
        let root = try send("where?")
        let first = try send("here", by: trip.bea, replyTo: root)
        let second = try send("there", by: trip.carl, replyTo: first)
        try trip.bea.message.edit(message: first, text: "right here")
        try trip.anna.message.react(message: second, reaction: .classic(.heart))
        let rest = try trip.carl.message.thread(message: root, after: first)
        #expect(texts(rest) == ["there"] && !rest.more)
        #expect(texts(try trip.carl.message.thread(message: root, after: second)).isEmpty)
        let other = try send("something else")
        #expect(trip.carl.refusal { try $0.message.thread(message: root, after: other) } == .notFound)
    }

    @Test(arguments: [("..", "t"), (".", "t"), ("a/b", "t"), ("a\u{0}", "t"), ("a", "t\n")])
    func attachmentWithAnInvalidNameOrTypeIsRefused(_ name: String, _ type: String) throws {
        let file = SentAttachment(name: name, type: type, content: Array("hi".utf8))
        let refusal = trip.anna.refusal { try $0.message.send(conversation: trip.conversation, attachment: file) }
        #expect(refusal == .invalidParams)
    }

    @Test func onlyReadersOfAMessageReadItsAttachment() throws {
        let bytes = Array("a plan\n".utf8)
        let file = SentAttachment(name: "plan.txt", type: "text/plain", content: bytes)
        let message = try trip.anna.message.send(conversation: trip.conversation, text: "look", attachment: file)
        #expect(message.attachment?.size == Int64(bytes.count))
        #expect(message.attachment?.digest == Attachment.digest(of: bytes))
        let sent = try #require(trip.anna.raw.last?["result"]?["message"])
        #expect(sent["attachment"]?["content"] == nil)
        #expect(trip.bea.received("message.posted").first?["message"] == sent)
        let id = message.id
        let read = try trip.bea.message.attachment(message: id)
        #expect(Base64.decode(read.content) == bytes)
        let dora = try trip.server.person("dora")
        #expect(dora.refusal { try $0.message.attachment(message: id) } == .notFound)
        #expect(trip.anna.refusal { try $0.message.edit(message: id, text: "other") } == .conflict)
        try trip.anna.message.unsend(message: id)
        #expect(trip.bea.refusal { try $0.message.attachment(message: id) } == .notFound)
    }

    @Test func attachmentWithoutContentHasASizeAndNoDownload() throws {
        var film = SentAttachment(name: "film.mov", type: "video/quicktime", content: [])
        (film.content, film.size, film.digest) = (nil, 3_000_000_000, Attachment.digest(of: [1, 2, 3]))
        let message = try trip.anna.message.send(conversation: trip.conversation, attachment: film)
        #expect(message.attachment?.size == 3_000_000_000 && message.text == "")
        #expect(trip.bea.refusal { try $0.message.attachment(message: message.id) } == .notFound)
    }
}
