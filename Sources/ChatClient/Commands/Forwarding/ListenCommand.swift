import ChatConnection
import ChatProtocol
import ChatSystem

/// `chat-client listen`: posts a session's notifications to a backend, and writes its alerts as push payloads.
enum ListenCommand {
    /// The environment variable with the secret, which is used if no option gives one.
    static let secretVariable = "UNDERSTUDY_WEBHOOK_SECRET"

    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        let starter = ParentWatch()
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        let parent = words.has("--exit-with-parent") ? starter : nil
        if let file = words.value("--replay") {
            for option in ["--apns", "--bundle"] where words.has(option) {
                throw words.problem("\(option) has no use with --replay, which posts to --forward-to again")
            }
            return try replay(file, words, try forwarder(words, environment, parent))
        }
        guard !words.has("--only") else {
            throw words.problem("--only needs --replay: it selects the events to post again")
        }
        var forwarder: EventForwarder?
        if words.has("--forward-to") || !words.has("--apns") {
            forwarder = try self.forwarder(words, environment, parent)
        } else if let option = ["--attempts", "--log", "--secret"].first(where: words.has) {
            throw words.problem("\(option) needs --forward-to: it is for events that are posted")
        }
        return try listen(words, environment, forwarder, parent)
    }

    /// Returns the forwarder of `--forward-to`.
    private static func forwarder(
        _ words: OptionWords, _ environment: [String: String], _ parent: ParentWatch?
    ) throws(UsageError) -> EventForwarder {
        guard let address = words.value("--forward-to") else {
            throw words.problem("no target was given: --forward-to http://127.0.0.1:3000/webhooks, or --apns DIR")
        }
        let target: ForwardTarget
        do throws(ForwardTarget.Problem) { target = try ForwardTarget(address) } catch {
            throw words.problem("--forward-to: \(error)")
        }
        let attempts = Int(words.value("--attempts") ?? "10") ?? 0
        guard (1...1_000).contains(attempts) else {
            throw words.problem(
                "--attempts needs a whole number from 1 to 1000, not “\(words.value("--attempts") ?? "")”")
        }
        let secret = words.value("--secret") ?? environment[secretVariable]
        return EventForwarder(
            target: target, secret: Array((secret ?? freshSecret()).utf8), attemptsMax: attempts, parent: parent)
    }

    /// Returns a secret for this run, and prints it.
    private static func freshSecret() -> String {
        let secret = "whsec_" + Hexadecimal.text((0..<24).map { _ in UInt8.random(in: .min ... .max) })
        StandardStream.error.write("The secret of the signatures is \(secret)\n")
        return secret
    }

    // MARK: Listening

    private static func listen(
        _ words: OptionWords, _ environment: [String: String], _ forwarder: EventForwarder?, _ parent: ParentWatch?
    ) throws(UsageError) -> Int32 {
        let (servers, others) = try words.servers(environment)
        try words.limit(others, to: 0)
        let timeout = Int64(try words.timeoutMilliseconds())
        let identity = try words.identity()
        let alerts = try words.alerts(of: identity, at: servers)
        let names = words.list("--for")
        for name in names { try words.checkNotification(name) }
        let match = try words.match(of: names.isEmpty ? NotificationName.allCases.map(\.rawValue) : names)
        let after = try words.cursor("--after")
        let credentials = try words.credentials(environment)
        do {
            var log: ForwardLog?
            if let path = words.value("--log") { log = try ForwardLog(path) }
            let writer = try alerts.map(AlertWriter.init)
            let hello = Hello(identity, world: words.world, after: after ?? log?.before.cursor, receivesTraces: true)
            let listener = Listener(
                hello: hello, forwarder: forwarder, alerts: writer, folder: alerts?.folder, log: log, parent: parent
            ) { heard in
                (names.isEmpty || names.contains(heard.method)) && match.misses(in: heard.params).isEmpty
            }
            return try listener.run(
                NotificationStream(to: servers, hello.with(credentials), timeoutMilliseconds: timeout))
        } catch {
            return ClientCommand.fail("\(error)")
        }
    }

    private struct Listener {
        let hello: Hello
        /// Posts the events; nil if only alerts are written.
        let forwarder: EventForwarder?
        /// Writes the alerts; nil without a folder for them.
        let alerts: AlertWriter?
        let folder: String?
        let log: ForwardLog?
        let parent: ParentWatch?
        let isWanted: (NotificationStream.Heard) -> Bool

        /// The tasks of the command, for the first line of its output.
        private var tasks: String {
            [forwarder.map { "posting to \($0.target)" }, folder.map { "writing alerts to \($0)" }]
                .compactMap { $0 }.joined(separator: ", ")
        }

        /// Posts the unfinished events of the log, and then each new event, until the server refuses or the parent
        /// ends. An event with an alert is posted after the files of the alert are written.
        func run(_ stream: NotificationStream) throws -> Int32 {
            defer { stream.close() }
            for event in log?.before.events ?? [] where log?.before.settled.contains(event.id) == false {
                try forward(event)
            }
            var unlogged = 0
            let prefix = String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
            var isListening = false
            while parent?.hasEnded != true {
                if !isListening, let cursor = stream.start {
                    if log?.before.cursor == nil { try log?.began(at: cursor) }
                    isListening = true
                    let said = StandardStream.output.write("chat-client listening, \(tasks)\n")
                    // The parent ended before its end could be watched for, and no longer reads the output.
                    if said != nil, parent != nil { return 0 }
                }
                var events: [ForwardedEvent] = []
                for heard in try takeHeard(from: stream) where forwarder != nil {
                    unlogged += 1
                    let event = ForwardedEvent(
                        heard, id: log?.nextID() ?? "evt_\(prefix)_\(unlogged)",
                        at: Instant(milliseconds: Clocks.wall()), world: hello.world, to: hello.identity)
                    try log?.heard(event)
                    events.append(event)
                }
                for event in events where parent?.hasEnded != true { try forward(event) }
                if let end = stream.end {
                    let hint = log?.before.cursor == nil ? "" : " (the log may belong to another server; use a new one)"
                    return ClientCommand.fail(end + hint)
                }
                let check = parent.map { _ in Clocks.steady() + Int64(ParentWatch.milliseconds) }
                _ = stream.wait(until: [check, alerts?.deadline].compactMap { $0 }.min())
            }
            return 0
        }

        /// Returns the wanted notifications whose alerts are written, and prints the names of the new files.
        private func takeHeard(from stream: NotificationStream) throws -> [NotificationStream.Heard] {
            let wanted = stream.takeHeard().filter(isWanted)
            guard let alerts else { return wanted }
            let done = try alerts.take(wanted, from: stream)
            StandardStream.output.write(done.compactMap(\.file).map { $0 + "\n" }.joined())
            return done.map(\.heard)
        }

        private func forward(_ event: ForwardedEvent) throws(FileProblem) {
            guard let forwarder else { return }
            var problem: FileProblem?
            _ = forwarder.forward(event) { attempt, outcome, isLast in
                ListenCommand.tell(event, attempt, outcome, isLast: isLast)
                do throws(FileProblem) {
                    try log?.tried(event, attempt: attempt, to: forwarder.target, outcome, isLast: isLast)
                } catch { problem = error }
            }
            if let problem { throw problem }
        }
    }

    /// Prints the outcome of an attempt as a line.
    private static func tell(
        _ event: ForwardedEvent, _ attempt: Int, _ outcome: EventForwarder.Outcome, isLast: Bool
    ) {
        let words =
            switch outcome {
            case .answered(let status): "\(status)"
            case .failed(let problem): problem
            }
        let rest = outcome.isTaken ? "" : isLast ? "; given up after \(attempt)" : "; will retry"
        StandardStream.output.write("\(event.id) \(event.type) \(words)\(rest)\n")
    }

    // MARK: Replaying

    private static func replay(
        _ file: String, _ words: OptionWords, _ forwarder: EventForwarder
    ) throws(UsageError) -> Int32 {
        try words.limit(to: 0)
        var events: [ForwardedEvent]
        do throws(FileProblem) { events = try ForwardLog.read(file).events } catch {
            throw words.problem("--replay: \(error)")
        }
        let only = words.list("--only")
        if let unknown = only.first(where: { id in !events.contains { $0.id == id } }) {
            let near = Spelling.nearest(to: unknown, among: events.map(\.id))
            throw words.problem("\(file) has no event \(unknown)\(near.map { "; did you mean \($0)?" } ?? "")")
        }
        if !only.isEmpty { events.removeAll { !only.contains($0.id) } }
        var isWhole = true
        for event in events where forwarder.parent?.hasEnded != true {
            let isTaken = forwarder.forward(event) { tell(event, $0, $1, isLast: $2) }
            isWhole = isTaken && isWhole
        }
        return isWhole ? 0 : 1
    }

    static let description = CommandDescription(
        "listen", "post a session's notifications to a backend, or write its alerts to files",
        lists: ["--for", "--only"],
        help: """
            Posts a session's notifications to a backend, one after the other and signed, until it is stopped. With
            --apns, it also writes the alerts as the payloads of push services.

            usage: chat-client listen [HOST:PORT[,…]] --as HANDLE | --observer --forward-to URL [options]
                   chat-client listen [HOST:PORT[,…]] --as HANDLE --apns DIR [--forward-to URL] [options]
                   chat-client listen --replay FILE [--only ID] --forward-to URL [options]

              --forward-to URL   the URL to post to: http://127.0.0.1:3000/webhooks; https is not supported
              --as HANDLE        the notifications of this person
              --app ID           the notifications of the app with that bundle id, running for that person
              --observer         everybody's notifications, as a test harness receives them
            \(CommandDescription.alertRows(at: 21))
              --for NAME         only this notification; can be repeated
              --match EXPR       only notifications with matching params; see chat-client wait --help
              --after CURSOR     begins after this cursor; 0 begins with the first notification (default: the end of
                                 --log, or only new notifications)
              --secret SECRET    the secret for the signatures; \(secretVariable) hides it from `ps` (default: a new
                                 secret, which is printed)
              --attempts N       the most attempts for each event (default: 10), after 250 ms, 500 ms and so on up to 5
                                 s
              --log FILE         a file that records each post and its outcome. After a restart with it, no event is
                                 missed, and no accepted event is posted again
              --replay FILE      posts the events of such a file again, under the same ids
              --only ID          only the event with this id; can be repeated
              --exit-with-parent
                                 ends when its parent process ends
              --world NAME       the world to connect to (default: main)
            \(CommandDescription.serverRow(at: 21))
            \(CommandDescription.timeoutRow(at: 21, "for the login"))
            \(CommandDescription.tokenRows(at: 21))
              --help             this text

            Given several servers of one log (HOST:PORT,HOST:PORT), the client fails over to the next one.

            A status from 200 to 299 accepts an event. The header Understudy-Signature is t=SECONDS,v1=HEX: the
            HMAC-SHA256 of SECONDS, a dot and the body. Understudy-Id is the same in each attempt. If a request with
            a traceparent caused the event, the header traceparent and the event have it too. The first line on standard
            output reports that the command listens; each attempt, and each alert in the folder, prints one more line.

            exit status: with --replay, 0 if all were accepted, 1 if not; without it, 0 when the parent ended, 1 if the
            server is unreachable or refuses, or if a file cannot be written; 2 bad usage

            """)
}
