import ChatProtocol
import ChatTestKit
import FoundationEssentials
import TestExtent
import Testing

@testable import TestSupport

/// Traces of real plays: taking them changes no story. The tests also check the content and the size of a trace.
@Suite struct TraceTests {
    /// Stories that would reveal an extra login, an extra fence or an extra read.
    @Test(
        arguments: [
            "what-goes-wrong-on-the-way", "retries-and-resuming", "corner-cases/clock-that-steps-back",
        ]
            + (TestExtent.isWhole
                ? [
                    "weekend-trip", "delivered-is-told-to-the-sender", "read-receipts", "typing-is-told-and-forgotten",
                    "an-apps-shelf", "consent-is-asked-once",
                ] : []))
    func lookingChangesNoStory(name: String) throws {
        let file = ScenariosTests.folder + "/\(name).feature"
        let plain = PlayedText.play([file])
        let traced = try Self.trace([file])
        #expect(traced.played.output == plain.output)
        #expect(traced.played.status == 0)
        #expect(try Self.trace([file]).page == traced.page)
    }

    @Test func theTourIsSmallAndWhole() throws {
        let traced = try Self.trace([ScenariosTests.folder + "/weekend-trip.feature"])
        #expect(traced.page.utf8.count < 600_000)
        let steps = try #require(traced.data["scenarios"]?.arrayValue?.first?["steps"]?.arrayValue)
        #expect(steps.count > 60)
        #expect(steps.allSatisfy { $0["screens"] != nil })
        #expect(steps.last?["screens"]?.arrayValue?.count ?? 0 >= 5)
        let texts = traced.data["texts"]?.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(texts.contains { $0.contains(#""message.send""#) })
        #expect(!texts.contains { $0.contains(#""session.fence""#) || $0.contains(#""session.ping""#) })
        let decisions = traced.data["decisions"]?.arrayValue ?? []
        #expect(decisions.contains { $0["about"]?.stringValue == "the notice “Carl mentioned you in “Trip plan””" })
        #expect(decisions.contains { $0["about"]?.stringValue == "the question about Notes" })
        #expect(Set(decisions.compactMap { $0["person"]?.stringValue }) == ["Anna", "Bea", "Carl", "Dana", "Emil"])
        let pages = traced.data["pages"]?.arrayValue ?? []
        #expect(pages.contains { $0["text"]?.stringValue == "One more line.\nOne more line." })
    }

    @Test func fiftyStepsOfFourPersonsAreUnderAMegabyte() throws {
        let traced = try Self.trace(story: Self.story(people: 4, steps: 50))
        #expect(traced.played.status == 0, "\(traced.played.output.suffix(500))")
        #expect(traced.data["scenarios"]?.arrayValue?.first?["steps"]?.arrayValue?.count == 50)
        #expect(traced.page.utf8.count < 1_000_000)
    }

    @Test func aCrowdIsBoundedAndTheTraceSaysSo() throws {
        let traced = try Self.trace(story: Self.story(people: 60, steps: 20))
        #expect(traced.played.status == 0, "\(traced.played.output.suffix(500))")
        let step = try #require(traced.data["scenarios"]?.arrayValue?.first?["steps"]?.arrayValue?.last)
        #expect(step["screens"]?.arrayValue?.count == 16)
        #expect(step["leftOut"]?["screens"]?.integerValue == 44)
        // The person who acts is always among those whose screens are drawn.
        let actor = try #require(step["actor"]?.integerValue)
        let name = try #require(step["screens"]?.arrayValue?[Int(actor)].arrayValue?[0].integerValue)
        let text = try #require(step["text"]?.stringValue)
        #expect(text.hasPrefix(traced.data["names"]?.arrayValue?[Int(name)].stringValue ?? "?"))
    }

    @Test func aStepThatFailsHasItsSceneAndTheRestHasNone() throws {
        let traced = try Self.trace(
            story: """
                Feature: F
                  Scenario: S
                    Given Anna and Bea are contacts
                    And a conversation "Trip" between Anna and Bea
                    And Anna sends "Hi" to "Trip"
                    Then Bea sees "Something else" in "Trip"
                    And Bea sees "Hi" in "Trip"
                """)
        #expect(traced.played.status == 1)
        let steps = try #require(traced.data["scenarios"]?.arrayValue?.first?["steps"]?.arrayValue)
        #expect(steps.map { $0["status"]?.stringValue } == ["passed", "passed", "passed", "failed", "skipped"])
        #expect(steps[3]["screens"] != nil)
        #expect(steps[3]["failure"]?["message"] != nil)
        #expect(steps[4]["screens"] == nil)
    }

    @Test func peopleInActionsLogInButPeopleOnlyInChecksDoNot() throws {
        let traced = try Self.trace(
            story: """
                Feature: F
                  Scenario: S
                    Given Anna and Bea are contacts
                    And a conversation "Trip" between Anna and Bea
                    And Anna sends "Hi" to "Trip"
                    Then Emil sees no notice in "Trip"
                """)
        let steps = try #require(traced.data["scenarios"]?.arrayValue?.first?["steps"]?.arrayValue)
        #expect(steps[2]["screens"]?.arrayValue?.map { $0.arrayValue?[1].integerValue } == [1, 1])
        #expect(steps[3]["status"] == "failed")
        let texts = traced.data["texts"]?.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(texts.contains { $0.contains("session.hello") && $0.contains(#""bea""#) })
        #expect(!texts.contains { $0.contains("session.hello") && $0.contains(#""emil""#) })
    }

    @Test func noSecretIsInATrace() throws {
        let traced = try Self.trace(
            [ScenariosTests.folder + "/conversations.feature", "--token", "open-sesame-42"])
        #expect(traced.played.status == 0)
        #expect(!traced.page.contains("open-sesame-42") && traced.page.contains("session.hello"))
    }

    // MARK: Traces

    private struct Traced {
        var played: PlayedText
        var page: String
        var data: JSONValue
    }

    private static func trace(_ words: [String]) throws -> Traced {
        let file = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID()).html")
        defer { try? FileManager.default.removeItem(at: file) }
        let played = PlayedText.play(words + ["--report", "pretty", "--report", "html:\(file.path)"])
        let page = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        return Traced(played: played, page: page, data: try TraceReader.value(of: page))
    }

    private static func trace(story: String) throws -> Traced {
        let file = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID()).feature")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(story.utf8).write(to: file)
        return try trace([file.path])
    }

    /// Returns a story of a group in which each person sends a message in turn, shares and edits.
    private static func story(people count: Int, steps: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let names = (0..<count).map { number in
            String(["P", letters[number / 26], letters[number % 26]])
        }
        let others: String = names.dropLast().joined(separator: ", ")
        let list = "\(others) and \(names[count - 1])"
        var lines = [
            "Feature: A group", "  Scenario: They talk",
            #"    Given the app "Notes" opens links at "notes.example/d/*""#,
            "    And \(list) are contacts", #"    And a conversation "Group" between \#(list)"#,
        ]
        for index in 0..<(steps - 3) {
            let name = names[(index * 7 + count - 1) % count]
            switch index % 5 {
            case 1:
                lines.append(
                    #"    And \#(name) shares "Plan \#(index)" from "Notes" at "https://notes.example/d/\#(index)" in "Group""#
                )
            case 3: lines.append(#"    And \#(name) edits "https://notes.example/d/\#(index - 2)" in "Notes""#)
            case 4: lines.append(#"    And \#(name) sees "What number \#(index - 2) says 🎒" in "Group""#)
            default: lines.append(#"    And \#(name) sends "What number \#(index) says 🎒" to "Group""#)
            }
        }
        // The last step names a person who is not among the first.
        lines[lines.count - 1] = #"    And \#(names[count - 1]) sends "Bye" to "Group""#
        return lines.joined(separator: "\n") + "\n"
    }
}
