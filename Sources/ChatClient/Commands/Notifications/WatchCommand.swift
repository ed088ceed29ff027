import ChatConnection
import ChatProtocol
import ChatSession
import ChatSystem

/// `chat-client watch`: prints a session's notifications, one JSON object a line, for `jq` and tests in other
/// languages.
enum WatchCommand {
    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        let (servers, others) = try words.servers(environment)
        try words.limit(others, to: 0)
        let timeout = Int64(try words.timeoutMilliseconds())
        let identity = try words.identity()
        let alerts = try words.alerts(of: identity, at: servers)
        let hello = Hello(identity, world: words.world, after: try words.cursor("--after"))
        let credentials = try words.credentials(environment)
        do {
            let writer = try alerts.map(AlertWriter.init)
            return try watch(
                NotificationStream(to: servers, hello.with(credentials), timeoutMilliseconds: timeout), writer)
        } catch {
            return ClientCommand.fail("\(error)")
        }
    }

    private static func watch(_ stream: NotificationStream, _ alerts: AlertWriter?) throws(AlertWriter.Problem) -> Int32
    {
        while true {
            var lines: [UInt8] = []
            for heard in try stream.takeHeard(writing: alerts) { lines += heard.message + [0x0A] }
            if !lines.isEmpty {
                guard StandardStream.output.write(String(decoding: lines, as: UTF8.self)) == nil else { return 0 }
            }
            if let end = stream.end { return ClientCommand.fail(end) }
            // The output is polled only to notice that its reader has ended.
            let output = Interest(descriptor: StandardStream.output.descriptor, reads: false)
            if stream.wait(besides: [output], until: alerts?.deadline)[0].canRead { return 0 }
        }
    }

    static let description = CommandDescription(
        "watch", "print a session's notifications, one JSON object a line",
        help: """
            Prints a session's JSON-RPC notifications, one a line, until it is stopped.

            usage: chat-client watch [HOST:PORT[,…]] --as HANDLE | --observer [options]

              --as HANDLE     the notifications of this person
              --app ID        the notifications of the app with that bundle id, running for that person
              --observer      everybody's notifications, as a test harness receives them
              --world NAME    the world to connect to (default: main)
            \(CommandDescription.serverRow(at: 18))
            \(CommandDescription.timeoutRow(at: 18, "for the login"))
            \(CommandDescription.tokenRows(at: 18))
            \(CommandDescription.alertRows(at: 18))
              --after CURSOR  begins after this cursor; 0 begins with the first notification
              --help          this text

            Reconnects and resumes by itself; given several servers of one log, it fails over to the next one.

            With --apns, a notification is printed after the files of its alert are written.

            exit status: 0 when the reader of the output ended, 1 if the server is unreachable or refuses, or if a file
            cannot be written; 2 bad usage

            """)
}

/// The notifications of a session, over a connection that reconnects by itself. It is for the commands that print them,
/// wait for one or forward them.
final class NotificationStream {
    /// One notification.
    struct Heard {
        /// The bytes of the message as they arrived.
        let message: [UInt8]
        let method: String
        let params: JSONValue
        /// Its position in the log; nil for a live notification, which is never stored.
        var cursor: Int64? { params["cursor"]?.integerValue }
        /// The trace of the request that caused it; nil if it names none.
        var trace: TraceParent? { ServerMessage.trace(ofNotification: message) }
    }

    /// The end of a request.
    enum Answer {
        case result(JSONValue)
        case refusal(RPCError)
        /// The connection was lost before the answer.
        case lost
    }

    private let connection: LiveConnection<ClientRequest>
    private var answers: [Answer] = []
    private var asksFence = false
    private var heard: [Heard] = []
    private var isWelcome: Bool { start != nil }
    private var isFenceAsked = false
    /// The position in the log at which the stream began; nil before the first login.
    private(set) var start: Int64?
    /// True if the person was new in the world.
    private(set) var isNew = false
    /// The reason for which no more notifications will arrive: the server refused, or was never reachable.
    private(set) var end: String?

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: The deadline of connecting, and of the login.
    init(to servers: ServerEndpoints, _ hello: Hello, timeoutMilliseconds: Int64 = 10_000) {
        connection = LiveConnection(to: servers, hello: hello, timeoutMilliseconds: timeoutMilliseconds)
        connection.tap = { [unowned self] message in
            if case .notification(let method, let params) = ServerMessage.read(message) {
                heard.append(Heard(message: message, method: method, params: params))
            }
        }
        connection.start()
        look()
    }

    /// True if a request can be sent.
    var isLive: Bool { connection.phase == .live }

    /// Sends a request that only reads.
    func request(_ request: LiveRequest) { connection.request(.live(request)) }

    /// Returns the answers to requests since the last call, in order.
    func takeAnswers() -> [Answer] {
        defer { answers = [] }
        return answers
    }

    /// Requests a fence; before the login, as soon as it is done.
    func askFence() {
        guard !asksFence else { return }
        asksFence = true
        guard isWelcome, !isFenceAsked else { return }
        isFenceAsked = true
        connection.ask(.sessionFence)
    }

    /// True if the fence was answered, so that everything accepted before its request has arrived.
    var isCaughtUp: Bool { isFenceAsked && connection.isIdle }

    /// Returns the notifications since the last call, in order.
    func takeHeard() -> [Heard] {
        defer { heard = [] }
        return heard
    }

    /// Waits until a message may have arrived, and processes it.
    ///
    /// - Parameters:
    ///   - interests: Further events that end the wait.
    ///   - deadline: The latest end of the wait, in milliseconds of the steady clock.
    /// - Returns: The readiness of each of the `interests`, in order.
    func wait(besides interests: [Interest] = [], until deadline: Int64? = nil) -> [Readiness] {
        let own = [connection.interest].compactMap { $0 }
        let left = [deadline, connection.deadline].compactMap { $0 }.min().map { max(0, $0 - Clocks.steady()) }
        var ready = Readiness.wait(for: interests + own, milliseconds: left.map { Int(clamping: $0) })
        connection.turn(own.isEmpty ? .init() : ready.removeLast())
        look()
        return ready
    }

    /// Closes the connection.
    func close() { connection.close() }

    private func look() {
        for report in connection.takeReports() {
            switch report {
            case .welcome(_, let isNew, _, _):
                start = start ?? connection.cursor
                self.isNew = self.isNew || isNew
                isFenceAsked = asksFence
                if asksFence { connection.ask(.sessionFence) }
            case .phase(.refused(let error)): end = error.sentence
            case .phase(.waiting) where !isWelcome: if connection.isAway { end = connection.lastProblem }
            case .phase(.waiting):
                isFenceAsked = false
                ClientCommand.fail(
                    "\(connection.lastProblem); trying \(connection.nextServer.map(\.description) ?? "again")")
            case .result(_, _, let result): answers.append(.result(result))
            case .refusal(_, _, let error): answers.append(.refusal(error))
            case .unanswered: answers.append(.lost)
            case .phase, .terms, .support, .notification: break
            }
        }
    }
}
