import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine

/// Replies, and documents as attachments.
struct MessageTests {
    private let chat: GroupFixture

    init() throws { chat = try GroupFixture() }

    private func reply(to message: JSONValue, in conversation: JSONValue? = nil) -> JSONValue {
        ["conversation": conversation ?? chat.group, "text": "re", "replyTo": message]
    }

    // MARK: Replies

    @Test("a reply to a reply joins the same thread")
    func replyToAReplyJoinsItsThread() throws {
        let beginning = try chat.send("one")
        let first = try chat.bea.ask("message.send", reply(to: beginning))["message"]
        #expect(first?["replyTo"] == beginning && first?["thread"] == beginning)
        let second = try chat.carl.ask("message.send", reply(to: first?["id"] ?? .null))["message"]
        #expect(second?["replyTo"] == first?["id"] && second?["thread"] == beginning)
        #expect(try chat.message(beginning, of: chat.dora)["thread"] == nil, "the beginning answers nothing")
        #expect(chat.dora.heard("message.posted").last?["message"] == second)
    }

    @Test("a reply to a foreign, unknown or unsent message is refused")
    func replyToAnUnavailableMessageIsRefused() throws {
        let elsewhere = try chat.send("between us", to: chat.pair)
        #expect(chat.refusal(chat.anna, "message.send", reply(to: elsewhere)) == .notFound)
        #expect(chat.refusal(chat.anna, "message.send", reply(to: "m404")) == .notFound)
        #expect(chat.refusal(chat.carl, "message.send", reply(to: elsewhere)) == .notFound)
        let unsent = try chat.send("one")
        let answer = try #require(try chat.bea.ask("message.send", reply(to: unsent))["message"]?["id"])
        try chat.anna.ask("message.unsend", ["message": unsent])
        #expect(chat.refusal(chat.anna, "message.send", reply(to: unsent)) == .conflict)
        let late = try chat.anna.ask("message.send", reply(to: answer))["message"]
        #expect(late?["thread"] == unsent, "the thread goes on from its replies")
    }

    @Test("an unsent reply keeps its place in the thread")
    func unsentReplyKeepsItsPlace() throws {
        let beginning = try chat.send("one")
        let answer = try #require(try chat.bea.ask("message.send", reply(to: beginning))["message"]?["id"])
        let unsent = try chat.bea.ask("message.unsend", ["message": answer])["message"]
        #expect(unsent?["replyTo"] == beginning && unsent?["thread"] == beginning)
    }

    // MARK: Documents

    private func document(_ members: JSONValue) -> JSONValue {
        let file: JSONValue = ["name": "a.txt", "type": "text/plain"]
        return ["conversation": chat.group, "attachment": file.adding(members)]
    }

    @Test("an attachment is readable only by participants and observers")
    func attachmentIsReadableByParticipants() throws {
        let sent = try chat.anna.ask("message.send", document(["content": "aGk="]))["message"]
        let id = try #require(sent?["id"])
        #expect(sent?["text"] == "" && sent?["attachment"]?["size"] == 2)
        #expect(chat.bea.heard("message.posted").last?["message"]?["attachment"]?["content"] == nil)
        let read = try chat.bea.ask("message.attachment", ["message": id])["attachment"]
        #expect(read?["content"] == "aGk=" && read?["name"] == "a.txt")
        #expect(read?["digest"] == sent?["attachment"]?["digest"])
        #expect(try chat.observer.ask("message.attachment", ["message": id])["attachment"]?["content"] == "aGk=")
        #expect(chat.refusal(chat.emil, "message.attachment", ["message": id]) == .notFound)
        #expect(chat.refusal(chat.bea, "message.attachment", ["message": try chat.send("plain")]) == .notFound)
    }

    @Test("an attachment without content has only its size and digest")
    func attachmentWithoutContentHasADigest() throws {
        let digest = JSONValue.string("sha256:" + String(repeating: "0a", count: 32))
        let sent = try chat.anna.ask("message.send", document(["size": 9_000_000_000, "digest": digest]))["message"]
        #expect(sent?["attachment"]?["size"] == 9_000_000_000 && sent?["attachment"]?["digest"] == digest)
        #expect(chat.refusal(chat.bea, "message.attachment", ["message": sent?["id"] ?? .null]) == .notFound)
    }

    @Test("an attachment of more than 128 KiB is refused")
    func attachmentPastTheLimitIsRefused() throws {
        func content(_ count: Int) -> JSONValue { .string(Base64.encode([UInt8](repeating: 65, count: count))) }
        try chat.anna.ask("message.send", document(["content": content(131_072)]))
        #expect(chat.refusal(chat.anna, "message.send", document(["content": content(131_073)])) == .tooLarge)
        try chat.anna.ask("message.send", document(["content": ""]))
    }

    @Test("an attachment with an invalid file name is refused", arguments: ["a/b", "", " ", "a\u{7}b", "a\nb"])
    func attachmentNeedsAFileName(_ name: String) {
        let params = document(["content": "aGk=", "name": .string(name)])
        #expect(chat.refusal(chat.anna, "message.send", params) == .invalidParams)
    }
}
