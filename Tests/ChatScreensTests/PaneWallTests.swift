import Testing

@testable import ChatScreens
@testable import ChatTerminal

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
                 (A) Anna edited “Trip plan”    +2  Show ^O │ (╭───────────────────────────────────────╮O
                ── Anna ────────────────────────────────────│──│     Share “Notes” automatically?      │──
                 │ Notes · notes.example/d/1 │              │ ││ Notes wants to show links sent to     │
                 ╰───────────────────────────╯              │ ╰│ you. It receives only the links, not  │
                                                            │  │ who sent them or the messages.        │
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

    @Test func aNarrowWallShowsOnePaneWithASwitcher() {
        #expect(
            wall.render(size: Size(columns: 60, rows: 14)).text == """
                  Anna [Bea]                                   Tab switches
                 ● Bea
                 Weekend                                          Anna, Bea
                 (╭──────────────────────────────────────────────────────╮O
                ──│             Share “Notes” automatically?             │──
                 ▐│                                                     ↑│
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

    @Test func beforeAnybodyComesOnACardTellsWhatIsPlayed() {
        let wall = PaneWall(panes: [], caption: "Given an app", title: ["Weekend trip", "The plan changes"])
        #expect(
            wall.render(size: Size(columns: 40, rows: 9)).text == """


                              Weekend trip
                            The plan changes

                               Preparing…


                 ▶ Given an app
                """)
    }

    @Test func theKeysLeaveTheCaptionWholeWhereTheyCanAndTheLastOfThemStays() {
        var wall = PaneWall(panes: [], caption: "When a step that is long")
        wall.keys = ["held: space goes on", "held"]
        #expect(wall.render(size: Size(columns: 50, rows: 6)).text.hasSuffix("is long   held: space goes on"))
        #expect(wall.render(size: Size(columns: 40, rows: 6)).text.hasSuffix("a step that is long        held"))
        #expect(wall.render(size: Size(columns: 28, rows: 6)).text.hasSuffix("When a step that …  held"))
        wall.keys = ["space pauses", ""]
        #expect(wall.render(size: Size(columns: 30, rows: 6)).text.hasSuffix("a step that is long"))
    }

    @Test func aSheetDoesNotCoverTheShelf() {
        var wall = wall
        #expect(wall.render(size: Size(columns: 90, rows: 18)).text.contains("automatically?"))
        wall.panes[1].state.view.isShelfShown = true
        #expect(!wall.render(size: Size(columns: 90, rows: 18)).text.contains("automatically?"))
    }
}
