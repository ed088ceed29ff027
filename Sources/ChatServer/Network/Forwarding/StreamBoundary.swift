import ChatProtocol

/// The position of a server's output within its last message, on a stream of lines or of a WebSocket (RFC 6455, section
/// 5.2). Another message can be added only between two messages.
struct StreamBoundary {
    private let isWebSocket: Bool
    /// The bytes of an incomplete frame header.
    private var header: [UInt8] = []
    /// The number of payload bytes that are still missing.
    private var payload: UInt64 = 0
    private var endsLine = true

    init(isWebSocket: Bool) { self.isWebSocket = isWebSocket }

    /// True between two messages.
    var isBetweenMessages: Bool { isWebSocket ? header.isEmpty && payload == 0 : endsLine }

    /// Advances the position past bytes that were sent.
    mutating func pass(_ bytes: ArraySlice<UInt8>) {
        guard let last = bytes.last else { return }
        guard isWebSocket else { return endsLine = last == UInt8(ascii: "\n") }
        var rest = bytes
        while !rest.isEmpty {
            let skipped = Int(min(payload, UInt64(rest.count)))
            payload -= UInt64(skipped)
            rest = rest.dropFirst(skipped)
            guard payload == 0, let next = rest.popFirst() else { continue }
            header.append(next)
            guard let length = payloadLength else { continue }
            (payload, header) = (length, [])
        }
    }

    /// The payload length of a complete frame header. Frames of a server have no masking key.
    private var payloadLength: UInt64? {
        guard header.count >= 2 else { return nil }
        let extra = header[1] & 0x7F == 126 ? 2 : header[1] & 0x7F == 127 ? 8 : 0
        guard header.count == 2 + extra else { return nil }
        return extra == 0 ? UInt64(header[1] & 0x7F) : header[2...].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
