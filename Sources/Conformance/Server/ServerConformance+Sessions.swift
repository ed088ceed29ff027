import ChatProtocol

extension ServerConformance {
    static let sessionChecks: [ConformanceCheck<ServerSubject>] = [
        .init("hello", "the welcome has session, server, protocol 1, me, cursor, limits and clock") { server in
            let handle = try server.someone("anna")
            let probe = try LineProbe(server.endpoint)
            let answer = try probe.call("session.hello", server.hello(handle))
            let welcome = answer["result"] ?? .null
            let isWhole =
                welcome["session"]?.stringValue != nil && welcome["server"]?.stringValue != nil
                && welcome["protocol"] == 1 && welcome["me"]?["role"] == "person"
                && welcome["me"]?["handle"]?.stringValue == handle.rawValue && welcome["cursor"]?.integerValue != nil
                && welcome["limits"]?.objectValue != nil
                && welcome["clock"]?["now"]?.stringValue.flatMap(Instant.init) != nil
            try expect(isWhole, "all of them", seen: answer.text)
        },
        .init("hello-first", "before session.hello every request is refused with -32001") { server in
            let probe = try LineProbe(server.endpoint)
            try expectRefusal(
                try probe.call("conversation.list", [:] as JSONValue), -32001, of: "a request before hello")
        },
        .init("roles", "a person's request of an observer's method is refused with -32002") { server in
            let probe = try server.session(try server.someone("anna"))
            let answer = try probe.call("clock.advance", ["milliseconds": 1] as JSONValue)
            try expectRefusal(answer, -32002, of: "clock.advance of a person")
        },
        .init("hidden", "a missing and a hidden conversation have the same error") { server in
            let (_, _, conversation, _) = try server.pair()
            let stranger = try server.session(try server.someone("carl"))
            let hidden = try stranger.call("conversation.history", ["conversation": conversation] as JSONValue)["error"]
            let missing = try stranger.call("conversation.history", ["conversation": "nowhere"] as JSONValue)["error"]
            try expectRefusal(["error": missing ?? .null], -32003, of: "a missing conversation")
            try expect(
                hidden == missing, "the same error for both",
                seen: "\((hidden ?? .null).text) and \((missing ?? .null).text)")
        },
        .init("fence", "the fence is answered after everything accepted earlier, and has cursor and pending") {
            server in
            let (anna, bea, conversation, _) = try server.pair()
            for number in 1...5 {
                try anna.result("message.send", ["conversation": conversation, "text": .string("fence \(number)")])
            }
            let fence = try bea.result("session.fence")
            let texts = bea.heard.compactMap { $0["params"]?["message"]?["text"]?.stringValue }
            try expect(texts == (1...5).map { "fence \($0)" }, "five messages before the answer", seen: "\(texts)")
            let isWhole = fence["cursor"]?.integerValue != nil && fence["pending"]?.arrayValue != nil
            try expect(isWhole, "cursor and pending", seen: fence.text)
        },
        .init("resume", "a session with after receives every missed notification once and in order, and no earlier one")
        {
            server in
            let (anna, bea, conversation, handles) = try server.pair()
            let say = { (text: String) in
                _ = try anna.result("message.send", ["conversation": conversation, "text": .string(text)])
            }
            try say("resume before")
            guard let seen = try bea.told("message.posted").last?["cursor"]?.integerValue else {
                throw CheckEnd.failed("a message with a cursor", seen: "none")
            }
            bea.close()
            for number in 1...3 { try say("resume \(number)") }
            let again = try server.session(handles[1], after: seen)
            let texts = try again.told("message.posted").compactMap { $0["message"]?["text"]?.stringValue }
            try expect(texts == (1...3).map { "resume \($0)" }, "the three that were missed", seen: "\(texts)")
        },
        .init("cursors", "the cursors of notifications only grow") { server in
            let (anna, bea, conversation, _) = try server.pair()
            for number in 1...5 {
                try anna.result("message.send", ["conversation": conversation, "text": .string("cursors \(number)")])
            }
            _ = try bea.told("message.posted")
            let cursors = bea.heard.compactMap { $0["params"]?["cursor"]?.integerValue }
            let isGrowing = zip(cursors, cursors.dropFirst()).allSatisfy { $0 < $1 }
            try expect(cursors.count >= 5 && isGrowing, "a larger one each time", seen: "\(cursors)")
        },
        .init("worlds", "an event of one world is not delivered in another") { server in
            guard server.world != nil, let observer = server.observer() else {
                throw CheckEnd.skipped("the server admits no observer here")
            }
            let other = "check-worlds-" + String(UInt32.random(in: .min ... .max), radix: 36)
            try observer.result("world.create", ["world": .string(other)])
            defer { _ = try? observer.call("world.delete", ["world": .string(other)] as JSONValue) }
            let (_, _, _, handles) = try server.pair()
            var hello = server.hello(handles[0])
            hello.world = WorldName(other)
            let probe = try LineProbe(server.endpoint)
            _ = try probe.call("session.hello", hello)
            let list = try probe.result("conversation.list")
            try expect(list["conversations"] == [], "no conversations", seen: list.text)
        },
    ]
}
