import ChatProtocol

/// How JSON messages follow one another on a connection with `chat-server`.
enum Framing {
    case lines, webSocket

    /// The key may be any: nothing here is kept from a proxy.
    static let upgrade =
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"

    func framed(_ message: [UInt8]) -> [UInt8] {
        switch self {
        case .lines: message + [UInt8(ascii: "\n")]
        case .webSocket: Self.head(ofTextWith: message.count) + message
        }
    }

    /// The head of a masked text frame (RFC 6455, section 5.2); a mask of zeros leaves the text as it is.
    private static func head(ofTextWith count: Int) -> [UInt8] {
        let length: [UInt8] =
            count < 126 ? [0x80 | UInt8(count)] : [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
        let mask: [UInt8] = [0, 0, 0, 0]
        return [0x81] + length + mask
    }

    /// `message.send` with a number that is still to come.
    func speech(in conversation: String) -> Speech {
        let before = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
        let json = JSONWriter.object {
            $0.member("conversation", conversation)
            $0.member("text", Speech.text)
        }
        let after = Array(#","method":"message.send","params":"#.utf8) + json + Array("}".utf8)
        return switch self {
        case .lines: Speech(before: before, number: .sevenDigits, after: after + [UInt8(ascii: "\n")])
        case .webSocket:
            Speech(
                before: Self.head(ofTextWith: before.count + 7 + after.count) + before, number: .sevenDigits,
                after: after)
        }
    }

    /// Where the next message is, and where it ends with all that frames it; nil if it is not all there.
    func message(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (content: Range<Int>, end: Int)? {
        switch self {
        case .lines:
            guard let end = bytes.newline(from: start) else { return nil }
            return (start..<end, end + 1)
        case .webSocket:
            guard start + 4 <= bytes.count else { return nil }
            var head = 2
            var count = Int(bytes[start + 1])
            if count == 126 {
                head = 4
                count = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
            } else if count == 127 {
                head = 10
                guard start + head <= bytes.count else { return nil }
                count = bytes[(start + 2)..<(start + head)].reduce(0) { $0 << 8 | Int($1) }
            }
            let content = start + head
            guard content + count <= bytes.count else { return nil }
            return (content..<content + count, content + count)
        }
    }

    /// Takes the next message off the front.
    func take(from bytes: inout [UInt8]) -> [UInt8]? {
        guard let found = bytes.withUnsafeBufferPointer({ self.message(in: $0, from: 0) }) else { return nil }
        let message = Array(bytes[found.content])
        bytes.removeFirst(found.end)
        return message
    }
}
