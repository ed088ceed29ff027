import ChatProtocol
import ChatTestKit
import FoundationEssentials
import TestExtent
import Testing

@testable import ChatConnection
@testable import ChatScenario
@testable import Gherkin

/// Scenarios that are played while a recorder listens, and the playback of its recordings.
@Suite struct RecordingTests {
    /// One scenario, and the feature that a recorder made of it; nil if a restart disconnected the recorder.
    private struct Take {
        var name: String
        var original: [Gherkin.PickleStep]
        var recorded: String?
    }

    private let table: StepTable<ScenarioContext>

    init() throws { table = try PlayPhrases.table() }

    private func takes(of file: String, on open: @escaping () throws -> any Stage) throws -> [Take] {
        let path = "\(ScenariosTests.folder)/\(file).feature"
        let document = try Gherkin.parse(bytes: Array(Data(contentsOf: URL(filePath: path))))
        let pickles = try Gherkin.pickles(of: document, path: path)
        var texts: [String?] = []
        let played = PlayedText.play([path]) { _ in
            try RecordingStage(try open(), name: "Recorded") { texts.append($0) }
        }
        #expect(played.status == 0, "who listens changes nothing: \(played.output.suffix(2_000))")
        #expect(texts.count == pickles.count)
        return zip(pickles, texts).map { Take(name: $0.name, original: $0.steps, recorded: $1) }
    }

    /// Returns the steps that perform an action: the summary of a check begins with “Checks” or “Compares”.
    private func acts(_ steps: [Gherkin.PickleStep]) -> [String] {
        steps.compactMap { step in
            switch table.match(step) {
            case .found(let definition, _):
                let looks = ["Checks", "Compares"].contains { definition.summary.hasPrefix($0) }
                // A check of an app also starts the app, which a recording writes as a step of its own.
                if step.text.hasPrefix("the app "), step.text.contains(" runs for ") { return nil }
                // A terminal and a client without its screen send the same request to the server.
                return looks ? nil : step.text.replacing(" over the wire", with: "")
            case .undefined:
                Issue.record("not one phrase says: \(step.text)")
                return step.text
            }
        }
    }

    private func recordedActs(_ text: String) throws -> [String] {
        let pickles = try Gherkin.pickles(of: try Gherkin.parse(text), path: "recorded.feature")
        #expect(pickles.count == 1)
        return acts(pickles.first?.steps ?? [])
    }

    private func checkActs(_ text: String, are original: [String], _ name: String) throws {
        let recorded = try recordedActs(text)
        guard recorded != original else { return }
        var differences = ""
        for change in recorded.difference(from: original) {
            switch change {
            case .insert(let place, let step, _): differences += "+ \(place) \(step)\n"
            case .remove(let place, let step, _): differences += "- \(place) \(step)\n"
            }
        }
        Issue.record("\(name)\n\(differences)\n\(text)")
    }

    private func checkThatItPasses(_ text: String, _ name: String) throws {
        let again = try PlayedText.play(story: text)
        #expect(again.status == 0 && again.complaints == "", "\(name)\n\(again.output.suffix(3_000))\n\(text)")
    }

    // MARK: Round trips

    @Test func theTourComesBackAsItWasOverSockets() throws {
        let take = try #require(try takes(of: "weekend-trip") { try LocalServer() }.first)
        let text = try #require(take.recorded)
        try checkActs(text, are: acts(take.original), take.name)
        #expect(!text.contains("# not recorded"))
        // The recording contains the results too, as one or the other person sees them.
        for step in [
            #"Then Bea sees "https://notes.example/d/trip" in Shared with You from Anna"#,
            #"And Bea is asked to share "Notes" automatically"#,
            #"Then Bea sees the notice "Anna made 3 edits to “Trip plan”" in "Lake weekend""#,
            #"Then Anna does not see the notice "Carl mentioned you in “Trip plan”" in "Lake weekend""#,
            #"Then Bea is alerted to "Hello! @Bea, I bring coffee" in "Lake weekend""#,
            #"And Anna is asked "Add Emil to “Pancakes by the lake”" in "Lake weekend""#,
            #"Then the last request of Emil fails with "forbidden""#,
        ] { #expect(text.contains("    \(step)\n"), "\(step)\n\(text)") }
        try checkThatItPasses(text, take.name)
    }

    @Test func theTourIsRecordedTheSameTwice() throws {
        let first = try takes(of: "weekend-trip") { try EmbeddedServer() }.map(\.recorded)
        #expect(first == (try takes(of: "weekend-trip") { try EmbeddedServer() }.map(\.recorded)))
    }

    @Test func aRecordingOfARecordingIsTheSame() throws {
        let text = try #require(try takes(of: "weekend-trip") { try EmbeddedServer() }.first?.recorded)
        var again: String?
        _ = try PlayedText.play(story: text) { _ in
            try RecordingStage(try EmbeddedServer(), name: "Recorded") { again = $0 }
        }
        try checkActs(again ?? "", are: recordedActs(text), "twice")
    }

    @Test(
        arguments: [
            "group-changes-ask-the-owner", "privacy-of-apps", "replies-make-a-thread", "sharing-a-document",
        ]
            + (TestExtent.isWhole
                ? ["a-group-has-a-face", "apps-are-told-of-changes", "groups-need-a-contact", "links-find-their-app"]
                : []))
    func theseComeBackAsTheyWere(_ file: String) throws {
        for take in try takes(of: file, on: { try EmbeddedServer() }) {
            let text = try #require(take.recorded)
            try checkActs(text, are: acts(take.original), take.name)
            try checkThatItPasses(text, take.name)
        }
    }

    @Test(
        arguments: [
            "custom-apps-are-asked-for-changes", "identity-proofs", "messages-can-be-unsent",
            "starting-a-collaboration", "what-goes-wrong-on-the-way",
        ]
            + (TestExtent.isWhole
                ? [
                    "consent-is-asked-once", "custom-apps-answer", "who-comes-and-goes-is-told",
                    "delivered-is-told-to-the-sender", "notices-coalesce", "retries-and-resuming", "sharing-screens",
                    "stopping-and-leaving", "who-is-on-a-share", "one-time-links",
                ] : []))
    func recordedScenariosPassWhenPlayed(_ file: String) throws {
        var count = 0
        for take in try takes(of: file, on: { try EmbeddedServer() }) {
            let cutOff = take.original.contains { $0.text == PlayPhrases.restart }
            #expect((take.recorded == nil) == cutOff, "\(take.name)")
            guard let text = take.recorded else { continue }
            _ = try recordedActs(text)
            try checkThatItPasses(text, take.name)
            count += 1
        }
        #expect(count > 0)
    }

    // MARK: Earlier state

    @Test func earlierStateIsArrangedInTheBackground() throws {
        let server = try EmbeddedServer()
        let story = """
            Feature: Before
              Scenario: Before
                Given the app "Notes" opens links at "notes.example"
                And Anna, Bea and Carl are contacts
                And a conversation "Trip" between Anna, Bea and Carl
                And Anna sends "Who drives?" to "Trip"
                And Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "Trip"
            """
        let words = ["--server", "127.0.0.1:7400", "--world", "main"]
        #expect(try PlayedText.play(story: story, words: words) { _ in KeptStage(server) }.status == 0)
        let recorder = try Recorder(
            try server.connect(), hello: Hello(.observer(nil)), name: "After")
        let bea = ScriptedClient(try server.connect())
        try bea.hello(Hello(.person(try #require(Handle("bea")), name: nil)))
        let trip = try bea.request("conversation.list")["conversations"]?.arrayValue?.first
        let id = try #require(trip?["id"]?.stringValue)
        let entries = try bea.request("conversation.history") { $0.member("conversation", id) }["entries"]?.arrayValue
        let first = try #require(
            entries?.first { $0["message"]?["text"] == "Who drives?" }?["message"]?["id"]?.stringValue)
        try bea.request("message.send") {
            $0.member("conversation", id)
            $0.member("text", "I do")
            $0.member("replyTo", first)
        }
        try bea.request("share.accept") { $0.member("url", "https://notes.example/d/1") }
        try recorder.catchUp()
        let text = recorder.text
        #expect(
            text == """
                Feature: After

                  Background:
                    Given Anna, Bea and Carl are contacts
                    And a conversation "Trip" between Anna, Bea and Carl
                    And the app "Notes" opens links at "notes.example"
                    And Anna sends "Who drives?" to "Trip"
                    And Anna shares "Plan" from "Notes" at "https://notes.example/d/1" in "Trip"

                  Scenario: After
                    When Bea replies "I do" to "Who drives?" in "Trip"
                    Then Anna sees "I do" in "Trip"

                    When Bea opens "https://notes.example/d/1"
                    Then Anna sees the notice "Bea joined “Plan”" in "Trip"

                """)
        try checkThatItPasses(text, "After")
    }

    @Test(arguments: [false, true])
    func aShareFromADraftIsRecordedWithItsLink(_ isRegisteredBefore: Bool) throws {
        let server = try EmbeddedServer()
        let observer = ScriptedClient(try server.connect())
        try observer.hello(Hello(.observer(nil)))
        func register() throws {
            try observer.request("app.register") {
                $0.member("app", "com.example.notes")
                $0.member("name", "Notes")
                $0.member("domains", ["notes.example"])
            }
        }
        if isRegisteredBefore { try register() }
        let recorder = try Recorder(try server.connect(), hello: Hello(.observer(nil)), name: "Budget")
        if !isRegisteredBefore { try register() }
        let (anna, bea) = (try person("anna", on: server), try person("bea", on: server))
        let id = try conversation(of: anna, with: "bea")
        try send("Hi", from: anna, to: id)
        // Reading is no step, but it takes a position in the log, so that a play creates another link.
        try bea.request("conversation.markRead") { $0.member("conversation", id) }
        let start = try anna.request("collaboration.start") {
            $0.member("app", "com.example.notes")
            $0.member("title", "Budget")
            $0.member("conversation", id)
            $0.member("text", "for you")
        }
        #expect(start["start"]?["state"] == "sent")
        try recorder.catchUp()
        let text = recorder.text
        let url = try #require(
            try anna.request("share.list")["shares"]?.arrayValue?.first?["url"]?.stringValue)
        #expect(text.contains("Anna shares \"Budget\" from \"Notes\" at \"\(url)\" in "), "\(text)")
        #expect(
            text.contains("# not recorded: collaboration.start of Anna, the text \"for you\" that was sent with it"))
        #expect(text.contains("Bea sees \"\(url)\"") && !text.contains("draft"), "\(text)")
        try checkThatItPasses(text, "Budget")
        // The closing report counts the same steps as a play.
        #expect(recorder.counts.unsaid == 1)
        #expect(recorder.counts.steps == (try Gherkin.pickles(of: Gherkin.parse(text), path: "f").first?.steps.count))
        #expect(recorder.counts.looks == text.split(separator: "\n").count { $0.contains(" sees ") })
    }

    @Test(arguments: [false, true])
    func cardsOfBeforeAreArrangedAndNewOnesAreSteps(_ isThere: Bool) throws {
        let server = try EmbeddedServer()
        let observer = ScriptedClient(try server.connect())
        try observer.hello(Hello(.observer(nil)))
        func save(_ other: String, for owner: String) throws {
            try observer.request("contact.add") {
                $0.member("person", owner)
                $0.member("handle", other)
            }
        }
        try save("anna", for: "bea")
        let early = isThere ? try person("bea", on: server) : nil
        let recorder = try Recorder(try server.connect(), hello: Hello(.observer(nil)), name: "Cards")
        try observer.request("app.register") {
            $0.member("app", "com.example.notes")
            $0.member("name", "Notes")
            $0.member("domains", ["notes.example"])
        }
        let anna = try person("anna", on: server)
        let id = try conversation(of: anna, with: "bea")
        // This card arrives together with the conversation that made the two known to each other.
        try save("bea", for: "anna")
        let bea = try early ?? person("bea", on: server)
        try bea.request("settings.set") {
            $0.key("automaticSharing")
            $0.object {
                $0.key("apps")
                $0.object { $0.member("com.example.notes", true) }
            }
        }
        let link = "https://notes.example/d/1"
        try send(link, from: anna, to: id)
        try recorder.catchUp()
        let text = recorder.text
        let parts = text.split(separator: "  Scenario:")
        #expect(parts.first?.contains("    Given Bea saves Anna as a contact\n") == true, "\(text)")
        #expect(text.split(separator: "Anna saves Bea as a contact").count == 2, "\(text)")
        #expect(!text.contains("are contacts"))
        #expect(text.contains("Bea sees \"\(link)\" in Shared with You from Anna"), "\(text)")
        try checkThatItPasses(text, "Cards")
    }

    private func person(_ handle: String, on server: EmbeddedServer) throws -> ScriptedClient {
        let client = ScriptedClient(try server.connect())
        try client.hello(Hello(.person(try #require(Handle(handle)), name: nil)))
        return client
    }

    private func conversation(of client: ScriptedClient, with other: String) throws -> String {
        let made = try client.request("conversation.create") { $0.member("participants", [other]) }
        return try #require(made["conversation"]?["id"]?.stringValue)
    }

    private func send(_ text: String, from client: ScriptedClient, to id: String) throws {
        try client.request("message.send") {
            $0.member("conversation", id)
            $0.member("text", text)
        }
    }
}

/// A stage that a play does not end.
private final class KeptStage: Stage {
    private let inner: EmbeddedServer

    init(_ inner: EmbeddedServer) { self.inner = inner }

    var world: String { inner.world }
    var canRestart: Bool { false }
    func connect() throws(TransportError) -> any ClientTransport { try inner.connect() }
    func restart() throws(TransportError) { throw .unreachable("it goes on") }
    func close() {}
}
