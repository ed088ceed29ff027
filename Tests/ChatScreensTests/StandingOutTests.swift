import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// Marks in a thread, in the list and in a search, with and without colours.
@Suite struct StandingOutTests {
    private let size = SampleChat.standard

    private func group(_ change: (inout MessageEntry) -> Void = { _ in }) -> ChatState {
        var state = SampleChat.numbered
        var message = MessageEntry(
            id: "x", sender: "Bea", text: "Carl and @Carl, a lake house", time: "9:00", number: 9)
        message.handle = "bea"
        change(&message)
        state.threads["c1"]?.waiting = []
        state.threads["c1"]?.entries = [.message(message)]
        return state
    }

    private func style(of text: String, in state: ChatState) -> Style? {
        let grid = ChatScreen.render(state, size: size)
        let rows = grid.text.split(separator: "\n", omittingEmptySubsequences: false)
        for (row, line) in rows.enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            return grid[TextWidth.columns(of: line[..<range.lowerBound]), row].style
        }
        return nil
    }

    @Test("a mention of the reader looks other than a mention of somebody else, also without colours")
    func aMentionOfTheReaderStandsOut() {
        let plain = style(of: "@Carl", in: group())
        let other = style(of: "@Carl", in: group { $0.mentions = [9..<14] })
        let own = style(
            of: "@Carl",
            in: group {
                $0.mentions = [9..<14]
                $0.readerMentions = [9..<14]
            })
        let looks = [plain, other, own].compactMap { $0.map(Palette.monochrome.sequence) }
        #expect(Set(looks).count == 3)
        let text = ChatScreen.render(group { $0.readerMentions = [9..<14] }, size: size).text
        #expect(text.contains("▌ @ 9:00") && !ChatScreen.render(group(), size: size).text.contains("@ 9:00"))
    }

    @Test("in a group each sender has a colour and a sign, and in a conversation of two neither")
    func sendersHaveColours() throws {
        var state = group()
        let mark = try #require(SenderMark("bea"))
        #expect(style(of: mark.sign + " Bea", in: state)?.ink == mark.ink)
        #expect(style(of: "▐ Carl", in: state)?.ink == mark.ink)
        state.threads["c1"]?.members.removeLast()
        #expect(!ChatScreen.render(state, size: size).text.contains(mark.sign + " Bea"))
        #expect(style(of: "▐ Carl", in: state)?.ink == .otherEdge)
        #expect(SenderMark("") == nil && SenderMark(nil) == nil)
        #expect(Set((0..<40).compactMap { SenderMark("p\($0)")?.sign }).count == 6)
    }

    @Test("two people of one name are two senders")
    func twoPeopleOfOneNameAreTwoSenders() {
        var state = group()
        var second = MessageEntry(id: "y", sender: "Bea", text: "I am another", number: 10)
        second.handle = "bea.2"
        state.threads["c1"]?.entries.append(.message(second))
        let rows = ChatScreen.render(state, size: size).text.split(separator: "\n")
        #expect(rows.count { $0.contains("│   ") && $0.hasSuffix(" Bea") } == 2)
    }

    @Test("search results are highlighted in the list and in the thread until the search closes")
    func hitsAreMarked() {
        var state = group()
        state.search.query = "\"lake house\""
        state.search.hits = [
            SearchHit(
                id: "x", conversation: "c1", place: "Weekend", sender: "Bea", text: "Carl and @Carl, a lake house")
        ]
        #expect(style(of: "lake house ▌", in: state)?.isReversed == false)
        state.view.search = SearchPanel(query: LineEditor(state.search.query), focus: 0)
        #expect(style(of: "lake house ▌", in: state)?.isReversed == true)
        #expect(style(of: "Carl and", in: state)?.isReversed == false)
        let pane = SearchPane.render(
            state.view.search ?? SearchPanel(), state.search, size: Size(columns: 24, rows: 20))
        #expect(pane.text.contains("Bea: …a lake house"))
    }

    @Test(
        "an excerpt begins at a word before what was found, and at the beginning if that shows it",
        arguments: [
            ("lake", "The lake", "Bea: The lake"),
            ("lake", "Everything that we have seen of the lake today was fine", "Bea: …of the lake today w…"),
            ("lake", "Supercalifragilisticexpialidocious-lake", "Bea: …ocious-lake"),
            ("nothing", "Everything that we have seen of the lake", "Bea: Everything that we h…"),
        ])
    func anExcerptShowsTheHit(_ query: String, _ text: String, _ excerpt: String) {
        let hit = SearchHit(id: "x", conversation: "c1", place: "Weekend", sender: "Bea", text: text)
        let phrases = SearchPhrase.phrases(of: query)
        let pieces = SearchPane.excerpt(of: hit, phrases, columns: 26)
        #expect(pieces.map(\.text).joined() == excerpt)
        #expect(pieces.contains { $0.mark == .hit } == text.contains(query))
    }

    @Test(
        "an excerpt shows the hit in an address, and in a title that the text does not have",
        arguments: [
            ("small", "https://long-name.example/folder/small-house", "Bea: …folder/small-house"),
            ("example", "https://long-name.example/d/1", "Bea: …g-name.example/d/1"),
            ("lake", "https://long-name.example/d/1", "Bea: Days at the lake"),
            ("kayak", "Look", "Bea: kayak.pdf"), ("days look", "Look", "Bea: Look"),
        ])
    func anExcerptShowsTheTitle(_ query: String, _ text: String, _ excerpt: String) {
        var hit = SearchHit(id: "x", conversation: "c1", place: "Weekend", sender: "Bea", text: text)
        hit.titles = ["Days at the lake", "kayak.pdf"]
        let pieces = SearchPane.excerpt(of: hit, SearchPhrase.phrases(of: query), columns: 26)
        #expect(pieces.map(\.text).joined() == excerpt)
        #expect(pieces.contains { $0.mark == .hit })
        var found = SearchState()
        (found.query, found.hits) = (query, [hit])
        let lines = PlainRenderer.search(found)
        #expect(lines[0].contains("“Days") == (query == "lake") && lines[0].contains("“kayak") == (query == "kayak"))
    }

    @Test("a hit stands out in a card and in the name of a document")
    func hitsStandOutInCards() {
        var state = group {
            $0.cards = [LinkCard("https://notes.example/pond", number: 1, title: "Days out", app: nil, isPinned: false)]
            $0.attachment = AttachmentRow(name: "kayak.pdf", type: "application/pdf", bytes: 9, isKept: true)
        }
        for (query, text) in [("days", "Days out"), ("POND", "pond"), ("kayak", "kayak.pdf")] {
            state.search.query = query
            state.view.search = nil
            #expect(style(of: text, in: state)?.isReversed == false, "\(query)")
            state.view.search = SearchPanel(query: LineEditor(query))
            #expect(style(of: text, in: state)?.isReversed == true, "\(query)")
        }
    }

    @Test("a search shows at every width and for every text")
    func anExcerptIsSafe() {
        for text in ["", "界界界界界 lake 界", "lake", "\n\tlake\u{1B}[2J", String(repeating: "x ", count: 500) + "lake"] {
            let hit = SearchHit(id: "x", conversation: "c1", place: "Weekend", sender: "Friederike", text: text)
            for columns in 1...60 {
                _ = SearchPane.excerpt(of: hit, SearchPhrase.phrases(of: "lake"), columns: columns)
            }
        }
    }

    @Test("reactions say whose they are in a group, and how many where names do not fit")
    func reactionsSayWhose() {
        let named = group { $0.reactions = [ReactionRow("♥", ["Anna", "You"]), ReactionRow("👍", ["Dora"])] }
        #expect(ChatScreen.render(named, size: size).text.contains("  ♥ Anna, You  👍 Dora"))
        let many = group { $0.reactions = [ReactionRow("♥", (1...9).map { "Person \($0)" })] }
        #expect(ChatScreen.render(many, size: size).text.contains("  ♥ 9"))
    }

    @Test("unread conversations out of sight are counted above and below, at every height")
    func unreadOutOfSightIsCounted() {
        var rows = (1...30).map { ConversationRow(id: "\($0)", title: "Talk \($0)") }
        for index in [0, 1, 28, 29] { rows[index].unread = 1 }
        for height in [6, 8, 10, 12, 24] {
            let size = Size(columns: 30, rows: height)
            let text = ConversationListPane.render(rows, selected: "15", size: size).text
            #expect(text.contains("↑ 2 unread") && text.contains("↓ 2 unread"), "\(height)\n\(text)")
            for row in 0..<height {
                let shown = text.split(separator: "\n", omittingEmptySubsequences: false)[row]
                let id = ConversationListPane.conversation(at: row, of: rows, selected: "15", size: size)
                if shown.contains("unread") { #expect(id == nil) }
            }
        }
        let all = ConversationListPane.render(rows, selected: "15", size: Size(columns: 30, rows: 100)).text
        #expect(!all.contains("unread"))
        for index in 0..<6 { rows[index].isPinned = true }
        let pinned = ConversationListPane.render(rows, selected: "15", size: Size(columns: 40, rows: 8)).text
        #expect(pinned.contains("unread"))
    }

    @Test("all conversations are marked as read at once, each that waits, and no other")
    func allAreMarkedAsRead() {
        var state = SampleChat.state
        state.conversations[2].isMarkedUnread = true
        state.view.draft = LineEditor("/read all")
        let actions = ChatUpdate.apply(.enter, to: &state, size: size)
        #expect(actions == [.markAllRead(conversation: "c2"), .markAllRead(conversation: "c3")])
        #expect(!state.conversations.contains { $0.isWaiting })
        #expect(state.view.hint == "2 conversations are marked as read")
        state.view.draft = LineEditor("/read all")
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty)
        #expect(state.view.hint == "Everything is read")
    }
}
