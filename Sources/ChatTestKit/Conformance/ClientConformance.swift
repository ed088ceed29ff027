package import ChatConnection
import ChatProtocol

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

extension ClientConformance {
    /// The maximum number of attempts to connect in the quiet time of two seconds. It allows one attempt every 200 ms.
    private static let attemptsMax = 10

    private static func needWebSocket(_ stand: ClientStand) throws {
        if !stand.isWebSocket { throw CheckEnd.skipped("the client speaks lines") }
    }

    /// The actions before the lines of a check: bytes, timing and connections.
    static let code: [String: @Sendable (ClientStand) throws -> Void] = [
        "unknown-members": { stand in
            stand.tells = { message, _ in
                let value = (try? JSONReader.read(message))?.value ?? .null
                return .messages([JSONWriter.bytes(of: value.withLaterMembers)])
            }
        },
        "torn": { $0.bytesAtOnce = 7 },
        "long": { $0.bytesAtOnce = 4_096 },
        "ws-ping": { stand in
            try needWebSocket(stand)
            stand.ping()
            try stand.wait(for: "a pong") { stand.pongs > 0 }
        },
        "cut-amid": { stand in
            guard !stand.isWebSocket else { throw CheckEnd.skipped("a WebSocket has complete frames") }
            stand.injectBytes(#"{"jsonrpc":"2.0","method":"message.posted","params":{"cursor":999999"#)
            stand.stay(milliseconds: 50)
            stand.cut()
        },
        "backoff": { stand in
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
        },
        "restart": { stand in
            stand.shutDoor()
            stand.cut()
            try stand.restart()
            stand.stay(milliseconds: 600)
            try stand.openDoor()
        },
        "ws-close": { stand in
            try needWebSocket(stand)
            stand.closeWebSockets(.tryAgainLater)
        },
        "revoked": { stand in
            let before = stand.hellos.count
            stand.hears = { request in
                request.method == "session.hello"
                    ? .refused(RPCError(.unauthenticated, "The token was revoked.")) : .passes
            }
            stand.cut()
            try stand.wait(for: "session.hello on a new connection") { stand.hellos.count > before }
            stand.stay(milliseconds: stand.pace.quiet) { stand.hellos.count > before + 2 }
            let times = stand.hellos.count - before
            try expect(times <= 2, "no third attempt", seen: "\(times) attempts")
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

/// A client as a program that reads and prints lines.
package protocol ClientProgram: AnyObject {
    /// Sends a line to the program.
    func say(_ line: String)

    /// Returns the lines that the program has printed since the last call, without waiting.
    func hear() -> [String]

    /// A description of how the program ended; nil while it runs.
    var end: String? { get }

    /// Ends the program.
    func stop()
}
