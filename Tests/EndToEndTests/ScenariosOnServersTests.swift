import ChatConnection
import ChatEngine
import ChatProtocol
import ChatScreens
import ChatTestKit
import FoundationEssentials
import TestExtent
import Testing

@testable import ChatScenario
@testable import Gherkin

/// The scenarios on servers outside the player's process: over sockets, and in parallel with others.
@Suite struct ScenariosOnServersTests {
    @Test func overSocketsTheyReadTheSameAndEverybodySeesTheSame() throws {
        // Only an embedded server has a clock that can be set. Every twentieth scenario is enough to show the effect of
        // a socket.
        let words = [ScenariosTests.folder, "--tags", "not @set-clock"] + ScenariosTests.shard("1/20")
        let played = try Transcript.play(words) { _ in try LocalServer() }
        let embedded = try Transcript.play(words) { _ in try EmbeddedServer() }
        #expect(played.output == embedded.output)
        #expect(embedded.ends.count > (TestExtent.isWhole ? 600 : 30))
        #expect(played.ends.map(\.scenario) == embedded.ends.map(\.scenario))
        for (mine, other) in zip(played.ends, embedded.ends) where mine != other {
            Issue.record("\(mine.scenario) ends otherwise over sockets")
        }
    }

    @Test func anActorHasReceivedTheResultsOfEarlierSteps() throws {
        let story = """
            Feature: Who acts next
              Scenario: A first message
                Given a conversation "Trip" between Anna and Bea
                When Bea sends "Hi" to "Trip"
                Then Anna sees "Hi" in "Trip"

              Scenario: A pin
                Given a conversation "Trip" between Anna and Bea
                And the app "Notes" opens links at "notes.example"
                When Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
                And Bea pins "https://notes.example/d/1" in "Trip"
                Then Bea sees "https://notes.example/d/1" in "Trip"
            """
        let played = try PlayedText.play(story: story) { _ in try LateStage() }
        #expect(played.status == 0, "\(played.output)")
        let all = PlayedText.play([ScenariosTests.folder, "--tags", "not @set-clock"] + ScenariosTests.shard("1/20")) {
            _ in try LateStage()
        }
        #expect(all.status == 0, "\(all.output.suffix(4_000))")
    }

    /// The report of a play, and the screens of all people at the end of each scenario.
    private struct Transcript {
        struct End: Equatable {
            var scenario: String
            var screens: [StepScene.Screen] = []
            var decisions: [DeliveryDecision] = []
        }

        var output = ""
        var ends: [End] = []

        static func play(
            _ words: [String], stage: @escaping (PlayArguments) throws -> any Stage
        ) throws -> Transcript {
            var transcript = Transcript()
            let page = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID()).html").path
            defer { try? FileManager.default.removeItem(atPath: page) }
            // A trace needs the screens of all people at each step.
            let words = words + ["--report", "pretty", "--report", "html:\(page)"]
            let played = PlayedText.play(
                words, stage: stage,
                onEvent: { event in
                    switch event {
                    case .scenarioStarted(let pickle, _): transcript.ends.append(End(scenario: pickle.place))
                    case .stepFinished(let outcome):
                        guard let scene = outcome.scene else { return }
                        transcript.ends[transcript.ends.count - 1].screens = scene.screens
                        transcript.ends[transcript.ends.count - 1].decisions += scene.decisions
                    case .scenarioFinished:
                        // Only the last screens are compared, so only they are drawn.
                        let last = transcript.ends.count - 1
                        transcript.ends[last].screens = transcript.ends[last].screens.map { screen in
                            var screen = screen
                            screen.picture = .drawn(screen.picture.grid(EntryRows()))
                            return screen
                        }
                    case .started, .finished: break
                    }
                })
            #expect(played.status == 0, "\(played.output.suffix(2_000))")
            transcript.output = played.output
            return transcript
        }
    }

    @Test func scenariosThatSetTheClockAreSkippedOverSockets() throws {
        let words = [ScenariosTests.folder + "/corner-cases", "--tags", "@set-clock"]
        let played = PlayedText.play(words) { _ in try LocalServer() }
        #expect(played.status == 0, "\(played.output)")
        #expect(
            played.output.contains("– skipped: it sets the server's clock, which needs a server inside the player"))
        let counts = try #require(played.output.split(separator: "\n").last)
        #expect(counts.hasPrefix("0 passed, 0 failed, ") && counts.hasSuffix(" skipped"), "\(counts)")
    }

    @Test func onOneServerEachHasAWorldThatIsGoneAfterwards() throws {
        // The limit allows one world in addition to main: a second remaining world would fail the next scenario.
        var configuration = ServerEngine.Configuration()
        configuration.limits.worlds = 2
        configuration.limitsRate = false
        let server = try EmbeddedServer(configuration: configuration)
        let words =
            [ScenariosTests.folder, "--server", "127.0.0.1:7400", "--tags", "not @restart"]
            + ScenariosTests.shard("2/5")
        let played = PlayedText.play(words) { _ in server }
        #expect(played.status == 0, "\(played.output.suffix(2_000))")
        let observer = ScriptedClient(try server.connect())
        #expect(try observer.hello(Hello(.observer(nil)))["cursor"] == 0)
    }

    @Test func aRestartIsSkippedIfTheServerIsNotThePlayersOwn() throws {
        let server = try LocalServer()
        defer { server.close() }
        let story = """
            Feature: F
              Scenario: Restarts
                Given Anna and Bea are contacts
                When the server restarts

              Scenario: Goes on
                Given Anna and Bea are contacts
            """
        let played = try PlayedText.play(story: story, words: ["--server", "\(server.endpoint)"]) { _ in
            SocketStage(to: server.endpoint)
        }
        #expect(played.status == 0, "\(played.output)")
        #expect(played.output.contains("– skipped: it restarts the server, which needs a server inside the player"))
        #expect(played.output.hasSuffix("\n1 passed, 0 failed, 1 skipped\n"))
        #expect(!played.output.contains("Failures"))
    }

    @Test func aNamedWorldIsPlayedInAndKept() throws {
        let server = try EmbeddedServer()
        let words = [ScenariosTests.folder + "/weekend-trip.feature", "--server", "127.0.0.1:7400", "--world", "main"]
        #expect(PlayedText.play(words) { _ in server }.status == 0)
        let anna = ScriptedClient(try server.connect())
        let handle = try #require(Handle("anna"))
        try anna.hello(Hello(.person(handle, name: nil)))
        let kept = try anna.request("conversation.list")["conversations"]?.arrayValue
        #expect(kept?.first?["name"] == "Lake weekend")
    }

    @Test func aFailureNamesTheServerToPlayOnAgain() throws {
        let server = try EmbeddedServer()
        let played = try PlayedText.play(
            story: "Feature: F\n  Scenario: S\n    When Anna hums\n", words: ["--server", "127.0.0.1:7400"]
        ) { _ in server }
        #expect(played.output.contains("again:    chat-client play --server 127.0.0.1:7400 story.feature:2"))
    }

    @Test func aWorldThatIsNotThereFailsEveryScenario() throws {
        let server = try EmbeddedServer()
        let words = ["--server", "127.0.0.1:7400", "--world", "nowhere"]
        let played = try PlayedText.play(
            story: "Feature: F\n  Scenario: S\n    Given Anna and Bea are contacts\n", words: words
        ) { _ in server }
        #expect(played.status == 1)
        #expect(played.output.contains("There is no world “nowhere”."))
    }

    @Test func aPlayWithoutAServerFailsBeforeItBegins() throws {
        let server = try LocalServer()
        let endpoint = server.endpoint
        server.close()
        let words = [ScenariosTests.folder, "--server", "\(endpoint)"]
        let played = PlayedText.play(words) { _ in SocketStage(to: endpoint) }
        #expect(played.status == 2)
        #expect(played.output == "")
        #expect(played.complaints.hasPrefix("chat-client play: there is no server at \(endpoint): "))
        #expect(played.complaints.utf8.count { $0 == 0x0A } == 1)
    }
}
