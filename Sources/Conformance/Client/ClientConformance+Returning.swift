import ChatProtocol

extension ClientConformance {
    /// The maximum number of attempts to connect in the quiet time of two seconds. It allows one attempt every 200 ms.
    private static let attemptsMax = 10

    /// Checks that the client logs in on a new connection.
    static func comesBack(_ stand: ClientStand) throws {
        try stand.wait(for: "session.hello on a new connection") { stand.welcomes > 1 }
    }

    static let returningChecks: [ConformanceCheck<ClientStand>] = [
        .init(
            "cut-amid",
            "after a connection ends within a message, the client resumes and ignores the incomplete message"
        ) {
            stand in
            guard !stand.isWebSocket else { throw CheckEnd.skipped("a WebSocket has complete frames") }
            stand.injectBytes(#"{"jsonrpc":"2.0","method":"message.posted","params":{"cursor":999999"#)
            stand.stay(milliseconds: 50)
            stand.cut()
            try comesBack(stand)
            try isHeard(stand, "cut-amid-1")
        },
        .init("resume", "the client resumes with after, and prints each missed message once") { stand in
            try isHeard(stand, "resume-1")
            let cursor = stand.cursor
            stand.cut()
            for number in 2...4 { try stand.say("resume-\(number)") }
            try stand.wait(for: "session.hello on a new connection") { stand.hellos.count > 1 }
            let after = stand.hellos.last?.params["after"] ?? .null
            try expect(
                after.integerValue.map { $0 <= cursor } == true, "after: \(cursor), or less",
                seen: "after: \(after.text)")
            for number in 2...4 { try isPrinted(stand, "resume-\(number)") }
            try expect(stand.timesPrinted("resume-1") == 1, "resume-1 printed once", seen: "more than once")
        },
        .init("backoff", "while the server ends every connection, the client pauses between attempts") { stand in
            let before = stand.connections.count
            stand.endsConnections = true
            stand.cut()
            try stand.wait(for: "two attempts to connect") { stand.connections.count >= before + 2 }
            stand.stay(milliseconds: stand.pace.quiet) { stand.connections.count > before + attemptsMax }
            let attempts = stand.connections.count - before
            try expect(
                attempts <= attemptsMax, "\(attemptsMax) attempts at most in \(stand.pace.quiet) ms",
                seen: "\(attempts) and more")
            stand.endsConnections = false
            try comesBack(stand)
        },
        .init("restart", "the client reconnects to a server that refused connections for a while") { stand in
            stand.shutDoor()
            stand.cut()
            try stand.restart()
            stand.stay(milliseconds: 600)
            try stand.openDoor()
            try comesBack(stand)
            try isHeard(stand, "restart-1")
        },
        .init("ws-close", "after close code 1013, the client reconnects its WebSocket") { stand in
            guard stand.isWebSocket else { throw CheckEnd.skipped("the client speaks lines") }
            stand.closeWebSockets(.tryAgainLater)
            try comesBack(stand)
            try isHeard(stand, "ws-close-1")
        },
        .init("revoked", "a client that is refused as unauthenticated stops reconnecting") { stand in
            stand.hears = { request in
                request.method == "session.hello"
                    ? .refused(RPCError(.unauthenticated, "The token was revoked.")) : .passes
            }
            stand.cut()
            try stand.wait(for: "session.hello on a new connection") { stand.hellos.count > 1 }
            stand.stay(milliseconds: stand.pace.quiet) { stand.hellos.count > 3 }
            let times = stand.hellos.count - 1
            try expect(times <= 2, "no third attempt", seen: "\(times) attempts")
        },
    ]
}
