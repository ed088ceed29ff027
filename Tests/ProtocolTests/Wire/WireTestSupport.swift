import ChatProtocol
import Testing

/// A SplitMix64 generator, so that a seed reproduces a failure.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

/// Expects that a decoder gives the same outcome for bytes in any pieces: whole, byte by byte, cut once at every point,
/// and cut at random.
func expectSameForEveryFeeding<Outcome: Equatable>(
    _ bytes: [UInt8], _ expected: Outcome? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    decode: ([[UInt8]]) -> Outcome
) {
    let whole = decode([bytes])
    if let expected { #expect(whole == expected, "whole", sourceLocation: sourceLocation) }
    #expect(decode(bytes.map { [$0] }) == whole, "byte by byte", sourceLocation: sourceLocation)
    for split in bytes.indices.dropFirst() {
        let pieces = [Array(bytes[..<split]), Array(bytes[split...])]
        #expect(decode(pieces) == whole, "split at \(split)", sourceLocation: sourceLocation)
    }
    for seed in 0..<20 as Range<UInt64> {
        #expect(decode(randomPieces(bytes, seed: seed)) == whole, "seed \(seed)", sourceLocation: sourceLocation)
    }
}

/// Cuts bytes at random places, which depend only on the seed.
func randomPieces(_ bytes: [UInt8], seed: UInt64, upTo longest: Int = 40) -> [[UInt8]] {
    var random = Seeded(seed)
    var pieces: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 1...longest, using: &random))
        pieces.append(Array(bytes[start..<end]))
        start = end
    }
    return pieces
}

/// Returns a frame that may break any rule of RFC 6455.
func rawFrame(
    _ first: UInt8, _ payload: [UInt8] = [], mask: UInt32? = 0x0403_0201, announced: Int? = nil
) -> [UInt8] {
    var bytes: [UInt8] = []
    WebSocketFrame.appendHeader(.text, length: announced ?? payload.count, maskKey: mask, to: &bytes)
    bytes[0] = first
    let key = mask ?? 0
    for (index, byte) in payload.enumerated() {
        bytes.append(byte ^ UInt8(truncatingIfNeeded: key >> UInt32(8 * (index % 4))))
    }
    return bytes
}

/// The events of a decoder until it needs more bytes or fails, and its error.
struct Decoded: Equatable {
    var events: [WebSocketDecoder.Event] = []
    var error: WebSocketError?
}

/// Feeds the pieces to a new decoder and returns its events and its error.
func decodeFrames(
    _ pieces: [[UInt8]], peerMasks: Bool = true, acceptsBinary: Bool = true, limits: WireLimits = WireLimits()
) -> Decoded {
    var decoder = WebSocketDecoder(peerMasks: peerMasks, acceptsBinary: acceptsBinary, limits: limits)
    var queue = ByteQueue()
    var decoded = Decoded()
    for piece in pieces {
        queue.append(piece)
        do throws(WebSocketError) {
            while let event = try decoder.next(in: &queue) { decoded.events.append(event) }
        } catch {
            decoded.error = error
        }
    }
    return decoded
}

/// The events and the output of a connection, which refuses, answers and upgrades like the chat server.
struct Conversation: Equatable {
    var events: [WireConnection.Event] = []
    var output: [UInt8] = []

    var text: String { String(decoding: output, as: UTF8.self) }

    init(_ pieces: [[UInt8]], ended: Bool = false, on start: WireConnection = WireConnection()) {
        var connection = start
        for piece in pieces {
            connection.receive(piece)
            drain(&connection)
        }
        if ended {
            connection.receiveEnd()
            drain(&connection)
        }
    }

    private mutating func drain(_ connection: inout WireConnection) {
        while let event = connection.next(into: &output) {
            events.append(event)
            switch event {
            case .upgradeRequested: connection.acceptUpgrade(into: &output)
            case .httpRequest(let request):
                connection.respond(HTTPResponse(status: 200, text: request.head.path), into: &output)
            case .failed(.http(let error)):
                connection.respond(error.response, into: &output)
            case .failed(let error): connection.close(error.close, into: &output)
            case .message, .binary, .upgraded, .pong, .closed, .unrecognised, .ended: break
            }
        }
    }
}

extension WireConnection.Event {
    /// True if no event may follow.
    var isLast: Bool {
        switch self {
        case .closed, .failed, .unrecognised, .ended: true
        case .message, .binary, .httpRequest, .upgradeRequested, .upgraded, .pong: false
        }
    }
}

/// The request of the handshake in RFC 6455, section 1.3.
let upgradeRequest = Array(
    """
    GET /ws HTTP/1.1\r
    Host: server.example.com\r
    Upgrade: websocket\r
    Connection: keep-alive, Upgrade\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Protocol: superchat, chat.v1\r
    Sec-WebSocket-Version: 13\r
    \r

    """.utf8)
