import ChatProtocol

extension ServerConformance {
    /// Returns a session of a new person, for a line after which the server may close the connection.
    private static func fresh(_ server: ServerSubject) throws -> LineProbe {
        try server.session(try server.someone("lines"))
    }

    private static func refuses(_ server: ServerSubject, _ lines: [String], with code: Int64) throws {
        for line in lines {
            try expectRefusal(try fresh(server).ask(line: line), code, of: String(line.prefix(120)))
        }
    }

    private static func ping(_ id: String, _ rest: String = "") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"session.ping"\#(rest)}"#
    }

    static let envelopeChecks: [ConformanceCheck<ServerSubject>] = [
        .init("ids", "every string and every integer up to ±2^53 is a valid id, and is returned exactly") { server in
            let probe = try fresh(server)
            for id in [#""text""#, #""""#, #""ü\u0000""#, "0", "-7", "9007199254740992", "-9007199254740992"] {
                let answer = try probe.ask(line: ping(id))
                let wanted = try JSONReader.read(Array(id.utf8)).value
                try expect(
                    answer["id"] == wanted && answer["result"] != nil, "an answer with the id \(id)", seen: answer.text)
            }
        },
        .init("id-range", "a larger integer is no id") { server in
            try refuses(server, [ping("9007199254740993"), ping("1.5")], with: -32600)
        },
        .init("parse", "what is not JSON is -32700, with the id null") { server in
            for line in [#"{"jsonrpc":"2.0","id":1"#, "nonsense", #"{"a":01}"#, #"{"a":"\x"}"#] {
                let answer = try fresh(server).ask(line: line)
                try expectRefusal(answer, -32700, of: line)
                try expect(answer["id"] == .null, "the id null", seen: answer.text)
            }
        },
        .init("utf8", "bytes that are no UTF-8, and lone surrogates, are -32700") { server in
            try refuses(server, [#"{"a":"\ud800"}"#], with: -32700)
            let probe = try fresh(server)
            try probe.send(Array(#"{"a":""#.utf8) + [0xC3, 0x28] + Array("\"}\n".utf8))
            try expectRefusal(try probe.answer(), -32700, of: "bytes that are no UTF-8")
        },
        .init("depth", "arrays and objects nest 64 deep, and deeper ones are -32700") { server in
            let deep = { (depth: Int) in
                let lists = depth - 2
                return ping(
                    "1",
                    #","params":{"x":"# + String(repeating: "[", count: lists) + String(repeating: "]", count: lists)
                        + "}")
            }
            try refuses(server, [deep(65)], with: -32700)
            let answer = try fresh(server).ask(line: deep(64))
            try expect(answer["error"]?["code"] != -32700, "64 deep to be read", seen: answer.text)
        },
        .init("request", "what is JSON and no request is -32600") { server in
            let lines = [
                "42", "{}", #"{"jsonrpc":"2.0","method":"session.ping"}"#, ping("null"),
                #"{"jsonrpc":"1.0","id":1,"method":"session.ping"}"#, ping("1", #","params":[]"#),
                ping("1", #","x":1"#),
            ]
            try refuses(server, lines, with: -32600)
        },
        .init("batch", "batches are refused with -32600") { server in
            try refuses(server, ["[]", "[\(ping("1"))]"], with: -32600)
        },
        .init("duplicate-keys", "a request with a key twice is refused with -32600") { server in
            try refuses(
                server,
                [#"{"jsonrpc":"2.0","id":1,"id":2,"method":"session.ping"}"#, ping("1", #","params":{"a":1,"a":1}"#)],
                with: -32600)
        },
        .init("unknown-member", "a member of params that there is not is refused by its name, with -32602") { server in
            let answer = try fresh(server).ask(line: ping("1", #","params":{"colour":1}"#))
            try expectRefusal(answer, -32602, of: "the member colour")
            let message = answer["error"]?["message"]?.stringValue ?? ""
            try expect(message.contains("colour"), "a message that names colour", seen: message)
        },
        .init("unknown-method", "a method that there is not is -32601") { server in
            try refuses(server, [#"{"jsonrpc":"2.0","id":1,"method":"no.such"}"#], with: -32601)
        },
        .init("suggestion", "one that is misspelt is answered with the one that was meant") { server in
            let answer = try fresh(server).ask(line: #"{"jsonrpc":"2.0","id":1,"method":"message.sned"}"#)
            let message = answer["error"]?["message"]?.stringValue ?? ""
            try expect(message.contains("message.send"), "a message with message.send in it", seen: answer.text)
        },
        .init("reasons", "an error has a message and, in data.reason, the word for its code") { server in
            let probe = try fresh(server)
            let requests = [
                #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"text":1}}"#,
                #"{"jsonrpc":"2.0","id":1,"method":"conversation.history","params":{"conversation":"nowhere"}}"#,
            ]
            for request in requests {
                let error = try probe.ask(line: request)["error"]
                let reason = RPCError.Reason.allCases.first { Int64($0.code) == error?["code"]?.integerValue }
                let isSaid = reason != nil && error?["data"]?["reason"]?.stringValue == reason?.rawValue
                try expect(isSaid, "the reason of the code", seen: (error ?? .null).text)
                try expect(error?["message"]?.stringValue?.isEmpty == false, "a message", seen: (error ?? .null).text)
            }
        },
        .init("malformed-lives", "a malformed line costs an error, and not the connection") { server in
            let probe = try fresh(server)
            _ = try probe.ask(line: "nonsense")
            let answer = try probe.ask(line: ping("1"))
            try expect(answer["result"] != nil, "the next request to be answered", seen: answer.text)
        },
        .init("line-ends", "a CR before a line's end and empty lines are ignored") { server in
            let probe = try fresh(server)
            try probe.send(Array("\r\n\n\(ping("1"))\r\n".utf8))
            let answer = try probe.answer()
            try expect(answer["result"] != nil, "the request to be answered", seen: answer.text)
        },
        .init("torn-lines", "a line may come in pieces, and several at once, and each is answered in order") { server in
            let probe = try fresh(server)
            for byte in (ping("1") + "\n").utf8 {
                try probe.send([byte])
                // Once the server answers another session, it has read the first byte alone.
                if byte == UInt8(ascii: "{") { _ = try fresh(server).ask(line: ping("1")) }
            }
            try probe.send(Array((2...20).map { ping("\($0)") + "\n" }.joined().utf8))
            let ids = try (1...20).map { _ in try probe.answer()["id"]?.integerValue }
            try expect(ids == (1...20).map { $0 }, "the answers 1 to 20 in order", seen: "\(ids)")
        },
        .init("half-close", "a request followed at once by the end of the stream is answered before the close") {
            server in
            let probe = try fresh(server)
            try probe.send(line: ping(#""half-close""#))
            probe.endSending()
            let answer = try probe.answer()
            try expect(answer["result"] != nil, "the request to be answered", seen: answer.text)
            try expect(try probe.next() == nil, "the end of the connection", seen: "more")
        },
        .init("oversize-line", "a line over the limit is answered with -32006, and is the last") { server in
            let probe = try LineProbe(server.endpoint)
            let hello = try probe.call("session.hello", server.hello(try server.someone("large")))
            let limit = hello["result"]?["limits"]?["messageBytes"]?.integerValue ?? 256 * 1024
            // A server that closes the connection while bytes still arrive can lose its last answer.
            try probe.send([UInt8](repeating: 0x20, count: Int(limit) + 2))
            try probe.send(line: "x")
            try expectRefusal(try probe.answer(), -32006, of: "a line of \(limit + 2) bytes")
            try expect(try probe.next() == nil, "the end of the connection", seen: "more")
        },
        .init("foreign-bytes", "what is no line and no HTTP is closed without an answer") { server in
            let probe = try LineProbe(server.endpoint)
            try probe.send(
                [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03] + Array(repeating: 7, count: 50))
            let rest = try probe.rest()
            try expect(rest.isEmpty, "the end of the connection", seen: String(decoding: rest, as: UTF8.self))
        },
    ]
}
