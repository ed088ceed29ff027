import ChatProtocol
import Testing

@Suite struct HeaderFramerTests {
    /// Returns the messages, followed by the fault if the framer fails.
    private func messages(_ pieces: [[UInt8]], limit: Int = 100) -> [String] {
        var framer = HeaderFramer(limit: limit)
        var queue = ByteQueue()
        var found: [String] = []
        do throws(HeaderFramer.Fault) {
            for piece in pieces {
                queue.append(piece)
                while let message = try framer.next(in: &queue) {
                    found.append(String(decoding: message, as: UTF8.self))
                }
            }
        } catch {
            found.append("\(error)")
        }
        return found
    }

    @Test("messages are divided by their lengths, however they arrive")
    func lengths() {
        let text = Array(
            "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\n[1]Content-Length: 0\n\n".utf8)
        expectSameForEveryFeeding(text, ["{}", "[1]", ""]) { messages($0) }
    }

    @Test("a written message is read again")
    func roundTrip() {
        #expect(messages([HeaderFramer.framed(Array("é".utf8))]) == ["é"])
    }

    @Test(
        "a header that does not say where its message ends is refused",
        arguments: [
            ("Content-Type: x\r\n\r\n", "a message has no Content-Length"),
            ("\r\n", "a message has no Content-Length"),
            ("Content-Length: -1\r\n\r\n", "Content-Length is not a number"),
            ("Content-Length: \r\n\r\n", "Content-Length is not a number"),
            ("Content-Length: 9999999999999\r\n\r\n", "Content-Length is not a number"),
            ("Content-Length: 101\r\n\r\n", "a message has 101 bytes, and the most are 100"),
        ])
    func wrongHeaders(_ text: String, _ fault: String) {
        expectSameForEveryFeeding(Array(text.utf8), [fault]) { messages($0) }
    }

    @Test("a header without an end is refused when it is too long")
    func longHeader() {
        let fault = "the header of a message is longer than 4096 bytes"
        #expect(messages([Array(repeating: UInt8(ascii: "a"), count: 4_097)]) == [fault])
        #expect(messages([Array(String(repeating: "a: b\n", count: 1_000).utf8)]) == [fault])
    }
}
