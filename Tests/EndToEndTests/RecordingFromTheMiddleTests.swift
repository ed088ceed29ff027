import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatConnection
@testable import ChatScenario
@testable import Gherkin

/// Recordings that begin after documents were shared. Their state is arranged in the background, so that the recording
/// passes.
@Suite struct RecordingFromTheMiddleTests {
    private static let url = "https://notes.example/d/1"

    /// Plays a story of three people who share a plan, and records it from the message “Now” on.
    ///
    /// - Returns: The recording, which has passed and contains all actions.
    private func recording(before: String, _ after: String) throws -> String {
        let story = """
            Feature: Middle
              Scenario: Middle
                Given the app "Notes" opens links at "notes.example"
                And Anna, Bea and Carl are contacts
                And a conversation "Trip" between Anna, Bea and Carl
            \(before)
                When Anna sends "Now" to "Trip"
            \(after)

            """.replacing("URL", with: "\"\(Self.url)\"")
        var text: String?
        let played = try PlayedText.play(story: story) { _ in
            StageOfLateRecorder(try EmbeddedServer()) { text = $0 }
        }
        #expect(played.status == 0, "\(played.output.suffix(2_000))")
        let recorded = try #require(text)
        let again = try PlayedText.play(story: recorded)
        #expect(again.status == 0 && again.complaints == "", "\(again.output.suffix(3_000))\n\(recorded)")
        for line in after.split(separator: "\n") {
            let step = line.drop { $0 == " " }.drop { $0 != " " }.dropFirst()
            if step.contains(" sees ") || step.contains(" has no ") { continue }
            #expect(recorded.contains(step.replacing("URL", with: "\"\(Self.url)\"")), "\(step)\n\(recorded)")
        }
        return recorded
    }

    /// Checks that these steps are in the background, in this order.
    private func expectBackground(_ steps: String..., in recorded: String) {
        let background = recorded.split(separator: "  Scenario:").first ?? ""
        var rest = background.split(separator: "\n").map { $0.drop { $0 == " " }.drop { $0 != " " }.dropFirst() }[...]
        for step in steps {
            let step = step.replacing("URL", with: "\"\(Self.url)\"")
            guard let place = rest.firstIndex(where: { $0 == step }) else {
                Issue.record("it is not there, or not in order: \(step)\n\(recorded)")
                return
            }
            rest = rest[(place + 1)...]
        }
    }

    @Test func editsOfASharedDocumentGoOn() throws {
        let text = try recording(
            before: """
                    And Anna shares "Plan" from "Notes" at URL in "Trip"
                    And Bea opens URL
                    And an hour passes
                    And Anna writes "Bring a tent." in URL in "Notes"
                    And Anna edits URL in "Notes"
                    And 3 minutes pass
                """,
            """
                And Anna edits URL in "Notes"
                Then Bea sees the notice "Anna made 3 edits to “Plan”" in "Trip"
                When Carl opens URL
                And Bea comments on URL in "Notes"
                And Anna removes Carl from the share at URL
                And Bea renames URL to "Plan B"
                Then Carl has no access to URL
            """)
        expectBackground(
            #"Anna shares "Plan" from "Notes" at URL in "Trip""#, "Bea opens URL", "11 minutes pass",
            #"Anna writes "Bring a tent." in URL in "Notes""#, #"Anna edits URL in "Notes""#, "3 minutes pass", in: text
        )
        #expect(text.contains(#"Bea sees the notice "Anna made 3 edits to “Plan”" in "Trip""#), "\(text)")
        #expect(!text.contains("# not recorded"), "\(text)")
    }

    @Test func aStoppedShareIsStoppedInTheBackground() throws {
        let text = try recording(
            before: """
                    And Anna shares "Plan" from "Notes" at URL in "Trip"
                    And Bea opens URL
                    And Bea edits URL in "Notes"
                    And an hour passes
                    And Anna stops sharing URL
                    And an hour passes
                """,
            """
                And Bea opens URL
                Then the last request of Bea fails with "conflict"
                When Anna shares "Plan" from "Notes" at URL in "Trip"
                And Bea opens URL
                And Anna edits URL in "Notes"
                Then Bea sees the notice "Anna edited “Plan”" in "Trip"
            """)
        expectBackground(
            #"Anna shares "Plan" from "Notes" at URL in "Trip""#, "Anna stops sharing URL", "11 minutes pass", in: text)
    }

    @Test func participantsAndTheirRolesAreArrangedInTheBackground() throws {
        let text = try recording(
            before: """
                    And Anna creates "Plan" in "Notes" at URL
                    And Anna writes "Two tents" in URL in "Notes"
                    And the last request of Anna fails with "not_found"
                    And Anna moves URL to the folder "Trips" in "Notes"
                    And the last request of Anna fails with "not_found"
                    And Anna shares "Plan" from "Notes" at URL in "Trip" so that everyone can view
                    And Bea opens URL
                    And Anna adds Dana to the share at URL so that they can edit without sending the link
                    And Dana opens URL
                    And Anna makes Bea an administrator of the share at URL
                    And Anna lets people invite others to the share at URL
                    And Carl opens URL
                    And Carl leaves the share at URL
                    And a day passes
                """,
            """
                And Dana edits URL in "Notes"
                And Bea adds Emil to the share at URL
                And Emil opens URL
                And Carl opens URL over the wire
                Then the last request of Carl fails with "not_found"
            """)
        expectBackground(
            #"Anna creates "Plan" in "Notes" at URL"#, #"Anna writes "Two tents" in URL in "Notes""#,
            #"Anna moves URL to the folder "Trips" in "Notes""#,
            #"Anna shares "Plan" from "Notes" at URL in "Trip" so that everyone can view"#,
            "Anna lets people invite others to the share at URL",
            "Anna adds Dana to the share at URL without sending the link",
            "Anna removes Carl from the share at URL", "Anna lets Dana edit the share at URL",
            "Anna makes Bea an administrator of the share at URL", in: text)
    }

    @Test func aLinkThatAnyoneCanOpenStandsInTwoConversations() throws {
        let text = try recording(
            before: """
                    And a conversation "Choir" between Anna and Emil
                    And Anna shares "Plan" from "Notes" at URL in "Trip"
                    And Anna opens the share at URL to anyone with the link
                    And Bea opens URL
                    And Anna sends "Plan" on to "Choir"
                    And a day passes
                """,
            """
                And Dana opens URL
                And Bea edits URL in "Notes"
                And Emil opens URL
            """)
        expectBackground(
            #"Anna shares "Plan" from "Notes" at URL in "Trip""#, #"Anna sends "Plan" on to "Choir""#,
            "Anna opens the share at URL to anyone with the link", "Bea opens URL", in: text)
    }

    @Test func deletedAndUnsharedDocumentsAreArrangedInTheBackground() throws {
        let text = try recording(
            before: """
                    And Anna shares "Plan" from "Notes" at URL in "Trip"
                    And Bea opens URL
                    And Anna deletes URL in "Notes"
                    And Bea creates "Diary" in "Notes" at "https://notes.example/d/9"
                    And a day passes
                """,
            """
                And Bea opens URL in "Notes"
                Then the last request of Bea fails with "conflict"
                When Bea shares "Diary" from "Notes" at "https://notes.example/d/9" in "Trip"
                And Carl opens "https://notes.example/d/9"
            """)
        expectBackground(
            #"Anna shares "Plan" from "Notes" at URL in "Trip""#, #"Anna deletes URL in "Notes""#, in: text)
        expectBackground(#"Bea creates "Diary" in "Notes" at "https://notes.example/d/9""#, in: text)
    }

    @Test func stateThatNoStepArrangesIsListedAtTheHead() throws {
        let text = try recording(
            before: """
                    And Anna shares "Plan" from "Notes" at URL in "Trip"
                    And Anna writes "@Bea, which tent?" in URL in "Notes"
                    And Bea comments "Who pays?" on URL in "Notes"
                    And an hour passes
                """,
            """
                And Bea edits URL in "Notes"
            """)
        #expect(
            text.hasPrefix(
                """
                # not recorded: the earlier text of “Plan”, which is too long for a step
                # not recorded: the earlier comments on “Plan”
                Feature: Recorded

                """), "\(text)")
    }

    /// All actions on such a document are omitted, so that the rest passes.
    @Test func aDocumentThatItsAppKeepsIsLeftOut() throws {
        var text: String?
        let story = """
            Feature: Middle
              Scenario: Middle
                Given the app "Board" opens links at "board.example"
                And the app "Board" keeps its documents itself
                And a conversation "Trip" between Anna and Bea
                And Anna stages a draft of "Plan" from "Board" for "Trip"
                And Anna sends the draft
                And the app "Board" answers the start for Anna with "https://board.example/b/1" known as "b-1"
                And the app "Board" lets the people in for Anna
                When Anna sends "Now" to "Trip"
                And Bea opens "https://board.example/b/1"
                And Bea sends "I like it" to "Trip"
            """
        let played = try PlayedText.play(story: story) { _ in
            StageOfLateRecorder(try EmbeddedServer()) { text = $0 }
        }
        #expect(played.status == 0, "\(played.output.suffix(2_000))")
        let recorded = try #require(text)
        #expect(
            recorded.hasPrefix("# not recorded: the share of “Plan” at https://board.example/b/1: "), "\(recorded)")
        #expect(recorded.contains(#"Bea sends "I like it" to "Trip""#))
        let again = try PlayedText.play(story: recorded)
        #expect(again.status == 0 && again.complaints == "", "\(again.output.suffix(3_000))\n\(recorded)")
    }
}

/// A stage on which a recorder starts to listen just before the message “Now” is sent.
private final class StageOfLateRecorder: Stage {
    private let inner: EmbeddedServer
    private var recorder: Recorder?
    private let onEnd: (String?) -> Void

    init(_ inner: EmbeddedServer, onEnd: @escaping (String?) -> Void) { (self.inner, self.onEnd) = (inner, onEnd) }

    var world: String { inner.world }
    var address: ServerEndpoint? { inner.address }
    var canRestart: Bool { false }
    func restart() throws(TransportError) { throw .unreachable("it goes on") }
    func connect() throws(TransportError) -> any ClientTransport { Stream(try inner.connect(), of: self) }

    func close() {
        onEnd(recorder?.text)
        inner.close()
    }

    private func begin() {
        do {
            recorder = try Recorder(try inner.connect(), hello: Hello(.observer(nil)), name: "Recorded")
        } catch { Issue.record("the recorder does not begin: \(error)") }
    }

    private func follow() {
        do { try recorder?.catchUp(fences: false) } catch { Issue.record("the recorder is lost: \(error)") }
    }

    private final class Stream: ClientTransport {
        private let inner: any ClientTransport
        private weak var stage: StageOfLateRecorder?

        init(_ inner: any ClientTransport, of stage: StageOfLateRecorder) { (self.inner, self.stage) = (inner, stage) }

        func send(_ message: [UInt8]) throws(TransportError) {
            if stage?.recorder == nil, String(decoding: message, as: UTF8.self).contains(#""text":"Now""#) {
                stage?.begin()
            }
            try inner.send(message)
            stage?.follow()
        }

        func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
            try inner.receive(waitingMilliseconds: milliseconds)
        }

        func close() { inner.close() }

        func leave() {
            inner.leave()
            stage?.follow()
        }
    }
}
