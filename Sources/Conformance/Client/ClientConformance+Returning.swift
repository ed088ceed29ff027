import ChatProtocol

extension ClientConformance {
    /// The most attempts to connect in the time that must be quiet: a pause of 200 ms and more.
    private static let attemptsMax = 10

    /// It says hello on a new connection, and is let in.
    static func comesBack(_ stand: ClientStand) throws {
        try stand.wait(for: "session.hello on a new connection") { stand.welcomes > 1 }
    }

    static let returningChecks: [ConformanceCheck<ClientStand>] = [
        .init("cut-amid", "a connection that ends amid a message is taken up again, and the half is forgotten") {
            stand in
            guard !stand.isWebSocket else { throw CheckEnd.skipped("frames end where they say") }
            stand.injectBytes(#"{"jsonrpc":"2.0","method":"message.posted","params":{"cursor":999999"#)
            stand.stay(milliseconds: 50)
            stand.cut()
            try comesBack(stand)
            try isHeard(stand, "cut-amid-1")
        },
        .init("resume", "it comes back with after, and prints what it missed once, and nothing again") { stand in
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
        .init("backoff", "while the server ends every connection, the attempts have pauses between them") { stand in
            let before = stand.connections.count
            stand.endsConnections = true
            stand.cut()
            try stand.wait(for: "two attempts to connect") { stand.connections.count >= before + 2 }
            stand.stay(milliseconds: stand.pace.quiet) { stand.connections.count > before + attemptsMax }
            let attempts = stand.connections.count - before
            try expect(
                attempts <= attemptsMax, "\(attemptsMax) attempts at the most in \(stand.pace.quiet) ms",
                seen: "\(attempts) and more")
            stand.endsConnections = false
            try comesBack(stand)
        },
        .init("restart", "it comes back to a server that was away, and refused connections meanwhile") { stand in
            stand.shutDoor()
            stand.cut()
            try stand.restart()
            stand.stay(milliseconds: 600)
            try stand.openDoor()
            try comesBack(stand)
            try isHeard(stand, "restart-1")
        },
        .init("ws-close", "a WebSocket that is closed with 1013 is opened again") { stand in
            guard stand.isWebSocket else { throw CheckEnd.skipped("it speaks lines") }
            stand.closeWebSockets(.tryAgainLater)
            try comesBack(stand)
            try isHeard(stand, "ws-close-1")
        },
        .init("revoked", "who comes back and is refused as unauthenticated stops trying") { stand in
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
