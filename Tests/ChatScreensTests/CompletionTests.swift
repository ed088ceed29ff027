import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// Tab, Shift-Tab and Esc while a list of candidates shows, and without one.
@Suite struct CompletionTests {
    private let size = SampleChat.standard

    private func state(_ draft: String) -> ChatState {
        var state = SampleChat.numbered
        state.view.draft = LineEditor(draft)
        return state
    }

    private func press(_ keys: [Key], _ state: inout ChatState, size: Size? = nil) {
        for key in keys { _ = ChatUpdate.apply(key, to: &state, size: size ?? self.size) }
    }

    @Test("Tab and Shift-Tab go round the list, and Esc brings back what was typed")
    func theListGoesRound() {
        var state = state("/ne")
        press([.tab], &state)
        #expect(state.view.draft.text == "/new " && state.completion?.chosen == 0)
        #expect(state.completion?.candidates.map(\.label) == ["/new", "/never"])
        press([.tab], &state)
        #expect(state.view.draft.text == "/never ")
        press([.tab], &state)
        #expect(state.view.draft.text == "/new ")
        press([.backTab], &state)
        #expect(state.view.draft.text == "/never " && state.view.pane == .thread)
        press([.escape], &state)
        #expect(state.view.draft.text == "/ne" && state.completion == nil)
        press([.backTab], &state)
        #expect(state.view.pane == .list, "without a list, Shift-Tab goes to the conversations")
    }

    @Test("one undo takes back a completion, however many candidates were tried")
    func oneUndoTakesItBack() {
        var state = state("")
        press("Now :ta".map(Key.character) + [.tab, .tab, .tab, .control("_")], &state)
        #expect(state.view.draft.text == "Now :ta" && state.completion == nil)
    }

    @Test("any key but Tab, Shift-Tab and Esc closes the list and keeps the candidate")
    func anotherKeyClosesTheList() {
        for key in [Key.character("x"), .left, .backspace, .control("n"), .pageUp] {
            var state = state("/ne")
            press([.tab, key], &state)
            #expect(state.completion == nil, "\(key)")
        }
        var state = state("/ne")
        press([.tab, .control("n"), .control("p")], &state)
        #expect(state.view.draft.text == "/new ")
    }

    @Test("one candidate is written without a list, and none says so")
    func oneCandidateHasNoList() {
        var state = state("/she")
        press([.tab], &state)
        #expect(state.view.draft.text == "/shelf " && state.completion == nil)
        state = self.state("/xyz")
        press([.tab], &state)
        #expect(state.view.draft.text == "/xyz" && state.view.hint == "No completions of /xyz")
    }

    @Test("Tab completes each option word of each command at its place")
    func optionWordsAreCompleted() {
        var count = 0
        for command in CommandTable.all {
            for (before, word) in Self.options(Array(command.pattern.nodes.dropFirst()), [command.pattern.names[0]]) {
                let stem = "/" + before.joined(separator: " ") + " "
                var state = state(stem + word.dropLast())
                press([.tab], &state)
                let texts = [state.view.draft.text] + (state.completion?.candidates.map(\.text) ?? [])
                #expect(texts.contains(stem + word + " "), "\(stem)\(word): \(texts)")
                count += 1
            }
        }
        #expect(count > 35)
    }

    /// Returns the words of a pattern that are no parameters, each with words that can precede it.
    private static func options(
        _ nodes: [Pattern<CommandGrammar>.Node], _ before: [String]
    ) -> [(before: [String], word: String)] {
        var (found, before): ([(before: [String], word: String)], [String]) = ([], before)
        for node in nodes {
            switch node {
            case .piece(let word):
                found.append((before, String(word)))
                before.append(String(word))
            case .parameter(let parameter, _): before.append(parameter == .message ? "#1" : "1")
            case .choice(let alternatives, _, let isOptional):
                let inside = alternatives.map { options($0, before) }
                found += inside.flatMap(\.self)
                if !isOptional, let last = inside[0].last { before = last.before + [last.word] }
                // The words after a group with a name need it.
                if isOptional, case .parameter(let parameter, _)? = alternatives[0].first, parameter != .message {
                    before.append("1")
                }
            }
        }
        return found
    }

    @Test("an option word is not offered twice, nor before its place")
    func optionWordsAreOfferedAtTheirPlace() throws {
        func offered(_ line: String) throws -> [String] {
            let words = line.split(separator: " ")
            let nodes = try #require(CommandTable.command(words[0])).pattern.continuations(of: words)
            return nodes.compactMap { if case .piece(let word) = $0 { String(word) } else { nil } }
        }
        #expect(try offered("invite 1").isEmpty)
        #expect(try offered("invite 1 bea") == ["read", "write", "nolink"])
        #expect(try offered("invite 1 bea read") == ["nolink"])
        #expect(try offered("share Plan as") == ["file", "text", "link"])
        #expect(try offered("mute").isEmpty)
    }

    @Test("people and options are completed one behind the other")
    func peopleAndOptionsAreCompleted() {
        var state = state("/new bea a")
        press([.tab], &state)
        #expect(state.completion?.candidates.map(\.label).contains("as") ?? state.view.draft.text.hasSuffix("as "))
        state = self.state("/invite 1 carl n")
        press([.tab], &state)
        #expect(state.view.draft.text == "/invite 1 carl nolink ")
    }

    @Test("the help has every command with its arguments, and its effect")
    func helpHasCommandsAndOptions() {
        #expect(CommandTable.rows.count == CommandTable.all.count, "a form in the table is no pattern")
        let (screen, lines) = (HelpText.lines(KeyBindings()), HelpText.plainLines)
        for command in CommandTable.all {
            #expect(lines.contains { $0.hasPrefix(command.shown) }, "\(command.shown)")
            #expect(screen.contains { $0.hasPrefix(command.shown) } != command.traits.contains(.forLines))
            #expect(!command.summary.isEmpty && command.summary.count < 100)
        }
        #expect(Set(CommandTable.names).count == CommandTable.names.count)
    }

    @Test("the common beginning of all candidates is written first")
    func theCommonBeginningIsWrittenFirst() {
        var state = state("/not")
        press([.tab], &state)
        #expect(state.view.draft.text == "/notices " || state.completion != nil)
        state = self.state("/unm")
        press([.tab], &state)
        #expect(state.view.draft.text == "/unmute ")
        state = self.state("/mu")
        press([.tab], &state)
        #expect(state.view.draft.text == "/mute ")
        state = self.state("/to w")
        state.conversations[1].title = "Weekday"
        press([.tab], &state)
        #expect(state.view.draft.text == "/to Week" && state.completion?.chosen == nil)
        press([.tab], &state)
        #expect(state.view.draft.text == "/to Weekend ")
    }

    @Test(
        "names, emoji and commands are completed before the cursor, without case and accents",
        arguments: [
            ("Ask @zo", "", "Ask @Zoë "), ("Ask @ZOE", " first", "Ask @Zoë  first"),
            ("/reply @zoe", "", "/reply @Zoë "), ("/to Cafe", "", "/to Café "), ("//x :rowb", "", "//x 🚣 "),
            ("/react :rowb", "", "/react 🚣 "), ("a :rowb", " b", "a 🚣  b"),
        ])
    func completionIsBeforeTheCursor(_ typed: String, _ behind: String, _ text: String) {
        var state = state(typed + behind)
        state.threads["c1"]?.members.append(Member(handle: "zoe", name: "Zoë"))
        state.conversations[1].title = "Café"
        press(behind.map { _ in .left } + [.tab], &state)
        #expect(state.view.draft.text == text)
    }

    @Test("the list shows above the composer at every size, and a click chooses from it")
    func theListShows() throws {
        for size in [Size(columns: 20, rows: 8), Size(columns: 40, rows: 12), size, Size(columns: 200, rows: 50)] {
            var state = state("Now :s")
            press([.tab, .tab], &state, size: size)
            let grid = ChatScreen.render(state, size: size)
            #expect(grid.text.contains("▸ "), "\(size)\n\(grid.text)")
            let pane = try #require(CompletionPane(state, ChatLayout(state, size: size)))
            let first = Position(column: pane.area.origin.column + 2, row: pane.area.origin.row + 1)
            let index = try #require(pane.index(at: first))
            let completion = try #require(state.completion)
            press(Key.click(at: first), &state, size: size)
            #expect(state.view.draft.text == completion.candidates[index].text)
            press(Key.click(at: Position(column: 0, row: 0)), &state)
            #expect(state.completion == nil)
        }
    }
}

@Suite struct SwitcherTests {
    private func titles(_ text: String, _ titles: [String] = ["Lake weekend", "Building 7", "Dora", "Weekend"])
        -> [String]
    {
        SwitcherContent.fitting(text, titles.map { ConversationRow(id: .init($0), title: $0) }).map(\.title)
    }

    @Test func lettersInOrderFindATitleTheBestFirst() {
        #expect(titles("") == ["Lake weekend", "Building 7", "Dora", "Weekend"])
        #expect(titles("week") == ["Weekend", "Lake weekend"])
        #expect(titles("lw") == ["Lake weekend"])
        #expect(titles("b7") == ["Building 7"])
        #expect(titles("xyz").isEmpty)
    }

    @Test("case and accents do not count, and beginnings come before what stands within a word")
    func beginningsComeFirst() {
        let names = ["Reunion", "Credit Union", "Ünion", "U nice one", "Onion"]
        #expect(titles("UNI", names) == ["Ünion", "Credit Union", "Reunion", "U nice one"])
        #expect(titles("ünion", names) == ["Ünion", "Credit Union", "Reunion", "U nice one"])
        #expect(titles("credit  un", names) == ["Credit Union"])
        #expect(titles("strasse", ["Straße 7"]) == ["Straße 7"])
    }
}
