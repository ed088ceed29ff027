import Foundation
import Testing

@testable import ChatTerminal

/// These steps are one test, because signal handlers belong to the whole process.
@Suite struct TerminalModeTests {
    @Test func aTerminalIsTakenWatchedAndGivenBack() throws {
        #expect(throws: TerminalMode.Failure.notATerminal) {
            var ends: [Int32] = [0, 0]
            _ = pipe(&ends)
            defer { ends.forEach { _ = close($0) } }
            _ = try TerminalMode(input: ends[0], output: ends[1])
        }
        var (master, slave): (Int32, Int32) = (-1, -1)
        var window = winsize(ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&master, &slave, nil, nil, &window) == 0)
        defer { for end in [master, slave] { close(end) } }
        var before = termios()
        tcgetattr(slave, &before)

        let terminal = try TerminalMode(input: slave, output: slave)
        #expect(terminal.size == Size(columns: 120, rows: 40))
        #expect(throws: TerminalMode.Failure.inUse) { _ = try TerminalMode(input: slave, output: slave) }
        var raw = termios()
        tcgetattr(slave, &raw)
        #expect(raw.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0)
        #expect(terminal.takeEvents() == TerminalMode.Events())
        var ready = pollfd(fd: terminal.signalDescriptor, events: Int16(POLLIN), revents: 0)
        kill(getpid(), SIGWINCH)
        #expect(poll(&ready, 1, 10_000) == 1)
        #expect(terminal.takeEvents() == TerminalMode.Events(isResized: true, isResumed: false))
        kill(getpid(), SIGCONT)
        #expect(poll(&ready, 1, 10_000) == 1)
        #expect(terminal.takeEvents().isResumed)
        terminal.write(Array("hello".utf8))
        terminal.useKeyboardProtocol()
        terminal.useKeyboardProtocol()
        terminal.lend {}
        terminal.restore()
        terminal.restore()

        var after = termios()
        tcgetattr(slave, &after)
        #expect(after.c_lflag == before.c_lflag)
        // Bytes reach the other end with a delay, so the test reads until it has the last sequence.
        let end = "\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
        var written = ""
        var bytes = [UInt8](repeating: 0, count: 4096)
        var more = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while !written.hasSuffix(end), poll(&more, 1, 10_000) == 1 {
            let count = read(master, &bytes, bytes.count)
            if count <= 0 { break }
            written += String(decoding: bytes[..<count], as: UTF8.self)
        }
        #expect(written.hasPrefix("\u{1B}[?1049h\u{1B}[?2004h"))
        // The keyboard protocol is enabled at each entry of the alternate screen, and disabled before the terminal
        // leaves it.
        #expect(
            written.contains(
                "\u{1B}[?1002h\u{1B}[?1006hhello\u{1B}[>5u\u{18}\u{1B}[<u\u{1B}[?1006l\u{1B}[?1002l\u{1B}]8;;\u{1B}\\"))
        #expect(written.components(separatedBy: "\u{1B}[>5u").count == 3)
        #expect(written.components(separatedBy: "\u{1B}[<u").count == 3)
        #expect(written.hasSuffix(end))
    }
}

/// Tests of the commands to a terminal that do not draw on its screen.
@Suite struct TerminalCommandTests {
    @Test func aTextIsCopiedUnlessItIsTooLong() {
        #expect(TerminalCommand.copying("hi") == "\u{1B}]52;c;aGk=\u{07}")
        let longest = String(repeating: "a", count: TerminalCommand.copiedBytesMax)
        #expect(TerminalCommand.copying(longest).map { $0.utf8.count <= 100_000 } == true)
        #expect(TerminalCommand.copying(longest + "a") == nil)
    }

    @Test(arguments: [
        ("Anna: Hello", "Anna: Hello"), ("a\u{07}\u{1B}]52;c;YQ==\u{07}b\u{9C}c\nd", "a]52;c;YQ==bc d"),
        ("4;1;50", " 4;1;50"), (String(repeating: "ä", count: 999), String(repeating: "ä", count: 200)),
    ])
    func aNotificationIsPlainText(_ text: String, _ shown: String) {
        #expect(TerminalCommand.notifying(text) == "\u{1B}]9;\(shown)\u{07}")
    }
}
