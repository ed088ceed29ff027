import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// Replies, and documents as attachments.
struct MessageTests {
    private let chat: GroupFixture

    init() throws { chat = try GroupFixture() }

    private func reply(to message: MessageID, by sender: EngineClient) throws -> Message {
        try sender.message.send(conversation: chat.group, text: "re", replyTo: message)
    }

    // MARK: Replies

    @Test("a reply to a reply joins the same thread")
    func replyToAReplyJoinsItsThread() throws {
        let beginning = try chat.send("one")
        let first = try reply(to: beginning, by: chat.bea)
        #expect(first.replyTo == beginning && first.thread == beginning)
        let second = try reply(to: first.id, by: chat.carl)
        #expect(second.replyTo == first.id && second.thread == beginning)
        #expect(try chat.message(beginning, of: chat.dora).thread == nil, "the beginning answers nothing")
        #expect(try chat.dora.received("message.posted").last?["message"] == JSONValue(second))
    }

    @Test("a reply to a foreign, unknown or unsent message is refused")
    func replyToAnUnavailableMessageIsRefused() throws {
        let elsewhere = try chat.send("between us", to: chat.pair)
        #expect(chat.refusal(chat.anna) { try reply(to: elsewhere, by: $0) } == .notFound)
        #expect(chat.refusal(chat.anna) { try reply(to: "m404", by: $0) } == .notFound)
        #expect(chat.refusal(chat.carl) { try reply(to: elsewhere, by: $0) } == .notFound)
        let unsent = try chat.send("one")
        let answer = try reply(to: unsent, by: chat.bea).id
        try chat.anna.message.unsend(message: unsent)
        #expect(chat.refusal(chat.anna) { try reply(to: unsent, by: $0) } == .conflict)
        let late = try reply(to: answer, by: chat.anna)
        #expect(late.thread == unsent, "the thread goes on from its replies")
    }

    @Test("an unsent reply keeps its place in the thread")
    func unsentReplyKeepsItsPlace() throws {
        let beginning = try chat.send("one")
        let answer = try reply(to: beginning, by: chat.bea).id
        let unsent = try chat.bea.message.unsend(message: answer)
        #expect(unsent.replyTo == beginning && unsent.thread == beginning)
    }

    // MARK: Documents

    private func send(_ content: [UInt8], name: String = "a.txt", by sender: EngineClient) throws -> Message {
        let file = SentAttachment(name: name, type: "text/plain", content: content)
        return try sender.message.send(conversation: chat.group, attachment: file)
    }

    @Test("an attachment is readable only by participants and observers")
    func attachmentIsReadableByParticipants() throws {
        let sent = try send(Array("hi".utf8), by: chat.anna)
        #expect(sent.text == "" && sent.attachment?.size == 2)
        #expect(chat.bea.received("message.posted").last?["message"]?["attachment"]?["content"] == nil)
        let read = try chat.bea.message.attachment(message: sent.id)
        #expect(read.content == "aGk=" && read.attachment.name == "a.txt")
        #expect(read.attachment.digest == sent.attachment?.digest)
        #expect(try chat.observer.message.attachment(message: sent.id).content == "aGk=")
        #expect(chat.refusal(chat.emil) { try $0.message.attachment(message: sent.id) } == .notFound)
        let plain = try chat.send("plain")
        #expect(chat.refusal(chat.bea) { try $0.message.attachment(message: plain) } == .notFound)
    }

    @Test("an attachment without content has only its size and digest")
    func attachmentWithoutContentHasADigest() throws {
        let digest = "sha256:" + String(repeating: "0a", count: 32)
        var file = SentAttachment(name: "a.txt", type: "text/plain", content: [])
        (file.content, file.size, file.digest) = (nil, 9_000_000_000, digest)
        let sent = try chat.anna.message.send(conversation: chat.group, attachment: file)
        #expect(sent.attachment?.size == 9_000_000_000 && sent.attachment?.digest == digest)
        #expect(chat.refusal(chat.bea) { try $0.message.attachment(message: sent.id) } == .notFound)
    }

    @Test("an attachment of more than 128 KiB is refused")
    func attachmentPastTheLimitIsRefused() throws {
        func content(_ count: Int) -> [UInt8] { [UInt8](repeating: 65, count: count) }
        _ = try send(content(131_072), by: chat.anna)
        #expect(chat.refusal(chat.anna) { try send(content(131_073), by: $0) } == .tooLarge)
        _ = try send([], by: chat.anna)
    }

    @Test("an attachment with an invalid file name is refused", arguments: ["a/b", "", " ", "a\u{7}b", "a\nb"])
    func attachmentNeedsAFileName(_ name: String) {
        #expect(chat.refusal(chat.anna) { try send(Array("hi".utf8), name: name, by: $0) } == .invalidParams)
    }
}
