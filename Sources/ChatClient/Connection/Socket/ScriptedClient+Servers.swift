package import ChatProtocol

extension ScriptedClient {
    /// Runs a body with a session on the first server that accepts the login. If that server is lost or answers
    /// `unavailable`, the body runs again with the next server.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: The deadline of connecting, and of each answer.
    ///   - isRepeated: True if the body may run again from its beginning. A change in it then needs a client id that
    ///     stays
    ///     the same, so that it happens only once.
    ///   - body: Receives the client and the result of its login.
    /// - Throws: The error of the last server, or any error of the body.
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

    /// True if another server of the same log may succeed after this error.
    private static func isOfThatServer(_ error: any Error) -> Bool {
        switch error {
        case is TransportError: true
        case ClientFailure.transport, ClientFailure.silence: true
        case ClientFailure.refused(let refusal): refusal.reason == .unavailable
        default: false
        }
    }
}
