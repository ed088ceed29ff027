import ChatConformance
import ChatProtocol
import Testing

/// The server decompresses nothing, so that no short message can grow in its memory.
struct CompressionTests {
    /// A ping, compressed. A server that decompressed it would answer it.
    private static let request =
        "aa56ca2acecf2b2a4856b25232d23350d251ca4c51b232d451ca4d2dc9c80732958a538b8b33f3f3f40a32f3d2956a01000000ffff"
    private static let gzip =
        "H4sIAAAAAAACA6tWyirOzysqSFayUjLSM1DSUcpMUbIy1FHKTS3JyAcylYpTi4sz8/P0CjLz0pVqAd/9b2cwAAAA"
    private static let zlib = "eJyrVsoqzs8rKkhWslIy0jNQ0lHKTFGyMtRRyk0tycgHMpWKU4uLM/Pz9Aoy89KVagFm3g9B"

    @Test("a WebSocket gets no compression that it offers, and a compressed frame ends it with 1002")
    func compressedFramesAreRefused() throws {
        let server = try ServerProcess(["--ephemeral"])
        let other = try RawProbe(port: server.port, as: "bystander")
        let client = try RawProbe(port: server.port)
        let head = [
            "GET /ws HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==",
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits, x-webkit-deflate-frame",
        ]
        client.send(head.joined(separator: "\r\n") + "\r\n\r\n")
        #expect(try client.line()?.hasPrefix("HTTP/1.1 101 ") == true)
        while let line = try client.line(), line != "\r" {
            #expect(!line.lowercased().hasPrefix("sec-websocket-extensions"), "\(line)")
        }
        let payload = try #require(Hexadecimal.bytes(Self.request))
        client.send([0xC1, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload)
        let answer = try client.everything()
        // The close frame is the last one, and 1002 is 0x03EA.
        #expect(
            answer.indices.dropLast(3).contains { answer[$0] == 0x88 && answer[$0 + 2] == 3 && answer[$0 + 3] == 0xEA })
        #expect(!String(decoding: answer, as: UTF8.self).contains("session.hello"))
        #expect(try other.call("session.ping") == [:])
    }

    @Test("a compressed body is no JSON", arguments: [("gzip", gzip), ("x-gzip", gzip), ("deflate", zlib)])
    func compressedBodiesAreNotRead(coding: String, base64: String) throws {
        let server = try ServerProcess(["--ephemeral"])
        let body = try #require(Base64.decode(base64))
        for path in ["/rpc?role=person&handle=anna", "/mcp"] {
            let client = try RawProbe(port: server.port)
            let head = [
                "POST \(path) HTTP/1.1", "Host: localhost", "Content-Encoding: \(coding)", "Connection: close",
                "Content-Length: \(body.count)",
            ]
            client.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
            let answer = String(decoding: try client.everything(), as: UTF8.self)
            #expect(answer.contains("-32700") && !answer.contains(#""result""#), "\(answer)")
        }
    }
}
