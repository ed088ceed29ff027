import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// The screens as text. Before you paste a changed picture here, check that the change is intended.
@Suite struct SnapshotTests {
    private func draw(_ state: ChatState, _ columns: Int, _ rows: Int) -> String {
        ChatScreen.render(state, size: Size(columns: columns, rows: rows)).text
    }

    /// notice-place, notice-form: the banner is the first row below the header.
    @Test func aChatAt80By24() {
        let state = SampleChat.state
        #expect(
            draw(state, 80, 24) == """
                 Messages         2 new │ Weekend                                     Anna, Bea
                ────────────────────────┤ (A) Anna edited “Trip plan”          +2 more  Show ^O
                ▌Weekend          10:21 ├───────────────────────────────────────────────────────
                ▌You: Who has a tent?   │   Anna
                                        │ ▐ Shall we go to the lake? I made a ▌ 18:02
                 Dora             09:58 │ ▐ plan, tell me what is missing.    ▌
                 Did you see the ne… ●2 │ ╭─ 1 ───────────────────────╮
                                        │ │ Trip plan              📌 │ 18:03
                 Building 7 🔕      Mon │ │ Notes · notes.example/d/1 │
                 Emil: the lift is fix… │ ╰───────────────────────────╯
                                        │
                                        │                         Today
                                        │   Bea
                                        │ ▐ I'll bring the boat 🚣 ▌ 10:15
                                        │   ❤️ 2
                                        │
                                        │           ◆ Anna edited “Trip plan” · 10:20
                                        │
                                        │                                      10:21 ▐ Great! ▌
                                        │                          sending… ▐ Who has a tent? ▌
                                        │╭─────────────────────────────────────────────────────╮
                                        ││ Message Weekend                                     │
                                        │╰─────────────────────────────────────────────────────╯
                 ● carl · connected                  F1 help  Alt-A unread  PgUp older  ^C quit
                """)
    }

    @Test func aWideChatAt120By40() {
        let state = SampleChat.state
        #expect(
            draw(state, 120, 40) == """
                 Messages                   2 new │ Weekend                                                                   Anna, Bea
                ──────────────────────────────────┤ (A) Anna edited “Trip plan”                                        +2 more  Show ^O
                ▌Weekend                    10:21 ├─────────────────────────────────────────────────────────────────────────────────────
                ▌You: Who has a tent?             │
                                                  │
                 Dora                       09:58 │
                 Did you see the news?         ●2 │
                                                  │
                 Building 7 🔕                Mon │
                 Emil: the lift is fixed          │
                                                  │
                                                  │
                                                  │
                                                  │
                                                  │
                                                  │
                                                  │                                      Yesterday
                                                  │                         Anna named the conversation Weekend
                                                  │
                                                  │   Anna
                                                  │ ▐ Shall we go to the lake? I made a plan, tell me what is ▌ 18:02
                                                  │ ▐ missing.                                                ▌
                                                  │ ╭─ 1 ───────────────────────╮
                                                  │ │ Trip plan              📌 │ 18:03
                                                  │ │ Notes · notes.example/d/1 │
                                                  │ ╰───────────────────────────╯
                                                  │
                                                  │                                        Today
                                                  │   Bea
                                                  │ ▐ I'll bring the boat 🚣 ▌ 10:15
                                                  │   ❤️ 2
                                                  │
                                                  │                          ◆ Anna edited “Trip plan” · 10:20
                                                  │
                                                  │                                                                    10:21 ▐ Great! ▌
                                                  │                                                        sending… ▐ Who has a tent? ▌
                                                  │╭───────────────────────────────────────────────────────────────────────────────────╮
                                                  ││ Message Weekend                                                                   │
                                                  │╰───────────────────────────────────────────────────────────────────────────────────╯
                 ● carl · connected                                                          F1 help  Alt-A unread  PgUp older  ^C quit
                """)
    }

    @Test func aNarrowThreadAt40By12() {
        let state = SampleChat.state
        #expect(
            draw(state, 40, 12) == """
                 Weekend                      Anna, Bea
                 (A) Anna edited “Trip plan”    Show ^O
                ── Bea ─────────────────────────────────
                 ▐ I'll bring the boat 🚣 ▌ 10:15
                   ❤️ 2

                   ◆ Anna edited “Trip plan” · 10:20

                                       10:21 ▐ Great! ▌
                           sending… ▐ Who has a tent? ▌
                › Message Weekend
                 ● carl             Tab list ●  F1 help
                """)
    }

    @Test func aTinyThreadAt20By6() {
        let state = SampleChat.state
        #expect(
            draw(state, 20, 6) == """
                 Weekend  Anna, Bea
                 (A) Anna edit…  ^O
                    … ▐ Who has a ▌
                      ▐ tent?     ▌
                › Message Weekend
                 ● carl  Tab list ●
                """)
    }

    @Test func aNarrowListAt40By12() {
        var state = SampleChat.state
        state.view.pane = .list
        #expect(
            draw(state, 40, 12) == """
                 Messages                         2 new
                ────────────────────────────────────────
                ▶Weekend                          10:21
                ▌You: Who has a tent?

                 Dora                             09:58
                 Did you see the news?               ●2

                 Building 7 🔕                      Mon
                 Emil: the lift is fixed
                › Message Weekend
                 ● carl      ↵ open  ↑↓ choose  F1 help
                """)
    }

    @Test func aScrolledThreadSaysWhereItIsAndWhoSpeaks() {
        var state = SampleChat.state
        state.threads["c1"] = SampleChat.long(60, older: true)
        state.connection = .reconnecting(seconds: 2)
        for _ in 0..<2 { _ = ChatUpdate.apply(.pageUp, to: &state, size: SampleChat.standard) }
        state.threads["c1"]?.entries.append(.message(MessageEntry(id: "new", sender: "Bea", text: "Hm")))
        #expect(
            draw(state, 80, 24) == """
                 Messages         2 new │ Weekend                                     Anna, Bea
                ────────────────────────┼── Bea ────────────────────────────────────────────────
                ▌Weekend          10:21 │ ▐ Message 35 ▌ 10:00
                ▌You: Who has a tent?   │
                                        │   Anna
                 Dora             09:58 │ ▐ Message 36 ▌ 10:00
                 Did you see the ne… ●2 │ ▐ Message 37 ▌ 10:00
                                        │
                 Building 7 🔕      Mon │   Bea
                 Emil: the lift is fix… │ ▐ Message 38 ▌ 10:00
                                        │ ▐ Message 39 ▌ 10:00
                                        │
                                        │   Anna
                                        │ ▐ Message 40 ▌ 10:00
                                        │ ▐ Message 41 ▌ 10:00
                                        │
                                        │   Bea
                                        │ ▐ Message 42 ▌ 10:00
                                        │ ▐ Message 43 ▌ 10:00
                                        │
                                        │╭─────────────────────────────────────── 73% ↓ 1 new ─╮
                                        ││ Message Weekend                                     │
                                        │╰─────────────────────────────────────────────────────╯
                 ◌ reconnecting in 2 s                 Esc newest  PgUp older  F1 help  ^C quit
                """)
    }

    @Test func aHintDoesNotHideThatTheServerIsGone() {
        func row(_ connection: ChatState.Connection, columns: Int = 60) -> String {
            StatusLine.render(
                connection, handle: "carl", hint: "Tapback set", keys: [],
                size: Size(columns: columns, rows: 5)
            ).text
        }
        #expect(row(.connected) == " ● Tapback set")
        #expect(row(.reconnecting(seconds: 2)) == " ◌ reconnecting in 2 s: Tapback set")
        #expect(row(.offline("no such server")) == " ○ offline: no such server: Tapback set")
        #expect(row(.reconnecting(seconds: 2), columns: 20) == " ◌ reconnecting in…")
    }

    @Test func everyMarkOfAMessageIsInItsCharacters() {
        var state = SampleChat.state
        state.threads["c1"] = SampleChat.marks
        state.conversations[0].isMuted = true
        state.view.newAfter["c1"] = 1
        state.connection = .offline("the token was refused")
        #expect(
            draw(state, 60, 24) == """
                 Messages    2 new │ Weekend 🔕   Anna, Bea, Dora, Emil + 1
                ───────────────────┼────────────────────────────────────────
                ▌Weekend 🔕  10:21 │ ──────────────── New ─────────────────
                ▌You: Who has a t… │   Bea
                                   │   ↳ Anna: when?
                 Dora        09:58 │ ▐ At seven? ▌ Edited 9:00
                 Did you see t… ●2 │
                                   │   Dora
                 Building 7 🔕 Mon │ ▐ Read news.example/7 ▌ 9:01
                 Emil: the lift i… │ ╭────────────────╮
                                   │ │ news.example/7 │
                                   │ │ Link           │
                                   │ ╰────────────────╯
                                   │
                                   │            Anna added Emil
                                   │
                                   │                         ✗ ▐ Too much ▌
                                   │           ✗ Not sent: message is too
                                   │                                large
                                   │   Bea and Dora are typing …
                                   │╭──────────────────────────────────────╮
                                   ││ Message Weekend                      │
                                   │╰──────────────────────────────────────╯
                 ○ offline: the token was refused        Alt-U new  F1 help
                """)
    }

    @Test func hostileTextStaysInItsCells() {
        var state = SampleChat.state
        state.threads["c1"] = SampleChat.hostile
        #expect(
            draw(state, 60, 16) == """
                 Messages    2 new │ Week[2Jend                        Eve
                ───────────────────┤ ◆ Eve[1;1H edited “x”          Show ^O
                ▌Weekend     10:21 ├── Eve]0;owned ─────────────────────────
                ▌You: Who has a t… │ ▐ a       b[31m red gpj.exe ▌
                                   │ ▐ next 界界                 ▌
                 Dora        09:58 │ ╭───────────────────╮
                 Did you see t… ●2 │ │ Title             │
                                   │ │ Nc · e.example/[H │
                 Building 7 🔕 Mon │ ╰───────────────────╯
                 Emil: the lift i… │
                                   │   Eve
                                   │ ▐ á́́́́́́́́́́́́́́ 👨‍👩‍👧‍👦! ▌
                                   │╭──────────────────────────────────────╮
                                   ││ Message Week[2Jend                   │
                                   │╰──────────────────────────────────────╯
                 ● carl          F1 help  Alt-A unread  PgUp older  ^C quit
                """)
    }

    @Test func theComposerGrowsToFiveRowsAndFollowsTheCursor() {
        var state = SampleChat.state
        state.view.draft = LineEditor((1...9).map { "line \($0)" }.joined(separator: "\n"))
        #expect(
            draw(state, 60, 24) == """
                 Messages    2 new │ Weekend                      Anna, Bea
                ───────────────────┤ (A) Anna edited “Trip      +2  Show ^O
                ▌Weekend     10:21 │     plan”
                ▌You: Who has a t… ├── Anna ────────────────────────────────
                                   │ │ Notes · notes.example/d/1 │
                 Dora        09:58 │ ╰───────────────────────────╯
                 Did you see t… ●2 │
                                   │                 Today
                 Building 7 🔕 Mon │   Bea
                 Emil: the lift i… │ ▐ I'll bring the boat 🚣 ▌ 10:15
                                   │   ❤️ 2
                                   │
                                   │   ◆ Anna edited “Trip plan” · 10:20
                                   │
                                   │                       10:21 ▐ Great! ▌
                                   │           sending… ▐ Who has a tent? ▌
                                   │╭──────────────────────────────────────╮
                                   ││ line 5                               │
                                   ││ line 6                               │
                                   ││ line 7                               │
                                   ││ line 8                               │
                                   ││ line 9                               │
                                   │╰──────────────────────────────────────╯
                 ● carl          F1 help  Alt-A unread  PgUp older  ^C quit
                """)
    }
}
