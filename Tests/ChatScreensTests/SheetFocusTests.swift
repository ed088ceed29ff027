import AppFrameworks
import ChatProtocol
import TestExtent
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// The rule of the focus (`KeyOwner`): whatever is resized, arrives or goes away, keys go where the last row says.
@Suite struct SheetFocusTests {
    @Test(
        "random events and sizes never take the keys of who is writing", arguments: TestExtent.seeds(60, whole: 2_000))
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
        press([.character("i")], &state, size)
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
        press([.escape], &state, wide)
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

/// A random walk over keys, events and sizes that checks the rule of the focus after each step.
private struct FocusWalk {
    /// What broke the rule; nil so far.
    private(set) var problem: String?
    /// What was done.
    private(set) var trail: [String] = []
    private var random: SplitMix64
    private var state = SampleChat.collaborating()
    private var size = Size(columns: 80, rows: 30)
    private var count = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        state.threads["c1"]?.members = SampleChat.numbered.threads["c1"]?.members ?? []
        state.threads["c1"]?.isLoaded = true
        _ = ChatUpdate.settle(&state, size: size)
    }

    mutating func step() {
        count += 1
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6: press()
        case 6: resize()
        default: happen()
        }
    }

    private mutating func press() {
        let letters = "dqx b"
        let others: [Key] = [
            .enter, .escape, .tab, .backTab, .up, .down, .function(6), .control("g"), .function(2), .control("n"),
            .alt("k"), .alt("i"), .control("t"), .function(1), .alt("x"), .pageDown,
        ]
        let isLetter = Bool.random(using: &random)
        let key =
            isLetter
            ? letters.randomElement(using: &random).map(Key.character) : others.randomElement(using: &random)
        guard let key else { return }
        trail.append("press \(key)")
        let before = state
        let (named, isWritten) = (footerNamesTheSheet, writesInComposer)
        _ = ChatUpdate.apply(key, to: &state, size: size)
        check(footer: named, before)
        guard isLetter else { return }
        if !before.sheetHasKeys, isWritten {
            if state.view.draft.text.count != before.view.draft.text.count + 1 { fail("the letter is lost") }
            if state.sheet != before.sheet { fail("a letter changed the sheet") }
            if state.sheetHasKeys { fail("a letter took the keys") }
        } else if before.sheetHasKeys, state.sheetHasKeys, state.view.drafts != before.view.drafts {
            fail("a letter for the sheet was written in the thread")
        }
    }

    private mutating func resize() {
        let sizes = [(46, 14), (60, 24), (80, 24), (80, 30), (80, 40), (110, 30), (120, 24), (160, 45)]
        guard let (columns, rows) = sizes.randomElement(using: &random) else { return }
        trail.append("size \(columns) by \(rows)")
        let before = state
        size = Size(columns: columns, rows: rows)
        settle(before)
    }

    private mutating func happen() {
        let before = state
        let kind = Int.random(in: 0..<8, using: &random)
        trail.append("event \(kind)")
        switch kind {
        case 0:
            state.consents.append(ConsentPrompt(id: "k\(count)", app: "App \(count)", conversation: "Weekend"))
        case 1: if !state.consents.isEmpty { state.consents.removeFirst() }
        case 2: state.threads["c1"]?.pins.append(LinkCard(number: count, url: "https://news.example/\(count)"))
        case 3: state.threads["c1"]?.pins = []
        case 4: state.arrive(.text(title: "Why: \(count)", body: ["It was pinned."]))
        case 5: state.conversations.swapAt(0, state.conversations.count - 1)
        case 6:
            let message = MessageEntry(id: "x\(count)", sender: "Bea", text: "Hm", time: "10:30", day: "Today")
            state.threads["c1"]?.entries.append(.message(message))
        default: state.threads["c1"]?.members.append(Member(handle: "p\(count)", name: "P\(count)"))
        }
        settle(before)
    }

    private mutating func settle(_ before: ChatState) {
        _ = ChatUpdate.settle(&state, size: size)
        if !before.sheetHasKeys, before.isWriting, state.sheetHasKeys { fail("the keys went to a sheet") }
        if state.view.drafts != before.view.drafts { fail("an event changed what is written") }
        check(footer: nil, before)
    }

    /// Checks that the last row names the keys of their owner, and that this owner shows.
    private mutating func check(footer named: Bool?, _ before: ChatState) {
        if let named, named != before.sheetHasKeys { fail("the last row named another owner") }
        let isNamed = footerNamesTheSheet
        if state.view.hint == nil, isNamed != state.sheetHasKeys { fail("the last row names another owner") }
        if state.sheetHasKeys, state.sheetLayout(on: size) == nil { fail("a sheet out of sight has the keys") }
        if state.sheet != nil, !state.sheetHasKeys, let layout = state.sheetLayout(on: size), layout.isModal {
            fail("a modal sheet shows without the keys")
        }
        if case .details(let id)? = state.sheet, id != state.view.selected { fail("details of another conversation") }
    }

    /// True if the last row begins with the keys of a sheet; without a hint, which stands in their place.
    private var footerNamesTheSheet: Bool {
        var plain = state
        plain.view.hint = nil
        let text = ChatScreen.render(plain, size: size).text.split(separator: "\n").last ?? ""
        return text.contains("Esc close")
    }

    /// True if a letter for the screen goes to the composer.
    private var writesInComposer: Bool {
        state.view.pane == .thread && state.view.chosen == nil && state.view.search == nil
            && !state.view.isShelfFocused
    }

    private mutating func fail(_ text: String) { if problem == nil { problem = "\(text) after \(trail.last ?? "")" } }
}
