import ChatProtocol

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
