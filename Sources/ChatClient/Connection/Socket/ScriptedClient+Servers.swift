package import ChatProtocol

extension ScriptedClient {
    /// Does something with the first of those servers that takes a session, and with the next where that one is gone
    /// meanwhile or says `unavailable`.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: the deadline of connecting, and of each answer.
    ///   - isRepeated: whether it may be done again from its beginning: so that it happens once, what changes anything
    ///     has a client id that stays the same.
    ///   - body: is handed the welcome.
    /// - Throws: what the last server said, or whatever else the body did.
    package static func with<Result>(
        anyOf servers: ServerEndpoints, _ hello: Hello, timeoutMilliseconds: Int = 10_000, isRepeated: Bool = true,
        _ body: (_ client: ScriptedClient, _ welcome: JSONValue) throws -> Result
    ) throws -> Result {
        var left = servers.all[...]
        while true {
            let server = left.removeFirst()
            var isBegun = false
            do {
                let transport = try SocketTransport(to: server, patienceMilliseconds: timeoutMilliseconds)
                defer { transport.close() }
                let client = ScriptedClient(transport, patienceMilliseconds: timeoutMilliseconds)
                let welcome = try client.hello(hello)
                isBegun = true
                return try body(client, welcome)
            } catch  where !left.isEmpty && (isRepeated || !isBegun) && isOfThatServer(error) {}
        }
    }

    /// Whether another server of the same log may do what one did not.
    private static func isOfThatServer(_ error: any Error) -> Bool {
        switch error {
        case is TransportError: true
        case ClientFailure.transport, ClientFailure.silence: true
        case ClientFailure.refused(let refusal): refusal.reason == .unavailable
        default: false
        }
    }
}
