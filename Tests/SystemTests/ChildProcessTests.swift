import ChatSystem
import Testing

struct ChildProcessTests {
    @Test("a program leads a process group of its own only if it is asked for", arguments: [true, false])
    func programLeadsItsGroup(isOwn: Bool) throws {
        // Signal 0 finds the group whose number is that of the shell.
        let status = try ChildProcess.run(["sh", "-c", "kill -0 -$$ 2>/dev/null"], inOwnGroup: isOwn)
        #expect((status == 0) == isOwn)
    }
}
