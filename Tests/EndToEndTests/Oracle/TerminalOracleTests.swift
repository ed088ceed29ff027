import TestExtent
import Testing

@testable import ChatScenario
@testable import ChatScreens
@testable import ChatSession
@testable import Gherkin

/// The built `chat-client connect` shows what a scenario states about a person. Scenarios are played over a socket with
/// the client as a second device of a person, and after each step both are compared, cell by cell and line by line.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct TerminalOracleTests {
    /// The number of scenarios of a file that are played: the first of those that can be compared. Only the duration
    /// limits it.
    private static let most = TestExtent.isWhole ? 6 : 2

    /// Files of all kinds, and the compared person of each.
    private static let screens = [
        ("weekend-trip", "Bea"), ("weekend-trip", "Anna"), ("messages-can-be-edited", "Bea"),
        ("messages-can-be-unsent", "Bea"), ("tapbacks", "Anna"), ("replies-make-a-thread", "Bea"),
        ("notices-coalesce", "Bea"), ("notices-wait-in-the-banner", "Bea"), ("group-changes-ask-the-owner", "Anna"),
        ("people-come-and-go", "Carl"), ("sharing-a-document", "Bea"), ("stopping-and-leaving", "Bea"),
        ("consent-is-asked-once", "Bea"), ("how-each-keeps-a-conversation", "Bea"),
        ("typing-is-told-and-forgotten", "Bea"),
    ]

    @Test(arguments: screens)
    func aTerminalShowsWhatTheScenarioSays(_ file: String, _ name: String) throws {
        try agree(ScreenBeside.self, file, name)
    }

    private static let lines = [
        ("weekend-trip", "Dana"), ("weekend-trip", "Carl"), ("messages-can-be-edited", "Bea"),
        ("messages-can-be-unsent", "Carl"), ("tapbacks", "Carl"), ("replies-make-a-thread", "Carl"),
        ("notices-coalesce", "Bea"),
        ("notices-wait-in-the-banner", "Bea"), ("group-changes-ask-the-owner", "Carl"), ("people-come-and-go", "Carl"),
        ("sharing-a-document", "Carl"), ("stopping-and-leaving", "Carl"), ("alerts-and-mentions", "Carl"),
        ("who-may-edit", "Carl"),
    ]

    @Test(arguments: lines)
    func linesSayWhatTheScenarioSays(_ file: String, _ name: String) throws {
        try agree(LinesBeside.self, file, name)
    }

    /// A scenario that is left out. Other devices are not notified of a pin on a link that no app opens, so they show
    /// the pin only on the device that set it.
    private static let untold = "A link that no app opens asks nothing"

    private func agree<Beside: ClientBeside>(_: Beside.Type, _ file: String, _ name: String) throws {
        let play = try OraclePlay<Beside>(beside: name)
        let scenarios = try play.scenarios(of: file).filter { $0.name != Self.untold }.prefix(Self.most)
        #expect(!scenarios.isEmpty, "\(name) is in no scenario of \(file) that can be compared")
        for pickle in scenarios {
            let end = try play.play(pickle)
            #expect(end.hasPassed, "\(end.scenario): \(end.failure.map { "\($0)" } ?? "")")
            #expect(end.comparisons > 1, "\(end.scenario)")
            #expect(end.differences.isEmpty, "\(end.scenario)\n\(end.differences.joined(separator: "\n"))")
        }
    }

    // MARK: A difference is found

    /// A lost notification is lost for the device that would receive it first: the second device.
    private static let story = """
        Feature: Two devices
          Scenario: Two devices
            Given a conversation "Two" between Anna and Bea
            And Anna sends "Both have this" to "Two"
            And the next message to Bea is lost
            When Anna sends "Only one has this" to "Two"
            Then Anna sees "Only one has this" in "Two"
        """

    private func differences<Beside: ClientBeside>(
        _: Beside.Type, _ story: String = story, meddle: ((CastPerson) -> Void)? = nil
    ) throws -> [String] {
        var play = try OraclePlay<Beside>(beside: "Bea")
        play.patience = 5
        play.meddle = meddle
        let pickles = try Gherkin.pickles(of: try Gherkin.parse(story), path: "story.feature")
        let end = try play.play(try #require(pickles.first))
        #expect(end.hasPassed, "\(end.failure.map { "\($0)" } ?? "")")
        return end.differences
    }

    @Test func aMessageThatTheTerminalLacksIsFound() throws {
        let found = try differences(ScreenBeside.self)
        #expect(found.count > 1)
        #expect(
            found.allSatisfy { $0.hasPrefix("after “Anna sends \"Only one has this\"") || $0.contains("scenario's") })
        let sides = try #require(found.last).split(separator: "the scenario's:")
        try #require(sides.count == 2)
        #expect(!sides[0].contains("Only one has this") && sides[1].contains("▐ Only one has this ▌"))
    }

    @Test func aLineThatIsNotPrintedIsFound() throws {
        let found = try differences(LinesBeside.self)
        #expect(found.contains { $0.hasSuffix(": [Two] Anna: Only one has this") && $0.contains(" it lacks line ") })
        #expect(!found.contains { $0.contains("Both have this") })
    }

    @Test func aLookIsCompared() throws {
        let story = Self.story.split(separator: "\n").prefix(4).joined(separator: "\n")
        #expect(try differences(ScreenBeside.self, story).isEmpty)
        let looks = try differences(ScreenBeside.self, story) { person in
            person.session?.updateState { state in
                for index in state.conversations.indices { state.conversations[index].isMuted = true }
            }
        }
        #expect(looks.contains { $0.contains("ink") && $0.contains(" is not ") })
    }
}
