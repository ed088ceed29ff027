import ChatProtocol
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
        let start = try group.anna.ask(
            "collaboration.start",
            [
                "app": "com.example.notes", "title": .string(title), "conversation": group.group, "backend": "file",
                "mode": "copy", "text": "yours",
            ])["start"]
        #expect(start?["state"] == "sent" && start?["share"] == nil)
        let message = group.bea.heard("message.posted").first?["message"]
        #expect(message?["text"] == "yours" && message?["attachment"]?["name"] == .string(name))
        #expect(group.server.state.shares == before.shares)
        let content = try group.bea.ask("message.attachment", ["message": message?["id"] ?? .null])["attachment"]
        #expect(content?["content"] == .string(Base64.encode(Array(title.utf8))))
    }

    @Test("a long title is shortened to a file name of 200 characters")
    func longTitleIsShortened() throws {
        let group = try GroupFixture()
        let title = String(repeating: "x", count: 200)
        try group.anna.ask(
            "collaboration.start",
            [
                "app": "com.example.notes", "title": .string(title), "conversation": group.group, "backend": "file",
                "mode": "copy",
            ])
        let name = group.bea.heard("message.posted").first?["message"]?["attachment"]?["name"]?.stringValue
        #expect(name == String(repeating: "x", count: 196) + ".txt")
    }

    @Test("a person can copy a shared document only after accepting the share")
    func copyNeedsAnAcceptedShare() throws {
        let group = try GroupFixture()
        let start = try group.anna.ask(
            "collaboration.start",
            ["app": "com.example.notes", "title": "Plan", "conversation": group.group, "backend": "file"])["start"]
        let params: JSONValue = ["share": start?["share"] ?? .null, "conversation": group.pair, "mode": "copy"]
        #expect(group.refusal(group.bea, "share.send", params) == .forbidden)
        try group.bea.ask("share.accept", ["share": start?["share"] ?? .null])
        let shares = group.server.state.shares
        // A copy does not need the right to invite.
        try group.bea.ask("share.send", params)
        #expect(group.server.state.shares == shares)
        #expect(group.refusal(group.emil, "share.send", params) == .notFound)
    }

    @Test("a copy is refused for an app that only collaborates")
    func copyIsRefusedForACollaborationApp() throws {
        let group = try GroupFixture()
        try group.observer.ask(
            "app.register",
            [
                "app": "com.example.notes", "name": "Notes", "domains": ["notes.example"],
                "sharingMethods": ["collaborate"],
            ])
        let offer = try group.anna.ask("collaboration.offer", ["app": "com.example.notes", "backend": "file"])["offer"]
        #expect(offer?["methods"] == ["collaborate"])
        let params: JSONValue = [
            "app": "com.example.notes", "title": "Plan", "conversation": group.group, "backend": "file", "mode": "copy",
        ]
        #expect(group.refusal(group.anna, "collaboration.start", params) == .forbidden)
    }
}
