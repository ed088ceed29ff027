package import ChatConnection
import ChatProtocol

/// The conformance checks of a server. Each check opens its own connections.
package struct ServerConformance {
    /// All checks, in the order of their numbers.
    package static let checks = Transcript.all.filter { $0.client == nil }.map { transcript in
        ConformanceCheck<ServerSubject>(transcript.name, transcript.rule) { server in
            try server.play(transcript)
            try code[transcript.name]?(server)
        }
    }

    /// The checks, or parts of checks, that are more than lines: raw bytes, large sizes, HTTP and WebSockets.
    static let code = lineChecks.merging(httpChecks) { $1 }.merging(webSocketChecks) { $1 }

    private let subject: ServerSubject

    /// Creates the checks of a server. They use a new world if the server allows an observer to create one. If not,
    /// they use `main`.
    ///
    /// - Throws: ``TransportError`` if the server cannot be reached.
    package init(_ endpoint: ServerEndpoint, credentials: Credentials = Credentials()) throws(TransportError) {
        subject = ServerSubject(endpoint, credentials)
        (try ByteStream(to: endpoint)).close()
        subject.makeWorld()
    }

    /// Runs one of ``checks``.
    package func result(of check: ConformanceCheck<ServerSubject>) -> CheckResult { check.result { subject } }

    /// Deletes the world of the checks.
    package func end() { subject.endWorld() }
}

extension ServerConformance {
    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"session.ping"}"#

    /// Ends a check with a failure if an answer is not an error with this code.
    private static func expectRefusal(_ answer: JSONValue, _ code: Int64, of what: String) throws {
        try expect(answer["error"]?["code"]?.integerValue == code, "\(code) for \(what)", seen: answer.text)
    }

    private static func expectResult(_ answer: JSONValue) throws {
        try expect(answer["result"] != nil, "the request to be answered", seen: answer.text)
    }

    private static func expectEnd(_ probe: RawProbe) throws {
        let line = try probe.line()
        try expect(line == nil, "the end of the connection", seen: line ?? "")
    }

    static let lineChecks: [String: @Sendable (ServerSubject) throws -> Void] = [
        "utf8": { server in
            let probe = try server.newcomer().probe()
            probe.send(Array(#"{"a":""#.utf8) + [0xC3, 0x28] + Array("\"}\n".utf8))
            try expectRefusal(try probe.answer(), -32700, of: "bytes that are no UTF-8")
        },
        "depth": { server in
            let deep = { (depth: Int) in
                let (open, close) = (String(repeating: "[", count: depth - 2), String(repeating: "]", count: depth - 2))
                return #"{"jsonrpc":"2.0","id":1,"method":"session.ping","params":{"x":\#(open)\#(close)}}"#
            }
            let refused = try server.newcomer().probe().ask(line: deep(65))
            try expectRefusal(refused, -32700, of: "65 arrays and objects in each other")
            let answer = try server.newcomer().probe().ask(line: deep(64))
            try expect(answer["error"]?["code"] != -32700, "64 deep to be read", seen: answer.text)
        },
        "line-ends": { server in
            try expectResult(try server.newcomer().probe().ask(line: "\r\n\n\(ping)\r"))
        },
        "torn-lines": { server in
            let probe = try server.newcomer().probe()
            for byte in (ping + "\n").utf8 {
                probe.send([byte])
                // Once the server answers another session, it has read the first byte alone.
                if byte == UInt8(ascii: "{") { _ = try server.newcomer() }
            }
            try expectResult(try probe.answer())
            probe.send((2...20).map { ping.replacing("1", with: "\($0)") + "\n" }.joined())
            let ids = try (2...20).map { _ in try probe.answer()["id"]?.integerValue }
            try expect(ids == (2...20).map { $0 }, "the answers 2 to 20 in order", seen: "\(ids)")
        },
        "half-close": { server in
            let probe = try server.newcomer().probe()
            probe.sendLine(ping.replacing(#""id":1"#, with: #""id":"half-close""#))
            probe.endSending()
            try expectResult(try probe.answer())
            try expectEnd(probe)
        },
        "oversize-line": { server in
            let person = try server.newcomer()
            let probe = try person.probe()
            let limit = person.welcome["limits"]?["messageBytes"]?.integerValue ?? 256 * 1024
            // A server that closes the connection while bytes still arrive can lose its last answer.
            probe.send([UInt8](repeating: 0x20, count: Int(limit) + 2))
            try expectRefusal(try probe.ask(line: "x"), -32006, of: "a line of \(limit + 2) bytes")
            try expectEnd(probe)
        },
        "foreign-bytes": { server in
            let probe = try server.probe()
            probe.send(
                [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03] + Array(repeating: 7, count: 50))
            try expectEnd(probe)
        },
        "worlds": { server in
            guard server.world != nil, let observer = server.observer() else {
                throw CheckEnd.skipped("the server admits no observer here")
            }
            let other = ServerSubject.unused("check-worlds")
            try observer.ask("world.create", ["world": .string(other)])
            defer { _ = try? observer.ask("world.delete", ["world": .string(other)]) }
            let people = [try server.newcomer(), try server.newcomer()]
            _ = try server.conversation(of: people)
            let double = try server.person(people[0].handle.stringValue ?? "", in: WorldName(other))
            try double.join()
            let list = try double.ask("conversation.list")
            try expect(list["conversations"] == [], "no conversations", seen: list.text)
        },
        "text-limit": { server in
            let people = [try server.newcomer(), try server.newcomer()]
            guard let limit = people[0].welcome["limits"]?["textCharacters"]?.integerValue, limit < 200_000 else {
                throw CheckEnd.skipped("the welcome has no textCharacters that fits into a line")
            }
            let conversation = try server.conversation(of: people)
            let send = { (count: Int64) in
                let text = JSONValue.string(String(repeating: "x", count: Int(count)))
                let probe = try people[0].probe()
                return try probe.ask(line: probe.request("message.send", ["conversation": conversation, "text": text]))
            }
            try expectResult(try send(limit))
            let answer = try send(limit + 1)
            try expectRefusal(answer, -32006, of: "\(limit + 1) characters")
            let named = answer["error"]?["data"]?["limit"]
            try expect(
                named?["name"] == "textCharacters" && named?["value"]?.integerValue == limit,
                "textCharacters and \(limit)", seen: answer.text)
        },
    ]
}

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

extension ServerConformance {
    private static func pingMessage(_ id: String) -> [UInt8] {
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
            probe.send(WebSocketProbe.frame(.text, pingMessage("ws-message")))
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
            let message = pingMessage("ws-fragments")
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
                server, WebSocketProbe.frame(.text, pingMessage("x"), masked: false), with: 1002,
                "a frame without a mask")
            var frame = WebSocketProbe.frame(.text, pingMessage("x"))
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

/// The server that the checks examine.
package final class ServerSubject {
    let endpoint: ServerEndpoint
    private let credentials: Credentials
    private(set) var world: WorldName?

    init(_ endpoint: ServerEndpoint, _ credentials: Credentials = Credentials()) {
        (self.endpoint, self.credentials) = (endpoint, credentials)
    }

    /// The maximum time of an answer, in milliseconds.
    static let patience: Int64 = 5_000

    // MARK: The world

    /// Returns a session of an observer; nil if the server refuses it.
    func observer() -> ProbePerson? {
        let person = ProbePerson(endpoint, Hello(.observer(nil), receivesEvents: false).with(credentials))
        return (try? person.join()) == nil ? nil : person
    }

    func makeWorld() {
        let name = Self.unused("check")
        if (try? observer()?.ask("world.create", ["world": .string(name)])) != nil { world = WorldName(name) }
    }

    func endWorld() {
        if let world { _ = try? observer()?.ask("world.delete", ["world": .string(world.rawValue)]) }
    }

    /// Returns an unused name that begins with a name.
    static func unused(_ name: String) -> String { "\(name)-" + String(UInt32.random(in: .min ... .max), radix: 36) }

    // MARK: People

    /// Returns a person who has not logged in.
    ///
    /// - Parameter world: The world of the person; by default that of the checks.
    func person(_ handle: String, device: String? = nil, in world: WorldName? = nil) throws -> ProbePerson {
        guard let handle = Handle(handle) else { throw CheckEnd.skipped("\(handle) is not a valid handle") }
        let world = world ?? self.world ?? .main
        let hello = Hello(.person(handle, name: nil), device: device, world: world).with(credentials)
        return ProbePerson(endpoint, hello)
    }

    /// Returns a new person who has logged in.
    func newcomer() throws -> ProbePerson {
        let person = try person(Self.unused("lines"))
        try person.join()
        return person
    }

    /// Returns a probe without a login.
    func probe() throws -> RawProbe { try RawProbe(to: endpoint, patience: Self.patience) }
}

extension ServerSubject: TranscriptCast {
    func person(_ name: String, device: String?, handle: JSONValue?) throws -> any TranscriptPerson {
        try person(handle?.stringValue ?? Self.unused(name), device: device)
    }

    func conversation(of people: [any TranscriptPerson]) throws -> JSONValue {
        let creator = people.first as? ProbePerson
        let handles = people.dropFirst().map(\.handle)
        return try creator?.ask("conversation.create", ["participants": .array(handles)])["conversation"]?["id"]
            ?? .null
    }
}
