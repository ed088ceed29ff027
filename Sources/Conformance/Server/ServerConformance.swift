package import ChatConnection
import ChatProtocol

/// Whether somebody's server keeps the contract: every check speaks to it over sockets of its own.
package struct ServerConformance {
    /// All checks, in the order in which they are numbered.
    package static let checks: [ConformanceCheck<ServerSubject>] =
        envelopeChecks + sessionChecks + messageChecks + httpChecks + webSocketChecks

    private let subject: ServerSubject

    /// The server at that endpoint, in a world of its own where it lets an observer make one, and in `main` otherwise.
    ///
    /// - Throws: ``TransportError`` if nobody listens there.
    package init(_ endpoint: ServerEndpoint, credentials: Credentials = Credentials()) throws(TransportError) {
        subject = ServerSubject(endpoint, credentials)
        (try ByteStream(to: endpoint)).close()
        subject.makeWorld()
    }

    /// Looks at one of ``checks``.
    package func result(of check: ConformanceCheck<ServerSubject>) -> CheckResult { check.result { subject } }

    /// Takes the world away again.
    package func end() { subject.endWorld() }
}
