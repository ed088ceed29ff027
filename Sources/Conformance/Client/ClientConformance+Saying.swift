import ChatProtocol

extension ClientConformance {
    /// Makes the client send a text and applies a fate to its first attempt. Checks that the client sends the text
    /// again, and that the server stores it once.
    private static func comesThrough(
        _ stand: ClientStand, _ text: String, underOneID: Bool = false, first fate: ClientStand.Fate
    ) throws {
        stand.hears = { request in stand.sendings(text).count == 1 && isSending(request, text) ? fate : .passes }
        stand.tell(text)
        try stand.wait(for: "“\(text)” to be sent again and to be accepted") { stand.timesSent(text) > 0 }
        stand.stay(milliseconds: 50)
        let (times, ids) = (stand.timesSent(text), stand.sendings(text).map { $0.params["clientID"] ?? .null })
        try expect(times == 1, "one message “\(text)”", seen: "\(times)")
        if underOneID {
            try expect(
                ids.allSatisfy { $0 == ids[0] }, "the same clientID each time",
                seen: ids.map(\.text).joined(separator: ", "))
        }
    }

    private static func isSending(_ request: ClientStand.Request, _ text: String) -> Bool {
        request.method == "message.send" && request.params["text"]?.stringValue == text
    }

    static let sayingChecks: [ConformanceCheck<ClientStand>] = [
        .init("send", "the client sends a message once") { stand in
            stand.tell("send-1")
            try stand.wait(for: "“send-1” to be sent") { stand.timesSent("send-1") > 0 }
            stand.stay(milliseconds: 50)
            let times = stand.timesSent("send-1")
            try expect(times == 1, "one message", seen: "\(times)")
        },
        .init("client-id", "message.send has a clientID, which identifies a retry") { stand in
            stand.tell("client-id-1")
            try stand.wait(for: "message.send") { !stand.sendings("client-id-1").isEmpty }
            let id = stand.sendings("client-id-1")[0].params["clientID"]
            try expect(id?.stringValue?.isEmpty == false, "a clientID", seen: (id ?? .null).text)
        },
        .init("retry", "after a lost answer, the retry has the same clientID, and nothing is duplicated") { stand in
            var isLost = false
            stand.tells = { message, request in
                guard let request, !isLost, isSending(request, "retry-1") else { return .messages([message]) }
                isLost = true
                return .lost
            }
            stand.tell("retry-1")
            try stand.wait(for: "message.send, and session.hello on a new connection") {
                isLost && stand.hellos.count > 1
            }
            stand.stay(milliseconds: stand.pace.quiet) { stand.sendings("retry-1").count > 1 }
            stand.stay(milliseconds: 100)
            let times = stand.timesSent("retry-1")
            try expect(times == 1, "one message", seen: "\(times)")
        },
        .init("unsent", "a lost request is sent again") { stand in
            try comesThrough(stand, "unsent-1", first: .lost)
        },
        .init("rate-limited", "a request refused as rate_limited is sent again after the error's time") {
            stand in
            let error = RPCError(.rateLimited, "Too fast.", .retryAfter(milliseconds: 200))
            try comesThrough(stand, "rate-limited-1", first: .refused(error))
            let times = stand.sendings("rate-limited-1").map(\.at)
            let pause = (times.last ?? 0) - (times.first ?? 0)
            try expect(
                times.count == 2 && pause >= 190, "once more, after 200 ms",
                seen: "\(times.count) times, \(pause) ms apart")
        },
        .init("unavailable", "a request answered with unavailable is sent again with the same clientID") { stand in
            let error = RPCError(.unavailable, "The store failed.", .outcome(.unknown))
            try comesThrough(stand, "unavailable-1", underOneID: true, first: .refused(error))
        },
        .init("refused", "a request with another error is not sent again, and the client continues") { stand in
            stand.hears = { request in isSending(request, "refused-1") ? .refused(RPCError(.forbidden, "No.")) : .passes
            }
            stand.tell("refused-1")
            try stand.wait(for: "message.send") { !stand.sendings("refused-1").isEmpty }
            stand.stay(milliseconds: stand.pace.quiet) { stand.sendings("refused-1").count > 1 }
            let times = stand.sendings("refused-1").count
            try expect(times == 1, "no second attempt", seen: "\(times) attempts")
            try isHeard(stand, "refused-2")
        },
    ]
}
