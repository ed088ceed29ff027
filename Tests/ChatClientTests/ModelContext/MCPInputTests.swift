import Testing

@testable import ChatClient

/// The lines of `chat-client mcp`, with a limit of eight bytes.
struct MCPInputTests {
    private var input = MCPInput(limit: 8)

    private mutating func lines(of text: String, ends: Bool = false, inPieces: Bool = false) -> [String] {
        var lines: [String] = []
        func take() {
            while let line = input.next() {
                switch line {
                case .message(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
                case .tooLong(let limit): lines.append("more than \(limit)")
                }
            }
        }
        if inPieces {
            for byte in text.utf8 {
                input.receive([byte])
                take()
            }
        } else {
            input.receive(Array(text.utf8))
        }
        if ends { input.end() }
        take()
        return lines
    }

    @Test("blank lines are skipped, and CRLF ends a line", arguments: [false, true])
    func linesAreDivided(inPieces: Bool) {
        var test = self
        #expect(test.lines(of: "one\r\n\n  \ntwo\nthr", inPieces: inPieces) == ["one", "two"])
        #expect(test.lines(of: "ee\n", inPieces: inPieces) == ["three"])
    }

    @Test("a line over the limit is reported once, and the next one is read", arguments: [false, true])
    func longLinesAreSkipped(inPieces: Bool) {
        var test = self
        let long = String(repeating: "x", count: 100)
        #expect(test.lines(of: "12345678\n\(long)\nnext\n", inPieces: inPieces) == ["12345678", "more than 8", "next"])
        #expect(test.lines(of: long + long, inPieces: inPieces) == ["more than 8"])
        #expect(test.lines(of: long, ends: true, inPieces: inPieces) == [])
    }

    @Test("the end of the input ends the last line")
    func endEndsTheLastLine() {
        var test = self
        #expect(test.lines(of: "one\ntwo", ends: true) == ["one", "two"])
        #expect(test.input.hasEnded)
    }
}
