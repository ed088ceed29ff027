public import ChatProtocol
import ChatSystem

/// The server's log on stderr, with one line for each event that concerns an operator. An ``Event`` has no field for
/// message text, names or tokens.
public struct ServerLog: Sendable {
    /// The format of a line.
    public enum Format: String, CaseIterable, Sendable {
        /// Sentences for people.
        case text
        /// One JSON object a line for programs, with `time`, `level`, `event` and the event's members.
        case json
    }

    /// The severity of a line.
    enum Level: String {
        case info, warning, error
    }

    /// The event that a line reports.
    package enum Event {
        case started(address: String, port: UInt16, storage: StaticString, clock: ClockKind, asksForTokens: Bool)
        case stopped
        case directoriesMade(path: String)
        case configurationRefused(problem: String)
        case startFailed(problem: String)
        case diskFailed(problem: String)
        case logRecovered
        case acknowledgedAtRisk(problem: String)
        case acceptingPaused(reason: String, milliseconds: Int)
        case connectionRefused(limit: Int)
        case connectionEvicted(limit: Int)
        case unknownProtocol
        case sessionEnded(session: String, Ending)
        case tokensRead(count: Int, endedSessions: Int)
        case tokensUnreadable(problem: String)
        case tokensGuessed(address: String)
        /// A fault occurred. Its world and its owner are left out, because clients chose the names.
        case faultFired(FiredFault)
    }

    /// The reason why the server ended a session or a connection.
    package enum Ending: String, CaseIterable {
        case readsTooSlowly = "reads_too_slowly"
        case silent
        case noHello = "no_hello"
        case unfinishedMessage = "unfinished_message"
        case madeRoom = "made_room"
        case tokenRevoked = "token_revoked"
        case faultInjected = "fault_injected"
        case tooMuchHeldBack = "too_much_held_back"
        case worldEnded = "world_ended"
        case shuttingDown = "shutting_down"
        case worldMoved = "world_moved"
    }

    /// The value of a member of a line.
    fileprivate enum Value {
        case text(String)
        case number(Int)
        case bool(Bool)
    }

    private let format: Format
    private let clock: @Sendable () -> Instant
    private let write: @Sendable (String) -> Void

    /// Creates a log that passes each line, with its line feed, to a closure.
    public init(
        format: Format, clock: @escaping @Sendable () -> Instant, write: @escaping @Sendable (String) -> Void
    ) {
        self.format = format
        self.clock = clock
        self.write = write
    }

    /// Creates a log with the times of the wall clock.
    public init(format: Format, write: @escaping @Sendable (String) -> Void) {
        self.init(format: format, clock: { Instant(milliseconds: Clocks.wall()) }, write: write)
    }

    /// A log without a reader.
    public static let silent = ServerLog(format: .text) { _ in }

    func note(_ event: Event) {
        switch format {
        case .text:
            guard event.isForPeople else { return }
            let details =
                event.sentenceIncludesMembers
                ? []
                : event.members.map { key, value -> String in
                    switch value {
                    case .text(let text): " \(key)=\(Self.printable(text))"
                    case .number(let number): " \(key)=\(number)"
                    case .bool(let bool): " \(key)=\(bool)"
                    }
                }
            write("chat-server: \(Self.printable(event.sentence))\(details.joined())\n")
        case .json:
            let json = JSONWriter.object {
                $0.member("time", clock())
                $0.member("level", event.level.rawValue)
                $0.member("event", event.name)
                for (key, value) in event.members {
                    switch value {
                    case .text(let text): $0.member(key, text)
                    case .number(let number): $0.member(key, number)
                    case .bool(let bool): $0.member(key, bool)
                    }
                }
            }
            write(TerminalText.escaped(String(decoding: json, as: UTF8.self)) + "\n")
        }
    }

    /// Returns the text on one line, without control sequences for a terminal.
    private static func printable(_ text: String) -> String {
        let line = text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }
        return TerminalText.escaped(String(String.UnicodeScalarView(line)))
    }
}

extension ServerLog.Event {
    /// The name for programs, which never changes.
    fileprivate var name: String {
        switch self {
        case .started: "started"
        case .stopped: "stopped"
        case .directoriesMade: "directories_made"
        case .configurationRefused: "configuration_refused"
        case .startFailed: "start_failed"
        case .diskFailed: "disk_failed"
        case .logRecovered: "disk_is_well"
        case .acknowledgedAtRisk: "acknowledged_at_risk"
        case .acceptingPaused: "accepting_paused"
        case .connectionRefused: "connection_refused"
        case .connectionEvicted: "room_made"
        case .unknownProtocol: "unknown_protocol"
        case .sessionEnded: "session_ended"
        case .tokensRead: "tokens_read"
        case .tokensUnreadable: "tokens_unreadable"
        case .tokensGuessed: "tokens_guessed"
        case .faultFired: "fault_fired"
        }
    }

    fileprivate var level: ServerLog.Level {
        switch self {
        case .started, .stopped, .directoriesMade, .tokensRead, .unknownProtocol, .sessionEnded, .faultFired,
            .logRecovered:
            .info
        case .acceptingPaused, .acknowledgedAtRisk, .connectionRefused, .connectionEvicted, .tokensGuessed:
            .warning
        case .configurationRefused, .startFailed, .tokensUnreadable, .diskFailed: .error
        }
    }

    /// True if the text format has a line for it. A person at a terminal sees the server start and stop.
    fileprivate var isForPeople: Bool {
        switch self {
        case .started, .stopped: false
        default: true
        }
    }

    /// True if the ``sentence`` contains the members already.
    fileprivate var sentenceIncludesMembers: Bool {
        switch self {
        case .configurationRefused, .startFailed, .directoriesMade: true
        default: false
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .started: "started"
        case .stopped: "stopped"
        case .directoriesMade(let path): "created the missing folders of \(path)"
        case .configurationRefused(let problem), .startFailed(let problem): problem
        case .diskFailed: "the disk or the database of the log failed"
        case .logRecovered: "the log can be written again"
        case .acknowledgedAtRisk: "the newest acknowledged records may be lost with the database's primary"
        case .acceptingPaused: "no room for another connection: accepting pauses"
        case .connectionRefused: "a connection was refused: there are too many"
        case .connectionEvicted: "there are too many connections: those without a login are closed"
        case .unknownProtocol: "a connection with an unknown protocol was closed; further ones are only counted"
        case .sessionEnded(_, let ending):
            switch ending {
            case .readsTooSlowly: "a session reads too slowly and is closed; it can resume"
            case .silent: "a session was silent for too long and is closed"
            case .noHello: "a connection did not log in in time and is closed"
            case .unfinishedMessage: "a session did not complete a message in time and is closed; it can resume"
            case .madeRoom: "a connection without a login was closed to make room"
            case .tokenRevoked: "a session was ended, because its token was revoked"
            case .faultInjected: "a session was ended by a fault; it can resume"
            case .tooMuchHeldBack: "a session was ended, because faults delay too much of its stream; it can resume"
            case .worldEnded: "a session was ended with its world"
            case .shuttingDown: "a session was ended, because the server stops"
            case .worldMoved: "a session was ended, because this server serves its world no more; it can resume"
            }
        case .tokensRead: "the tokens were read again"
        case .tokensGuessed: "too many wrong tokens from one address, which must wait"
        case .tokensUnreadable: "new logins are refused until the tokens can be read"
        case .faultFired: "a fault occurred"
        }
    }

    fileprivate var members: [(StaticString, ServerLog.Value)] {
        switch self {
        case .started(let address, let port, let storage, let clock, let asksForTokens):
            [
                ("version", .text(Understudy.version)), ("address", .text(address)), ("port", .number(Int(port))),
                ("storage", .text("\(storage)")), ("clock", .text(clock.rawValue)), ("tokens", .bool(asksForTokens)),
            ]
        case .stopped, .unknownProtocol, .logRecovered: []
        case .directoriesMade(let path): [("path", .text(path))]
        case .configurationRefused(let problem), .startFailed(let problem), .tokensUnreadable(let problem),
            .diskFailed(let problem), .acknowledgedAtRisk(let problem):
            [("problem", .text(problem))]
        case .acceptingPaused(let reason, let milliseconds):
            [("reason", .text(reason)), ("milliseconds", .number(milliseconds))]
        case .connectionRefused(let limit), .connectionEvicted(let limit): [("limit", .number(limit))]
        case .sessionEnded(let session, let ending):
            [("session", .text(session)), ("reason", .text(ending.rawValue))]
        case .faultFired(let fired):
            [
                ("fault", .text(fired.fault.rawValue)),
                ("notification", .text(fired.notification.rawValue)), ("do", .text(fired.effect.kind.rawValue)),
            ]
        case .tokensGuessed(let address): [("address", .text(address))]
        case .tokensRead(let count, let ended): [("tokens", .number(count)), ("sessionsEnded", .number(ended))]
        }
    }
}
