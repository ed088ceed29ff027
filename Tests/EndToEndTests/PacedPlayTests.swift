import ChatConnection
import ChatProtocol
import ChatTestKit
import FoundationEssentials
import Testing

@testable import ChatScenario

/// The events that people see who watch a paced play.
@Suite struct PacedPlayTests {
    private static let story = """
        Feature: F
          Scenario: S
            Given Anna and Bea are contacts
            And a conversation "Trip" between Anna and Bea
            When Anna sends "See you there" to "Trip"
            And Bea replies "Yes" to "See you there" in "Trip"
            And Carl sends "Let me in" to "Trip"
            Then the last request of Carl fails with "not_found"
            And Bea does not see that Anna is typing in "Trip"
        """

    /// Returns the messages and the typing that an observer receives while the story is played.
    private static func heard(paced: Bool) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "story.feature")
        try Data(story.utf8).write(to: file)
        let server = try EmbeddedServer()
        let observer = ScriptedClient(try server.connect())
        try observer.hello(Hello(.observer(nil)))
        var heard: [String] = []
        var output = ""
        func listen() {
            try? observer.catchUp()
            for notified in observer.takeInbox() {
                let params = notified.params
                switch notified.method {
                case "typing":
                    let isTyping = params["typing"]?.boolValue == true
                    heard.append("\(params["person"]?.stringValue ?? "") \(isTyping ? "types" : "stops")")
                case "message.posted": heard.append(params["message"]?["text"]?.stringValue ?? "")
                default: break
                }
            }
        }
        let environment = PlayEnvironment(
            output: { output += $0 }, complaints: { output += $0 }, pause: { _ in },
            onEvent: { event in if case .stepFinished = event { listen() } })
        let words = [file.path, "--server", "127.0.0.1:7400", "--world", "main"] + (paced ? ["--pace", "2"] : [])
        let status = PlayCommand.run(words, stage: { _ in server }, environment: environment)
        #expect(status == 0, "\(output)")
        return heard
    }

    @Test func aPacedPlayShowsTypingBeforeEachMessage() throws {
        let heard = try Self.heard(paced: true)
        #expect(heard == ["anna types", "anna stops", "See you there", "bea types", "bea stops", "Yes"], "\(heard)")
    }

    @Test func atFullSpeedNobodyTypes() throws {
        #expect(try Self.heard(paced: false) == ["See you there", "Yes"])
    }
}
