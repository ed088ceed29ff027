import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// An app's home: the items shared with the person, the person's documents, and the creation of a document.
@Suite struct AppHomeTests {
    /// A server with some links and some documents, which it lists in pages of ten.
    final class Stage {
        let stream = CannedStream()
        let messages = CannedMessages()
        let runtime: AppRuntime
        let shelf: Shelf

        final class Shelf {
            var links: [JSONValue] = []
            var documents: [JSONValue] = []
            var refusal: RPCError?
        }

        init(links: Int = 0, documents: [String] = [], size: Size = Size(columns: 80, rows: 24)) throws {
            let shelf = Shelf()
            self.shelf = shelf
            shelf.links = (0..<links).map { CannedStream.link($0 + 1) }
            shelf.documents = documents.map { Self.document($0) }
            stream.answers = { request in
                switch request {
                case .request(.highlightList): return .success(CannedStream.page(shelf.links))
                case .live(.attributionAttach(let attach)):
                    return .success(["attribution": .string("\(attach.context) \(attach.highlight)")])
                case .request(.appGet): return .success(["app": ["id": "com.example.notes", "name": "Notes"]])
                case .request(let asked): return Self.answer(asked, shelf)
                default: return .success([:])
                }
            }
            runtime = AppRuntime(try stream.session(), renderer: messages, size: size)
            runtime.set(.connected)
            runtime.pump()
        }

        private static func answer(_ asked: Request, _ shelf: Shelf) -> Result<JSONValue, RPCError> {
            if let refusal = shelf.refusal { return .failure(refusal) }
            switch asked {
            case .documentList(let page):
                let from = page.after.flatMap { id in
                    shelf.documents.firstIndex { $0["id"]?.stringValue == id.rawValue }.map { $0 + 1 }
                }
                let rest = shelf.documents.dropFirst(from ?? 0)
                return .success(["documents": .array(Array(rest.prefix(10))), "more": .bool(rest.count > 10)])
            case .documentCreate(let new):
                shelf.documents.insert(document(new.title), at: 0)
                return .success([
                    "document": shelf.documents[0], "change": ["type": "persistence", "trigger": "created"],
                ])
            case .documentOpen(.url(let url)), .documentGet(.url(let url)):
                guard let document = shelf.documents.first(where: { $0["url"]?.stringValue == url }) else {
                    return .failure(RPCError(.notFound, "There is no such document, or none for you."))
                }
                return .success(["document": document])
            case .documentEdit, .documentComment, .documentRename, .documentMove, .documentDelete: return .success([:])
            default: return .failure(RPCError(.notFound, "Nothing there."))
            }
        }

        static func document(_ title: String, canEdit: Bool = true, folder: String? = nil) -> JSONValue {
            var members: [(String, JSONValue)] = [
                ("id", .string("d-\(title)")), ("url", .string("https://notes.example/shared/\(title)")),
                ("title", .string(title)), ("revision", 1), ("canEdit", .bool(canEdit)),
            ]
            if let folder { members.append(("folder", .string(folder))) }
            return .object(JSONObject(members.map { .init(key: $0.0, value: $0.1) }))
        }

        func press(_ keys: Key...) { for key in keys { _ = runtime.apply(key) } }

        func write(_ text: String) { for character in text { press(.character(character)) } }

        func tellChange() {
            stream.put(
                .notification(
                    method: "document.changed",
                    params: [
                        "document": shelf.documents.first ?? Stage.document("Diary"),
                        "change": ["type": "change", "trigger": "edit"], "isMine": false,
                    ]))
            runtime.pump()
        }

        var screen: String {
            AppScreen.render(runtime.state, messages: messages.messages, size: runtime.size).text
        }

        var focused: String? {
            let state = runtime.state
            return switch AppLayout(state, size: runtime.size).target(at: state.view.focus) {
            case .item(let index)?: state.items[index].id
            case .document(let index)?: state.documents[index].title
            case .moreItems?: "more items"
            case .moreDocuments?: "more documents"
            case nil: nil
            }
        }

        func asked(_ method: String) -> Int { stream.asked.count { $0.call.method.rawValue == method } }
    }

    /// shelf-dedicated: two lists, each under its own title.
    @Test func theDocumentsStandBelowTheShelf() throws {
        let stage = try Stage(links: 1, documents: ["Diary"])
        stage.shelf.documents.append(Stage.document("Songs", canEdit: false, folder: "Music"))
        stage.tellChange()
        #expect(
            stage.screen == """
                 Notes
                ────────────────────────────────────────────────────────────────────────────────
                 Shared with You

                ▌ ╭────╮  notes.example/d/1
                ▌ │ n  │
                ▌ ╰────╯

                 Documents

                  Diary
                  Songs                                                       Music · View only











                 ● bea · connected             ↵ open  n new  r reply  m menu  ? help  x remove
                """)
        stage.press(.down)
        #expect(stage.screen.contains("▌ Diary"))
        #expect(stage.screen.hasSuffix("↵ open  n new  ? help  q quit"))
        #expect(
            AppPlainRenderer.list(stage.runtime.state) == [
                "Notes: Shared with You", "1. notes.example/d/1 · https://notes.example/d/1", "Notes: Documents",
                "2. Diary · https://notes.example/shared/Diary",
                "3. Songs · Music · View only · https://notes.example/shared/Songs",
            ])
    }

    /// Both lists have a part of a small screen, and one key shows either list in full.
    @Test func onASmallScreenBothAreReached() throws {
        let stage = try Stage(
            links: 5, documents: ["A", "B", "C", "D", "E", "F"], size: Size(columns: 40, rows: 12))
        #expect(
            stage.screen == """
                 Notes
                 Shared with You
                ▌ notes.example/d/1
                  notes.example/d/2
                  notes.example/d/3
                    Show More
                 Documents
                  A
                  B
                  C
                    All Documents
                 ● bea   ↵ open  n new  r reply  m menu
                """)
        stage.press(.end, .enter)
        #expect(stage.runtime.state.view.page == .documents)
        stage.press(.end)
        #expect(stage.focused == "F")
        #expect(stage.screen.contains("▌ F"))
        stage.press(.escape)
        #expect(stage.runtime.state.view.page == .home)
        stage.press(.home)
        #expect(stage.focused == "more items" || stage.focused == "h1")
    }

    /// At every size of the terminal, nothing is drawn outside the screen, the program continues, and both lists can be
    /// chosen.
    @Test func everySizeIsDrawn() throws {
        for columns in stride(from: 20, through: 100, by: 8) {
            for rows in 5...30 {
                let size = Size(columns: columns, rows: rows)
                let stage = try Stage(links: 5, documents: ["A", "B", "C", "D", "E", "F"], size: size)
                let targets = AppLayout(stage.runtime.state, size: size).targets
                #expect(targets.contains { if case .document = $0 { true } else { $0 == .moreDocuments } }, "\(size)")
                #expect(targets.contains { if case .item = $0 { true } else { $0 == .moreItems } }, "\(size)")
                for keys in [[], [Key.end], [.enter], [.end], [.escape, .character("n"), .character("x")], [.escape]] {
                    for key in keys { stage.press(key) }
                    let lines = stage.screen.split(separator: "\n", omittingEmptySubsequences: false)
                    #expect(lines.count <= rows)
                    #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= columns })
                }
            }
        }
    }

    @Test func nothingThereSaysWhatToDo() throws {
        let stage = try Stage()
        #expect(stage.screen.contains("Nothing is here yet."))
        #expect(stage.screen.contains("n creates a document"))
        #expect(
            AppPlainRenderer.list(stage.runtime.state)
                == ["Notes: no items. new TITLE creates a document."])
        #expect(
            AppScreen.render(stage.runtime.state, size: Size(columns: 20, rows: 5)).text.contains(
                "Nothing is here yet."))
    }

    @Test("a paste that makes a title too long inserts nothing, and the last row says why")
    func longTitleIsRefused() throws {
        let stage = try Stage()
        stage.press(.character("n"), .paste(String(repeating: "x", count: 205)))
        #expect(stage.runtime.state.view.hint == "Nothing was inserted: it is 5 characters too long")
    }

    @Test func aNewDocumentIsOpenAtOnce() throws {
        let stage = try Stage(documents: ["Diary"])
        stage.press(.character("n"))
        #expect(stage.screen.contains("New Document: its title"))
        stage.write("Trip plan")
        stage.press(.enter)
        #expect(stage.runtime.state.view.page == .detail("https://notes.example/shared/Trip plan"))
        #expect(stage.runtime.state.document?.document.title == "Trip plan")
        #expect(stage.runtime.state.view.editor == nil)
        #expect(stage.runtime.state.view.hint == "Only you can see it: s shares it")
        #expect(stage.asked("highlightCenter.postNotice") == 0, "there is nobody to tell")
        stage.press(.escape)
        #expect(stage.runtime.state.documents.map(\.title) == ["Trip plan", "Diary"])
        #expect(stage.focused == "Trip plan", "the document that was closed has the mark")
        stage.press(.character("n"))
        stage.press(.enter)
        #expect(stage.asked("document.create") == 1, "no title, no document")
        #expect(stage.runtime.state.view.editor == nil)
    }

    /// A refusal of the service shows its reason, and the typed title is kept.
    @Test func aRefusedDocumentShowsTheReasonAndKeepsTheTitle() throws {
        let stage = try Stage()
        stage.shelf.refusal = RPCError(.tooLarge, "You have too many documents.")
        stage.press(.character("n"))
        stage.write("Trip plan")
        stage.press(.enter)
        #expect(stage.runtime.state.view.hint == "You have too many documents.")
        #expect(stage.runtime.state.view.editor?.line.text == "Trip plan")
        #expect(stage.runtime.state.view.editor?.isSending == false)
        #expect(stage.runtime.state.view.page == .home)
        #expect(stage.runtime.documents.lastFailure != nil)
    }

    /// A document that is on the shelf too is opened with its attribution.
    @Test func aDocumentOfTheShelfIsOpenedAsThat() throws {
        let stage = try Stage(links: 1)
        stage.shelf.links[0] = [
            "id": "h1", "url": "https://notes.example/shared/Trip", "collaborationIdentifier": "s1", "title": "Trip",
            "contentType": "public.data", "createdAt": "2024-01-01T09:00:00.000Z",
        ]
        stage.shelf.documents = [Stage.document("Trip")]
        stage.stream.tellChange()
        stage.tellChange()
        stage.press(.end, .enter)
        #expect(stage.runtime.state.view.page == .detail("h1"))
    }

    /// A document that no longer exists when it is opened shows a hint, and leaves the list.
    @Test func aMissingDocumentLeavesTheListWhenOpened() throws {
        let stage = try Stage(documents: ["Diary", "Songs"])
        stage.shelf.documents.removeFirst()
        stage.press(.enter)
        #expect(stage.runtime.state.view.hint == "There is no such document, or none for you.")
        stage.press(.escape)
        #expect(stage.runtime.state.documents.map(\.title) == ["Songs"])
    }

    /// The list is read again after a notification about it, but not while a page covers it.
    @Test func theListIsReadWhenItMayBeAnother() throws {
        let stage = try Stage(documents: ["Diary"])
        #expect(stage.asked("document.list") == 1)
        stage.press(.down, .up, .character("?"), .escape)
        #expect(stage.asked("document.list") == 1)
        let anna = try "anna".handle
        let share = Share(
            id: ShareID("s1"), app: AppID("com.example.notes"), title: "Trip plan", url: "https://notes.example/d/1",
            backend: .cloudRecord, owner: anna, access: .private, permission: .readWrite, allowsInviting: false,
            participants: [], createdAt: Instant(milliseconds: 0), document: DocumentID("d1"))
        stage.messages.messages.shares[share.url] = CollaborationRow(
            share, role: .owner, summary: "", me: anna, app: "Notes", name: { $0.defaultName })
        stage.runtime.pump()
        #expect(stage.asked("document.list") == 2, "who is on a share is another")
        stage.press(.enter)
        stage.tellChange()
        stage.tellChange()
        #expect(stage.asked("document.list") == 2)
        stage.press(.escape)
        #expect(stage.asked("document.list") == 3)
        stage.stream.put(.welcome(hasCollaborationSupport: true))
        stage.runtime.pump()
        #expect(stage.asked("document.list") == 4)
    }

    @Test func aLongListIsPaged() throws {
        let stage = try Stage(documents: (1...25).map { "N\($0)" })
        #expect(stage.runtime.state.documents.count == 10)
        #expect(stage.runtime.state.hasMoreDocuments)
        stage.press(.end, .enter)
        #expect(stage.runtime.state.view.page == .documents)
        stage.press(.end, .end, .end)
        #expect(stage.runtime.state.documents.map(\.title) == (1...25).map { "N\($0)" })
        #expect(!stage.runtime.state.hasMoreDocuments)
        #expect(stage.focused == "N25")
    }

    /// After a change of the lists the focus stays on the same document.
    @Test func theFocusStaysOnItsDocument() throws {
        let stage = try Stage(links: 1, documents: ["A", "B", "C"])
        stage.press(.down, .down)
        #expect(stage.focused == "B")
        stage.shelf.documents.swapAt(0, 2)
        stage.shelf.links = []
        stage.stream.tellChange()
        stage.tellChange()
        #expect(stage.focused == "B")
        stage.press(.enter)
        stage.shelf.documents.insert(stage.shelf.documents.remove(at: 1), at: 0)
        stage.tellChange()
        stage.press(.escape)
        #expect(stage.focused == "B")
    }

    /// Documents of one title show their links.
    @Test func documentsOfOneTitleAreToldApart() throws {
        let stage = try Stage(documents: ["Notes"])
        stage.shelf.documents.append(stage.shelf.documents[0])
        stage.tellChange()
        #expect(stage.screen.contains("notes.example/shared/Notes"))
    }

    /// An item that is not on the shelf cannot be removed from it.
    @Test func onlyTheShelfIsRemovedFrom() throws {
        let stage = try Stage(documents: ["Diary"])
        stage.press(.character("x"), .character("r"), .character("m"))
        #expect(stage.messages.removed.isEmpty)
        #expect(stage.runtime.state.view.sheet == nil)
        stage.press(.enter, .character("x"))
        #expect(stage.messages.removed.isEmpty)
        #expect(stage.runtime.state.view.hint == "This document is not in Shared with You")
    }

    @Test("an item leaves the list with the key that removes it, and the next key removes the next item")
    func removedItemsLeaveAtOnce() throws {
        let stage = try Stage(links: 2)
        stage.press(.character("x"), .character("x"))
        #expect(Set(stage.messages.removed).count == 2)
        #expect(stage.runtime.state.items.isEmpty)
        stage.press(.character("u"))
        #expect(stage.runtime.state.items.count == 1)
    }
}
