import ChatProtocol

extension ServerConformance {
    private static func ping(_ id: String) -> [UInt8] {
        Array(#"{"jsonrpc":"2.0","id":"\#(id)","method":"session.ping"}"#.utf8)
    }

    /// Returns a WebSocket, and the subprotocol that the server selected.
    private static func webSocket(_ server: ServerSubject) throws -> (probe: WebSocketProbe, subprotocol: String?) {
        let probe = try WebSocketProbe(to: server.endpoint, patience: ServerSubject.patience)
        guard case .upgraded(let agreed)? = try probe.next() else {
            throw CheckEnd.failed("an upgrade to a WebSocket", seen: "none")
        }
        return (probe, agreed)
    }

    private static func closes(_ server: ServerSubject, _ bytes: [UInt8], with code: UInt16, _ what: String) throws {
        let probe = try webSocket(server).probe
        probe.send(bytes)
        while let event = try probe.next() {
            guard case .closed(let close) = event else { continue }
            let seen = close.code.rawValue
            return try expect(seen == code, "a close with \(code) for \(what)", seen: "\(seen)")
        }
        throw CheckEnd.failed("a close with \(code) for \(what)", seen: "nothing")
    }

    static let webSocketChecks: [String: @Sendable (ServerSubject) throws -> Void] = [
        "ws-upgrade": { server in
            let agreed = try webSocket(server).subprotocol
            try expect(agreed == "chat.v1", "chat.v1", seen: agreed ?? "no subprotocol")
        },
        "ws-message": { server in
            let probe = try webSocket(server).probe
            probe.send(WebSocketProbe.frame(.text, ping("ws-message")))
            guard case .message(let answer)? = try probe.next() else {
                throw CheckEnd.failed("a text message", seen: "another answer")
            }
            let message = try? JSONReader.read(answer).value
            try expect(
                message?["id"] == "ws-message" && answer.last == 0x7D, "an answer with the id",
                seen: String(decoding: answer, as: UTF8.self))
        },
        "ws-fragments": { server in
            let probe = try webSocket(server).probe
            let message = ping("ws-fragments")
            probe.send(WebSocketProbe.frame(.text, Array(message[..<10]), isFinal: false))
            probe.send(WebSocketProbe.frame(.ping, Array("there?".utf8)))
            guard case .pong(let payload)? = try probe.next(), payload == Array("there?".utf8) else {
                throw CheckEnd.failed("a pong with the ping's payload", seen: "another answer")
            }
            probe.send(WebSocketProbe.frame(.continuation, Array(message[10...])))
            guard case .message? = try probe.next() else {
                throw CheckEnd.failed("an answer to the whole message", seen: "another answer")
            }
        },
        "ws-framing": { server in
            try closes(
                server, WebSocketProbe.frame(.text, ping("x"), masked: false), with: 1002, "a frame without a mask")
            var frame = WebSocketProbe.frame(.text, ping("x"))
            frame[0] |= 0x40
            try closes(server, frame, with: 1002, "a reserved bit")
        },
        "ws-utf8": { server in
            try closes(
                server, WebSocketProbe.frame(.text, [0x22, 0xC3, 0x28, 0x22]), with: 1007, "text that is not UTF-8")
        },
        "ws-binary": { server in
            try closes(server, WebSocketProbe.frame(.binary, [1, 2, 3]), with: 1003, "a binary message")
        },
        "ws-oversize": { server in
            let limit = try server.newcomer().welcome["limits"]?["messageBytes"]?.integerValue ?? 256 * 1024
            var header: [UInt8] = []
            WebSocketFrame.appendHeader(.text, length: Int(limit) + 1, maskKey: 0, to: &header)
            try closes(server, header, with: 1009, "a frame of \(limit + 1) bytes")
        },
        "ws-close": { server in
            try closes(server, WebSocketProbe.frame(.close, [0x03, 0xE9]), with: 1001, "a close with 1001")
        },
    ]
}
