import ChatProtocol
import ChatSystem
import Foundation
import Synchronization
import Testing

@testable import ChatCore
@testable import ChatServer

/// The server's log: one line for each event, also if the text of the event contains line breaks.
struct ServerLogTests {
    private let events: [ServerLog.Event] = [
        .started(address: "::1", port: 1, storage: "memory", clock: .virtual, asksForTokens: true), .stopped,
        .directoriesMade(path: "/a\n{\"b\"}\u{1B}[31m"), .configurationRefused(problem: "a \"b\"\r\nc"),
        .startFailed(problem: "x"), .acceptingPaused(reason: "full", milliseconds: 5), .connectionRefused(limit: 9),
        .unknownProtocol, .sessionEnded(session: "session-1", .readsTooSlowly), .tokensRead(count: 1, endedSessions: 2),
        .tokensUnreadable(problem: "gone\u{9B}31m\u{202E}txt"), .connectionEvicted(limit: 9),
        .tokensGuessed(address: "127.0.0.1"),
    ]

    private func lines(_ format: ServerLog.Format) -> [String] {
        let said = Mutex<[String]>([])
        let log = ServerLog(format: format, clock: { Instant(milliseconds: 0) }) { line in
            said.withLock { $0.append(line) }
        }
        for event in events { log.note(event) }
        return said.withLock { $0 }
    }

    @Test func everyLineOfJSONIsAnObjectWithTimeLevelAndEvent() throws {
        let lines = lines(.json)
        #expect(lines.count == events.count)
        var names: Set<String> = []
        for line in lines {
            #expect(line.hasSuffix("\n") && line.count(where: \.isNewline) == 1)
            #expect(TerminalText.escaped(line) == line)
            let read = try JSONReader.read(Array(line.dropLast().utf8))
            #expect(read.duplicateKey == nil)
            #expect(read.value.objectValue?.members.prefix(3).map(\.key) == ["time", "level", "event"])
            #expect(read.value["time"] == "1970-01-01T00:00:00.000Z")
            #expect(["info", "warning", "error"].contains(read.value["level"]?.stringValue))
            names.insert(try #require(read.value["event"]?.stringValue))
        }
        #expect(names.count == events.count)
    }

    @Test func textLogHasOneLinePerEventWithoutControlCharacters() {
        let lines = lines(.text)
        #expect(lines.count == events.count - 2, "that it starts and stops is seen")
        for line in lines {
            #expect(line.hasPrefix("chat-server: ") && line.hasSuffix("\n"))
            #expect(line.dropLast().unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(line)")
            #expect(TerminalText.escaped(line) == line)
        }
    }

    @Test func writeToAFullPipeDoesNotWait() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let line = String(repeating: "x", count: 99) + "\n"
        var written = 0
        while written < 1_000_000, Descriptors.writeIfTaken(line, to: ends[1]) { written += 1 }
        #expect(written > 0 && written < 1_000_000)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        #expect(read(ends[0], &bytes, bytes.count) > 8_192)
        #expect(Descriptors.writeIfTaken(line, to: ends[1]))
    }
}
