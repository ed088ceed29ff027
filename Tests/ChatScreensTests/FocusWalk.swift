import AppModel
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// A random walk over keys, events and sizes that checks the rule of the focus after each step.
struct FocusWalk {
    /// The first violation of the rule; nil if there is none so far.
    private(set) var problem: String?
    /// The steps of the walk so far, for the report of a failure.
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
            .enter, .escape, .tab, .backTab, .up, .down, .left, .right, .function(6), .control("g"), .function(2),
            .control("n"), .control("p"), .control("s"), .control("o"), .control("x"), .alt("k"), .alt("i"), .alt("a"),
            .alt("u"), .alt("o"), .alt("e"), .control("t"), .function(1), .alt("x"), .pageDown, .control("g"),
        ]
        let isLetter = Bool.random(using: &random)
        let key =
            isLetter
            ? letters.randomElement(using: &random).map(Key.character) : others.randomElement(using: &random)
        guard let key else { return }
        trail.append("press \(key)")
        let before = state
        let (named, isWritten) = (footerNamesTheSheet, before.isAtComposer && before.view.pane == .thread)
        let actions = ChatUpdate.apply(key, to: &state, size: size)
        check(footer: named, before)
        // These keys may do nothing if their target is reached: the first new message, the chosen message, the begun
        // command.
        let mayStay =
            key == .alt("u") || key == .control("t") && before.view.chosen != nil
            || key == .alt("x") && before.view.draft.text.hasPrefix("/")
        if key.isGlobal, !mayStay, actions.isEmpty, state.view.hint == nil, state == before {
            fail("the key did nothing")
        }
        checkCursor()
        guard isLetter else { return }
        if !before.sheetHasKeys, isWritten {
            if state.view.draft.text.count != before.view.draft.text.count + 1 { fail("the letter is lost") }
            if state.sheet != before.sheet { fail("a letter changed the sheet") }
            if state.sheetHasKeys { fail("a letter took the keys") }
        }
        if before.sheetHasKeys, case .details? = before.sheet {
            if state.sheet != before.sheet || actions.contains(where: \.isOfDetails) { fail("a letter was a command") }
        }
    }

    /// Checks by one more letter, and by Space, that text goes to the cursor and to nothing else.
    private mutating func checkCursor() {
        let screen = ChatScreen.render(state, size: size)
        let keys = ChatScreen.keys(state, on: size)
        let names =
            keys.contains { $0.hasPrefix("a-z") || $0 == "Esc all" || $0 == "↑↓ step" } || state.view.isAtOptions
        for letter in ["z", " "] as [Character] {
            var probe = state
            _ = ChatUpdate.apply(.character(letter), to: &probe, size: size)
            // A filter of the list selects another conversation, which has its own draft.
            // The first letter replaces the previous words of the search.
            let isReplaced = state.view.search?.replacesQuery == true && probe.view.search?.query.text == String(letter)
            let isLonger = zip(probe.texts, state.texts).contains { $0.count == $1.count + 1 }
            let isWritten =
                probe.view.listFilter != state.view.listFilter
                || probe.view.selected == state.view.selected && (isLonger || isReplaced)
            if screen.cursor != nil, !isWritten { fail("the cursor shows, and “\(letter)” is not written") }
            if screen.cursor == nil, isWritten != names {
                fail("“\(letter)” is \(isWritten ? "" : "not ")written, and the last row says \(keys)")
            }
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
        if !before.sheetHasKeys, before.isOccupied, state.sheetHasKeys { fail("the keys went to a sheet") }
        if state.view.drafts != before.view.drafts { fail("an event changed what is written") }
        check(footer: nil, before)
    }

    /// Checks that the last row names the keys of the part that owns them, and that this part is visible.
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

    /// True if the last row begins with the keys of a sheet, and not of the search. A hint, which would replace the
    /// keys, is ignored.
    private var footerNamesTheSheet: Bool {
        var plain = state
        plain.view.hint = nil
        let text = ChatScreen.render(plain, size: size).text.split(separator: "\n").last ?? ""
        return ["Esc close", "Esc not now"].contains(where: text.contains) && !text.contains("a-z words")
    }

    private mutating func fail(_ text: String) {
        guard problem == nil else { return }
        let place = state.sheet.map { "over the sheet \($0.identity)" } ?? "in the pane \(state.view.pane)"
        problem = "\(text) after \(trail.last ?? "") \(place)"
    }
}

extension ChatState {
    /// The texts of all fields in which a letter can be typed.
    fileprivate var texts: [String] {
        [
            view.draft.text, view.search?.query.text ?? "", view.listFilter, view.switcher.text, view.emojiQuery.text,
            view.compose.people.text, view.compose.name.text, view.post?.text.text ?? "", view.unsent.text.text,
        ]
    }
}

extension ChatAction {
    /// True for the actions of the rows of the details.
    fileprivate var isOfDetails: Bool {
        switch self {
        case .request(.conversationMute), .request(.conversationPin), .request(.settingsSet), .openLink: true
        default: false
        }
    }
}
