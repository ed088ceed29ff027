import ChatProtocol
import Testing

@testable import ChatScreens

/// A draft before Send, which only the client knows.
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

    @Test func theSentParametersContainTheChosenOptions() throws {
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

    /// sheet-permission-choice
    @Test("the start of an own document names it and its options")
    func theStartOfAnOwnDocumentHasItsOptions() throws {
        var draft = try #require(staged())
        draft.item = .document(DocumentID("d1"))
        draft.choose(option: "readOnly")
        let sent = try params(draft)
        #expect(sent["document"] == "d1" && sent["options"] == ["private", "readOnly"])
        #expect(sent["app"] == nil && sent["title"] == nil && sent["representations"] == nil)
        #expect(draft.sending == nil)
    }

    /// collab-start-sheet
    @Test("a shared document is sent by its share, without options")
    func aSharedDocumentIsSentByItsShare() throws {
        var draft = try #require(staged())
        let row = try #require(SampleChat.collaborating().shares[SampleChat.plan.url])
        draft.follow(row)
        #expect(draft.sending == nil, "the draft is of another document")
        draft.url = row.url
        draft.follow(row)
        draft.text = "look"
        let sending = try #require(draft.sending)
        #expect(sending.share == ShareID(row.id) && sending.text == "look" && sending.mode == .collaborate)
        #expect(draft.summary == row.summary && draft.choices.map(\.title) == ["Collaborate", "Send Copy"])
    }

    @Test func anUnavailableOptionCannotBeChosen() throws {
        var draft = try #require(staged([.collaborate]))
        let chosen = [draft.choose(.copy), draft.choose(option: "nope")]
        #expect(chosen == [false, false] && draft.method == .collaborate)
        #expect(staged([]) == nil)
    }
}
