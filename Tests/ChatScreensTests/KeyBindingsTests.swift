import Testing

@testable import ChatScreens
@testable import ChatTerminal

@Suite struct KeyBindingsTests {
    @Test func everyStandardKeyMeansOneThing() {
        let keys = KeyBindings.table.map(\.standard)
        #expect(Set(keys).count == keys.count)
        #expect(Set(KeyBindings.table.map(\.name)).count == KeyBindings.table.count)
        #expect(KeyBindings.table.allSatisfy { KeyNames.key(KeyNames.name(of: $0.standard)) == $0.standard })
    }

    @Test func aChosenKeyStandsForTheStandardOne() throws {
        let keys = try KeyBindings([(name: "next-unread", key: "Ctrl-R")])
        #expect(keys.standard(.control("r")) == .alt("a"))
        #expect(keys.standard(.alt("a")) == nil, "it is free")
        #expect(keys.standard(.control("n")) == .control("n"))
        #expect(keys.standard(.character("j")) == .character("j"))
        #expect(keys.hint("Alt-a unread") == "Ctrl-R unread", "what names a key names the one that was chosen")
        #expect(keys.hint("^N next") == "^N next")
        #expect(keys.help.contains { $0.hasPrefix("Ctrl-R") && $0.hasSuffix("next unread conversation") })
    }

    @Test("the sign of Return is the key that was chosen in its place")
    func signOfReturnFollows() throws {
        let keys = try KeyBindings([("send", "Ctrl-D"), ("back", "F9")])
        #expect(keys.hint("↵ send") == "Ctrl-D send")
        #expect(keys.hint("Return sends it") == "Ctrl-D sends it")
        #expect(keys.hint("Esc removes it") == "F9 removes it")
    }

    @Test("sentences name the keys that were chosen for sharing, help and undoing")
    func sentencesNameTheChosenKeys() throws {
        var state = ChatState(handle: "anna", connection: .connected)
        state.keys = try KeyBindings([("share", "F4"), ("help", "F12"), ("undo", "Alt-z"), ("other-pane", "F7")])
        let size = SampleChat.standard
        let empty = ChatScreen.render(state, size: size).text
        #expect(empty.contains("F4 shares it, F12 shows all keys"))
        var chat = SampleChat.allSent
        chat.keys = state.keys
        #expect(ChatUpdate.apply(.alt("o"), to: &chat, size: size).isEmpty)
        #expect(chat.view.hint == "No document is staged: F4 or /share TITLE stages one")
        let help = HelpText.lines(state.keys).joined(separator: "\n")
        #expect(!help.contains("Ctrl-_") && !help.contains("F6"))
    }

    @Test func twoCanChangePlaces() throws {
        let keys = try KeyBindings([(name: "next", key: "Ctrl-P"), (name: "previous", key: "Ctrl-N")])
        #expect(keys.standard(.control("p")) == .control("n"))
        #expect(keys.standard(.control("n")) == .control("p"))
    }

    @Test(arguments: [
        ("nxt", "Ctrl-J", "no action is called “nxt”"), ("next", "Hyper-J", "there is no key “Hyper-J”"),
        ("next", "j", "cannot be bound"), ("next", "Ctrl-P", "Ctrl-P is for next and for previous"),
        ("next", "Ctrl-M", "terminals send no such key"), ("next", "Alt-[", "terminals send no such key"),
    ])
    func anInvalidBindingNamesTheProblem(_ name: String, _ key: String, _ words: String) {
        do {
            _ = try KeyBindings([(name: name, key: key)])
            Issue.record("it was taken")
        } catch {
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test func theHelpSheetIsMadeOfThem() throws {
        var state = SampleChat.state
        state.keys = try KeyBindings([(name: "details", key: "F9")])
        state.view.sheet = .help
        #expect(ChatScreen.render(state, size: Size(columns: 100, rows: 60)).text.contains("F9             details"))
    }
}

@Suite struct GridPictureTests {
    @Test func aPictureHasTheTextAndTheColours() {
        var grid = Grid(Size(columns: 12, rows: 2))
        grid.put("a < b & c", column: 0, row: 0, Style(.accent).bold)
        grid.put("界", column: 0, row: 1, Style(.plain, on: .ownBubble))
        let svg = GridPicture.svg(of: grid)
        #expect(svg.hasPrefix("<svg "))
        #expect(svg.contains("a &lt; b &amp; c"))
        #expect(svg.contains("font-weight=\"bold\"") && svg.contains(">界</text>"))
        #expect(svg.contains("width=\"16.8\" height=\"18\""), "a wide letter has two cells behind it")
    }
}
