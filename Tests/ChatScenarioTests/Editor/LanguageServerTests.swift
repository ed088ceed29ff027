import ChatProtocol
import Testing

@testable import ChatScenario

@Suite struct LanguageServerTests {
    private let trip = """
        Feature: Trip
          @ev-mention-private
          Scenario: Anna writes
            Given a conversation "Trip" between Anna and Bea
            When An▮na sends "Anna was here, not Annabel" to "Trip"
            Then Bea sees "Anna was here, not Annabel" in "Trip"
            And Bea's screen shows:
              \"\"\"
              …Anna…
              \"\"\"

        """

    // MARK: Hover and definitions

    @Test("a step shows its phrase, its summary and the rules of its scenario")
    func hoverOverAStep() throws {
        var editor = try Editor(trip)
        let text = editor.ask("hover")["contents"]?["value"]?.stringValue ?? ""
        #expect(text.hasPrefix("**`{person} sends {text} to {conversation}"))
        #expect(text.contains("**`ev-mention-private`** A mention notice is displayed only to the mentioned person."))
    }

    @Test("a tag shows its rule and the names of its sources")
    func hoverOverATag() throws {
        var editor = try Editor("Feature: Trip\n  @ev-men▮tion-private\n  Scenario: One\n")
        let text = editor.ask("hover")["contents"]?["value"]?.stringValue ?? ""
        #expect(
            text.contains("- D8: WWDC22 session 10095, “Enhance collaboration experiences with Messages”"), "\(text)")
    }

    @Test("every rule of the page has a text and known sources")
    func rules() throws {
        let reference = RuleReference()
        #expect(reference.ids.count > 300)
        for id in reference.ids {
            let text = try #require(reference.markdown(of: id))
            #expect(!text.contains("see docs/reference/rules.md"), "\(id)")
        }
    }

    @Test("a step of a program leads to its phrase in the file of the program")
    func definitionOfAnOwnStep() throws {
        let phrase = #"the shop tells {conversation} "loudly""#
        let own = StepDefinition<ScenarioContext>(phrase, summary: "Tells.") { _, _ in }
        let program = "#!/bin/sh\n  # steps\n  phrase = 'the shop tells {conversation} \\\"loudly\\\"'\n"
        var editor = try Editor(
            "Feature: Trip\n  Scenario: One\n    When the shop t▮ells \"Trip\" \"loudly\"\n",
            own: .init(definitions: [own], files: [("/home/anna/my steps", program)]))
        let found = editor.ask("definition")
        #expect(found["uri"] == "file:///home/anna/my%20steps")
        #expect(found["range"]?["start"] == ["line": 2, "character": 12])
        #expect(editor.mistakes == [])
    }

    @Test("a phrase of the player has no definition in a file")
    func definitionOfAPhrase() throws {
        var editor = try Editor(trip)
        #expect(editor.ask("definition") == .null)
    }

    @Test("a program whose phrase could match the same step as another is refused")
    func ambiguousPhrase() throws {
        let own = StepDefinition<ScenarioContext>("{person} pins {text} in {text}", summary: "Pins.") { _, _ in }
        #expect(throws: (any Error).self) { try LanguageServer(.init(definitions: [own], files: [])) }
    }

    @Test("the editor is told at the beginning why the steps of a program are missing")
    func warning() throws {
        var server = try LanguageServer()
        server.warning = "--steps: it did not answer"
        _ = server.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#.utf8))
        let effects = server.receive(Array(#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#.utf8))
        #expect(effects.count == 1 && "\(effects)".isEmpty == false)
    }

    // MARK: Changes

    @Test("a rename changes the person in steps, quoted texts and doc strings, as a whole word")
    func rename() throws {
        var editor = try Editor(trip)
        #expect(editor.ask("prepareRename")["placeholder"] == "Anna")
        let edits = editor.ask("rename", ("newName", "Zoë"))["changes"]?[editor.uri]?.arrayValue ?? []
        #expect(edits.map { $0["range"]?["start"]?["line"] } == [3, 4, 4, 5, 8])
        #expect(edits.allSatisfy { $0["newText"] == "Zoë" })
    }

    @Test(
        "a rename to a person who is there, or to what is no name, is refused", arguments: ["Bea", "anna", "", "A B"])
    func refusedRename(_ name: String) throws {
        var editor = try Editor(trip)
        #expect(editor.ask("rename", ("newName", .string(name)))["code"] == -32_803)
    }

    @Test("a word in quotation marks is no person")
    func quotedName() throws {
        var editor = try Editor(
            "Feature: T\n  Scenario: One\n    When Anna sends \"Be▮a is here\" to \"Trip\"\n")
        #expect(editor.ask("prepareRename") == .null)
    }

    @Test("formatting replaces the whole file, and does nothing to a formatted one")
    func formatting() throws {
        var editor = try Editor("Feature: Trip\nScenario: One\n  Given Anna is on the server\n")
        let edits = editor.ask("formatting").arrayValue ?? []
        #expect(edits.count == 1)
        let text = try #require(edits.first?["newText"]?.stringValue)
        editor.open(text, version: 2)
        #expect(editor.ask("formatting") == [])
    }

    @Test("a file with a syntax error is neither formatted nor renamed in")
    func syntaxErrors() throws {
        var editor = try Editor("Feature: Trip\n  Scenario: One\n    Given An▮na is on the server\n  Scenaro: Two\n")
        #expect(editor.ask("formatting")["code"] == -32_803)
        #expect(editor.ask("rename", ("newName", "Zoe"))["message"] == "the file has syntax errors")
        #expect(editor.ask("hover")["contents"] != nil)
    }

    @Test("an undefined step can be replaced by the phrase near it")
    func quickFix() throws {
        var editor = try Editor("Feature: Trip\n  Scenario: One\n    When Anna send \"Hi\" to \"Trip\"\n")
        let place: JSONValue = ["line": 2, "character": 9]
        let actions = editor.ask("codeAction", ("range", ["start": place, "end": place])).arrayValue ?? []
        let edit = actions.first?["edit"]?["changes"]?[editor.uri]?.arrayValue?.first
        #expect(edit?["newText"] == #"Anna sends "Hi" to "Trip""#)
        #expect(edit?["range"]?["start"] == ["line": 2, "character": 9])
    }

    // MARK: Playing

    @Test("a lens plays its scenario, and the failure is shown at its step until the file changes")
    func playing() throws {
        var editor = try Editor(trip)
        let lenses = editor.ask("codeLens").arrayValue ?? []
        #expect(lenses.compactMap { $0["command"]?["title"] } == ["Play all", "Play"])
        let arguments = try #require(lenses.last?["command"]?["arguments"])
        #expect(
            editor.ask("workspace/executeCommand", ["command": "understudy.play", "arguments": arguments]) == .null)
        #expect(editor.effects.contains(.play("/home/anna/trip.feature:3", uri: editor.uri)))
        editor.played([
            "::error file=/home/anna/trip.feature,line=6,title=Anna writes::it is not there%0Aexpected: 5%25",
            "::error title=chat-client play::0 passed, 1 failed", "0 passed, 1 failed",
        ])
        #expect(editor.mistakes == ["6:9 it is not there\nexpected: 5%"])
        #expect(editor.notifications.last?["params"]?["message"] == "trip.feature:3: 0 passed, 1 failed")
        editor.open(trip, version: 2)
        #expect(editor.mistakes == [])
    }

    @Test("a player that writes no report is a failure with its words")
    func brokenPlayer() throws {
        var editor = try Editor(trip)
        editor.played(["chat-client play: the file cannot be read"])
        #expect(editor.notifications.last?["params"]?["type"] == 1)
        #expect(editor.mistakes == [])
    }

    @Test("a file that is not on the disk has no lens")
    func untitledFile() throws {
        var editor = try Editor(trip, uri: "untitled:Untitled-1")
        #expect(editor.ask("codeLens") == [])
    }

    // MARK: The session

    @Test("requests before initialize and after shutdown are refused")
    func phases() throws {
        var server = try LanguageServer()
        func code(_ text: String) -> JSONValue? {
            guard case .send(let bytes)? = server.receive(Array(text.utf8)).first else { return nil }
            return (try? JSONReader.read(bytes).value)?["error"]?["code"]
        }
        #expect(code(#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#) == -32_002)
        #expect(code(#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{}}"#) == nil)
        #expect(code(#"{"jsonrpc":"2.0","id":3,"method":"initialize","params":{}}"#) == -32_600)
        #expect(code(#"{"jsonrpc":"2.0","id":4,"method":"shutdown"}"#) == nil)
        #expect(code(#"{"jsonrpc":"2.0","id":5,"method":"textDocument/hover"}"#) == -32_600)
        #expect(server.receive(Array(#"{"jsonrpc":"2.0","method":"exit"}"#.utf8)) == [.exit(0)])
    }

    @Test("an exit without a shutdown has status 1")
    func earlyExit() throws {
        var server = try LanguageServer()
        #expect(server.receive(Array(#"{"jsonrpc":"2.0","method":"exit"}"#.utf8)) == [.exit(1)])
    }

    @Test(
        "a broken message gets an error, and the next one is answered",
        arguments: [
            "", "{", "[]", "7", "null", #"{"id":1}"#, #"{"jsonrpc":"2.0","id":1,"method":7}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///none"}}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"textDocument/unknown","params":{}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"workspace/executeCommand","params":{"command":"rm","arguments":[]}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"workspace/executeCommand","params":{"command":"understudy.play","arguments":["file:///a",0]}}"#,
        ])
    func brokenMessages(_ text: String) throws {
        var editor = try Editor(trip)
        let answers = editor.send(bytes: Array(text.utf8))
        #expect(answers.first?["error"]?["code"]?.integerValue ?? 0 < 0)
        #expect(editor.ask("hover")["contents"] != nil)
    }

    @Test("positions that are no numbers of the protocol are refused", arguments: [-1, 1 << 31, Int64.max])
    func hostilePositions(_ number: Int64) throws {
        var editor = try Editor(trip)
        let position: JSONValue = ["line": .integer(number), "character": 0]
        let params: JSONValue = ["textDocument": ["uri": .string(editor.uri)], "position": position]
        for method in ["completion", "hover", "definition", "prepareRename", "rename"] {
            #expect(editor.ask("textDocument/\(method)", params)["code"] == -32_602, "\(method)")
        }
        let range: JSONValue = ["start": position, "end": position]
        #expect(editor.ask("codeAction", ("range", range)) == [])
    }

    @Test("a closed file has no mistakes, and requests about it are refused")
    func closedFile() throws {
        var editor = try Editor("Feature: Trip\n  Scenario: One\n    When x\n")
        #expect(editor.mistakes.count == 1)
        editor.notify("textDocument/didClose", ["textDocument": ["uri": .string(editor.uri)]])
        #expect(editor.mistakes == [])
        #expect(editor.ask("hover")["code"] == -32_602)
    }

    @Test("characters are counted in UTF-16 code units, whatever precedes them")
    func utf16() throws {
        let text =
            "Feature: Trip\n  Scenario: One\n    When Anna sends \"🏕é\" to \"Trip\" wrongly\n    Then Ze▮e sees \"🏕é\" in \"Trip\"\n"
        var editor = try Editor(text)
        #expect(editor.mistakes.contains { $0.hasPrefix("4:9 ") }, "\(editor.mistakes)")
        let found = editor.ask("prepareRename")
        #expect(found["placeholder"] == "Zee")
    }
}
