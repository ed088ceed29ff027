import ChatProtocol

extension ServerConformance {
    private static func ping(_ id: String) -> [UInt8] {
        Array(#"{"jsonrpc":"2.0","id":"\#(id)","method":"session.ping"}"#.utf8)
    }

    private static func closes(_ server: ServerSubject, _ bytes: [UInt8], with code: UInt16, _ what: String) throws {
        let probe = try WebSocketProbe(server)
        try probe.send(bytes)
        let seen = try probe.close()
        try expect(seen == code, "a close with \(code) for \(what)", seen: "\(seen)")
    }

    static let webSocketChecks: [ConformanceCheck<ServerSubject>] = [
        .init("ws-upgrade", "GET /ws becomes a WebSocket, and chat.v1 is echoed where it is offered") { server in
            let probe = try WebSocketProbe(server)
            try expect(probe.subprotocol == "chat.v1", "chat.v1", seen: probe.subprotocol ?? "no subprotocol")
        },
        .init("ws-message", "a text message is a request, and a text message without a line end its answer") { server in
            let probe = try WebSocketProbe(server)
            try probe.send(WebSocketProbe.frame(.text, ping("ws-message")))
            guard case .message(let answer)? = try probe.next() else {
                throw CheckEnd.failed("a text message", seen: "another answer")
            }
            let message = try? JSONReader.read(answer).value
            try expect(
                message?["id"] == "ws-message" && answer.last == 0x7D, "an answer with the id",
                seen: String(decoding: answer, as: UTF8.self))
        },
        .init("ws-fragments", "a message can have fragments with pings between them, which are answered at once") {
            server in
            let probe = try WebSocketProbe(server)
            let message = ping("ws-fragments")
            try probe.send(WebSocketProbe.frame(.text, Array(message[..<10]), isFinal: false))
            try probe.send(WebSocketProbe.frame(.ping, Array("there?".utf8)))
            guard case .pong(let payload)? = try probe.next(), payload == Array("there?".utf8) else {
                throw CheckEnd.failed("a pong with the ping's payload", seen: "another answer")
            }
            try probe.send(WebSocketProbe.frame(.continuation, Array(message[10...])))
            guard case .message? = try probe.next() else {
                throw CheckEnd.failed("an answer to the whole message", seen: "another answer")
            }
        },
        .init("ws-framing", "an unmasked frame, and a reserved bit, close with 1002") { server in
            try closes(
                server, WebSocketProbe.frame(.text, ping("x"), masked: false), with: 1002, "a frame without a mask")
            var frame = WebSocketProbe.frame(.text, ping("x"))
            frame[0] |= 0x40
            try closes(server, frame, with: 1002, "a reserved bit")
        },
        .init("ws-utf8", "text that is not UTF-8 closes with 1007") { server in
            try closes(
                server, WebSocketProbe.frame(.text, [0x22, 0xC3, 0x28, 0x22]), with: 1007, "text that is not UTF-8")
        },
        .init("ws-binary", "a binary message closes with 1003") { server in
            try closes(server, WebSocketProbe.frame(.binary, [1, 2, 3]), with: 1003, "a binary message")
        },
        .init("ws-oversize", "a message over the limit closes with 1009") { server in
            let handle = try server.someone("large")
            let hello = try LineProbe(server.endpoint).call("session.hello", server.hello(handle))
            let limit = hello["result"]?["limits"]?["messageBytes"]?.integerValue ?? 256 * 1024
            var header: [UInt8] = []
            WebSocketFrame.appendHeader(.text, length: Int(limit) + 1, maskKey: 0, to: &header)
            try closes(server, header, with: 1009, "a frame of \(limit + 1) bytes")
        },
        .init("ws-close", "a close is answered with its own code") { server in
            try closes(server, WebSocketProbe.frame(.close, [0x03, 0xE9]), with: 1001, "a close with 1001")
        },
    ]
}
