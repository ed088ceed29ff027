import ChatConnection
import ChatProtocol
import ChatSystem

extension ServerSubject {
    /// Sends an HTTP request and reads the response to the end of the connection.
    func http(
        _ request: String, host: String? = nil, headers: [String] = [], body: String = ""
    ) throws -> (status: Int, headers: HTTPHeaders, body: String) {
        let stream = try ByteStream(to: endpoint)
        defer { stream.close() }
        var lines = ["\(request) HTTP/1.1", "Host: \(host ?? endpoint.description)", "Connection: close"] + headers
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        try stream.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
        var reader = HTTPResponseReader()
        let deadline = Clocks.steady() + Self.patience
        while !reader.isWhole, Clocks.steady() < deadline {
            guard let bytes = try? stream.receive(until: deadline) else { break }
            try? reader.receive(bytes)
        }
        guard let head = reader.head else { throw CheckEnd.failed("an HTTP answer to \(request)", seen: "none") }
        return (head.status, head.headers, String(decoding: reader.body, as: UTF8.self))
    }

    /// Returns the query of an HTTP request, with the identity and the token of a person.
    func query(_ handle: Handle) -> String {
        var query = "role=person&handle=\(handle)&world=\((world ?? .main).rawValue)"
        if let token = hello(handle).token { query += "&token=\(token)" }
        return query
    }
}

extension ServerConformance {
    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"session.ping"}"#
    private static let upgrade = [
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==",
    ]

    static let httpChecks: [ConformanceCheck<ServerSubject>] = [
        .init("rpc", "POST /rpc takes one request in its body, and answers it") { server in
            let answer = try server.http(
                "POST /rpc?\(server.query(try server.someone("anna")))", headers: ["Content-Type: application/json"],
                body: ping)
            let message = try? JSONReader.read(Array(answer.body.utf8)).value
            try expect(
                answer.status == 200 && message?["id"] == 1 && message?["result"] == [:], "200 and the answer",
                seen: "\(answer.status) \(answer.body)")
        },
        .init("healthz", "GET /healthz answers 200 ok") { server in
            let answer = try server.http("GET /healthz")
            try expect(
                answer.status == 200 && answer.body.hasPrefix("ok"), "200 ok", seen: "\(answer.status) \(answer.body)")
        },
        .init("metrics", "GET /metrics answers Prometheus text") { server in
            let answer = try server.http("GET /metrics")
            let isText =
                answer.headers["Content-Type"]?.hasPrefix("text/plain") == true && answer.body.contains("# TYPE ")
            try expect(
                answer.status == 200 && isText, "200 and lines of # TYPE", seen: "\(answer.status) \(answer.body)")
        },
        .init("not-found", "an unknown path is 404") { server in
            let answer = try server.http("GET /nowhere/at/all")
            try expect(answer.status == 404, "404", seen: "\(answer.status)")
        },
        .init("origin", "a POST and a WebSocket from a foreign origin are refused with 403") { server in
            let origin = ["Origin: https://evil.example"]
            let post = try server.http(
                "POST /rpc?\(server.query(try server.someone("anna")))", headers: origin, body: ping)
            let socket = try server.http("GET /ws", headers: origin + upgrade)
            try expect(
                post.status == 403 && socket.status == 403, "403 twice", seen: "\(post.status), \(socket.status)")
        },
        .init("host", "a request with a foreign Host is refused with 403") { server in
            let post = try server.http(
                "POST /rpc?\(server.query(try server.someone("anna")))", host: "rebound.example", body: ping)
            let socket = try server.http("GET /ws", host: "rebound.example", headers: upgrade)
            try expect(
                post.status == 403 && socket.status == 403, "403 twice", seen: "\(post.status), \(socket.status)")
        },
    ]
}
