import ChatProtocol
import Testing

@testable import AppFrameworks
@testable import ChatSession
@testable import TestSupport

/// popover-essential: what was done to a document, as far as the service keeps it.
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

    private func lines(_ view: DocumentView, _ last: DocumentChange.Kind? = nil) -> [String] {
        var view = view
        view.lastChange = last
        return DocumentActivity(view) { $0.defaultName }.lines
    }

    @Test func whatNobodyChangedWasBegun() throws {
        #expect(lines(try view()) == ["Anna created it"])
        #expect(lines(try view(), .persistence(.created)) == ["Anna created it"])
    }

    @Test func theNewestStandsFirst() throws {
        let view = try view(
            revision: 4, changed: (30, "carl"), comments: [(10, "bea", "Nice."), (20, "anna", "Two\ntents?")])
        let rest = ["Anna commented: Two tents?", "Bea commented: Nice.", "Anna created it"]
        #expect(lines(view) == ["Carl changed it"] + rest)
        #expect(lines(view, .change(.edit)) == ["Carl edited it"] + rest)
        #expect(lines(view, .persistence(.moved(to: "F"))) == ["Carl moved it"] + rest)
        #expect(lines(view, .persistence(.deleted)) == ["Carl deleted it"] + rest)
        #expect(lines(view, .persistence(.renamed(to: "B\u{1B}[2J"))) == ["Carl renamed it to “B[2J”"] + rest)
    }

    /// A comment is a change too, and is not told twice.
    @Test func aCommentIsTheNewestOnce() throws {
        let view = try view(revision: 2, changed: (10, "bea"), comments: [(10, "bea", "Nice.")])
        #expect(lines(view) == ["Bea commented: Nice.", "Anna created it"])
        #expect(lines(view, .change(.comment)) == ["Bea commented: Nice.", "Anna created it"])
    }
}
