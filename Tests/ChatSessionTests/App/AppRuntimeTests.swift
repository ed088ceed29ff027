import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// An app with its screens, from the server's answers to the drawn text.
struct AppRuntimeTests {
    final class Stage {
        let stream = CannedStream()
        let messages = CannedMessages()
        var list: [JSONValue]
        let runtime: AppRuntime

        init(_ list: [JSONValue], size: Size = Size(columns: 80, rows: 24)) throws {
            self.list = list
            let box = Box(list)
            self.box = box
            for number in 1...60 {
                for context in ["summary", "detail"] {
                    messages.contents["\(context) h\(number)"] = AttributionContent(
                        highlight: "h\(number)", app: "Notes",
                        sharers: [.init(name: "Anna", conversation: "c1", conversationName: "Weekend", message: "m1")])
                }
            }
            stream.answers = { request in
                switch request {
                case .request(.highlightList(let page)):
                    let limit = page.limit ?? .max
                    let from = page.after.map { id in
                        (box.list.firstIndex { $0["id"]?.stringValue == id.rawValue } ?? -1) + 1
                    }
                    let rest = box.list.dropFirst(from ?? 0)
                    return .success(CannedStream.page(Array(rest.prefix(limit)), more: rest.count > limit))
                case .live(.attributionAttach(let attach)):
                    return .success(["attribution": .string("\(attach.context) \(attach.highlight)")])
                case .request(.appGet):
                    return .success([
                        "app": [
                            "id": "com.example.notes", "name": "Notes", "menuTitleForHideAction": "Remove Note",
                            "previews": [
                                ["path": "/d/2", "title": "Boat list", "glyph": "🚣", "colour": "blue"],
                                [
                                    "path": "/d/*", "title": "A note", "subtitle": "Text", "glyph": "📝",
                                    "colour": "yellow",
                                ],
                            ],
                        ]
                    ])
                default: return .failure(RPCError(.forbidden, "No."))
                }
            }
            runtime = AppRuntime(try stream.session(), renderer: messages, size: size)
            runtime.set(.connected)
            runtime.pump()
        }

        final class Box {
            var list: [JSONValue]
            init(_ list: [JSONValue]) { self.list = list }
        }
        let box: Box

        func change(_ list: [JSONValue]) {
            box.list = list
            stream.tellChange()
            runtime.pump()
        }

        func press(_ keys: Key...) { for key in keys { _ = runtime.apply(key) } }

        var screen: String {
            AppScreen.render(runtime.state, messages: messages.messages, size: runtime.size).text
        }

        func contexts(_ context: DisplayHighlight.Context) -> [String] {
            stream.asked.compactMap { request in
                if case .live(.attributionAttach(let attach)) = request, attach.context == context {
                    attach.highlight.rawValue
                } else {
                    nil
                }
            }
        }
    }

    /// shelf-dedicated, shelf-item-preview, shelf-item-attribution, center-title, sw-two-parts.
    @Test func theHomeHasATitledShelf() throws {
        let stage = try Stage([CannedStream.document(1), CannedStream.link(2)])
        #expect(
            stage.screen == """
                 Notes
                ────────────────────────────────────────────────────────────────────────────────
                 Shared with You

                ▌ ╭────╮  Trip plan
                ▌ │ 📝 │  Text · Shared document
                ▌ ╰────╯  (A) From Anna ›

                  ╭────╮  Boat list
                  │ 🚣 │  (A) From Anna ›
                  ╰────╯












                 ● bea · connected             ↵ open  n new  r reply  m menu  ? help  x remove
                """)
    }

    /// center-empty, shelf-dedicated: an empty shelf does not show, and the text gives no reason.
    @Test func nothingIsThereWithoutAReason() throws {
        let screen = try Stage([]).screen
        #expect(screen.contains("Nothing is here yet."))
        #expect(!screen.contains("Shared with You"))
        #expect(!screen.lowercased().contains("permission"))
    }

    /// shelf-ordered, center-priority: the order is the server's.
    @Test func theOrderIsTheServers() throws {
        let stage = try Stage([CannedStream.link(3), CannedStream.link(1), CannedStream.link(2)])
        #expect(stage.runtime.state.items.map(\.id) == ["h3", "h1", "h2"])
        stage.change([CannedStream.link(2), CannedStream.link(3), CannedStream.link(1)])
        #expect(stage.runtime.state.items.map(\.id) == ["h2", "h3", "h1"])
    }

    /// attr-context-default, attr-context-detail: each drawn item is reported once in summary, and an open one once in
    /// detail.
    @Test func eachDrawnItemIsReportedOnce() throws {
        let stage = try Stage((1...20).map(CannedStream.link))
        let drawn = AppLayout(stage.runtime.state, size: stage.runtime.size).visible.count
        #expect(drawn < 20)
        #expect(stage.contexts(.summary) == (1...drawn).map { "h\($0)" })
        stage.press(.down, .up, .enter, .down, .pageDown)
        #expect(stage.contexts(.detail) == ["h1"])
        #expect(stage.contexts(.summary).count == drawn)
        stage.press(.escape, .enter)
        #expect(stage.contexts(.detail) == ["h1", "h1"], "opened again")
    }

    /// Line by line, without a screen, every listed item has its attribution, also one that arrives while another is
    /// open.
    @Test func lineByLineAllThatIsListedIsAttached() throws {
        let stage = try Stage([CannedStream.link(1)], size: Size(columns: 20, rows: 5))
        stage.runtime.showsAll = true
        stage.runtime.open("h1")
        stage.change((1...30).map(CannedStream.link))
        #expect(stage.contexts(.summary).count == 30)
        let lines = AppPlainRenderer.list(stage.runtime.state)
        #expect(lines.count == 31)
        #expect(lines.dropFirst().allSatisfy { $0.hasSuffix("From Anna") })
    }

    /// A hint of the app or of Messages disappears with the next key, or with the connection.
    @Test func aHintIsNotThereForEver() throws {
        let stage = try Stage([CannedStream.link(1), CannedStream.link(2)])
        stage.press(.character("x"))
        stage.messages.messages.view.hint = "Removed from Shared with You"
        stage.press(.character("r"))
        #expect(stage.messages.isLaid)
        #expect(!stage.screen.contains("Removed"))
        #expect(stage.screen.contains("Esc close"))
        stage.press(.escape, .character("x"))
        stage.messages.messages.view.hint = "Removed from Shared with You"
        stage.runtime.set(.reconnecting(seconds: 3))
        #expect(!stage.screen.contains("Removed"))
        #expect(stage.messages.messages.view.hint == nil)
    }

    /// A reply to an item that is no longer shared, or never was, shows why there is no conversation to reply in.
    @Test func aReplyToNobodySaysWhy() throws {
        let stage = try Stage([CannedStream.link(1)])
        stage.press(.enter)
        stage.change([])
        stage.press(.character("r"))
        #expect(stage.runtime.state.view.hint == "It is no longer shared with you")
        stage.stream.put(
            .notification(
                method: "userActivity",
                params: [
                    "activityType": "NSUserActivityTypeBrowsingWeb", "webpageURL": "https://notes.example/d/9",
                ]))
        stage.runtime.pump()
        stage.press(.character("r"))
        #expect(stage.runtime.state.view.hint == "Look in Messages for its conversations")
    }

    /// Items of one title show their links, unless they have a subtitle.
    @Test func itemsOfOneTitleAreToldApart() {
        func item(_ number: Int, _ title: String, _ subtitle: String? = nil) -> AppItem {
            AppItem(id: "h\(number)", url: "https://notes.example/d/\(number)", title: title, subtitle: subtitle)
        }
        let items = [item(1, "A note"), item(2, "A note"), item(3, "A note", "Text"), item(4, "Boats")]
        #expect(items.toldApart.map(\.subtitle) == ["notes.example/d/1", "notes.example/d/2", "Text", nil])
    }

    /// The name of a link without a title is its host and path, in apps and in Messages.
    @Test(arguments: [
        ("https://pack.example/", "pack.example"), ("https://pack.example", "pack.example"),
        ("https://pack.example/d/1?x=/2#y", "pack.example/d/1"), ("https://pack.example/?x=1", "pack.example"),
        ("https://pack.example/d/", "pack.example/d/"),
    ])
    func aLinkHasOneName(url: String, name: String) {
        #expect(LinkText.title(url) == name)
    }

    /// shelf-show-more: Show More leads to all items that do not fit.
    @Test func showMoreLeadsToAll() throws {
        let stage = try Stage((1...20).map(CannedStream.link))
        #expect(stage.screen.contains("Show More"))
        stage.press(.end, .enter)
        #expect(stage.runtime.state.view.page == .all)
        stage.press(.end)
        #expect(stage.runtime.state.view.focus == 19)
        #expect(stage.contexts(.summary).contains("h20"))
        stage.press(.escape)
        #expect(stage.runtime.state.view.page == .home)
        let few = try Stage([CannedStream.link(1)])
        #expect(!few.screen.contains("Show More"))
    }

    /// The client reads the list in pages, as far as the person scrolls.
    @Test func aLongListIsPaged() throws {
        let stage = try Stage((1...450).map(CannedStream.link))
        #expect(stage.runtime.state.items.count == 200)
        stage.press(.end, .enter)
        #expect(stage.runtime.state.items.count == 400)
        stage.press(.end)
        #expect(stage.runtime.state.items.count == 450)
        #expect(!stage.runtime.state.hasMore)
    }

    /// center-must-update: a removed item loses its attribution on the shelf and on its open page.
    @Test func aRemovedItemLosesItsAttribution() throws {
        let stage = try Stage([CannedStream.link(1), CannedStream.link(2)])
        stage.press(.enter, .pageDown)
        #expect(stage.screen.contains("From Anna"))
        stage.change([CannedStream.link(2)])
        #expect(!stage.screen.contains("From Anna"))
        #expect(stage.screen.contains("A note"), "what is open stays")
        #expect(stage.runtime.state.attributions["h1"] == nil)
        stage.press(.escape)
        #expect(!stage.screen.contains("A note"))
        #expect(stage.screen.contains("Boat list"))
    }

    /// Each change resolves the attribution again, so that a new pin is marked.
    @Test func aPinIsMarkedAtTheNextChange() throws {
        let stage = try Stage([CannedStream.link(1)])
        #expect(!stage.screen.contains("📌"))
        stage.messages.contents["summary h1"]?.isPinned = true
        stage.change([CannedStream.link(1)])
        #expect(stage.screen.contains("📌"))
    }

    /// attr-activate, attr-reply-equals-tap, sw-in-context: the key, the attribution and the menu open the same thread,
    /// and the content stays in place.
    @Test func replyingKeepsTheContentWhereItWas() throws {
        let stage = try Stage([CannedStream.link(1)])
        stage.press(.enter, .pageDown)
        let before = stage.screen
        stage.press(.enter)
        #expect(stage.messages.isLaid)
        #expect(stage.screen.contains("Messages"))
        for key in [Key.tab, .control("n")] {
            stage.press(key)
            #expect(stage.messages.messages.view.hint == "one conversation")
            stage.press(.character("h"))
            #expect(stage.messages.messages.view.hint == nil)
        }
        stage.press(.escape)
        #expect(stage.messages.keys == [.character("h"), .character("h")], "no key leads to another conversation")
        #expect(!stage.messages.isLaid)
        #expect(stage.screen == before)
        stage.press(.character("r"), .escape)
        stage.press(.character("m"), .down, .enter, .escape)
        stage.press(.character("a"), .enter, .escape)
        #expect(stage.messages.laid.map(\.message) == ["m1", "m1", "m1", "m1"])
        #expect(stage.screen == before)
    }

    /// disambiguate: the second conversation is opened, not the first.
    @Test func severalConversationsAreAskedAbout() throws {
        let stage = try Stage([CannedStream.link(1)])
        stage.messages.contents["summary h1"]?.sharers.append(
            .init(name: "Carl", conversation: "c2", conversationName: "Office", message: "m9"))
        stage.change([CannedStream.link(1)])
        stage.press(.character("r"))
        #expect(stage.screen.contains("Reply in"))
        #expect(stage.screen.contains("Weekend"))
        #expect(!stage.messages.isLaid)
        stage.press(.down, .enter)
        #expect(stage.messages.laid.map(\.conversation) == ["c2"])
        #expect(stage.messages.laid.map(\.message) == ["m9"])
    }

    /// attr-menu, attr-menu-place, attr-remove, attr-remove-title: the app's entries come first, the system's entries
    /// last.
    @Test func theMenuRemovesAnItemAndUndoRestoresIt() throws {
        let stage = try Stage([CannedStream.link(1)])
        stage.messages.contents["summary h1"]?.menuTitleForHideAction = "Remove Note"
        stage.change([CannedStream.link(1)])
        #expect(
            stage.runtime.state.contentMenu(of: "h1").entries.map(\.title) == [
                "Open", "Copy Link", "Reply", "Remove Note",
            ])
        #expect(
            stage.runtime.state.attributionMenu(of: "h1").entries.map(\.title) == [
                "Reply", "Remove Note", "Copy Link",
            ])
        stage.press(.character("a"), .down, .enter)
        #expect(stage.messages.removed == ["h1"])
        #expect(stage.runtime.state.view.hint == "Removed; u restores it")
        stage.press(.character("u"))
        #expect(stage.messages.restored == ["h1"])
        stage.press(.character("u"))
        #expect(stage.messages.restored == ["h1"], "once")
    }

    /// The focus follows its item, also when the item moves to the top.
    @Test func theFocusStaysOnItsItem() throws {
        let stage = try Stage([CannedStream.link(1), CannedStream.link(2), CannedStream.link(3)])
        stage.press(.down, .down)
        stage.change([CannedStream.link(3), CannedStream.link(1), CannedStream.link(2)])
        #expect(stage.runtime.state.view.focus == 0)
    }

    /// An app shows a link that the person opens, with its attribution if the link is on the shelf.
    @Test func aLinkThatIsOpenedIsShown() throws {
        let stage = try Stage([CannedStream.link(1)])
        let others = stage.stream.answers
        stage.stream.answers = { request in
            guard case .request(.highlightCenterGetHighlight(let link)) = request,
                link.url == "https://notes.example/d/1?x=1"
            else { return others(request) }
            return .success(["highlight": CannedStream.link(1)])
        }
        func open(_ url: String) {
            stage.stream.put(
                .notification(
                    method: "userActivity",
                    params: ["activityType": "NSUserActivityTypeBrowsingWeb", "webpageURL": .string(url)]))
            stage.runtime.pump()
        }
        open("https://notes.example/d/1?x=1")
        #expect(stage.runtime.state.view.page == .detail("h1"))
        #expect(stage.screen.contains("From Anna"))
        open("https://notes.example/d/2")
        #expect(stage.screen.contains("Boat list"))
        #expect(!stage.screen.contains("From"))
        stage.press(.escape)
        #expect(stage.runtime.state.view.page == .home)
    }

    /// center-support-flag: an older system hides all marks of collaboration.
    @Test func anOlderSystemMarksNoCollaboration() throws {
        let stage = try Stage([CannedStream.document(1)])
        #expect(stage.screen.contains("Shared document"))
        var state = stage.runtime.state
        state.showsCollaboration = false
        #expect(!AppScreen.render(state, size: stage.runtime.size).text.contains("Shared document"))
    }

    /// At every size of the terminal, nothing is drawn outside the screen and the program continues.
    @Test func everySizeIsDrawn() throws {
        for columns in stride(from: 0, through: 100, by: 7) {
            for rows in 0...30 {
                let stage = try Stage((1...5).map(CannedStream.link), size: Size(columns: columns, rows: rows))
                for keys in [[], [Key.enter], [.character("m")], [.escape, .character("?")], [.escape, .end, .enter]] {
                    for key in keys { stage.press(key) }
                    let lines = stage.screen.split(separator: "\n", omittingEmptySubsequences: false)
                    #expect(lines.count <= max(1, rows))
                    #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= columns })
                }
            }
        }
    }

    @Test func patternsOfPreviews() {
        #expect(PreviewPattern.matches("*", "/d/1"))
        #expect(PreviewPattern.matches("/d/*", "/d/1"))
        #expect(!PreviewPattern.matches("/d/?", "/d/12"))
        #expect(PreviewPattern.matches("/d/$(digit)$(digit)", "/d/12"))
        #expect(!PreviewPattern.matches("/d/$(nothing)", "/d/1"))
        #expect(PreviewPattern.matches("", "/"))
        #expect(PreviewPattern.matches("d/*", "/d/1"))
        #expect(PreviewPattern.path(of: "https://notes.example/d/1?a=/b#c") == "/d/1")
        #expect(PreviewPattern.path(of: "https://notes.example") == "/")
    }
}
