import Foundation
import TestExtent
import Testing

/// The end of `chat-client record`.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct RecordCommandTests {
    @Test("Ctrl-C ends a recording of a server that has fallen silent, and keeps what was recorded")
    func endsAtASilentServer() throws {
        let server = try ServerProcess(["--ephemeral"])
        let folder = try TemporaryFolder()
        let file = folder.file("trip.feature")
        let recording = try TerminalProcess(
            "chat-client", ["record", file, "--server", "127.0.0.1:\(server.port)"], columns: 120)
        #expect(recording.waits { $0.text.contains("Ctrl-C ends it.") }, "\(recording.screen.text)")
        server.suspend()
        defer { kill(server.id, SIGCONT) }
        kill(recording.id, SIGINT)
        // A request may wait 30 seconds for its answer. Ctrl-C ends the recording sooner.
        #expect(recording.end() == 0)
        #expect(recording.screen.text.contains("The server stopped answering, so the recording may be incomplete."))
        #expect(try folder.text(of: "trip.feature").contains("Feature:"))
    }
}
