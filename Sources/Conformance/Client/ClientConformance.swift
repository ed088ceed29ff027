package import ChatConnection

/// Whether somebody's client keeps the contract: every check starts it anew, against a server of its own with a line to
/// it that is disturbed.
package struct ClientConformance {
    /// How long things are waited for, in milliseconds.
    package struct Pace: Sendable {
        /// For what must come.
        package var patience: Int64 = 15_000
        /// For what must not come.
        package var quiet: Int64 = 2_000

        /// That of people's clients.
        package init() {}
    }

    /// All checks, in the order in which they are numbered.
    package static let checks: [ConformanceCheck<ClientStand>] = hearingChecks + sayingChecks + returningChecks

    private let makeStage: () throws -> any ListeningStage
    private let start: (ServerEndpoint) throws -> any ClientProgram
    private let says: String
    private let pace: Pace

    /// A client, and how it is told what to do.
    ///
    /// - Parameters:
    ///   - stage: makes a fresh server.
    ///   - says: what is said to the client so that it says a text: `{conversation}`, `{name}` and `{text}` stand for the
    ///     id, the name and the text.
    ///   - start: starts the client, as ``ClientStand/handle``, towards that endpoint.
    package init(
        stage: @escaping () throws -> any ListeningStage, says: String = "send {conversation} {text}",
        pace: Pace = Pace(),
        start: @escaping (ServerEndpoint) throws -> any ClientProgram
    ) {
        (makeStage, self.start, self.says, self.pace) = (stage, start, says, pace)
    }

    /// Looks at one of ``checks``.
    package func result(of check: ConformanceCheck<ClientStand>) -> CheckResult {
        var stand: ClientStand?
        defer { stand?.end() }
        return check.result {
            let made = try ClientStand(stage: makeStage(), says: says, pace: pace)
            stand = made
            try made.begin(start)
            return made
        }
    }
}
