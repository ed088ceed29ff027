package import ChatConnection

/// The conformance checks of a client. Each check starts the client again, with a new server and a line that the check
/// disturbs.
package struct ClientConformance {
    /// The times that a check waits, in milliseconds.
    package struct Pace: Sendable {
        /// The maximum time until an expected event.
        package var patience: Int64 = 15_000
        /// The time in which an unexpected event must not happen.
        package var quiet: Int64 = 2_000

        /// Creates the times for clients of other projects.
        package init() {}
    }

    /// All checks, in the order of their numbers.
    package static let checks = Transcript.all.compactMap { transcript in
        transcript.client.map { person in
            ConformanceCheck<ClientStand>(transcript.name, transcript.rule) { stand in
                stand.clientPerson = person
                try code[transcript.name]?(stand)
                try stand.play(transcript)
            }
        }
    }

    private let makeStage: () throws -> any ListeningStage
    private let start: (ServerEndpoint) throws -> any ClientProgram
    private let says: String
    private let pace: Pace

    /// Creates the checks of a client.
    ///
    /// - Parameters:
    ///   - stage: Creates a new server.
    ///   - says: The line that makes the client send a text. It has the placeholders `{conversation}` for the id,
    ///     `{name}` for the name of the conversation, and `{text}`. A line feed separates several lines.
    ///   - pace: The times that a check waits.
    ///   - start: Starts the client for the person ``ClientStand/handle``, with the server's address.
    package init(
        stage: @escaping () throws -> any ListeningStage, says: String = "send {conversation} {text}",
        pace: Pace = Pace(),
        start: @escaping (ServerEndpoint) throws -> any ClientProgram
    ) {
        (makeStage, self.start, self.says, self.pace) = (stage, start, says, pace)
    }

    /// Runs one of ``checks`` on a new server.
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
