import Testing

@testable import ChatProtocol

/// The forms of a document for people and for apps, written and read back.
struct DocumentFormTests {
    private func document() throws -> Document {
        let (anna, bea) = (try #require(Handle("anna")), try #require(Handle("bea")))
        var document = Document(
            id: DocumentID("d1"), app: AppID("a"), url: "https://a.example/", title: "T", owner: anna,
            text: "x\n\"y\"", revision: 3, createdAt: Instant(milliseconds: 1))
        document.folder = "F"
        document.comments = [
            .init(id: CommentID("k1"), author: bea, text: "c", at: Instant(milliseconds: 2)),
            .init(id: CommentID("k2"), author: anna, text: "d", at: Instant(milliseconds: 3)),
        ]
        return document
    }

    private func fields(_ value: some JSONWritable) throws -> JSONFields {
        try JSONFields(try JSONReader.read(JSONWriter.bytes(of: value)).value)
    }

    @Test func documentViewOfAPersonIsReadBack() throws {
        for isWhole in [true, false] {
            let view = DocumentView(
                try document(), canEdit: true, active: [try #require(Handle("bea"))], isWhole: isWhole)
            var written = try fields(view)
            let copy = try DocumentView(from: &written)
            #expect(JSONWriter.bytes(of: copy) == JSONWriter.bytes(of: view))
            #expect(copy == view && (copy.text != nil) == isWhole && (copy.comments != nil) == isWhole)
        }
    }

    @Test func documentOfAnAppIsReadBackAndMarksOwnComments() throws {
        let bea = try #require(Handle("bea"))
        for isWhole in [true, false] {
            let form = AppDocument(
                try document(), for: bea, canEdit: false, activeParticipantCount: 2, isWhole: isWhole)
            var written = try fields(form)
            #expect(try AppDocument(from: &written) == form)
            #expect(form.comments?.map(\.isMine) == (isWhole ? [true, false] : nil))
        }
    }

    @Test func documentChangeHasTheTypeAndTriggerOfAHighlightEvent() throws {
        let anna = try #require(Handle("anna"))
        let kinds: [(DocumentChange.Kind, type: String, trigger: String)] = [
            (.persistence(.created), "persistence", "created"), (.change(.edit), "change", "edit"),
            (.change(.comment), "change", "comment"), (.persistence(.renamed(to: "T")), "persistence", "renamed"),
            (.persistence(.moved(to: "F")), "persistence", "moved"),
            (.persistence(.deleted), "persistence", "deleted"),
        ]
        for (kind, type, trigger) in kinds {
            let change = DocumentChange(kind, mentions: [anna], by: anna)
            let delivered = try JSONReader.read(JSONWriter.bytes(of: change)).value
            var written = try JSONFields(delivered)
            #expect(try DocumentChange(from: &written) == change)
            #expect(delivered["change"]?["type"]?.stringValue == type && delivered["by"] == "anna")
            #expect(delivered["change"]?["trigger"]?.stringValue == trigger)
            let identity = PersonIdentity(collaborationIdentifier: "s", number: 0)
            let appChange = AppDocumentChange(kind, mentions: [identity], isMine: true)
            var appWritten = try JSONFields(try JSONReader.read(JSONWriter.bytes(of: appChange)).value)
            #expect(try AppDocumentChange(from: &appWritten) == appChange)
        }
        var wrong = try JSONFields(["change": ["type": "change", "trigger": "deleted"], "by": "anna"])
        #expect(throws: InvalidField.self) { try DocumentChange(from: &wrong) }
    }

    @Test func conflictErrorContainsTheCurrentDocument() throws {
        let current = try JSONReader.read(
            JSONWriter.bytes(of: DocumentView(try document(), canEdit: true))
        ).value
        let error = RPCError(.conflict, "It was changed meanwhile.", .document(current))
        let written = try JSONReader.read(JSONWriter.bytes(of: error)).value
        #expect(written["data"]?["document"]?["text"] == "x\n\"y\"")
        #expect(RPCError(code: -32004, written) == error)
    }
}
