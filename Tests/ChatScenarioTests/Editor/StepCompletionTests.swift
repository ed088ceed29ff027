import ChatProtocol
import Testing

@testable import ChatScenario
@testable import ChatScreens

@Suite struct StepCompletionTests {
    /// Returns what is inserted at the pointer in a step below two others.
    private func insertions(_ step: String, snippets: Bool = true) throws -> [String] {
        var editor = try Editor(
            """
            Feature: Trip
              Scenario: One
                Given a conversation "Trip" between Anna, Bea and Carl
                And the app "Maps" opens links at "maps.example"
                \(step)
            """, snippets: snippets)
        return editor.insertions()
    }

    @Test("a step that began goes on with the rest of its phrase, and its slots have values of the file")
    func restOfAPhrase() throws {
        let found = try insertions("When Bea p▮")
        #expect(found.contains(#"pins "${1:https://notes.example/d/1}" in "${2:Trip}""#))
        #expect(found.allSatisfy { $0.hasPrefix("p") })
    }

    @Test("the words that a group offers become a choice")
    func choices() throws {
        #expect(
            try insertions(#"Given the app "Maps" ▮"#).contains { $0.hasPrefix("${1|opens,does not open|} links at") })
        #expect(try insertions("When Bea mu▮").contains(#"mutes "${1:Trip}""#))
    }

    @Test("an optional part is offered where it can begin")
    func optionalPart() throws {
        let found = try insertions(#"When Anna shares "Plan" f▮"#)
        #expect(found.contains { $0.hasPrefix(#"from "${1:Maps}""#) }, "\(found)")
    }

    @Test("a name is offered from the people of the file")
    func names() throws {
        let found = try insertions("When A▮")
        #expect(found.first == "Anna")
        #expect(!found.contains("Bea"))
    }

    @Test("in a list of people the next one is offered", arguments: ["Anna, ▮", "Anna and ▮"])
    func list(_ names: String) throws {
        #expect(try insertions(#"Given a conversation "Lake" between "# + names).contains("Carl"))
    }

    @Test("inside quotation marks only the values of that slot are offered")
    func valuesInQuotes() throws {
        #expect(try insertions(#"When Bea mutes "▮"#) == [#""Trip""#])
        #expect(try insertions(#"When Bea mutes "x▮"#) == [])
    }

    @Test("a quotation mark behind the pointer is replaced with the value")
    func closingMark() throws {
        var editor = try Editor(
            """
            Feature: Trip
              Scenario: One
                Given a conversation "Trip" between Anna and Bea
                When Bea mutes "T▮"
            """)
        let range = editor.ask("completion")["items"]?.arrayValue?.first?["textEdit"]?["range"]
        #expect(range?["start"]?["character"] == 19)
        #expect(range?["end"]?["character"] == 22)
    }

    @Test("a check after a modifier is offered like one without")
    func modifiers() throws {
        #expect(try insertions("Then within 10 minutes, Bea se▮").contains { $0.hasPrefix("sees the notice") })
        #expect(try insertions("Then with▮").contains { $0.hasPrefix("within ${1:") })
    }

    @Test("words that begin no phrase find the phrases that contain them")
    func search() throws {
        let found = try insertions("When pins url▮")
        #expect(
            found.contains(#"${1:Anna} ${2|pins,unpins|} "${3:https://notes.example/d/1}" in "${4:Trip}""#), "\(found)")
    }

    @Test("an editor without snippets gets plain sentences")
    func plainSentences() throws {
        #expect(try insertions("When Bea pins▮", snippets: false).contains { $0.contains("$") } == false)
        #expect(
            try insertions("When Bea p▮", snippets: false).contains(#"pins "https://notes.example/d/1" in "Trip""#))
    }

    @Test("a phrase that needs a doc string brings its quotation marks")
    func docString() throws {
        #expect(try insertions("Then Bea's screen sh▮").contains("shows:\n  \"\"\"\n  ${1:}\n  \"\"\""))
    }

    @Test("a tag is offered from the rules")
    func tags() throws {
        var editor = try Editor("Feature: Trip\n  @ev-mention-p▮\n  Scenario: One\n")
        #expect(editor.insertions() == ["@ev-mention-precond", "@ev-mention-private"])
    }

    @Test("a line without a keyword gets the keywords of the file's language")
    func keywords() throws {
        var editor = try Editor("# language: de\nFunktionalität: Reise\n  Sz▮\n")
        #expect(editor.insertions().contains("Szenario: "))
        var english = try Editor("Feature: Trip\n  Scenario: One\n    Gi▮\n")
        #expect(english.insertions() == ["Given "])
    }

    @Test(
        "a place outside the file, and one after the end of a line, give no error", arguments: [(900, 0), (1, 9_999)])
    func placesOutside(_ line: Int64, _ character: Int64) throws {
        var editor = try Editor("Feature: Trip\n  Scenario: One\n")
        let answer = editor.ask(
            "textDocument/completion",
            [
                "textDocument": ["uri": .string(editor.uri)],
                "position": ["line": .integer(line), "character": .integer(character)],
            ])
        #expect(answer["items"]?.arrayValue != nil)
    }

    @Test("every example of a phrase is among the proposals after each of its words")
    func everyPhraseCanBeCompleted() throws {
        let table = try PlayPhrases.table()
        for (definition, phrase) in zip(table.definitions, table.phrases) {
            let pieces = StepText(definition.example).pieces
            // A list of names and a time of several words are read as a whole.
            let isInside = { (count: Int) in
                let marks: [StepText.Piece] = [.comma, .word("and")]
                return marks.contains(pieces[count]) || count > 0 && marks.contains(pieces[count - 1])
                    || PieceKind(pieces[count]) == .unit
            }
            for count in pieces.indices where !isInside(count) {
                #expect(!phrase.rests(after: Array(pieces[..<count])).isEmpty, "\(definition.phrase), \(count)")
            }
        }
    }
}
