import ChatConnection
import ChatOptions
import ChatProtocol
import ChatSystem

/// `chat-client listen`: what a session is told, posted to a backend.
enum ListenCommand {
    /// The environment variable that has the secret, where no option says otherwise.
    static let secretVariable = "UNDERSTUDY_WEBHOOK_SECRET"

    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        let parent = ParentWatch()
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        guard let address = words.value("--forward-to") else {
            throw words.problem("say where to post to: --forward-to http://127.0.0.1:3000/webhooks")
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
        let forwarder = EventForwarder(
            target: target, secret: Array((secret ?? freshSecret()).utf8), attemptsMax: attempts,
            parent: words.has("--exit-with-parent") ? parent : nil)
        if let file = words.value("--replay") { return try replay(file, words, forwarder) }
        guard !words.has("--only") else { throw words.problem("--only is for --replay: which events to post again") }
        return try listen(words, environment, forwarder)
    }

    /// A secret for this run alone, which is told.
    private static func freshSecret() -> String {
        let secret = "whsec_" + Hexadecimal.text((0..<24).map { _ in UInt8.random(in: .min ... .max) })
        StandardStream.error.write("The secret of the signatures is \(secret)\n")
        return secret
    }

    // MARK: Listening

    private static func listen(
        _ words: OptionWords, _ environment: [String: String], _ forwarder: EventForwarder
    ) throws(UsageError) -> Int32 {
        let (servers, others) = try words.servers(environment)
        try words.limit(others, to: 0)
        let timeout = Int64(try words.timeoutMilliseconds())
        let identity = try words.identity()
        let names = words.list("--for")
        for name in names { try words.checkNotification(name) }
        let match = try words.match(of: names.isEmpty ? NotificationName.allCases.map(\.rawValue) : names)
        let after = try words.cursor("--after")
        let credentials = try words.credentials(environment)
        do throws(FileProblem) {
            var log: ForwardLog?
            if let path = words.value("--log") { log = try ForwardLog(path) }
            let hello = Hello(identity, world: words.world, after: after ?? log?.before.cursor)
            let listener = Listener(hello: hello, forwarder: forwarder, log: log) { heard in
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
        let forwarder: EventForwarder
        let log: ForwardLog?
        let isWanted: (NotificationStream.Heard) -> Bool

        /// Posts what the log has of before, and then what comes, until the server refuses or the parent ends.
        func run(_ stream: NotificationStream) throws(FileProblem) -> Int32 {
            defer { stream.close() }
            for event in log?.before.events ?? [] where log?.before.settled.contains(event.id) == false {
                try forward(event)
            }
            var unlogged = 0
            let prefix = String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
            var isListening = false
            while forwarder.parent?.hasEnded != true {
                if !isListening, let cursor = stream.start {
                    if log?.before.cursor == nil { try log?.began(at: cursor) }
                    isListening = true
                    let said = StandardStream.output.write("chat-client listening, posting to \(forwarder.target)\n")
                    // A parent that ended before it could be looked at reads nothing.
                    if said != nil, forwarder.parent != nil { return 0 }
                }
                var events: [ForwardedEvent] = []
                for heard in stream.takeHeard() where isWanted(heard) {
                    unlogged += 1
                    let event = ForwardedEvent(
                        heard, id: log?.nextID() ?? "evt_\(prefix)_\(unlogged)",
                        at: Instant(milliseconds: Clocks.wall()), world: hello.world, to: hello.identity)
                    try log?.heard(event)
                    events.append(event)
                }
                for event in events where forwarder.parent?.hasEnded != true { try forward(event) }
                if let end = stream.end {
                    let hint = log?.before.cursor == nil ? "" : " (the log may be of another server: take a new one)"
                    return ClientCommand.fail(end + hint)
                }
                _ = stream.wait(until: forwarder.parent.map { _ in Clocks.steady() + Int64(ParentWatch.milliseconds) })
            }
            return 0
        }

        private func forward(_ event: ForwardedEvent) throws(FileProblem) {
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

    /// A line for each attempt.
    private static func tell(
        _ event: ForwardedEvent, _ attempt: Int, _ outcome: EventForwarder.Outcome, isLast: Bool
    ) {
        let words =
            switch outcome {
            case .answered(let status): "\(status)"
            case .failed(let problem): problem
            }
        let rest = outcome.isTaken ? "" : isLast ? "; given up after \(attempt)" : "; again soon"
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
        "listen", "post a session's notifications to a backend, signed",
        lists: ["--for", "--only"],
        help: """
            Posts what a session is told to a backend, one notification after the other, signed, until it is stopped.

            usage: chat-client listen [HOST:PORT[,…]] --as HANDLE | --observer --forward-to URL [options]
                   chat-client listen --replay FILE [--only ID] --forward-to URL [options]

              --forward-to URL   where to: http://127.0.0.1:3000/webhooks; https is not supported
              --as HANDLE        what this person is told
              --app ID           what the app with that bundle id is told, which runs as that person
              --observer         what anybody is told, as a test harness hears it
              --for NAME         only this notification; may be given again
              --match EXPR       only those whose params are like this, as chat-client wait --help tells
              --after CURSOR     what came after that cursor first; 0 for all that ever was. Unless told otherwise what
                                 comes from now on, or from where the log ends
              --secret SECRET    what the signatures are made with; better in \(secretVariable). One is made up
                                 and told where there is none
              --attempts N       how often one is posted until it is given up: 10 unless told otherwise, after 250 ms, 500
                                 ms and so on up to 5 s
              --log FILE         keep what was posted, and what became of it; started again with it, nothing is missed and
                                 nothing that was taken is posted again
              --replay FILE      post again what such a log has, under the same ids
              --only ID          of those only this one; may be given again
              --exit-with-parent
                                 end when the process that started this one does
              --world NAME       the simulation to be in (default: main)
            \(CommandDescription.serverRow(at: 21))
            \(CommandDescription.timeoutRow(at: 21, "for the login"))
            \(CommandDescription.tokenRows(at: 21))
              --help             this text

            Several servers of one log, HOST:PORT,HOST:PORT, are tried in turn, and where one is lost the next goes on.

            A status from 200 to 299 takes it. The header Understudy-Signature is t=SECONDS,v1=HEX: the HMAC-SHA256 of
            SECONDS, a dot and the body; Understudy-Id is the same at each attempt. The first line on standard output says
            that it listens, and then there is one for each attempt.

            exit status: of --replay 0 if all were taken, 1 if not; otherwise 1 if the server cannot be reached or refuses,
            and 0 where the parent ended; 2 bad usage

            """)
}
