import ChatConnection
import ChatProtocol
import ChatSystem

/// `chat-client wait`: waits for one notification, for tests in shell scripts.
enum WaitCommand {
    /// The exit status if the notification arrived; with `--not`, if it did not.
    static let passed: Int32 = 0
    /// The exit status if the notification did not arrive; with `--not`, if it did.
    static let failed: Int32 = 1
    /// The exit status if the result is unknown: the server cannot be reached, or refuses.
    static let unknown: Int32 = 2

    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        let (servers, others) = try words.servers(environment)
        try words.limit(others, to: 0)
        let identity = try words.identity()
        guard let name = words.value("--for") else {
            throw words.problem("no notification was given: --for NAME, such as --for notice.posted")
        }
        try words.checkNotification(name)
        let isUnwanted = words.has("--not")
        let wanted = Wanted(
            name: name, match: try words.match(of: [name]),
            milliseconds: try words.milliseconds("--timeout") ?? (isUnwanted ? 0 : 5_000),
            after: try words.cursor("--after"), isUnwanted: isUnwanted)
        var hello = Hello(identity, world: words.world, after: wanted.after)
        hello.receivesRequests = [NotificationName.requestDone, .sessionEnded].contains { name == $0 }
        hello = hello.with(try words.credentials(environment))
        let stream = NotificationStream(to: servers, hello)
        defer { stream.close() }
        return wait(for: wanted, on: stream, WaitReason(servers, hello)) { words.print($0.params, whole: $0.message) }
    }

    /// The notification to wait for.
    private struct Wanted {
        let name: String
        let match: NotificationMatch
        let milliseconds: Int64
        /// The position in the log after which notifications count; nil for only new ones.
        let after: Int64?
        /// True if the notification must not arrive.
        let isUnwanted: Bool

        /// Returns the reasons for which a notification is not the wanted one; empty if it is.
        func misses(_ heard: NotificationStream.Heard) -> [String] {
            heard.method == name ? match.misses(in: heard.params) : ["not a \(name)"]
        }
    }

    private static func wait(
        for wanted: Wanted, on stream: NotificationStream, _ reason: WaitReason,
        found: (NotificationStream.Heard) -> Int32
    ) -> Int32 {
        // The timeout begins with the login. At its end the fence shows that the server delivered all it had accepted.
        var deadline: Int64?
        var others: [NotificationStream.Heard] = []
        while true {
            for heard in stream.takeHeard() {
                guard wanted.misses(heard).isEmpty else {
                    others.append(heard)
                    continue
                }
                guard wanted.isUnwanted else { return found(heard) }
                ClientCommand.fail("it arrived: \(String(decoding: heard.message, as: UTF8.self))")
                StandardStream.error.write(reason.ofDelivery(heard.params))
                return failed
            }
            if let end = stream.end {
                ClientCommand.fail(end)
                return unknown
            }
            if deadline == nil, stream.start != nil { deadline = Clocks.steady() + wanted.milliseconds }
            let isOver = deadline.map { Clocks.steady() >= $0 } ?? false
            if isOver { stream.askFence() }
            if isOver, stream.isCaughtUp {
                guard !wanted.isUnwanted else {
                    if stream.isNew {
                        ClientCommand.fail("this person is new in this world; check the handle and --world")
                    }
                    return passed
                }
                let why = reason.ofAbsence(
                    of: wanted.name, wanted.match, after: wanted.after ?? stream.start,
                    known: Set(others.compactMap(\.cursor)))
                StandardStream.error.write(account(wanted, others) + why)
                return failed
            }
            let answered = deadline.map { $0 + (isOver ? fenceMilliseconds : 0) }
            if isOver, let answered, Clocks.steady() >= answered {
                ClientCommand.fail("The server did not answer session.fence within \(fenceMilliseconds / 1_000) s.")
                return unknown
            }
            _ = stream.wait(until: answered)
        }
    }

    /// The timeout of the fence, after the timeout of the wait.
    private static let fenceMilliseconds: Int64 = 10_000

    /// The most other notifications that are listed.
    private static let toldMax = 20

    /// Returns the list of the notifications that arrived, the most similar first, each with the reasons for which it
    /// did not match.
    private static func account(_ wanted: Wanted, _ others: [NotificationStream.Heard]) -> String {
        var text =
            "chat-client: no matching \(wanted.name) arrived"
            + (wanted.milliseconds > 0 ? " within \(wanted.milliseconds) ms" : "") + "; "
        let ranked = others.enumerated().map { (order: $0, heard: $1, misses: wanted.misses($1)) }.sorted {
            let (left, right) = ($0.heard.method == wanted.name ? 0 : 1, $1.heard.method == wanted.name ? 0 : 1)
            return (left, $0.misses.count, $0.order) < (right, $1.misses.count, $1.order)
        }
        text += ranked.isEmpty ? "nothing arrived\n" : "received, nearest first:\n"
        for (_, heard, misses) in ranked.prefix(toldMax) {
            text += "  \(misses.joined(separator: "; ")):\n    \(String(decoding: heard.message, as: UTF8.self))\n"
        }
        if ranked.count > toldMax { text += "  and \(ranked.count - toldMax) more\n" }
        if wanted.after == nil { text += "  (only new notifications count; --after 0 includes earlier ones)\n" }
        return text
    }

    static let description = CommandDescription(
        "wait", "wait for one notification, and print it",
        help: """
            Waits for a session's notification, and prints it as JSON.

            usage: chat-client wait [HOST:PORT[,…]] --as HANDLE | --observer --for NAME [options]

              --as HANDLE       the notifications of this person
              --app ID          the notifications of the app with that bundle id, running for that person
              --observer        everybody's notifications, as a test harness receives them
              --for NAME        the notification to wait for, as in docs/reference/methods.md: notice.posted
              --match EXPR      conditions for its params; see below
              --after CURSOR    includes notifications after this cursor; 0 includes all (default: only new ones)
              --timeout TIME    the longest wait after the login, such as 500ms or 2m (default: 5s). 0 does not wait: the
                                server's fence confirms that the session has received everything accepted so far. The
                                login has 10 s
              --not             succeeds if no such notification arrives; --timeout is then 0 by default
              --get PATH        prints only that part of the params; see chat-client call --help
              --world NAME      the world to connect to (default: main)
            \(CommandDescription.serverRow(at: 20))
            \(CommandDescription.tokenRows(at: 20))
              --help            this text

            Given several servers of one log (HOST:PORT,HOST:PORT), the client fails over to the next one and resumes
            there.

            EXPR is one or more conditions joined by “and”: notice.url=https://notes.example/d/1 and notice.count>=2.
            The operators are = != > >= < <= and ~ (contains). A path alone requires that the member exists; a path
            through a list matches if one element matches. Or EXPR is a JSON object that the params must contain:
            '{"notice": {"count": 2}}'.

            exit status: 0 it arrived; 1 it did not, and standard error lists what arrived, nearest first (--not swaps 0
            and 1); 2 bad usage, or the server is unreachable or refuses

            """)
}

/// The reasons for which a person received a notification or did not: the rules of `delivery.explain`, and the faults
/// that match.
///
/// They are requested as an observer. If the token does not admit one, the result is empty.
struct WaitReason {
    private let servers: ServerEndpoints
    private let hello: Hello

    /// Creates the reasons for a session.
    ///
    /// - Parameter hello: The login of the session that waited.
    init(_ servers: ServerEndpoints, _ hello: Hello) { (self.servers, self.hello) = (servers, hello) }

    /// The most notifications of others that are explained.
    private static let subjectsMax = 3
    private static let timeoutMilliseconds = 5_000

    private var person: Handle? {
        switch hello.identity {
        case .person(let handle, _), .app(_, let handle): handle
        case .observer: nil
        }
    }

    /// Returns the reasons for which the person received a notification.
    func ofDelivery(_ params: JSONValue) -> String {
        guard let person, let subject = params.deliverySubject else { return "" }
        return asObserver(after: nil) { client throws(ClientFailure) in try Self.reasons(subject, person, client) }
    }

    /// Returns the reasons for which no matching notification arrived: those of matching notifications to others, and
    /// the faults.
    ///
    /// - Parameters:
    ///   - start: The position in the log after which notifications count.
    ///   - known: The positions of the notifications that the person received.
    func ofAbsence(
        of name: String, _ match: NotificationMatch, after start: Int64?, known: Set<Int64>
    ) -> String {
        guard let person, let kind = NotificationName(rawValue: name) else { return "" }
        return asObserver(after: start) { client throws(ClientFailure) in
            try client.request(.sessionFence)
            var subjects: [String] = []
            for heard in client.inbox.reversed() where heard.method == name && match.misses(in: heard.params).isEmpty {
                guard let subject = heard.params.deliverySubject, !subjects.contains(subject),
                    heard.params["cursor"]?.integerValue.map(known.contains) != true
                else { continue }
                subjects.append(subject)
            }
            var text = ""
            for subject in subjects.prefix(Self.subjectsMax) { text += try Self.reasons(subject, person, client) }
            for told in try client.request(.faultList)["faults"]?.arrayValue ?? [] {
                guard
                    let fault = try? JSONFields.all(
                        of: told, { fields throws(InvalidField) in try Fault(from: &fields) }),
                    let action = fault.action(on: kind, to: person, named: "\(name) to \(person)", { "\($0) ms" })
                else { continue }
                text += "  \(fault.id): this fault \(action)\n"
            }
            return text
        }
    }

    private static func reasons(
        _ subject: String, _ person: Handle, _ client: ScriptedClient
    ) throws(ClientFailure) -> String {
        let trail = try client.request(.deliveryExplain(ExplainDelivery(person: person, about: subject)))
        let verdict = trail["delivered"] == true ? "is delivered" : "is not delivered"
        let reasons = trail["reasons"]?.arrayValue ?? []
        return "  \(subject) \(verdict) to \(person):\n"
            + reasons.map { "    \($0["rule"]?.stringValue ?? ""): \($0["text"]?.stringValue ?? "")\n" }.joined()
    }

    private func asObserver(
        after start: Int64?, _ body: (ScriptedClient) throws(ClientFailure) -> String
    ) -> String {
        var hello = Hello(.observer(nil), world: hello.world, after: start)
        hello.token = self.hello.token
        let text = try? ScriptedClient.with(
            anyOf: servers, hello, timeoutMilliseconds: Self.timeoutMilliseconds, isRepeated: false
        ) { client, _ in try body(client) }
        return text ?? ""
    }
}
