import ChatProtocol
import Foundation
import TestExtent
import Testing

/// Clients with the addresses of several servers of one log: they fail over to another server, and nothing is lost or
/// done twice.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct SeveralServersTests {
    private let folder: TemporaryFolder
    private let later: ReservedPort
    private let first: ServerProcess

    init() throws {
        (folder, later) = (try TemporaryFolder(), try ReservedPort())
        first = try ServerProcess(["--data", folder.file("chat.sqlite")])
    }

    /// The addresses of both servers, of which the first is not started yet.
    private var servers: String { "127.0.0.1:\(later.number),127.0.0.1:\(first.port)" }

    /// Kills the server, and starts another one on its log at the other address.
    private func move() throws -> ServerProcess {
        first.end(with: SIGKILL)
        return try ServerProcess(
            product: "chat-server",
            ["--port", "\(later.number)", "--no-rate-limit", "--data", folder.file("chat.sqlite")])
    }

    private func messages(of person: String, at port: UInt16) throws -> [String] {
        let listed = try ServerProcess.run(
            "chat-client",
            [
                "wait", "127.0.0.1:\(port)", "--as", person, "--for", "typing", "--after", "0", "--timeout", "0",
            ])
        return listed.output.split(separator: "\n").filter { $0.contains("message.posted") }.compactMap { line in
            (try? JSONReader.read(Array(line.utf8)).value)?["params"]?["message"]?["text"]?.stringValue
        }
    }

    @Test func aClientContinuesAtTheNextServer() throws {
        let anna = try PlainProcess("chat-client", ["connect", servers, "--as", "anna", "--plain"])
        #expect(anna.waits { $0.contains("(hint) Connected to 127.0.0.1:\(first.port)") }, "\(anna.lines)")
        anna.type("/new bea as Trip\none\n")
        #expect(anna.waits { $0.contains("[Trip] You: one") })
        let bea = try PlainProcess("chat-client", ["watch", servers, "--as", "bea", "--after", "0"])
        func heard() -> [String] { bea.lines.filter { $0.contains("message.posted") } }
        #expect(bea.waits { _ in heard().count == 1 })
        let second = try move()
        anna.type("two\n")
        #expect(anna.waits { $0.contains("[Trip] You: two") }, "\(anna.lines)")
        #expect(anna.lines.contains("(hint) Connected to 127.0.0.1:\(later.number)"), "\(anna.lines)")
        #expect(anna.end() == 0)
        #expect(bea.waits { _ in heard().count >= 2 })
        #expect(heard().count == 2 && heard()[0].contains(#""text":"one""#) && heard()[1].contains(#""text":"two""#))
        #expect(try messages(of: "bea", at: second.port) == ["one", "two"])
    }

    @Test func aCommandAsksTheOneThatIsThere() throws {
        for command in [["send", servers, "--new", "--to", "bea", "Hi"], ["call", servers, "conversation.list"]] {
            let ended = try ServerProcess.run("chat-client", command + ["--as", "anna"])
            #expect(ended.status == 0, "\(ended.output)")
        }
        let words = [
            "wait", servers, "--as", "bea", "--for", "message.posted", "--after", "0", "--get", "message.text",
        ]
        let waited = try ServerProcess.run("chat-client", words)
        #expect(waited.status == 0 && waited.output == "Hi\n", "\(waited.output)")
    }

    @Test(arguments: ["send", "call"]) func aCommandRetriedAtAnotherServerRunsOnce(_ command: String) throws {
        let begun = try ServerProcess.run(
            "chat-client", ["send", "127.0.0.1:\(first.port)", "--as", "anna", "--new", "--to", "bea", "Hi"])
        #expect(begun.status == 0)
        let talk = try ServerProcess.run(
            "chat-client",
            [
                "call", "127.0.0.1:\(first.port)", "conversation.list", "--as", "anna", "--get", "conversations.id",
            ]
        ).output.filter { !$0.isNewline }
        let relay = try ForgetfulRelay(to: first.port, forgetting: "message.send")
        let both = "127.0.0.1:\(relay.port),127.0.0.1:\(first.port)"
        let words =
            command == "send"
            ? ["send", both, "--to", "bea", "once"]
            : ["call", both, "message.send", #"{"conversation": "\#(talk)", "text": "once"}"#]
        let ended = try ServerProcess.run("chat-client", words + ["--as", "anna"])
        #expect(ended.status == 0, "\(ended.output)")
        #expect(try messages(of: "bea", at: first.port) == ["Hi", "once"])
    }

    /// Without a client id it is unknown whether the clock was advanced.
    @Test func aRequestWithoutAClientIDIsNotRetried() throws {
        let world = #"{"world": "w"}"#
        let made = try ServerProcess.run(
            "chat-client", ["call", "127.0.0.1:\(first.port)", "world.create", world, "--observer"])
        #expect(made.status == 0, "\(made.output)")
        let relay = try ForgetfulRelay(to: first.port, forgetting: "clock.advance")
        let both = "127.0.0.1:\(relay.port),127.0.0.1:\(first.port)"
        let ended = try ServerProcess.run(
            "chat-client", ["call", both, "clock.advance", #"{"milliseconds": 1}"#, "--observer", "--world", "w"])
        #expect(ended.status == 1 && ended.output.contains("The connection ended"), "\(ended.output)")
    }

    @Test func noneOfThemIsOneClearLine() throws {
        first.end(with: SIGKILL)
        for command in [["connect", servers, "--plain"], ["watch", servers], ["call", servers, "conversation.list"]] {
            let ended = try ServerProcess.run("chat-client", command + ["--as", "anna"])
            #expect(ended.status == 1)
            #expect(ended.output.contains("cannot be reached: 127.0.0.1:\(first.port)"), "\(ended.output)")
            #expect(ended.output.split(separator: "\n").count == 1, "\(ended.output)")
        }
    }
}
