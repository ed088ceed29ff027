import ChatProtocol
import Gherkin
import Testing

@testable import ChatScenario

/// The scenarios on the page of `play --ui`: their ids, results and steps, and the messages about them.
@Suite struct UIScenariosTests {
    private static let text = """
        Feature: f
          @one
          Scenario: a
            Given Anna waves
            And Bea waves
          Scenario Outline: b
            Given <who> waves
            Examples:
              | who  |
              | Carl |
              | Dan  |
        """

    private static func pickles(_ text: String = text) throws -> [Gherkin.Pickle] {
        try Gherkin.pickles(of: Gherkin.parse(text), path: "stage.feature")
    }

    private static func json(_ text: [UInt8]?) throws -> JSONValue { try JSONReader.read(#require(text)).value }

    /// Plays the text, and gives its events to the scenarios, as the player does.
    ///
    /// - Returns: The messages for a page that shows each scenario from its beginning.
    @discardableResult
    private static func play(_ scenarios: inout UIScenarios, text: String = text) throws -> [JSONValue] {
        var messages: [JSONValue] = []
        for event in try RunnerStage().events(of: text) {
            switch event {
            case .scenarioStarted(let pickle, _):
                scenarios.begin(try #require(scenarios.id(of: pickle)), again: "again \(pickle.name)")
            case .stepFinished(let outcome): messages.append(try json(scenarios.add(outcome)))
            case .scenarioFinished(let outcome):
                if let message = scenarios.end(outcome) { messages.append(try json(message)) }
            case .started, .finished: break
            }
        }
        return messages
    }

    @Test("the list has each scenario with its planned steps, tags and status")
    func listHasThePlan() throws {
        var scenarios = UIScenarios()
        scenarios.update(try Self.pickles())
        let list = try Self.json(scenarios.list(breakpoints: [.init(path: "stage.feature", line: 5)]))
        let entries = try #require(list["scenarios"]?.arrayValue)
        #expect(entries.compactMap { $0["name"]?.stringValue } == ["a", "b", "b"])
        #expect(entries.compactMap { $0["id"]?.integerValue } == [1, 2, 3])
        #expect(entries.allSatisfy { $0["status"] == "waiting" })
        #expect(entries[0]["tags"] == ["@one"])
        #expect(entries[0]["plan"]?.arrayValue?.compactMap { $0["line"]?.integerValue } == [4, 5])
        #expect(entries[2]["plan"]?.arrayValue?.first?["text"] == "Dan waves")
        #expect(list["breakpoints"] == ["stage.feature:5"])
    }

    @Test("after a change of the file, a scenario keeps its id, and its result while its steps are the same")
    func idsSurviveAChange() throws {
        var scenarios = UIScenarios()
        scenarios.update(try Self.pickles())
        try Self.play(&scenarios)
        #expect(scenarios.entries.map(\.status) == ["passed", "passed", "passed"])
        // A new scenario, everything a few lines lower, and another step in the last row.
        let changed = Self.text.replacing("  @one", with: "  Scenario: new\n    Given Eve waves\n\n  @one")
            .replacing("| Dan  |", with: "| Fay  |")
        scenarios.update(try Self.pickles(changed))
        #expect(scenarios.entries.map(\.id) == [4, 1, 2, 3])
        #expect(scenarios.entries.map(\.status) == ["waiting", "passed", "passed", "waiting"])
        #expect(scenarios.story(of: 1) != nil && scenarios.story(of: 3) == nil && scenarios.story(of: 4) == nil)
        scenarios.update([])
        #expect(scenarios.story(of: 1) == nil && !scenarios.has(1))
    }

    @Test("the steps that a page gets one by one are those of the whole story")
    func stepsAddUpToTheStory() throws {
        var scenarios = UIScenarios()
        scenarios.update(try Self.pickles())
        let messages = try Self.play(&scenarios)
        #expect(messages.count == 4)
        let story = try Self.json(scenarios.story(of: 1))
        #expect(story["again"] == "again a")
        let steps = messages.filter { $0["id"] == 1 }
        #expect(steps.compactMap { $0["index"]?.integerValue } == [0, 1])
        #expect(steps.compactMap { $0["step"] } == story["steps"]?.arrayValue)
    }

    @Test("a failure outside the steps is a message of its own, and part of the story")
    func failureIsAMessage() throws {
        var scenarios = UIScenarios()
        let pickle = try #require(try Self.pickles().first)
        scenarios.update([pickle])
        scenarios.begin(1, again: "")
        var outcome = ScenarioOutcome(pickle: pickle, status: .skipped, failure: .skipping("stopped before line 4"))
        outcome.isStopped = true
        let message = try Self.json(scenarios.end(outcome))
        #expect(message["failure"]?["message"] == "stopped before line 4")
        #expect(try Self.json(scenarios.story(of: 1))["failure"] == message["failure"])
        #expect(try Self.json(scenarios.result(of: 1))["status"] == "stopped")
    }

    @Test("above the limit, the oldest stories are dropped, those that passed first")
    func storiesAreBounded() throws {
        var scenarios = UIScenarios(storedMax: 1)
        scenarios.update(try Self.pickles())
        try Self.play(&scenarios)
        #expect(scenarios.story(of: 1) == nil && scenarios.story(of: 2) == nil && scenarios.story(of: 3) != nil)
        #expect(scenarios.entries.map(\.status) == ["passed", "passed", "passed"])

        let text = """
            Feature: f
              Scenario: a
                Given Anna fails
              Scenario: b
                Given Anna waves
              Scenario: c
                Given Anna waves
            """
        var whole = UIScenarios()
        whole.update(try Self.pickles(text))
        try Self.play(&whole, text: text)
        let bytes = try [1, 3].map { try #require(whole.story(of: $0)).count }.reduce(0, +)
        var bounded = UIScenarios(storedMax: bytes)
        bounded.update(try Self.pickles(text))
        try Self.play(&bounded, text: text)
        #expect((1...3).map { bounded.story(of: $0) != nil } == [true, false, true])
    }

    @Test(
        "a message of the page is an action with its values",
        arguments: [
            (#"{"do":"run","ids":[1,2]}"#, UICommand.run([1, 2], pausesAtOnce: false)),
            (#"{"do":"run","ids":[3],"pauses":true}"#, .run([3], pausesAtOnce: true)),
            (#"{"do":"pause"}"#, .gate(.pause)), (#"{"do":"step"}"#, .gate(.step)),
            (#"{"do":"continue"}"#, .gate(.resume)), (#"{"do":"stop"}"#, .gate(.stop)),
            (#"{"do":"open","id":7}"#, .open(7)),
            (
                #"{"do":"breakpoint","path":"a.feature","line":3,"set":true}"#,
                .breakpoint(.init(path: "a.feature", line: 3), isSet: true)
            ),
        ])
    func messagesAreRead(text: String, command: UICommand) {
        #expect(UICommand(Array(text.utf8)) == command)
    }

    @Test(
        "any other message is refused",
        arguments: [
            "", "{", "[]", "{}", #"{"do":"fly"}"#, #"{"do":"run"}"#, #"{"do":"run","ids":["1"]}"#,
            #"{"do":"run","ids":[1.5]}"#, #"{"do":"open"}"#, #"{"do":"breakpoint","path":"a","line":1}"#,
            #"{"do":"run","ids":[[[[[[1]]]]]]}"#,
        ])
    func otherMessagesAreRefused(text: String) { #expect(UICommand(Array(text.utf8)) == nil) }
}
