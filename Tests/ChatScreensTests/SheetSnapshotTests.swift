import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// Sheets and the shelf as text. Before you paste a changed picture here, check that the change is intended.
@Suite struct SheetSnapshotTests {
    private func draw(_ state: ChatState, _ columns: Int, _ rows: Int) -> String {
        ChatScreen.render(state, size: Size(columns: columns, rows: rows)).text
    }

    /// sheet-parent-visible, sheet-ipad-style
    @Test func aConsentRequestIsASheetOverItsDimmedParent() {
        var state = SampleChat.state
        state.consents = [SampleChat.consent]
        #expect(
            draw(state, 80, 24) == """
                 Messages         2 new │ Weekend                                     Anna, Bea
                ────────────────────────┤ (A) Anna edited “Trip plan”          +2 more  Show ^O
                ▌Weekend          10:21 ├───────────────────────────────────────────────────────
                ▌You: Who has a tent?   │   Anna
                                        │ ▐ Shall we go to the lake? I made a ▌ 18:02
                 Dora             09:58 │ ▐ plan, tell me what is missing.    ▌
                 Did you╭──────────────────────────────────────────────────────────────╮
                        │                 Share “Notes” automatically?                 │
                 Buildin│                                                              │
                 Emil: t│  Notes wants to show links sent to you. It receives only     │
                        │  the links, not who sent them or the messages.               │
                        │                                                              │
                        │  Asked because a link was pinned in “Weekend”:               │
                        │  notes.example/d/1                                           │
                        │                                                              │
                        │                Allow    ▸ Not Now ◂    Never                 │
                        │                                                              │
                        ╰──────────────────────────────────────────────────────────────╯
                                        │                                      10:21 ▐ Great! ▌
                                        │                          sending… ▐ Who has a tent? ▌
                                        │╭─────────────────────────────────────────────────────╮
                                        ││ Message Weekend                                     │
                                        │╰─────────────────────────────────────────────────────╯
                 ● carl · connected                                   Esc not now  ↵ choose  ←→
                """)
    }

    /// sheet-watch
    @Test func onASmallScreenASheetTakesAllOfIt() {
        var state = SampleChat.state
        state.consents = [SampleChat.consent]
        #expect(
            draw(state, 40, 12) == """
                ╭──────────────────────────────────────╮
                │     Share “Notes” automatically?     │
                │Notes wants to show links sent to you.│
                │It receives only the links, not who   │
                │sent them or the messages.            │
                │                                      │
                │Asked because a link was pinned in    │
                │“Weekend”:                            │
                │notes.example/d/1                     │
                │                                      │
                │    Allow    ▸ Not Now ◂    Never     │
                ╰──────────────────────────────────────╯
                """)
    }

    @Test func onATinyScreenTheAnswersStandBelowEachOther() {
        var state = SampleChat.state
        state.consents = [SampleChat.consent]
        #expect(
            draw(state, 20, 6) == """
                ╭──────────────────╮
                │ Share “Notes” a… │
                │                  ↑
                │      Allow       │
                │   ▸ Not Now ◂    ↓
                ╰──────────────────╯
                """)
    }

    @Test func theSettingsAreSwitches() {
        var state = SampleChat.state
        state.view.sheet = .settings
        #expect(
            draw(state, 80, 24) == """
                 Messages         2 new │ Weekend                                     Anna, Bea
                ────────╭─────────────────────────────━━━━─────────────────────────────╮Show ^O
                ▌Weekend│                           Settings                      Done │────────
                ▌You: Wh│                                                              │
                        │  Links that people send you appear in Shared with You. Pins  │
                 Dora   │  always appear.                                              │
                 Did you│                                                              │
                        │  Automatic Sharing                                           │
                 Buildin│  ▸ Everywhere                                       [● On ]  │
                 Emil: t│    Change History…                                           │
                        │                                                              │
                        │  Apps                                                        │
                        │    Notes                                            [● On ]  │
                        │    News                                       [ not asked ]  │
                        │                                                              │
                        │  Conversations                                               │
                        │    Weekend                                          [○ Off]  │
                        │                                                              │
                        │  Messages                                                    │reat! ▌
                        │    Send Read Receipts                               [● On ]  │tent? ▌
                        │    Notify Me of Mentions                            [● On ]  │───────╮
                        │                                                              │       │
                        ╰──────────────────────────────────────────────────────────────╯───────╯
                 ● carl · connected                    Esc close  ↵ choose  ↑↓  d done  ^G size
                """)
    }

    /// attr-content, attr-pin-mark
    @Test func theShelfSaysWhoSharedAndWhy() {
        var state = SampleChat.state
        state.view.isShelfShown = true
        state.view.shelfFocus = 1
        #expect(
            draw(state, 80, 24) == """
                 Messages         2 new │ Shared with You                               3 links
                ────────────────────────┼───────────────────────────────────────────────────────
                ▌Weekend          10:21 │
                ▌You: Who has a tent?   │  Trip plan 📌                                  Notes
                                        │  notes.example/d/1
                 Dora             09:58 │  (A) From Anna › · pinned in Weekend
                 Did you see the ne… ●2 │
                                        │▌ Boats for rent                               Safari
                 Building 7 🔕      Mon │▌ boats.example/rent?day=saturday
                 Emil: the lift is fix… │▌ (BA) From Bea and Anna › · newest first
                                        │
                                        │  news.example/7
                                        │  news.example/7
                                        │  (DAB) From Dora + 2 › · newest first
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
                 ● carl · connected                  Esc back  ↵ open  r reply  x remove  w why
                """)
    }
}
