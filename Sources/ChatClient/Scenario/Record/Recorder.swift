public import ChatProtocol

/// An observer that records what people do: it listens, asks what the recording wants to know, and hands out the text.
public final class Recorder {
    private let client: ScriptedClient
    private let name: String
    private var recording: Recording
    private var lastShown = 0

    /// Begins to listen on a stream.
    ///
    /// - Parameters:
    ///   - hello: who says hello; an observer.
    ///   - name: what the feature is called.
    ///   - hasEverything: whether typing and reading become steps as well.
    /// - Throws: what the server refused, or that it is gone.
    public init(
        _ transport: any ClientTransport, hello: Hello, name: String, hasEverything: Bool = false
    ) throws(ClientFailure) {
        client = ScriptedClient(transport)
        self.name = name
        var hello = hello
        hello.hearsRequests = true
        let welcome = try client.hello(hello)
        var options = Recording.Options()
        options.hasEverything = hasEverything
        options.isFromTheBeginning = welcome["cursor"] == 0
        let clock = welcome["clock"]
        recording = Recording(
            clock: clock?["kind"]?.stringValue == ClockKind.virtual.rawValue ? .virtual : .real, options: options)
        try lookAround()
    }

    /// How many steps do something, and how many things no phrase says.
    public var counts: (acts: Int, unsaid: Int) { (recording.script.actionCount, recording.script.unsaidCount) }

    /// The scenario, complete as far as it got.
    public var text: String { recording.feature(name) }

    /// The steps that were written since this was asked last, as they are now.
    public func takeNewLines() -> [String] {
        let new = recording.script.lines.filter { $0.id > lastShown }
        lastShown = max(lastShown, new.map(\.id).max() ?? 0)
        return new.map { $0.kind == .comment ? "# not recorded: \($0.text)" : $0.text }
    }

    /// Notes all that happened up to now.
    ///
    /// - Parameter fences: whether in every session of the world: the server's fence says so. Without it, what stands on
    ///   this stream.
    public func catchUp(fences: Bool = true) throws(ClientFailure) {
        if fences { try client.request("session.fence") }
        try client.catchUp()
        try takeInbox()
    }

    /// Notes what came, waiting so long for it.
    ///
    /// - Returns: whether anything came.
    public func listen(milliseconds: Int) throws(ClientFailure) -> Bool {
        guard try client.hears(waitingMilliseconds: milliseconds) else { return false }
        try takeInbox()
        return true
    }

    /// Leaves.
    public func close() { client.close() }

    private func takeInbox() throws(ClientFailure) {
        while true {
            let inbox = client.takeInbox()
            if inbox.isEmpty { return }
            for (index, notified) in inbox.enumerated() {
                for app in recording.unknownApps(in: notified) {
                    if let known = try ask("app.get", { $0.member("app", app) })?["app"] { recording.know(app: known) }
                }
                recording.take(notified)
                try answerQuestions(isLast: index == inbox.count - 1)
            }
        }
    }

    private func answerQuestions(isLast: Bool) throws(ClientFailure) {
        let questions = recording.questions
        recording.questions = []
        for question in questions {
            var trails: [Handle: Recording.NoticeTrail] = [:]
            for person in question.candidates {
                let answer = try ask("delivery.explain") {
                    $0.member("person", person)
                    $0.member("about", question.notice)
                }
                trails[person] = Recording.NoticeTrail(
                    isDelivered: answer?["delivered"]?.boolValue == true,
                    rule: answer?["reasons"]?.arrayValue?.last?["rule"]?.stringValue)
            }
            recording.know(trails, of: question.notice)
        }
    }

    /// Asks for what may be gone meanwhile.
    private func ask(
        _ method: String, _ params: (inout JSONWriter) -> Void = { _ in }
    ) throws(ClientFailure) -> JSONValue? {
        do throws(ClientFailure) { return try client.request(method, params) } catch {
            if case .refused = error { return nil }
            throw error
        }
    }

    /// What was there before.
    private func lookAround() throws(ClientFailure) {
        let conversations = try ask("conversation.list")?["conversations"]?.arrayValue ?? []
        var people: Set<Handle> = []
        for conversation in conversations {
            people.formUnion(
                (conversation["participants"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap { Handle($0) } })
        }
        for conversation in conversations.reversed() { recording.learn(conversation: conversation) }
        var contacts: [(owner: Handle, other: Handle)] = []
        for person in people.sorted() {
            let list = try ask("contact.list", { $0.member("person", person) })?["contacts"]?.arrayValue ?? []
            for contact in list {
                guard let other = contact["handle"]?.stringValue.flatMap({ Handle($0) }) else { continue }
                contacts.append((person, other))
            }
        }
        recording.know(contacts: contacts)
        for conversation in conversations.reversed() {
            recording.know(conversation: conversation)
            guard let id = conversation["id"]?.stringValue else { continue }
            let page = try ask("conversation.history") {
                $0.member("conversation", id)
                $0.member("limit", 100)
            }
            for entry in page?["entries"]?.arrayValue ?? [] {
                if let message = entry["message"] { recording.know(message: message) }
            }
        }
    }
}
