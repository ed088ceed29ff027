import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatSession
@testable import TestSupport

/// popover-essential: the activity of a document, as far as the service stores it.
struct DocumentActivityTests {
    private func view(
        revision: Int64 = 1, changed: (at: Int64, by: String) = (0, "anna"),
        comments: [(at: Int64, by: String, text: String)] = []
    ) throws -> DocumentView {
        var document = Document(
            id: DocumentID("d1"), app: AppID("a"), url: "u", title: "t", owner: try "anna".handle, text: "x",
            revision: revision, createdAt: Instant(milliseconds: 0))
        document.changedAt = Instant(milliseconds: changed.at)
        document.changedBy = try changed.by.handle
        document.comments = try comments.enumerated().map { index, comment in
            Document.Comment(
                id: CommentID("k\(index)"), author: try comment.by.handle, text: comment.text,
                at: Instant(milliseconds: comment.at))
        }
        return DocumentView(document, canEdit: true)
    }

    private func lines(_ view: DocumentView, _ changes: Document.PastChange...) -> [String] {
        var view = view
        view.changes = changes
        return DocumentActivity(view) { $0.defaultName }.lines
    }

    private func change(_ kind: DocumentChange.Kind, _ by: String, at: Int64) throws -> Document.PastChange {
        Document.PastChange(kind: kind, by: try by.handle, at: Instant(milliseconds: at))
    }

    @Test("a document that nobody changed was created")
    func aDocumentThatNobodyChanged() throws {
        #expect(lines(try view()) == ["Anna created it"])
    }

    @Test("changes and comments are in one list, the newest first")
    func changesAndCommentsAreInOneList() throws {
        let view = try view(
            revision: 6, changed: (40, "carl"), comments: [(10, "bea", "Nice."), (30, "anna", "Two\ntents?")])
        let activity = lines(
            view, try change(.change(.edit), "bea", at: 20),
            try change(.persistence(.moved(to: "F")), "carl", at: 40),
            try change(.persistence(.renamed(to: "B\u{1B}[2J")), "carl", at: 40))
        #expect(
            activity == [
                "Carl renamed it to “B[2J”", "Carl moved it", "Anna commented: Two tents?", "Bea edited it",
                "Bea commented: Nice.", "Anna created it",
            ])
    }

    @Test("the last change of an older server, which stores no changes, has its author alone")
    func theLastChangeOfAnOlderServer() throws {
        let comments = [(at: Int64(10), by: "bea", text: "Nice.")]
        let edited = try view(revision: 3, changed: (30, "carl"), comments: comments)
        #expect(lines(edited) == ["Carl changed it", "Bea commented: Nice.", "Anna created it"])
        let commented = try view(revision: 2, changed: (10, "bea"), comments: comments)
        #expect(lines(commented) == ["Bea commented: Nice.", "Anna created it"], "a comment is a change too")
    }
}
