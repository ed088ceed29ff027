import ChatProtocol
import Testing

@testable import ChatScreens

/// A draft before Send: a value of the client's own.
struct CollaborationDraftTests {
    private func staged(_ methods: [SharingMethod] = [.collaborate, .copy]) -> CollaborationDraft? {
        CollaborationDraft(
            .new(title: "Plan"),
            offer: CollaborationOffer(
                app: AppID("a"), appName: "A", title: nil, backend: .file, methods: methods, options: .standard),
            for: ConversationID("c1"), representations: [.file])
    }

    private func params(_ draft: CollaborationDraft) throws -> JSONValue {
        let json = JSONWriter.bytes(of: draft.start)
        return try JSONReader.read(json).value
    }

    @Test func whatIsChosenIsWhatSendSays() throws {
        var draft = try #require(staged())
        draft.localIdentifier = "row 7"
        draft.initiatorHandle = Handle("anna")
        draft.initiatorName = "Anna"
        #expect(draft.collaborationIdentifier == nil && draft.summary == "Everyone can make changes.")
        draft.choose(option: "readOnly")
        #expect(draft.summary == "Everyone can view.")
        let sent = try params(draft)
        #expect(sent["options"] == ["private", "readOnly"] && sent["mode"] == "collaborate")
        #expect(sent["localIdentifier"] == "row 7" && sent["text"] == nil)
        #expect(!String(decoding: JSONWriter.bytes(of: sent), as: UTF8.self).lowercased().contains("anna"))
    }

    @Test func aCopyHasNoOptions() throws {
        var draft = try #require(staged())
        draft.choose(.copy)
        #expect(draft.summary == nil)
        let sent = try params(draft)
        #expect(sent["mode"] == "copy" && sent["options"] == nil)
    }

    @Test func whatIsNotOfferedCannotBeChosen() throws {
        var draft = try #require(staged([.collaborate]))
        let chosen = [draft.choose(.copy), draft.choose(option: "nope")]
        #expect(chosen == [false, false] && draft.method == .collaborate)
        #expect(staged([]) == nil)
    }
}
