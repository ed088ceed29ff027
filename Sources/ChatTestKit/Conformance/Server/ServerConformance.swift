package import ChatConnection
import ChatProtocol

/// The conformance checks of a server. Each check opens its own connections.
package struct ServerConformance {
    /// All checks, in the order of their numbers.
    package static let checks = Transcript.all.filter { $0.client == nil }.map { transcript in
        ConformanceCheck<ServerSubject>(transcript.name, transcript.rule) { server in
            try server.play(transcript)
            try code[transcript.name]?(server)
        }
    }

    /// The checks, or parts of checks, that are more than lines: raw bytes, large sizes, HTTP and WebSockets.
    static let code = lineChecks.merging(httpChecks) { $1 }.merging(webSocketChecks) { $1 }

    private let subject: ServerSubject

    /// Creates the checks of a server. They use a new world if the server allows an observer to create one. If not,
    /// they use `main`.
    ///
    /// - Throws: ``TransportError`` if the server cannot be reached.
    package init(_ endpoint: ServerEndpoint, credentials: Credentials = Credentials()) throws(TransportError) {
        subject = ServerSubject(endpoint, credentials)
        (try ByteStream(to: endpoint)).close()
        subject.makeWorld()
    }

    /// Runs one of ``checks``.
    package func result(of check: ConformanceCheck<ServerSubject>) -> CheckResult { check.result { subject } }

    /// Deletes the world of the checks.
    package func end() { subject.endWorld() }
}
