import ChatProtocol
import FuzzDriver

/// Frames, read by a server and by a client. Whatever comes: no crash; the same messages and the same fault however the
/// bytes were cut; texts are UTF-8, control frames short; nothing behind a close or a fault; and what was read is
/// written, by either side, and read by the other as the same.
@main
enum WebSocketFuzz: FuzzTarget {
    private static let limits = WireLimits(messageBytes: 300, fragments: 8)

    private struct Outcome: Equatable {
        var events: [WebSocketDecoder.Event] = []
        var error: WebSocketError?
    }

    static func check(_ bytes: [UInt8]) {
        for peerMasks in [true, false] {
            for acceptsBinary in [true, false] {
                let outcome = Feeding.same(bytes, peerMasks ? "a server" : "a client") {
                    read($0, peerMasks, acceptsBinary)
                }
                outcome.events.forEach(judge)
                let written = read([write(outcome.events, maskKey: peerMasks ? 0xA1B2_C3D4 : nil)], peerMasks, true)
                hold(written == Outcome(events: outcome.events), "what is written is read as what it was")
            }
        }
    }

    private static func read(_ pieces: [[UInt8]], _ peerMasks: Bool, _ acceptsBinary: Bool) -> Outcome {
        var decoder = WebSocketDecoder(peerMasks: peerMasks, acceptsBinary: acceptsBinary, limits: limits)
        var queue = ByteQueue()
        var outcome = Outcome()
        for piece in pieces {
            queue.append(piece)
            do throws(WebSocketError) {
                while let event = try decoder.next(in: &queue) { outcome.events.append(event) }
            } catch {
                hold(outcome.error == nil, "one fault and no more")
                outcome.error = error
            }
        }
        return outcome
    }

    private static func judge(_ event: WebSocketDecoder.Event) {
        switch event {
        case .text(let bytes):
            hold(Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes, "a text is UTF-8")
            hold(bytes.count <= limits.messageBytes, "a message within the limit")
        case .binary(let bytes): hold(bytes.count <= limits.messageBytes, "a message within the limit")
        case .ping(let payload), .pong(let payload):
            hold(payload.count <= WebSocketFrame.maximumControlPayload, "a short control frame")
        case .close: break
        }
    }

    private static func write(_ events: [WebSocketDecoder.Event], maskKey: UInt32?) -> [UInt8] {
        var output: [UInt8] = []
        for event in events {
            switch event {
            case .text(let bytes): WebSocketFrame.append(.text, payload: bytes, maskKey: maskKey, to: &output)
            case .binary(let bytes): WebSocketFrame.append(.binary, payload: bytes, maskKey: maskKey, to: &output)
            case .ping(let bytes): WebSocketFrame.append(.ping, payload: bytes, maskKey: maskKey, to: &output)
            case .pong(let bytes): WebSocketFrame.append(.pong, payload: bytes, maskKey: maskKey, to: &output)
            case .close(let close):
                WebSocketFrame.append(.close, payload: close.payload, maskKey: maskKey, to: &output)
            }
        }
        return output
    }
}
