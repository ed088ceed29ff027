import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// Pictures of the marks of messages and conversations. Before you paste a changed picture here, check that the change
/// is intended.
@Suite struct MessageSnapshotTests {
    private func draw(_ state: ChatState, _ columns: Int, _ rows: Int) -> String {
        ChatScreen.render(state, size: Size(columns: columns, rows: rows)).text
    }

    /// A conversation of two people with one of each kind of event.
    static var eventful: ChatState {
        var origin = MessageEntry(id: "1", sender: "Anna", text: "Where do we meet, @Carl?", time: "9:00", day: "Today")
        origin.replies = 2
        origin.mentions = [18..<23]
        origin.reactions = [ReactionRow("♥", ["Eve", "You"]), ReactionRow("👍", ["Anna"])]
        let unsent = MessageEntry(id: "2", sender: "Anna", text: "", isUnsent: true)
        var reply = MessageEntry(
            id: "3", sender: "Carl", isOwn: true, text: "At the lake", time: "9:04", isEdited: true,
            quote: "Anna: Where do we meet, @Carl?")
        reply.versions = [EarlierText(text: "At the sea", time: "9:02")]
        reply.thread = "1"
        reply.number = 3
        var second = MessageEntry(id: "4", sender: "Anna", text: "Hm", time: "9:05", quote: "Anna unsent a message")
        second.thread = "1"
        var document = MessageEntry(id: "5", sender: "Carl", isOwn: true, text: "", time: "9:06")
        document.attachment = AttachmentRow(name: "plan.pdf", type: "application/pdf", bytes: 12_400)
        var thread = ThreadState(
            conversation: "a", title: "Anna", participants: ["Anna"],
            entries: [
                .message(origin), .message(unsent), .system(SystemEntry(id: "s", text: "Anna named the conversation")),
                .message(reply), .message(second), .message(document),
            ], typing: ["Anna"])
        thread.receipt = ThreadReceipt(entry: "5", text: "Read 09:41")
        thread.members = [Member(handle: "anna", name: "Anna"), Member(handle: "carl", name: "Carl", isOwn: true)]
        thread.pins = [LinkCard(title: "Trip plan", app: "Notes", url: "https://notes.example/d/1", isPinned: true)]
        var rows = [
            ConversationRow(id: "w", title: "Weekend", preview: "Bea: late", time: "9:01", unread: 3),
            ConversationRow(id: "b", title: "Book club", preview: "Eve: page 9", unread: 7, isMuted: true),
            ConversationRow(id: "a", title: "Anna", preview: "You: 📎 plan.pdf", time: "9:06"),
            ConversationRow(id: "l", title: "Lift", preview: "Emil: @Carl?", time: "8:50", unread: 1, isMuted: true),
            ConversationRow(id: "d", title: "Dora", preview: "You: maybe", time: "8:40"),
            ConversationRow(id: "e", title: "Eve", preview: "Eve: Loved “ok”", time: "8:30"),
        ]
        (rows[0].isPinned, rows[1].isPinned) = (true, true)
        rows[2].isTyping = true
        (rows[3].isAlerted, rows[5].isAlerted) = (true, true)
        rows[4].isMarkedUnread = true
        return ChatState(
            handle: "carl", connection: .connected, conversations: rows, threads: ["a": thread],
            view: ViewState(selected: "a"))
    }

    /// reply-inline, tap-set, msg-unsend-note, msg-edit-label, rcpt-delivered, msg-pin-conv, mute-hide, unread-mark
    @Test func everythingThatHappensToMessagesAt80By24() {
        #expect(
            draw(Self.eventful, 80, 24) == """
                 Messages        11 new │ Anna
                ────────────────────────┼───────────────────────────────────────────────────────
                 📌Weekend  Bea: la… ●3 │   Anna
                 📌Book club 🔕      ○7 │ ▐ Where do we meet, @Carl? ▌ 9:00
                ────────────────────────│   ♥ 2  👍
                ▌Anna              9:06 │   ↳ 2 Replies
                ▌…                      │                 Anna unsent a message
                                        │
                 Lift 🔕           8:50 │              Anna named the conversation
                 Emil: @Carl?        ●1 │
                                        │                    ↳ Anna: Where do we meet, @Carl?
                 Dora              8:40 │                           Edited 9:04 ▐ At the lake ▌
                 You: maybe           ● │
                                        │   Anna
                 Eve               8:30 │   ↳ Anna unsent a message
                 Eve: Loved “ok”      ! │ ▐ Hm ▌ 9:05
                                        │
                                        │        9:06 ▐ 📎 plan.pdf · application/pdf · 12 KB ▌
                                        │                                          Read 09:41
                                        │   Anna is typing …
                                        │╭─────────────────────────────────────────────────────╮
                                        ││ Message Anna                                        │
                                        │╰─────────────────────────────────────────────────────╯
                 ● carl · connected                  F1 help  Alt-A unread  PgUp older  ^C quit
                """)
    }

    @Test func everythingThatHappensToMessagesAt120By40() {
        #expect(
            draw(Self.eventful, 120, 40) == """
                 Messages                  11 new │ Anna
                ──────────────────────────────────┼─────────────────────────────────────────────────────────────────────────────────────
                 📌Weekend  Bea: late          ●3 │
                 📌Book club 🔕  Eve: page 9   ○7 │
                ──────────────────────────────────│
                ▌Anna                        9:06 │
                ▌…                                │
                                                  │
                 Lift 🔕                     8:50 │
                 Emil: @Carl?                  ●1 │
                                                  │
                 Dora                        8:40 │
                 You: maybe                     ● │
                                                  │
                 Eve                         8:30 │
                 Eve: Loved “ok”                ! │
                                                  │
                                                  │                                        Today
                                                  │   Anna
                                                  │ ▐ Where do we meet, @Carl? ▌ 9:00
                                                  │   ♥ 2  👍
                                                  │   ↳ 2 Replies
                                                  │                                Anna unsent a message
                                                  │
                                                  │                             Anna named the conversation
                                                  │
                                                  │                                                  ↳ Anna: Where do we meet, @Carl?
                                                  │                                                         Edited 9:04 ▐ At the lake ▌
                                                  │
                                                  │   Anna
                                                  │   ↳ Anna unsent a message
                                                  │ ▐ Hm ▌ 9:05
                                                  │
                                                  │                                      9:06 ▐ 📎 plan.pdf · application/pdf · 12 KB ▌
                                                  │                                                                        Read 09:41
                                                  │   Anna is typing …
                                                  │╭───────────────────────────────────────────────────────────────────────────────────╮
                                                  ││ Message Anna                                                                      │
                                                  │╰───────────────────────────────────────────────────────────────────────────────────╯
                 ● carl · connected                                                          F1 help  Alt-A unread  PgUp older  ^C quit
                """)
    }

    /// msg-edit-label: earlier versions are shown on demand; the chosen message is marked even without colours.
    @Test func earlierVersionsAreShownAndHiddenAgain() {
        var state = Self.eventful
        state.view.chosen = "3"
        let before = draw(state, 80, 24)
        _ = ChatUpdate.apply(.character("v"), to: &state, size: SampleChat.standard)
        #expect(
            draw(state, 80, 24) == """
                 Messages        11 new │ Anna
                ────────────────────────┼── Anna ───────────────────────────────────────────────
                 📌Weekend  Bea: la… ●3 │ ▐ Where do we meet, @Carl? ▌ 9:00
                 📌Book club 🔕      ○7 │   ♥ 2  👍
                ────────────────────────│   ↳ 2 Replies
                ▌Anna              9:06 │                 Anna unsent a message
                ▌…                      │
                                        │              Anna named the conversation
                 Lift 🔕           8:50 │
                 Emil: @Carl?        ●1 │▶                   ↳ Anna: Where do we meet, @Carl?
                                        │▶                                  9:02 ┆ At the sea ┆
                 Dora              8:40 │▶                          Edited 9:04 ▐ At the lake ▌
                 You: maybe           ● │
                                        │   Anna
                 Eve               8:30 │   ↳ Anna unsent a message
                 Eve: Loved “ok”      ! │ ▐ Hm ▌ 9:05
                                        │
                                        │        9:06 ▐ 📎 plan.pdf · application/pdf · 12 KB ▌
                                        │                                          Read 09:41
                                        │   Anna is typing …
                                        │╭─────────────────────────────────────────────────────╮
                                        ││ Message Anna                                        │
                                        │╰─────────────────────────────────────────────────────╯
                 ● carl · connected         Esc back  ↵ menu  ↑↓ choose  r reply  t tapback  #3
                """)
        _ = ChatUpdate.apply(.character("v"), to: &state, size: SampleChat.standard)
        #expect(draw(state, 80, 24) == before)
    }

    /// msg-details-toggles, msg-show-swy-note, swy-pin-list
    @Test func theDetailsAreMembersSwitchesAndPins() {
        var state = Self.eventful
        _ = ChatUpdate.apply(.control("g"), to: &state, size: SampleChat.standard)
        #expect(
            draw(state, 80, 24) == """
                 Messages        11 new │ Anna
                ────────────────────────┼───────────────────────────────────────────────────────
                 📌Weekend  Bea: la… ●3 │   Anna
                 📌Book ╭─────────────────────────────━━━━─────────────────────────────╮
                ────────│                             Anna                        Done │
                ▌Anna   │                                                              │
                ▌…      │  Members: Anna, You                                          │
                        │                                                              │
                 Lift 🔕│  ▸ Hide Alerts                                      [○ Off]  │
                 Emil: @│    Send Read Receipts                               [● On ]  │
                        │    Show in Shared with You                          [● On ]  │Carl?
                 Dora   │      Links of this conversation appear in the apps that you  │ lake ▌
                 You: ma│      allowed. Pins always appear.                            │
                        │    Keep at Top                                      [○ Off]  │
                 Eve    │                                                              │
                 Eve: Lo│  Pins                                                        │
                        │    📌 Trip plan                                       Notes  │
                        │                                                              │12 KB ▌
                        │  Conversation                                                │09:41
                        │    Add People…                                               │
                        │    Delete Conversation…                                      │───────╮
                        │                                                              │       │
                        ╰──────────────────────────────────────────────────────────────╯───────╯
                 ● carl · connected                            Esc close  ↵ choose  ↑↓  ^G size
                """)
    }

    /// reply-inline: a thread of replies fills the pane, until Escape.
    @Test func aThreadOfRepliesStandsAlone() {
        var state = Self.eventful
        state.view.replies = "1"
        state.replies["1"] = ThreadState(
            conversation: "a", title: "Replies · Anna",
            entries: state.threads["a"]?.entries.filter { ["1", "3", "4"].contains($0.id) } ?? [])
        #expect(
            draw(state, 80, 24) == """
                 Messages        11 new │ Replies · Anna
                ────────────────────────┼───────────────────────────────────────────────────────
                 📌Weekend  Bea: la… ●3 │
                 📌Book club 🔕      ○7 │
                ────────────────────────│
                ▌Anna              9:06 │
                ▌…                      │
                                        │
                 Lift 🔕           8:50 │                         Today
                 Emil: @Carl?        ●1 │   Anna
                                        │ ▐ Where do we meet, @Carl? ▌ 9:00
                 Dora              8:40 │   ♥ 2  👍
                 You: maybe           ● │   ↳ 2 Replies
                                        │
                 Eve               8:30 │                    ↳ Anna: Where do we meet, @Carl?
                 Eve: Loved “ok”      ! │                           Edited 9:04 ▐ At the lake ▌
                                        │
                                        │   Anna
                                        │   ↳ Anna unsent a message
                                        │ ▐ Hm ▌ 9:05
                                        │╭─────────────────────────────────────────────────────╮
                                        ││ Reply in Anna                                       │
                                        │╰─────────────────────────────────────────────────────╯
                 ● carl · connected                       Esc whole thread  F1 help  PgUp older
                """)
        state.view.draft = LineEditor("Yes")
        let actions = ChatUpdate.apply(.enter, to: &state, size: SampleChat.standard)
        #expect(actions == [.send(text: "Yes", conversation: "a", replyTo: "1")])
        #expect(state.view.replies == "1", "it stays open")
        _ = ChatUpdate.apply(.escape, to: &state, size: SampleChat.standard)
        #expect(state.view.replies == nil && state.shownThread?.title == "Anna")
    }

    /// swy-pin-list: the panel stays open while the thread scrolls to the result.
    @Test func aSearchStepsThroughWhatItFound() {
        var state = Self.eventful
        _ = ChatUpdate.apply(.control("s"), to: &state, size: SampleChat.standard)
        state.view.search?.query = LineEditor("lake")
        #expect(ChatUpdate.apply(.enter, to: &state, size: SampleChat.standard) == [.search(text: "lake")])
        state.search.isRunning = false
        state.search.hits = [
            SearchHit(
                id: "9", conversation: "w", place: "Weekend", sender: "Bea", text: "notes.example/lake", time: "9:01",
                isPinned: true),
            SearchHit(id: "3", conversation: "a", place: "Anna", sender: "You", text: "At the lake", time: "9:04"),
        ]
        #expect(
            ChatUpdate.apply(.down, to: &state, size: SampleChat.standard) == [.select(conversation: "w")])
        #expect(state.view.target == .message("9"), "it is sought as soon as the thread is here")
        #expect(ChatUpdate.apply(.down, to: &state, size: SampleChat.standard) == [.select(conversation: "a")])
        #expect(
            draw(state, 80, 24) == """
                 Search          2 of 2 │ Anna
                ────────────────────────┼───────────────────────────────────────────────────────
                 › lake                 │   Anna
                                        │ ▐ Where do we meet, @Carl? ▌ 9:00
                 Weekend 📌        9:01 │   ♥ 2  👍
                 Bea: …mple/lake        │   ↳ 2 Replies
                                        │                 Anna unsent a message
                ▌Anna              9:04 │
                ▌You: At the lake       │              Anna named the conversation
                                        │
                                        │▶                   ↳ Anna: Where do we meet, @Carl?
                                        │▶                          Edited 9:04 ▐ At the lake ▌
                                        │
                                        │   Anna
                                        │   ↳ Anna unsent a message
                                        │ ▐ Hm ▌ 9:05
                                        │
                                        │        9:06 ▐ 📎 plan.pdf · application/pdf · 12 KB ▌
                                        │                                          Read 09:41
                                        │   Anna is typing …
                                        │╭─────────────────────────────────────────────────────╮
                                        ││ Message Anna                                        │
                                        │╰─────────────────────────────────────────────────────╯
                 ● carl · connected                   Esc close  a-z words  ↑↓ step  ↵ go there
                """)
        _ = ChatUpdate.apply(.enter, to: &state, size: SampleChat.standard)
        #expect(state.view.search == nil && state.view.chosen == "3")
    }

    @Test func aHitThatIsFurtherBackIsLoaded() {
        var state = Self.eventful
        state.threads["a"]?.hasOlder = true
        state.view.target = .message("0")
        #expect(ChatUpdate.settle(&state, size: SampleChat.standard) == [.loadOlder(conversation: "a")])
        #expect(ChatUpdate.settle(&state, size: SampleChat.standard).isEmpty, "one page at a time")
        state.threads["a"]?.isLoadingOlder = false
        state.threads["a"]?.hasOlder = false
        _ = ChatUpdate.settle(&state, size: SampleChat.standard)
        #expect(state.view.target == nil && state.view.hint == "That message no longer exists")
    }

    /// mention-syntax
    @Test("a mention is marked over the breaks of lines and over other blanks than the text has")
    func aMentionIsMarkedOverTheBreaksOfLines() {
        let text = "Ask @Bea Miller\nnow"
        for lines in [["Ask @Bea", "Miller", "now"], ["    Ask @Bea", "  Miller", "now"]] {
            let pieces = TextMarks.pieces(of: lines, text: text, marks: [(4..<15, .mention)])
            let marked = pieces.map { line in
                line.filter { $0.mark == .mention }.map { $0.text.trimmed }
            }
            #expect(marked == [["@Bea"], ["Miller"], []])
            #expect(pieces.map { $0.map(\.text).joined() } == lines)
        }
    }

    @Test func aNameIsCompletedBehindItsSign() {
        var state = Self.eventful
        state.view.draft = LineEditor("Ask @an")
        _ = ChatUpdate.apply(.tab, to: &state, size: SampleChat.standard)
        #expect(state.view.draft.text == "Ask @Anna ")
    }
}
