import ChatProtocol
import TestExtent
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// The emulator against the standards, and against all that the client draws.
@Suite struct TerminalEmulatorTests {
    private func screen(_ text: String, columns: Int = 10, rows: Int = 3) -> TerminalEmulator {
        var screen = TerminalEmulator(columns: columns, rows: rows)
        screen.feed(text.utf8)
        return screen
    }

    @Test(arguments: [
        ("hello", "hello\n\n"), ("a\r\nb\n c", "a\nb\n  c"), ("ab\u{8}c", "ac\n\n"), ("a\tb", "a       b\n\n"),
        ("\u{1B}[2;3Hx", "\n  x\n"), ("\u{1B}[Hx\u{1B}[3dy", "x\n\n y"), ("abc\u{1B}[Gx", "xbc\n\n"),
        ("\u{1B}[3;10H\u{1B}[2Ax\u{1B}[4D\u{1B}[By", "         x\n     y\n"), ("abc\u{1B}[1;2H\u{1B}[K", "a\n\n"),
        ("abc\u{1B}[2D\u{1B}[1Kx", " xc\n\n"), ("a\r\nb\r\nc\u{1B}[2;1H\u{1B}[J", "a\n\n"), ("abc\u{1B}[2J", "\n\n"),
        ("1\r\n2\r\n3\r\n4", "2\n3\n4"), ("\u{1B}[99;99Hx", "\n\n         x"),
        ("\u{1B}]0;a title\u{7}b", "b\n\n"), ("\u{1B}]52;c;YQ==\u{1B}\\b", "b\n\n"),
    ])
    func textAndCursor(_ written: String, _ text: String) {
        let screen = screen(written)
        #expect(screen.text == text)
        #expect(screen.unknown.isEmpty)
    }

    @Test func theLastColumnWrapsOnlyBeforeTheNextCharacter() {
        #expect(screen("abcdefghij").screen.cursor == Position(column: 9, row: 0))
        #expect(screen("abcdefghijk").text == "abcdefghij\nk\n")
        #expect(screen("abcdefghij\r\nk").text == "abcdefghij\nk\n")
        #expect(screen("abcdefghi界").text == "abcdefghi\n界\n")
        #expect(screen("\u{1B}[3;10Hab").text == "\n         a\nb")
    }

    @Test func halfOfAWideGraphemeNeverStays() {
        #expect(screen("界界\u{1B}[1;2Ha").text == " a界\n\n")
        #expect(screen("界界\u{1B}[1;3Ha").text == "界a\n\n")
        #expect(screen("x界\u{1B}[1;1H界").text == "界\n\n")
    }

    @Test func aGraphemeIsOneCellHoweverItComes() {
        var screen = TerminalEmulator(columns: 10, rows: 1)
        for byte in "👨‍👩‍👧e\u{301}❤️x".utf8 { screen.feed([byte]) }
        #expect(screen.text == "👨‍👩‍👧e\u{301}❤️x")
        #expect(screen.screen.cells[0].map(\.isTail).prefix(6) == [false, true, false, false, true, false])
        #expect(screen.screen.cursor.column == 6)
    }

    @Test func looksAreWhatTheNumbersSay() {
        let screen = screen("\u{1B}[1;4;31mA\u{1B}[0;2;7;48;5;238;97mB\u{1B}[mC\u{1B}[44;96mD\u{1B}[39;49;22;24;27mE")
        var bold = TerminalLook()
        (bold.isBold, bold.isUnderlined, bold.ink) = (true, true, 1)
        var dim = TerminalLook()
        (dim.isDim, dim.isReversed, dim.surface, dim.ink) = (true, true, 238, 15)
        var link = TerminalLook()
        (link.surface, link.ink) = (4, 14)
        #expect(screen.screen.cells[0].prefix(5).map(\.look) == [bold, dim, TerminalLook(), link, TerminalLook()])
    }

    @Test func aFrameIsSeenWhenItIsWhole() {
        var screen = screen("before")
        screen.feed("\u{1B}[?2026h\u{1B}[2J\u{1B}[Hafter\u{1B}[?25l".utf8)
        #expect(screen.text == "before\n\n")
        #expect(screen.screen.isCursorShown)
        screen.feed("\u{1B}[?2026l".utf8)
        #expect(screen.text == "after\n\n")
        #expect(!screen.screen.isCursorShown)
    }

    @Test func theScreenBelowComesBack() {
        var screen = screen("shell\u{1B}[?1049h\u{1B}[?2004hprogram")
        #expect(screen.text == "     progr\nam\n")
        #expect(screen.modes == [1049, 2004])
        screen.feed("\u{1B}[?2004l\u{1B}[?1049l".utf8)
        #expect(screen.text == "shell\n\n")
        #expect(screen.screen.cursor.column == 5)
        #expect(screen.modes.isEmpty)
    }

    @Test func unknownSequencesAreReported() {
        let screen = screen("\u{1B}[?1000h\u{1B}[2;3r\u{1B}[5m\u{1B}[!p\u{1B}7a")
        #expect(screen.unknown == ["[?1000h", "[2;3r", "[5m", "[!p", "7"])
        #expect(screen.text == "a\n\n")
    }

    @Test func bytesThatAreNoTextAreShownAsSuch() {
        var screen = TerminalEmulator(columns: 4, rows: 1)
        screen.feed([0xFF, 0x61, 0xC3, 0xA9])
        #expect(screen.text == "\u{FFFD}aé")
    }

    // MARK: Against the client

    private static let sizes = [
        Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 40, rows: 12),
        Size(columns: 20, rows: 6), Size(columns: 3, rows: 2),
    ]

    private static var state: ChatState {
        let notice = NoticeEntry(
            id: "n1", text: "Anna edited “Trip plan”", url: "https://notes.example/d/1", time: "10:20", day: "Today")
        let card = LinkCard(
            number: 1, title: "Trip plan", app: "Notes", url: "https://notes.example/d/1", isPinned: true)
        let entries: [ThreadItem] = [
            .message(MessageEntry(id: "m1", sender: "Anna", text: "Where to? 界界", cards: [card], time: "18:02")),
            .message(
                MessageEntry(
                    id: "m2", sender: "Bea", text: "The lake 🚣", time: "10:15",
                    reactions: [ReactionRow("❤️", ["Anna", "You"])])),
            .notice(notice),
            .message(MessageEntry(id: "m3", sender: "Carl", isOwn: true, text: "Great! 👨‍👩‍👧", delivery: .pending)),
        ]
        var state = ChatState(
            handle: "carl", connection: .connected,
            conversations: [
                ConversationRow(id: "c1", title: "Weekend", preview: "You: Great!", time: "10:21"),
                ConversationRow(id: "c2", title: "Dora", preview: "Hm", time: "09:58", unread: 2),
            ],
            threads: [
                "c1": ThreadState(
                    conversation: "c1", title: "Weekend", participants: ["Anna", "Bea"], entries: entries,
                    waiting: [notice]),
                "c2": ThreadState(conversation: "c2", title: "Dora", participants: ["Dora"], entries: []),
            ],
            shelf: [
                ShelfItem(
                    id: "h1", title: "Trip plan", app: "Notes", url: "https://notes.example/d/1", isPinned: true,
                    from: ["Anna"], conversation: "c1", why: "pinned in Weekend")
            ], view: ViewState(selected: "c1"))
        state.threads["c1"]?.typing = ["Bea"]
        return state
    }

    /// Keys that reach every pane, sheet and menu after some time.
    private static let keys: [Key] =
        [
            .enter, .tab, .backTab, .escape, .backspace, .up, .down, .left, .right, .pageUp, .pageDown, .home, .end,
            .function(1), .paste("/people 1"), .paste("zwei\nZeilen"), .character("界"), .character("🚣"),
        ] + "abdeqrtwx/ ".map { .character($0) } + "nopxtsgdu".map { .control($0) }

    @Test(arguments: [Palette.color, .monochrome], sizes)
    func theTerminalShowsExactlyTheDrawnGrid(_ palette: Palette, _ size: Size) {
        let seed = UInt64.random(in: .min ... .max)
        var chance = SplitMix64(seed: seed)
        var state = Self.state
        var terminal = TerminalEmulator(columns: size.columns, rows: size.rows)
        var shown: Grid?
        var pressed: [Key] = []
        for _ in 0..<(TestExtent.isWhole ? 100 : 30) {
            let grid = ChatScreen.render(state, size: size)
            terminal.feed(ScreenDiff.bytes(from: shown, to: grid, palette: palette))
            let differences = terminal.differences(from: grid, palette: palette)
            guard differences.isEmpty, terminal.unknown.isEmpty else {
                Issue.record("seed \(seed), \(pressed.suffix(5)): \(differences.prefix(5)) \(terminal.unknown)")
                return
            }
            shown = chance.happens(percent: 5) ? nil : grid
            let key = Self.keys.randomElement(using: &chance) ?? .enter
            pressed.append(key)
            _ = ChatUpdate.apply(key, to: &state, size: size)
        }
    }

    @Test func theBytesTurnAnyGridIntoAnyOther() {
        let seed = UInt64.random(in: .min ... .max)
        var chance = SplitMix64(seed: seed)
        let size = Size(columns: 12, rows: 3)
        let texts = ["a", "bc", "界", "x界y", "🚣", "👨‍👩‍👧", "❤️", "e\u{301}", "   "]
        let styles: [Style] = [.plain, .strong, .focus, Style(.link, on: .ownBubble), Style(.quiet).dim.underlined]
        var terminal = TerminalEmulator(columns: size.columns, rows: size.rows)
        var shown: Grid?
        for round in 0..<500 {
            var next = shown ?? Grid(size)
            for _ in 1...Int.random(in: 1...4, using: &chance) {
                next.put(
                    texts.randomElement(using: &chance) ?? "", column: Int.random(in: -1...12, using: &chance),
                    row: Int.random(in: 0...2, using: &chance), styles.randomElement(using: &chance) ?? .plain)
            }
            next.cursor =
                chance.happens(percent: 30)
                ? nil
                : Position(
                    column: Int.random(in: 0...11, using: &chance), row: Int.random(in: 0...2, using: &chance))
            terminal.feed(ScreenDiff.bytes(from: shown, to: next, palette: .color))
            let differences = terminal.differences(from: next)
            guard differences.isEmpty else {
                Issue.record("seed \(seed), round \(round): \(differences.prefix(5))")
                return
            }
            shown = next
        }
    }

    @Test func aDifferenceIsTold() {
        var grid = ChatScreen.render(Self.state, size: Self.sizes[0])
        var terminal = TerminalEmulator(columns: 80, rows: 24)
        terminal.feed(ScreenDiff.bytes(from: nil, to: grid, palette: .color))
        let character = grid[1, 0].character
        grid.put("#", column: 1, row: 0)
        grid.put("M", column: 1, row: 0, Style(.bad))
        grid.cursor = nil
        #expect(
            terminal.differences(from: grid) == [
                "row 0, column 1: “\(character)” bold is not “M” ink 1",
                "the cursor is at \(terminal.screen.cursor), not at nowhere",
            ])
        #expect(terminal.differences(from: Grid(Size(columns: 79, rows: 24))).count == 1)
    }
}
