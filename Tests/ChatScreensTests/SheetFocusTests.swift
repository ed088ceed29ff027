import AppModel
import ChatProtocol
import TestExtent
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// The rule of the focus (`KeyOwner`): keys act as the last row shows, after every resize and every event.
@Suite struct SheetFocusTests {
    @Test(
        "random events and sizes never take the keys of who is writing", arguments: TestExtent.seeds(16, whole: 300))
    func focusStays(_ seed: UInt64) {
        var walk = FocusWalk(seed: seed)
        for _ in 0..<80 where walk.problem == nil { walk.step() }
        if let problem = walk.problem {
            Issue.record("seed \(seed): \(problem)\n\(walk.trail.joined(separator: "\n"))")
        }
    }

    private let high = Size(columns: 80, rows: 40)

    private func press(_ keys: [Key], _ state: inout ChatState, _ size: Size) {
        for key in keys { _ = ChatUpdate.apply(key, to: &state, size: size) }
    }

    private func last(_ state: ChatState, _ size: Size) -> String {
        String(ChatScreen.render(state, size: size).text.split(separator: "\n").last ?? "")
    }

    @Test("details wait while somebody writes in a window without room, and F6 shows them")
    func detailsWait() {
        var state = SampleChat.allSent
        press([.control("g"), .function(6), .character("h")], &state, high)
        #expect(last(state, high).contains("F6 sheet"))
        let low = Size(columns: 80, rows: 24)
        _ = ChatUpdate.settle(&state, size: low)
        #expect(last(state, low).contains("F6 details"))
        #expect(!ChatScreen.render(state, size: low).text.contains("Hide Alerts"))
        press([.character("d"), .character(" "), .character("x")], &state, low)
        #expect(state.view.draft.text == "hd x")
        #expect(ChatScreen.render(state, size: high).text.contains("Hide Alerts"), "there is room again")
        press([.function(6)], &state, low)
        #expect(last(state, low).contains("Esc close"))
        #expect(ChatScreen.render(state, size: low).text.contains("Hide Alerts"))
        press([.escape], &state, low)
        #expect(state.sheet == nil && state.view.draft.text == "hd x")
    }

    @Test("the question of an app waits while somebody writes, and comes up when the message is sent")
    func consentWaits() {
        let size = SampleChat.standard
        var state = SampleChat.allSent
        press([.character("h")], &state, size)
        state.consents = [SampleChat.consent]
        _ = ChatUpdate.settle(&state, size: size)
        #expect(!state.sheetHasKeys && last(state, size).contains("F6 Notes asks"))
        press([.character("i"), .escape], &state, size)
        #expect(!state.sheetHasKeys && state.view.draft.text == "hi", "Esc leaves the text and the keys")
        #expect(
            ChatUpdate.apply(.enter, to: &state, size: size).contains(.send(text: "hi", conversation: "c1")))
        #expect(state.sheetHasKeys && last(state, size).contains("a-z write"))
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty, "a second Return answers nothing")
        #expect(
            ChatUpdate.apply(.enter, to: &state, size: size) == [.answerConsent(id: "k1", answer: .notNow)])
    }

    @Test("the question of an app shows in front of details beside the thread, which return after it")
    func consentBeforeDetails() {
        let wide = Size(columns: 140, rows: 40)
        var state = SampleChat.allSent
        press([.control("g"), .function(6)], &state, wide)
        state.consents = [SampleChat.consent]
        _ = ChatUpdate.settle(&state, size: wide)
        #expect(ChatScreen.render(state, size: wide).text.contains("Share “Notes” automatically?"))
        press([.escape, .escape], &state, wide)
        #expect(state.consents.isEmpty && state.sheet == .details("c1") && !state.sheetHasKeys)
        #expect(ChatScreen.render(state, size: wide).text.contains("Hide Alerts"))
    }

    @Test("a letter over the question of an app is no command of what lies behind it")
    func letterOverAQuestion() {
        let size = SampleChat.standard
        var state = SampleChat.allSent
        state.view.isShelfShown = true
        state.consents = [SampleChat.consent]
        #expect(ChatUpdate.apply(.character("x"), to: &state, size: size).isEmpty)
        #expect(state.sheetHasKeys && state.view.draft.isEmpty)
    }

    @Test("an answer that comes late waits behind a sheet that has the keys")
    func lateAnswer() {
        let size = SampleChat.standard
        var state = SampleChat.allSent
        press([.function(1)], &state, size)
        state.arrive(.text(title: "Why: 1", body: ["It was pinned."]))
        _ = ChatUpdate.settle(&state, size: size)
        #expect(state.sheet == .help)
        press([.escape], &state, size)
        #expect(state.sheet == .text(title: "Why: 1", body: ["It was pinned."]) && state.sheetHasKeys)
        press([.escape], &state, size)
        #expect(state.sheet == nil)
    }

    @Test("details come back after the share sheet that was opened beside them")
    func detailsComeBack() {
        for keys in [[Key.escape], [.enter]] {
            var state = SampleChat.allSent
            press([.control("g"), .function(6), .function(2)], &state, high)
            #expect(state.sheet == .share)
            press(keys, &state, high)
            guard case .details? = state.sheet else {
                Issue.record("\(keys): \(state.sheet.map { $0.identity } ?? "none")")
                continue
            }
            #expect(!state.sheetHasKeys)
        }
    }

    @Test("the focus stays on its row when rows come above it")
    func focusFollowsItsRow() throws {
        let size = SampleChat.standard
        var state = SampleChat.numbered
        for name in ["dora", "emil"] { state.threads["c1"]?.members.append(Member(handle: name, name: name)) }
        press([.control("g"), .backTab], &state, size)
        func focused() -> String {
            let sheet = Sheets.sheet(.details("c1"), in: state)
            return sheet.choices[sheet.focus].label
        }
        #expect(focused() == "Leave")
        state.threads["c1"]?.pins = [SampleChat.plan]
        _ = ChatUpdate.settle(&state, size: size)
        #expect(focused() == "Leave")
        state.threads["c1"]?.members.removeAll { $0.handle == "anna" }
        _ = ChatUpdate.settle(&state, size: size)
        #expect(focused() != "Remove Bea")
    }
}
