import ChatProtocol

extension ClientConformance {
    /// Checks that the client prints a message of another person once and stays connected.
    static func isHeard(_ stand: ClientStand, _ text: String) throws {
        let line = stand.line
        try stand.say(text)
        try isPrinted(stand, text)
        try expect(line?.isClosed == false, "the connection to stay", seen: "the client ended it")
    }

    static func isPrinted(_ stand: ClientStand, _ text: String) throws {
        try stand.wait(for: "“\(text.prefix(40))” to be printed") { stand.timesPrinted(text) > 0 }
        stand.stay(milliseconds: 50)
        let times = stand.timesPrinted(text)
        try expect(times == 1, "“\(text.prefix(40))” to be printed once", seen: "\(times) times")
        try stand.expectThatItRuns()
    }

    static let hearingChecks: [ConformanceCheck<ClientStand>] = [
        .init("hello", "the first request is session.hello, as the client's person") { stand in
            let first = stand.requests.first
            try expect(first?.method == "session.hello", "session.hello", seen: first?.method ?? "nothing")
            let params = first?.params ?? .null
            try expect(
                params["role"] == "person" && params["handle"]?.stringValue == ClientStand.handle,
                "the role person and the handle \(ClientStand.handle)", seen: params.text)
        },
        .init("shown", "a message of another person is printed") { stand in try isHeard(stand, "shown-1") },
        .init("order", "messages are printed in order, each once") { stand in
            let texts = (101...150).map { "order-\($0)" }
            for text in texts { try stand.say(text) }
            try stand.wait(for: "50 messages to be printed") { stand.timesPrinted("order-") >= texts.count }
            stand.stay(milliseconds: 50)
            let printed = stand.printed.compactMap { line in texts.first { line.contains($0) } }
            try expect(printed == texts, "order-101 to order-150", seen: printed.joined(separator: ", "))
        },
        .init("unknown-notification", "an unknown notification is ignored") { stand in
            stand.inject(#"{"jsonrpc":"2.0","method":"weather.changed","params":{"cursor":1,"degrees":[21]}}"#)
            stand.inject(#"{"jsonrpc":"2.0","method":"weather.gone"}"#)
            try isHeard(stand, "unknown-notification-1")
        },
        .init("unknown-members", "unknown members are ignored") { stand in
            stand.tells = { message, _ in
                let value = (try? JSONReader.read(message))?.value ?? .null
                return .messages([JSONWriter.bytes(of: value.withLaterMembers)])
            }
            try isHeard(stand, "unknown-members-1")
        },
        .init("stray-answers", "an unexpected answer, and an error without an id, are ignored") { stand in
            stand.inject(#"{"jsonrpc":"2.0","id":"nobody","result":{}}"#)
            stand.inject(
                #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"What?","data":{"reason":"parse"}}}"#)
            try isHeard(stand, "stray-answers-1")
        },
        .init("torn", "a message that arrives in small pieces, split within characters, is read as one") { stand in
            stand.bytesAtOnce = 7
            try isHeard(stand, "torn-äöü-1")
        },
        .init("long", "a text of 20,000 characters is printed completely") { stand in
            stand.bytesAtOnce = 4_096
            try isHeard(stand, "long-1 " + String(repeating: "ü", count: 19_900))
        },
        .init("ws-ping", "a ping is answered") { stand in
            guard stand.isWebSocket else { throw CheckEnd.skipped("the client speaks lines") }
            stand.ping()
            try stand.wait(for: "a pong") { stand.pongs > 0 }
        },
    ]
}

extension JSONValue {
    /// The message with additional members in each object except the envelope, as a later server may send them.
    fileprivate var withLaterMembers: JSONValue {
        switch self {
        case .object(let object):
            let members = object.members.map { JSONObject.Member(key: $0.key, value: $0.value.withLaterMembers) }
            let isEnvelope = object["jsonrpc"] != nil
            return .object(JSONObject(members + (isEnvelope ? [] : [.init(key: "later", value: ["is": ["it"]])])))
        case .array(let elements): return .array(elements.map(\.withLaterMembers))
        case .null, .bool, .integer, .number, .string: return self
        }
    }
}
