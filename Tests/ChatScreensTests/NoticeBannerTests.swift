import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// ntc-banner-view: the banner shows the actor, one or two lines of text, and a button whose key is always visible.
@Suite struct NoticeBannerTests {
    private func thread(_ text: String, more: Int = 0, actor: String = "Anna", asks: Bool = false) -> ThreadState {
        var thread = SampleChat.thread
        var first = NoticeEntry(
            id: "n", text: text, url: "https://notes.example/d/1",
            actions: asks ? [Notice.Action(id: "add", title: "Add")] : [])
        first.actor = actor
        thread.waiting = [first] + (0..<more).map { NoticeEntry(id: "m\($0)", text: "x", url: "") }
        return thread
    }

    private func draw(_ thread: ThreadState, _ size: Size) -> [String] {
        guard let banner = NoticeBanner(thread, size: size) else { return [] }
        var grid = Grid(Size(columns: size.columns, rows: banner.lines.count))
        banner.draw(on: &grid, row: 0)
        return grid.text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    private let pane = Size(columns: 55, rows: 20)

    @Test(
        "Ctrl-O and a click open a notice that replaced another one only after the person could read it",
        arguments: [true, false])
    func replacedNoticeOpensAfterAWhile(clicks: Bool) throws {
        let size = SampleChat.standard
        var state = SampleChat.allSent
        let first = NoticeEntry(id: "first", text: "Anna joined “Plan”", url: "https://notes.example/d/1")
        state.threads["c1"]?.waiting = [first]
        _ = ChatUpdate.apply(.escape, to: &state, size: size)
        state.threads["c1"]?.waiting.insert(
            NoticeEntry(id: "second", text: "Anna edited “Plan”", url: "https://notes.example/d/2"), at: 0)
        _ = ChatUpdate.settle(&state, size: size)
        let place = Position(column: ChatLayout(state, size: size).threadColumn + 6, row: 1)
        let keys = clicks ? Key.click(at: place) : [.control("o")]
        func act(on state: inout ChatState) -> [ChatAction] {
            keys.flatMap { ChatUpdate.apply($0, to: &state, size: size) }
        }
        var early = state
        early.view.pass(milliseconds: 2_000)
        #expect(act(on: &early) == [])
        #expect(early.view.hint == "The notice has changed: read it again")
        state.view.pass(milliseconds: 3_000)
        #expect(act(on: &state) == [.openLink(url: "https://notes.example/d/2", notice: "second")])
    }

    @Test func oneLineWhereItFits() {
        #expect(
            draw(thread("Anna edited “Trip plan”"), pane) == [
                " (A) Anna edited “Trip plan”                   Show ^O"
            ])
        #expect(
            draw(thread("Anna edited “Trip plan”", more: 2), pane) == [
                " (A) Anna edited “Trip plan”          +2 more  Show ^O"
            ])
        #expect(
            draw(thread("Add Dee to “Plan”", asks: true), pane) == [
                " (A) Add Dee to “Plan”                Add ^O  Close ^X"
            ])
    }

    @Test func aSecondLineRatherThanNoWordOnTheButton() {
        #expect(
            draw(thread("Anna renamed “Trip plan” to “Plan of the weekend”", more: 1), pane) == [
                " (A) Anna renamed “Trip plan” to      +1 more  Show ^O", "     “Plan of the weekend”",
            ])
        #expect(
            draw(thread("Anna renamed “Trip plan” to “Plan of the weekend at the lake, in the cabin”"), pane) == [
                " (A) Anna renamed “Trip plan” to “Plan of the  Show ^O",
                "     weekend at the lake, in the cabin”",
            ])
        // A small width drops the number of further notices before it cuts the sentence.
        #expect(
            draw(thread("Bea renamed “Trip plan” to “What everybody brings to the lake”", more: 1, actor: "Bea"), pane)
                == [
                    " (B) Bea renamed “Trip plan” to “What      +1  Show ^O", "     everybody brings to the lake”",
                ])
    }

    @Test func onASmallPaneTheKeyStays() {
        let long = thread("Anna renamed “Trip plan” to “Plan of the weekend at the lake”", more: 3)
        #expect(draw(long, Size(columns: 40, rows: 8)) == [" (A) Anna renamed “Trip plan” to “…  ^O"])
        #expect(draw(thread("Bea edited “x”", more: 3), Size(columns: 28, rows: 8)) == [" (A) Bea edited “x”  +3  ^O"])
    }

    @Test(arguments: 20...80, [8, 20])
    func theKeyIsInSightAtEveryWidth(_ columns: Int, _ rows: Int) throws {
        for thread in [
            thread("Anna edited “The plan for the weekend at the lake, with everything that we need”", more: 12),
            thread("Add Dee to your 3 shared documents", asks: true), thread("x", actor: ""),
        ] {
            let lines = draw(thread, Size(columns: columns, rows: rows))
            #expect((1...2).contains(lines.count))
            #expect(lines[0].contains("^O"))
            #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= columns })
            #expect(rows >= 14 || lines.count == 1)
        }
    }

    @Test func anUnknownActorHasNoInitial() {
        #expect(draw(thread("Somebody did it", actor: ""), pane)[0].hasPrefix(" ◆ Somebody did it"))
        #expect(draw(thread("x", actor: "\u{1B}[2Jb"), pane)[0].hasPrefix(" ([)"))
        #expect(NoticeBanner(ThreadState(conversation: "c", title: "x"), size: pane) == nil)
    }
}
