import Testing

@testable import ChatClient

@Suite struct PaneWallTests {
    private var wall: PaneWall {
        var bea = SampleChat.state
        bea.consents = [SampleChat.consent]
        return PaneWall(
            panes: [.init(name: "Anna", state: SampleChat.state), .init(name: "Bea", state: bea)], current: 1,
            caption: "Bea pins the link in Weekend")
    }

    /// sheet-mac-look
    @Test func personsStandSideBySideAndASheetCoversItsOwnPaneAlone() {
        #expect(
            wall.render(size: Size(columns: 90, rows: 18)).text == """
                 ○ Anna                                     │ ● Bea
                 Weekend                          Anna, Bea │ Weekend                           Anna, Bea
                 ◆ Anna edited “Trip plan”          +2 more │ ◆╭───────────────────────────────────────╮O
                ── Anna ────────────────────────────────────│──│     Share “Notes” automatically?      │──
                 │ Notes · notes.example/d/1 │              │ ││ Notes wants to show links sent to     │
                 ╰───────────────────────────╯              │ ╰│ you. It learns the links alone, not   │
                                                            │  │ who sent them or what was said.       │
                                   Today                    │  │                                       │
                   Bea                                      │  │ Asked because a link was pinned in    │
                 ▐ I'll bring the boat 🚣 ▌ 10:15           │ ▐│ “Weekend”:                            │
                   ❤️ 2                                     │  │ notes.example/d/1                     │
                                                            │  │                                       │
                     ◆ Anna edited “Trip plan” · 10:20      │  │     Allow    ▸ Not Now ◂    Never     │
                                                            │  ╰───────────────────────────────────────╯
                                           10:21 ▐ Great! ▌ │                            10:21 ▐ Great! ▌
                               sending… ▐ Who has a tent? ▌ │                sending… ▐ Who has a tent? ▌
                ────────────────────────────────────────────┴─────────────────────────────────────────────
                 ▶ Bea pins the link in Weekend
                """)
    }

    @Test func whereTheyDoNotFitOneIsShownWithASwitcher() {
        #expect(
            wall.render(size: Size(columns: 60, rows: 14)).text == """
                  Anna [Bea]                                   Tab switches
                 ● Bea
                 Weekend                                          Anna, Bea
                 ◆╭──────────────────────────────────────────────────────╮O
                ──│             Share “Notes” automatically?             │──
                 ▐│                                                      ↑
                  │ Asked because a link was pinned in “Weekend”:        │
                  │ notes.example/d/1                                    │
                  │                                                      │
                  │            Allow    ▸ Not Now ◂    Never             │
                  ╰──────────────────────────────────────────────────────╯▌
                                               sending… ▐ Who has a tent? ▌
                ────────────────────────────────────────────────────────────
                 ▶ Bea pins the link in Weekend
                """)
    }
}
