import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// Collaborations as text. Before you paste a changed picture here, check that the change is intended.
@Suite struct CollaborationSnapshotTests {
    private func draw(_ state: ChatState, _ columns: Int, _ rows: Int) -> String {
        ChatScreen.render(state, size: Size(columns: columns, rows: rows)).text
    }

    /// ntc-system-lines, perm-summary-text
    @Test func aCardSaysWhoCanOpenIt() {
        #expect(
            draw(SampleChat.collaborating(), 80, 24) == """
                 Messages         2 new │ Weekend                                     Anna, Bea
                ────────────────────────┤ (A) Anna edited “Trip plan”          +2 more  Show ^O
                ▌Weekend          10:21 ├── Anna ───────────────────────────────────────────────
                ▌You: Who has a tent?   │ ▐ plan, tell me what is missing.    ▌
                                        │ ╭─ 1 ────────────────────────╮
                 Dora             09:58 │ │ Trip plan               📌 │ 18:03
                 Did you see the ne… ●2 │ │ Notes · notes.example/d/1  │
                                        │ │ Everyone can make changes. │
                 Building 7 🔕      Mon │ │ Only invited people        │
                 Emil: the lift is fix… │ ╰────────────────────────────╯
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

    /// collab-link-copy-choice, perm-summary-button
    @Test func aStagedDocumentStandsAboveTheComposer() {
        var state = SampleChat.collaborating()
        state.view.staged["c1"] = SampleChat.staged
        #expect(
            draw(state, 80, 24) == """
                 Messages         2 new │ Weekend                                     Anna, Bea
                ────────────────────────┤ (A) Anna edited “Trip plan”          +2 more  Show ^O
                ▌Weekend          10:21 ├── Anna ───────────────────────────────────────────────
                ▌You: Who has a tent?   │ │ Trip plan               📌 │ 18:03
                                        │ │ Notes · notes.example/d/1  │
                 Dora             09:58 │ │ Everyone can make changes. │
                 Did you see the ne… ●2 │ │ Only invited people        │
                                        │ ╰────────────────────────────╯
                 Building 7 🔕      Mon │
                 Emil: the lift is fix… │                         Today
                                        │   Bea
                                        │ ▐ I'll bring the boat 🚣 ▌ 10:15
                                        │   ❤️ 2
                                        │
                                        │           ◆ Anna edited “Trip plan” · 10:20
                                        │
                                        │                                      10:21 ▐ Great! ▌
                                        │                          sending… ▐ Who has a tent? ▌
                                        │ ▣ Songs · Notes                        Esc removes it
                                        │   Collaborate · Everyone can make changes. ›    Alt-O
                                        │╭─────────────────────────────────────────────────────╮
                                        ││ Message Weekend                                     │
                                        │╰─────────────────────────────────────────────────────╯
                 ● carl · connected                 Esc discard  ↵ send  Alt-O options  F1 help
                """)
        #expect(
            draw(state, 36, 10) == """
                 Weekend                  Anna, Bea
                 (A) Anna edited “Trip plan”     ^O

                 ◆ Anna edited “Trip plan” · 10:20

                                   10:21 ▐ Great! ▌
                       sending… ▐ Who has a tent? ▌
                 ▣ Songs · Collaborate · Everyone …
                › Message Weekend
                 ● carl         Esc discard  ↵ send
                """)
    }

    @Test func thePeopleStandWithWhatTheyMayDo() {
        var state = SampleChat.collaborating()
        state.view.sheet = .people(SampleChat.plan.url)
        #expect(
            draw(state, 36, 10) == """
                ╭──────────────────────────────────╮
                │       People in “Trip pl…”  Done │
                │Notes · Only invited people       │
                │Everyone can make changes.        │
                │Only the owner and administrators │
                │can add people.                   │
                │                                  │
                │You (carl): owner, can make       │
                │changes                           ↓
                ╰──────────────────────────────────╯
                """)
    }

    /// act-contract
    @Test func aWaitingOrFailedStartIsDrawn() {
        var state = SampleChat.collaborating()
        state.starts = [
            StartRow(id: "b1", state: .waiting, app: "Board", title: "Songs", conversation: "c1", failure: "")
        ]
        let rows = draw(state, 80, 24).split(separator: "\n")
        #expect(rows[19] == "                        │ ◌ “Songs”: Asking Board…                      /cancel")
        state.starts[0].state = .failed
        state.starts[0].failure = "Board could not share “Songs”: No space left"
        #expect(draw(state, 80, 24).contains("│ ✗ Board could not share “Songs”: No space left"))
    }

    /// Titles, names and reasons reach the terminal only as text, without control characters.
    @Test func hostileTextIsText() {
        var state = SampleChat.collaborating()
        state.starts = [
            StartRow(
                id: "b1", state: .failed, app: "B", title: "x", conversation: "c1", failure: "no\u{1B}[2J\u{202E}way")
        ]
        state.shares[SampleChat.plan.url]?.title = "T\u{1B}]0;owned\u{07}"
        state.view.sheet = .people(SampleChat.plan.url)
        for size in [(80, 24), (36, 10), (20, 5)] {
            #expect(!draw(state, size.0, size.1).unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        }
    }
}
