import ChatProtocol
import Testing

/// Random bytes in random pieces. A connection never crashes, has one last event, and buffers no more than its limits
/// allow.
@Suite struct WireConnectionFuzzTests {
    private static let limits = WireLimits(messageBytes: 300, fragments: 8, headBytes: 400, headers: 10)

    private static let words: [[UInt8]] = [
        Array("{\"a\":1}\n".utf8), Array("GET /ws HTTP/1.1\r\n".utf8), Array("POST /rpc HTTP/1.1\r\n".utf8),
        Array("Host: x\r\n".utf8), Array("Content-Length: 5\r\n".utf8), Array("\r\n".utf8), Array(" : ".utf8),
        Array("Upgrade: websocket\r\nConnection: Upgrade\r\n".utf8), Array("Expect: 100-continue\r\n".utf8),
        Array("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n".utf8), [0xFF], [0x0A],
        rawFrame(0x81, Array("héllo".utf8)), rawFrame(0x01, [0xC3]), rawFrame(0x80, [0xA9]), rawFrame(0x00),
        rawFrame(0x89, [1, 2, 3]), rawFrame(0x8A), rawFrame(0x88, [0x03, 0xE8]), rawFrame(0x82, [0xFF]),
        rawFrame(0x81, .init(repeating: 0x61, count: 290)), Array(repeating: 0x20, count: 100),
        Array(repeating: 0x61, count: 150),
    ]

    private func stream(_ seed: UInt64) -> [UInt8] {
        var random = Seeded(seed)
        let starts = [[], upgradeRequest, upgradeRequest, upgradeRequest, Array("{".utf8), Array("POST ".utf8)]
        var bytes = starts.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...25, using: &random) {
            bytes += Self.words.randomElement(using: &random) ?? []
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) * Int.random(in: 0...1, using: &random) {
            bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        return bytes
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func randomBytesGiveTheSameEventsInAnyPieces(_ batch: UInt64) {
        for seed in batch * 500..<(batch + 1) * 500 {
            let bytes = stream(seed)
            let start = WireConnection(limits: Self.limits, acceptsBinary: seed % 2 == 0)
            let whole = Conversation([bytes], ended: true, on: start)
            #expect(whole.events.dropLast().allSatisfy { !$0.isLast }, "seed \(seed)")
            let pieces = randomPieces(bytes, seed: seed)
            // Only events are compared: `100 Continue` in the output depends on the time at which the body arrives.
            #expect(Conversation(pieces, ended: true, on: start).events == whole.events, "seed \(seed)")
        }
    }

    @Test func bufferedNoiseIsBoundedInEveryMode() {
        let starts: [[UInt8]] = [
            Array("{".utf8), Array("POST /rpc HTTP/1.1\r\nHost: x\r\n".utf8), upgradeRequest,
            upgradeRequest + rawFrame(0x01), upgradeRequest + rawFrame(0x81, announced: 300),
        ]
        for (index, opening) in starts.enumerated() {
            for seed in 0..<50 as Range<UInt64> {
                var random = Seeded(seed)
                var connection = WireConnection(limits: Self.limits)
                var output: [UInt8] = []
                for _ in 0..<100 {
                    let noise = (0..<20).map { _ in UInt8.random(in: 0x20...0x7E, using: &random) }
                    connection.receive(connection.mode == .undecided ? opening : noise)
                    while let event = connection.next(into: &output) {
                        if case .upgradeRequested = event { connection.acceptUpgrade(into: &output) }
                    }
                    #expect(connection.bufferedBytes <= 401, "start \(index), seed \(seed)")
                }
                #expect(connection.isFinished || index == 4, "start \(index), seed \(seed)")
            }
        }
    }

    @Test func clientHandlesRandomServerBytesAlikeInAnyPieces() {
        for seed in 0..<2000 as Range<UInt64> {
            var random = Seeded(seed)
            var output: [UInt8] = []
            let handshake = WebSocketClientHandshake(host: "x", nonce: Array("the sample nonce".utf8))
            let client = WireConnection.webSocketClient(
                handshake, limits: Self.limits, maskKeys: { 1 }, into: &output)
            var bytes = Conversation([output]).output
            for _ in 0..<Int.random(in: 0...10, using: &random) {
                WebSocketFrame.append(.text, payload: Self.words.randomElement(using: &random) ?? [], to: &bytes)
            }
            if seed % 2 == 0 {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let whole = Conversation([bytes], ended: true, on: client)
            #expect(whole.events.last?.isLast == true)
            #expect(Conversation(randomPieces(bytes, seed: seed), ended: true, on: client).events == whole.events)
        }
    }
}
