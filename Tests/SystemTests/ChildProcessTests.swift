import ChatSystem
import Testing

struct ChildProcessTests {
    @Test("a program leads its own process group only on request", arguments: [true, false])
    func programLeadsOwnGroupOnlyOnRequest(isOwn: Bool) throws {
        // Signal 0 succeeds only if a process group has the number of the shell.
        let status = try ChildProcess.run(["sh", "-c", "kill -0 -$$ 2>/dev/null"], inOwnGroup: isOwn)
        #expect((status == 0) == isOwn)
    }
}
