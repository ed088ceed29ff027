import ChatProtocol

extension ServerConformance {
    static let messageChecks: [ConformanceCheck<ServerSubject>] = [
        .init("message", "the answer to message.send has all members of a message") { server in
            let (anna, _, conversation, handles) = try server.pair()
            let answer = try anna.result(
                "message.send", ["conversation": conversation, "text": "Look: https://a.example/1"])
            let message = answer["message"] ?? .null
            let isWhole =
                message["id"]?.stringValue != nil && message["conversation"] == conversation
                && message["sender"]?.stringValue == handles[0].rawValue
                && message["text"] == "Look: https://a.example/1"
                && message["sentAt"]?.stringValue.flatMap(Instant.init) != nil
                && message["sequence"]?.integerValue != nil
                && message["links"]?.arrayValue?.first?["url"] == "https://a.example/1"
                && message["mentions"]?.arrayValue != nil
            try expect(
                isWhole, "id, conversation, sender, text, sentAt, sequence, links and mentions", seen: answer.text)
        },
        .init("sequence", "messages of a conversation are numbered 1, 2, 3 … without gaps") { server in
            let (anna, bea, conversation, _) = try server.pair()
            let numbers = try (1...20).map { number in
                try (number % 3 == 0 ? bea : anna).result(
                    "message.send", ["conversation": conversation, "text": .string("sequence \(number)")])["message"]?[
                        "sequence"]?
                    .integerValue
            }
            try expect(numbers == (1...20).map { $0 }, "1 to 20", seen: "\(numbers.map { $0 ?? -1 })")
        },
        .init("told", "other people receive the message of the answer") { server in
            let (anna, bea, conversation, _) = try server.pair()
            let sent = try anna.result("message.send", ["conversation": conversation, "text": "told"])["message"]
            let told = try bea.told("message.posted").first?["message"]
            try expect(
                told?["id"] == sent?["id"] && told?["text"] == "told", "the message", seen: (told ?? .null).text)
        },
        .init("own-devices", "the sender's other devices receive the message of the answer") { server in
            let (anna, _, conversation, handles) = try server.pair()
            let tablet = try server.session(handles[0], device: "tablet")
            try anna.result("message.send", ["conversation": conversation, "text": "own-devices"])
            let texts = try tablet.told("message.posted").compactMap { $0["message"]?["text"]?.stringValue }
            try expect(texts == ["own-devices"], "the message, once", seen: "\(texts)")
        },
        .init("own-session", "the requesting session receives only the result") { server in
            let (anna, _, conversation, _) = try server.pair()
            try anna.result("message.send", ["conversation": conversation, "text": "own-session"])
            let told = try anna.told("message.posted")
            try expect(told.isEmpty, "nothing", seen: "\(told.map(\.text))")
        },
        .init("order", "all people receive messages in the order of their sequence") { server in
            let (anna, bea, conversation, handles) = try server.pair()
            let reader = try server.session(handles[1], device: "reader")
            for number in 1...10 {
                let params: JSONValue = ["conversation": conversation, "text": .string("order \(number)")]
                try anna.send(line: anna.request("message.send", params))
                try bea.send(line: bea.request("message.send", params))
            }
            for _ in 1...10 { _ = (try anna.answer(), try bea.answer()) }
            let numbers = try reader.told("message.posted").compactMap { $0["message"]?["sequence"]?.integerValue }
            try expect(numbers == (1...20).map { $0 }, "1 to 20", seen: "\(numbers)")
        },
        .init("retry", "a repeated clientID gets the first answer, and takes effect once") {
            server in
            let (anna, bea, conversation, handles) = try server.pair()
            let params: JSONValue = ["conversation": conversation, "text": "retry", "clientID": "retry-1"]
            let first = try anna.result("message.send", params)["message"]?["id"]
            let again = try anna.result("message.send", params)["message"]?["id"]
            let elsewhere = try server.session(handles[0], device: "other")
            let third = try elsewhere.result("message.send", params)["message"]?["id"]
            try expect(
                first != nil && first == again && first == third, "the same message each time",
                seen: [first, again, third].map { ($0 ?? .null).text }.joined(separator: ", "))
            let told = try bea.told("message.posted")
            try expect(told.count == 1, "to be delivered once", seen: "\(told.count) times")
        },
        .init("text-limit", "a text over the limit is -32006, with the limit in data.limit") { server in
            let (anna, _, conversation, handles) = try server.pair()
            let hello = try LineProbe(server.endpoint).call("session.hello", server.hello(handles[0]))
            guard let limit = hello["result"]?["limits"]?["textCharacters"]?.integerValue, limit < 200_000 else {
                throw CheckEnd.skipped("the welcome has no textCharacters that fits into a line")
            }
            let say = { (count: Int64) in
                try anna.call(
                    "message.send",
                    ["conversation": conversation, "text": .string(String(repeating: "x", count: Int(count)))]
                        as JSONValue)
            }
            let atLimit = try say(limit)
            try expect(
                atLimit["result"] != nil, "\(limit) characters to be accepted", seen: (atLimit["error"] ?? .null).text)
            let answer = try say(limit + 1)
            try expectRefusal(answer, -32006, of: "\(limit + 1) characters")
            let told = answer["error"]?["data"]?["limit"]
            try expect(
                told?["name"] == "textCharacters" && told?["value"]?.integerValue == limit,
                "textCharacters and \(limit)",
                seen: answer.text)
        },
    ]
}
