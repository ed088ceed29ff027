import AppModel
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// Every sheet at every size, from tiny to huge. The screen always shows the sheet's title, the focused row and the key
/// that closes it.
@Suite struct EverySheetTests {
    private static let notice: NoticeEntry = {
        var notice = NoticeEntry(id: "n9", text: "Add Dora to “Trip plan”?", url: "")
        notice.actions = [Notice.Action(id: "add", title: "Add"), Notice.Action(id: "keep", title: "Not Now")]
        return notice
    }()

    private static let question = Confirmation(
        title: "Leave “Weekend”?", body: "You see nothing more of it.", button: "Leave",
        action: .leave(conversation: "c1"))

    private static let kinds: [SheetKind] = [
        .consent(SampleChat.consent), .settings, .help, .notices, .notice(notice),
        .text(title: "Why", body: ["It was pinned."]), .message("m3"), .tapback("m3"), .emoji("m3"), .details("c1"),
        .people(SampleChat.plan.url), .options(.composer("c1")), .confirm(question),
        .discardOptions(.composer("c1")), .compose,
        .files("/home/carl/"), .share, .shareActions, .post, .switcher, .inbox,
    ]

    private static let sizes = [
        Size(columns: 20, rows: 6), Size(columns: 25, rows: 8), Size(columns: 40, rows: 12),
        Size(columns: 60, rows: 20), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40),
        Size(columns: 200, rows: 50),
    ]

    private static func state(_ kind: SheetKind) -> ChatState {
        var state = SampleChat.collaborating()
        state.threads["c1"]?.members = SampleChat.numbered.threads["c1"]?.members ?? []
        state.view.staged["c1"] = SampleChat.staged
        state.view.optionsBefore[.composer("c1")] = SampleChat.staged
        state.folder = FolderListing(path: "/home/carl/", entries: [.init("plan.pdf"), .init("tickets.pdf")])
        let context = ShareContext(.link(url: SampleChat.plan.url, title: "Trip plan"), preview: "Notes")
        state.view.sharing = context
        let plugin = ActivityExtension(
            identifier: "postcard", app: "Mail", title: "Postcard", category: .share, command: ["postcard"])
        state.extensions = [plugin]
        state.view.post = PostDraft(type: plugin.entry.type, context: context, text: LineEditor("Look"))
        state.view.sheet = kind
        return state
    }

    @Test(arguments: kinds, SheetLook.allCases)
    func itIsWholeAtEverySize(_ kind: SheetKind, _ look: SheetLook) throws {
        for size in Self.sizes {
            var state = Self.state(kind)
            state.view.look = look
            let sheet = Sheets.sheet(kind, in: state)
            let grid = ChatScreen.render(state, size: size)
            let rows = grid.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let name = "\(kind.identity) at \(size.columns)x\(size.rows):\n\(grid.text)"
            #expect(rows.allSatisfy { TextWidth.columns(of: $0) <= size.columns }, "\(name)")
            let layout = try #require(state.sheetLayout(on: size))
            let room = state.sheetRoom(on: size).origin
            let part = layout.part
            let (left, top) = (room.column + part.origin.column, room.row + part.origin.row)
            let (right, bottom) = (left + part.size.columns - 1, top + part.size.rows - 1)
            #expect(grid[left, top].character == "╭" && grid[right, top].character == "╮", "\(name)")
            #expect(grid[left, bottom].character == "╰" && grid[right, bottom].character == "╯", "\(name)")
            let text = rows[top...bottom].joined(separator: "\n")
            #expect(text.contains(sheet.title.prefix(6)), "\(name)")
            if let button = sheet.trailing ?? sheet.leading { #expect(text.contains(button), "\(name)") }
            if sheet.choices.indices.contains(sheet.focus) {
                let choice = sheet.choices[sheet.focus]
                // A tile shows its label below its glyph, and a tiny screen may end between them.
                #expect(text.contains(choice.isTile ? choice.glyph ?? "" : String(choice.label.prefix(4))), "\(name)")
                if choice.field != nil { #expect(grid.cursor != nil, "\(name)") }
            }
        }
    }

    @Test(
        "letters behind a refused letter do nothing in any sheet until another key",
        arguments: kinds + [.recentlyDeleted, .deletedMessages("c1"), .unsent("Weekend")])
    func aRefusedWordDoesNothing(_ kind: SheetKind) throws {
        let size = Size(columns: 80, rows: 24)
        var state = Self.state(kind)
        state.threads["c1"]?.waiting.append(Self.notice)
        _ = ChatUpdate.settle(&state, size: size)
        try #require(state.sheet?.identity == kind.identity)
        let open = state
        let keys = Sheets.keys(of: kind, in: state, on: size)
        /// Returns true if the letter changes nothing but the hint in the last row.
        func refuses(_ letter: Character, _ state: inout ChatState) -> Bool {
            let before = state
            let actions = ChatUpdate.apply(.character(letter), to: &state, size: size)
            let says = state.view.hint?.hasPrefix("Esc closes the sheet first") == true
            return actions.isEmpty && state == before && says
        }
        _ = ChatUpdate.apply(.character("z"), to: &state, size: size)
        // In a field, and over a sheet that lets the person write, letters are typed.
        guard !keys.contains("a-z write") else { return #expect(state.view.hint == nil) }
        for letter in "abcdefghijklmnopqrstuvwxyzADX019 /?#" {
            let isRefused = refuses(letter, &state)
            #expect(isRefused, "\(kind.identity): \(letter)")
        }
        guard keys.contains("d done") else { return }
        #expect(!Sheets.keys(of: kind, in: state, on: size).contains("d done"), "\(kind.identity): d is refused")
        _ = ChatUpdate.apply(.down, to: &state, size: size)
        for var first in [open, state] {
            _ = ChatUpdate.apply(.character("d"), to: &first, size: size)
            let isClosed = first.sheet?.identity != kind.identity
            #expect(isClosed, "\(kind.identity): d is a key of the sheet")
        }
    }

    @Test(
        "Return does nothing to the neighbour of a row that is gone, in any sheet",
        arguments: kinds + [.recentlyDeleted, .deletedMessages("c1"), .deletedMessage("m1", conversation: "c1")])
    func returnDoesNothingToANeighbour(_ kind: SheetKind) {
        blocksReturn(Sheets.sheet(kind, in: Self.namesakes(kind)), "\(kind.identity)")
    }

    @Test(
        "the same in the sheets of an app",
        arguments: [AppView.Sheet.content("h1"), .attribution("h1"), .places("h1"), .recipients("h1"), .jobs])
    func returnDoesNothingToANeighbour(_ kind: AppView.Sheet) {
        let item = AppItem(id: "h1", url: "https://notes.example/d/1", title: "Trip plan")
        var state = AppState(name: "Notes", handle: "bea", items: [item])
        state.attributions["h1"] = AttributionContent(
            sharers: ["c1", "c2"].map { .init(name: "Anna", conversation: $0, conversationName: "Trip") })
        state.jobs = ["j1", "j2"].map { ActivityJob(id: $0, app: "Notes", title: "Postcard") }
        blocksReturn(AppSheets.sheet(kind, in: state), "\(kind)")
    }

    /// Returns the state with several conversations, apps and extensions of one name.
    private static func namesakes(_ kind: SheetKind) -> ChatState {
        var state = state(kind)
        for index in state.conversations.indices { state.conversations[index].title = "Notes" }
        state.settings.conversations = state.conversations.map { .init(id: $0.id, title: "Notes", isOn: true) }
        state.settings.apps = ["a1", "a2"].map { .init(id: $0, title: "Notes", isOn: true) }
        state.extensions = ["p1", "p2"].map {
            ActivityExtension(identifier: $0, app: "Mail", title: "Postcard", category: .share, command: [$0])
        }
        return state
    }

    /// Checks that Return is refused once whenever the focused row of a sheet disappears.
    private func blocksReturn(_ sheet: Sheet, _ name: String) {
        let size = Size(columns: 80, rows: 24)
        for index in sheet.choices.indices {
            var state = SheetState(focus: index)
            state.hold(sheet)
            var rest = sheet
            rest.choices.remove(at: index)
            state.hold(rest)
            let refused = state.apply(.enter, to: rest, size: size)
            #expect(refused == .blocked(SheetState.isGone), "\(name): \(sheet.choices[index].label)")
            #expect(state.apply(.enter, to: rest, size: size) != refused, "\(name): the second Return acts")
        }
    }

    @Test("x closes one notice after the other")
    func xClosesOneNoticeAfterTheOther() {
        let size = Size(columns: 80, rows: 24)
        var state = SampleChat.state
        _ = ChatUpdate.run(on: &state, size: size) { $0.present(.notices) }
        _ = ChatUpdate.settle(&state, size: size)
        let count = state.threads["c1"]?.listedNotices.count ?? 0
        #expect(count > 1)
        for _ in 0..<count { #expect(!ChatUpdate.apply(.character("x"), to: &state, size: size).isEmpty) }
        #expect(state.sheet == nil)
    }

    /// A sheet that is not modal hides neither the newest messages of the thread nor the composer.
    @Test func besideASheetThatIsNotModalTheThreadIsWhole() throws {
        for size in Self.sizes {
            let state = Self.state(.details("c1"))
            let layout = try #require(state.sheetLayout(on: size))
            guard !layout.isModal else { continue }
            let text = ChatScreen.render(state, size: size).text
            #expect(text.contains("Who has a tent?") && text.contains("Message Weekend"), "\(text)")
        }
    }
}
