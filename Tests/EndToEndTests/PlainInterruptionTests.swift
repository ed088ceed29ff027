import Foundation
import TestExtent
import Testing

/// Signals that end a client of lines.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct PlainInterruptionTests {
    /// Starts a client whose errors are among its lines.
    private func start(_ words: String) throws -> PlainProcess {
        let client = ServerProcess.productsFolder + "/chat-client"
        return try PlainProcess("/bin/sh", ["-c", "exec '\(client)' \(words) 2>&1"], variables: ["PATH=/usr/bin:/bin"])
    }

    @Test("a signal that ends --plain reports the line that a lost server did not get", arguments: [SIGINT, SIGTERM])
    func signalReportsTheUnsentLine(signal: Int32) throws {
        let server = try ServerProcess(["--ephemeral"])
        let anna = try start("connect 127.0.0.1:\(server.port) --as anna --plain")
        anna.type("/new bea as Trip\nhello\n")
        #expect(anna.waits { $0.contains("[Trip] You: hello") }, "\(anna.lines)")
        server.end(with: SIGKILL)
        #expect(anna.waits { $0.contains { $0.hasPrefix("(connection) lost") } }, "\(anna.lines)")
        anna.type("lost\n")
        kill(anna.id, signal)
        #expect(anna.end() == -signal)
        #expect(
            anna.lines.last == "chat-client: The line “lost” and any line after it are not sent.", "\(anna.lines)")
    }

    @Test("Ctrl-C in --plain reports the message that a silent server did not answer")
    func signalReportsTheUnansweredMessage() throws {
        let server = try ServerProcess(["--ephemeral"])
        let anna = try start("connect 127.0.0.1:\(server.port) --as anna --plain")
        anna.type("/new bea as Trip\nhello\n/to\n")
        #expect(anna.waits { $0.contains { $0.hasPrefix("(conversation) 1. Trip") } }, "\(anna.lines)")
        server.suspend()
        defer { kill(server.id, SIGCONT) }
        // Both lines arrive together, and the client performs them before it looks for a signal.
        anna.type("/nonsense\nlost\n")
        #expect(anna.waits { $0.contains { $0.contains("/nonsense") } }, "\(anna.lines)")
        kill(anna.id, SIGINT)
        #expect(anna.end() == -SIGINT)
        #expect(anna.lines.last == "chat-client: A message is not sent yet.", "\(anna.lines)")
    }

    @Test("Ctrl-C in app --plain reports the command that a silent server did not answer")
    func signalReportsTheUnfinishedCommandOfAnApp() throws {
        let server = try ServerProcess(["--ephemeral"])
        let registered = #"{"app":"com.example.notes","name":"Notes","domains":["notes.example"],"backends":["file"]}"#
        let client = ServerProcess.productsFolder + "/chat-client"
        let registering = try PlainProcess(
            client, ["call", "127.0.0.1:\(server.port)", "app.register", registered, "--observer"])
        #expect(registering.end() == 0)
        let anna = try start("app 127.0.0.1:\(server.port) com.example.notes --as anna --plain")
        anna.type("new Plan\n")
        #expect(anna.waits { $0.contains { $0.hasPrefix("1. Plan") } }, "\(anna.lines)")
        server.suspend()
        defer { kill(server.id, SIGCONT) }
        anna.type("remove 9\nrename 1 Lost\n")
        #expect(anna.waits { $0.contains { $0.contains("no item 9") } }, "\(anna.lines)")
        kill(anna.id, SIGINT)
        #expect(anna.end() == -SIGINT)
        #expect(anna.lines.last == "chat-client: The last command is not completed.", "\(anna.lines)")
    }

    @Test("Ctrl-C in --plain names a staged file and a text that a backslash continues")
    func signalReportsTheUnfinishedText() throws {
        let server = try ServerProcess(["--ephemeral"])
        let folder = try TemporaryFolder()
        try folder.write("x", to: "a.txt")
        let file = folder.file("a.txt")
        let anna = try start("connect 127.0.0.1:\(server.port) --as anna --plain")
        anna.type("/new bea as Trip\n/attach \(file)\n/nonsense\none \\\n")
        #expect(anna.waits { $0.contains { $0.contains("/nonsense") } }, "\(anna.lines)")
        kill(anna.id, SIGINT)
        #expect(anna.end() == -SIGINT)
        #expect(
            anna.lines.last
                == "chat-client: \(file) is attached, and not sent. The text that a backslash continues is not sent.",
            "\(anna.lines)")
    }

    @Test("Ctrl-C in --plain reports nothing if everything is sent")
    func signalReportsNothingWithoutUnsentWork() throws {
        let server = try ServerProcess(["--ephemeral"])
        let anna = try start("connect 127.0.0.1:\(server.port) --as anna --plain")
        anna.type("/new bea as Trip\nhello\n")
        #expect(anna.waits { $0.contains("[Trip] You: hello") }, "\(anna.lines)")
        let count = anna.lines.count
        kill(anna.id, SIGINT)
        #expect(anna.end() == -SIGINT)
        #expect(!anna.lines.dropFirst(count).contains { $0.hasPrefix("chat-client:") }, "\(anna.lines)")
    }
}
