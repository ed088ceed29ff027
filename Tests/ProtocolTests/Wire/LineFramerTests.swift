import ChatProtocol
import Testing

@Suite struct LineFramerTests {
    /// Returns the lines, followed by the error if the framer fails.
    private func lines(_ pieces: [[UInt8]], limit: Int = 1000, ended: Bool = true) -> [String] {
        var framer = LineFramer(limit: limit)
        var queue = ByteQueue()
        var found: [String] = []
        do throws(WireError) {
            for piece in pieces {
                queue.append(piece)
                while let line = try framer.next(in: &queue) { found.append(String(decoding: line, as: UTF8.self)) }
            }
            if ended, let line = try framer.finish(in: &queue) { found.append(String(decoding: line, as: UTF8.self)) }
        } catch {
            found.append("\(error)")
        }
        return found
    }

    @Test func linesEndWithLFAndOneCRBeforeItIsIgnored() {
        let text = Array("one\ntwo\r\nthree\r\r\n\u{e9}\n".utf8)
        expectSameForEveryFeeding(text, ["one", "two", "three\r", "\u{e9}"]) { lines($0) }
    }

    @Test func emptyLinesAreIgnored() {
        expectSameForEveryFeeding(Array("\n\r\n \t \r\na\n\n\nb\n  ".utf8), ["a", "b"]) { lines($0) }
    }

    @Test func endOfTheStreamEndsTheLastLine() {
        expectSameForEveryFeeding(Array("one\n{}".utf8), ["one", "{}"]) { lines($0) }
        expectSameForEveryFeeding(Array("{}\r".utf8), ["{}"]) { lines($0) }
        #expect(lines([Array("{}".utf8)], ended: false) == [])
    }

    @Test func lineIsAcceptedAtTheLimitAndRefusedBeyond() {
        let tooLong = ["the line is longer than 8 bytes"]
        for end in ["\n", "\r\n", "", "\r"] {
            expectSameForEveryFeeding(Array("12345678\(end)".utf8), ["12345678"]) { lines($0, limit: 8) }
            expectSameForEveryFeeding(Array("123456789\(end)".utf8), tooLong) { lines($0, limit: 8) }
        }
    }

    @Test func oversizeLineFailsBeforeItsEnd() {
        #expect(lines([Array("123456789".utf8)], limit: 8, ended: false) == ["the line is longer than 8 bytes"])
        #expect(lines([Array("12345678\r".utf8)], limit: 8, ended: false) == [])
        #expect(lines([Array("12345678\rx".utf8)], limit: 8, ended: false) == ["the line is longer than 8 bytes"])
    }

    @Test func oversizeLineOfWhiteSpaceIsRefused() {
        #expect(lines([Array("         \n".utf8)], limit: 8) == ["the line is longer than 8 bytes"])
    }

    @Test func invalidUTF8IsReturnedUnchanged() throws {
        var framer = LineFramer(limit: 10)
        var queue = ByteQueue()
        queue.append([0xFF, 0xFE, 0x0A])
        #expect(try framer.next(in: &queue) == [0xFF, 0xFE])
        #expect(queue.capacity == 0)
    }

    @Test func lineInSmallPiecesIsSearchedOnce() throws {
        var framer = LineFramer(limit: 1 << 20)
        var queue = ByteQueue()
        for _ in 0..<1_000 {
            queue.append([0x61])
            #expect(try framer.next(in: &queue) == nil)
        }
        // The line feeds are at positions that the framer has searched. A second search would find them.
        var other = ByteQueue()
        other.append([UInt8](repeating: 0x0A, count: 1_000) + [0x61])
        #expect(try framer.next(in: &other) == nil)
        queue.append([0x61, 0x0A])
        #expect(try framer.next(in: &queue)?.count == 1_001)
    }
}
