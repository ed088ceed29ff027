import TestExtent
import Testing

/// `--exit-with-parent`: a program ends together with its parent process, however the parent ended.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct ExitWithParentTests {
    /// Starts the command from a shell of its own, which ends, or is killed, after the first line of output.
    ///
    /// - Returns: The exit status of the shell. Its output only closes when all processes that it started have ended.
    private func outlived(_ words: String, by ending: String) throws -> Int32 {
        // A background process has no input. The shell waits for the first line of its output through the other end,
        // and then ends.
        let script = """
            PATH=\(ServerProcess.productsFolder):$PATH
            \(words) &
            read line
            \(ending)
            """
        let shell = try PlainProcess("/bin/sh", ["-c", script], variables: ["PATH=/usr/bin:/bin"])
        #expect(shell.waits { !$0.isEmpty })
        shell.type("\n")
        return shell.end()
    }

    @Test(arguments: ["exit 3", "kill -9 $$"]) func aServerEndsWithItsParent(ending: String) throws {
        let status = try outlived("chat-server --ephemeral --port 0 --exit-with-parent", by: ending)
        #expect(status == (ending == "exit 3" ? 3 : -9))
    }

    @Test func aListenerEndsWithItsParent() throws {
        let server = try ServerProcess(["--ephemeral"])
        let listen =
            "chat-client listen 127.0.0.1:\(server.port) --as bea --forward-to http://127.0.0.1:1/ --exit-with-parent"
        #expect(try outlived("\(listen) --secret x", by: "exit 3") == 3)
    }
}
