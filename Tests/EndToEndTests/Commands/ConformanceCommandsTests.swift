import TestExtent
import Testing

/// `check-server` and `check-client` as programs, run on the server and the client of this project.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct ConformanceCommandsTests {
    private func run(_ words: [String]) throws -> (status: Int32, lines: [Substring]) {
        let ended = try ServerProcess.run(
            "chat-client", words, variables: ["PATH=\(ServerProcess.productsFolder):/usr/bin:/bin"])
        return (ended.status, ended.output.split(separator: "\n"))
    }

    @Test func ourOwnServerPasses() throws {
        let server = try ServerProcess(["--ephemeral"])
        let (status, lines) = try run(["check-server", "127.0.0.1:\(server.port)"])
        #expect(status == 0, "\(lines)")
        #expect(lines.first == "TAP version 14" && lines.dropFirst().first?.hasPrefix("1..") == true)
        #expect(lines.last?.hasSuffix(" passed, 0 failed, 0 skipped") == true)
    }

    /// Each check that waits for a message that must not arrive takes seconds: `script/test --all` runs all of them.
    @Test func ourOwnClientPasses() throws {
        let some = ["torn", "order", "unsent", "cut-amid", "resume", "ws-ping"].flatMap { ["--only", $0] }
        let (status, lines) = try run(
            ["check-client", "--say", #"/to {name}\n{text}"#] + (TestExtent.isWhole ? [] : some)
                + ["--", "chat-client", "connect", "{host}:{port}", "--as", "{handle}", "--plain"])
        #expect(status == 0, "\(lines)")
        #expect(lines.last?.contains(" 0 failed, \(TestExtent.isWhole ? 2 : 1) skipped") == true)
    }

    @Test func aClientThatIsNoneFails() throws {
        let (status, lines) = try run(["check-client", "--only", "hello", "--", "false"])
        #expect(status == 1)
        #expect(lines.contains { $0.hasPrefix("not ok 1 - hello:") })
        #expect(lines.contains("  seen: the client ended: with status 1"))
    }

    @Test func aServerThatIsNotThereFails() throws {
        let (status, lines) = try run(["check-server", "127.0.0.1:1"])
        #expect(status == 1 && lines.count == 1 && lines[0].contains("cannot be reached"))
    }

    @Test func someChecksAloneAndTheirList() throws {
        let server = try ServerProcess(["--ephemeral"])
        let (status, lines) = try run(
            ["check-server", "127.0.0.1:\(server.port)", "--only", "retry", "--only", "ids"])
        #expect(status == 0 && lines.dropFirst().first == "1..2" && lines.last == "# 2 passed, 0 failed, 0 skipped")
        for command in ["check-server", "check-client"] {
            let list = try run([command, "--list"])
            #expect(list.status == 0 && list.lines.contains { $0.hasPrefix("retry ") })
        }
    }

    @Test(arguments: [
        (["check-server", "127.0.0.1:1", "--only", "resumes"], "did you mean resume?"),
        (["check-client", "--only", "nothing", "--", "true"], "--list has all"),
        (["check-client", "--say", "hello", "--", "true"], "--say needs {text}"),
    ])
    func badUsageIsOneClearLine(words: [String], expected: String) throws {
        let ended = try ServerProcess.run("chat-client", words)
        #expect(ended.status == 2)
        #expect(ended.output.contains(expected) && ended.output.split(separator: "\n").count == 1, "\(ended.output)")
    }
}
