import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine

/// Copies of documents: their form and file name, and the share that they leave unchanged.
struct CopyTests {
    @Test("the back end and the representations decide the form of a copy")
    func backEndDecidesTheFormOfACopy() {
        func form(_ backend: Share.Backend, _ representations: [Share.Representation]) -> Share.Representation? {
            Copying.form(backend: backend, representations: representations)
        }
        #expect(form(.cloudRecord, []) == nil && form(.cloudRecord, [.text]) == nil)
        #expect(form(.cloudRecord, [.file]) == .file)
        #expect(form(.file, []) == .file && form(.file, [.text]) == .file)
        #expect(form(.custom, []) == nil && form(.custom, [.text]) == .text && form(.custom, [.file, .text]) == .file)
    }

    @Test(
        "a copy is a file that is named after the document's title",
        arguments: [("Plan", "Plan.txt"), ("a/b", "a-b.txt"), ("..", "...txt")])
    func copyIsNamedAfterTheTitle(_ title: String, _ name: String) throws {
        let group = try GroupFixture()
        let before = group.server.state
        let start = try startCopy(title, text: "yours", in: group)
        #expect(start.state == .sent && start.share == nil)
        let message = group.bea.received("message.posted").first?["message"]
        #expect(message?["text"] == "yours" && message?["attachment"]?["name"] == .string(name))
        #expect(group.server.state.shares == before.shares)
        let id = MessageID(try #require(message?["id"]?.stringValue))
        #expect(try group.bea.message.attachment(message: id).content == Base64.encode(Array(title.utf8)))
    }

    @Test("a long title is shortened to a file name of 200 characters")
    func longTitleIsShortened() throws {
        let group = try GroupFixture()
        _ = try startCopy(String(repeating: "x", count: 200), in: group)
        let name = group.bea.received("message.posted").first?["message"]?["attachment"]?["name"]?.stringValue
        #expect(name == String(repeating: "x", count: 196) + ".txt")
    }

    @Test("a person can copy a shared document only after accepting the share")
    func copyNeedsAnAcceptedShare() throws {
        let group = try GroupFixture()
        let start = try group.anna.collaboration.start(
            app: "com.example.notes", title: "Plan", conversation: group.group, backend: .file)
        let share = try #require(start.share)
        func sendCopy(_ client: EngineClient) throws {
            try client.share.send(share: share, conversation: group.pair, mode: .copy)
        }
        #expect(group.server.refusal(of: group.bea, sendCopy) == .forbidden)
        try group.bea.share.accept(.id(share))
        let shares = group.server.state.shares
        // A copy does not need the right to invite.
        try sendCopy(group.bea)
        #expect(group.server.state.shares == shares)
        #expect(group.server.refusal(of: group.emil, sendCopy) == .notFound)
    }

    @Test("a copy is refused for an app that only collaborates")
    func copyIsRefusedForACollaborationApp() throws {
        let group = try GroupFixture()
        try group.observer.app.register(
            app: "com.example.notes", name: "Notes", domains: ["notes.example"], sharingMethods: [.collaborate])
        let offer = try group.anna.collaboration.offer(item: .app("com.example.notes"), backend: .file)
        #expect(offer.methods == [.collaborate])
        #expect(group.server.refusal(of: group.anna) { _ in try startCopy("Plan", in: group) } == .forbidden)
    }

    /// Sends a copy of a new document.
    private func startCopy(
        _ title: String, text: String? = nil, in group: GroupFixture
    ) throws -> CollaborationStart {
        try group.anna.collaboration.start(
            app: "com.example.notes", title: title, conversation: group.group, mode: .copy, text: text,
            backend: .file)
    }
}
