import ChatConnection
import ChatProtocol

extension ServerSubject {
    /// Sends an HTTP request and reads the response to the end of the connection.
    func http(
        _ request: String, host: String? = nil, headers: [String] = [], body: String = ""
    ) throws -> (status: Int, headers: HTTPHeaders, body: String) {
        let probe = try probe()
        var lines = ["\(request) HTTP/1.1", "Host: \(host ?? endpoint.description)", "Connection: close"] + headers
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        probe.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        var reader = HTTPResponseReader()
        while !reader.isWhole, let bytes = try? probe.some(), !bytes.isEmpty { try? reader.receive(bytes) }
        guard let head = reader.head else { throw CheckEnd.failed("an HTTP answer to \(request)", seen: "none") }
        return (head.status, head.headers, String(decoding: reader.body, as: UTF8.self))
    }

    /// Posts a request of a new person to `/rpc`.
    func post(_ request: String, host: String? = nil, headers: [String] = []) throws -> (status: Int, body: String) {
        let hello = try person(Self.unused("anna")).hello
        let pairs = ["role", "handle", "world", "token"].compactMap { name in
            hello[name]?.stringValue.map { "\(name)=\($0)" }
        }
        let answer = try http("POST /rpc?" + pairs.joined(separator: "&"), host: host, headers: headers, body: request)
        return (answer.status, answer.body)
    }
}

extension ServerConformance {
    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"session.ping"}"#
    private static let upgrade = [
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==",
    ]

    static let httpChecks: [String: @Sendable (ServerSubject) throws -> Void] = [
        "rpc": { server in
            let answer = try server.post(ping, headers: ["Content-Type: application/json"])
            let message = JSONValue(json: answer.body)
            try expect(
                answer.status == 200 && message?["id"] == 1 && message?["result"] == [:], "200 and the answer",
                seen: "\(answer.status) \(answer.body)")
        },
        "healthz": { server in
            let answer = try server.http("GET /healthz")
            try expect(
                answer.status == 200 && answer.body.hasPrefix("ok"), "200 ok", seen: "\(answer.status) \(answer.body)")
        },
        "metrics": { server in
            let answer = try server.http("GET /metrics")
            let isText =
                answer.headers["Content-Type"]?.hasPrefix("text/plain") == true && answer.body.contains("# TYPE ")
            try expect(
                answer.status == 200 && isText, "200 and lines of # TYPE", seen: "\(answer.status) \(answer.body)")
        },
        "not-found": { server in
            let answer = try server.http("GET /nowhere/at/all")
            try expect(answer.status == 404, "404", seen: "\(answer.status)")
        },
        "origin": { server in
            let origin = ["Origin: https://evil.example"]
            let post = try server.post(ping, headers: origin)
            let socket = try server.http("GET /ws", headers: origin + upgrade)
            try expect(
                post.status == 403 && socket.status == 403, "403 twice", seen: "\(post.status), \(socket.status)")
        },
        "host": { server in
            let post = try server.post(ping, host: "rebound.example")
            let socket = try server.http("GET /ws", host: "rebound.example", headers: upgrade)
            try expect(
                post.status == 403 && socket.status == 403, "403 twice", seen: "\(post.status), \(socket.status)")
        },
    ]
}
