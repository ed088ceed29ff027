package import ChatConnection
package import ChatProtocol

/// An observer that records what people do: it listens, asks what the recording wants to know, and hands out the text.
package final class Recorder {
    private let client: ScriptedClient
    private let name: String
    private var recording: Recording
    private var lastShown = 0
    /// Of whom it is known whose cards they had before; nil where there was nobody before.
    private var known: Set<Handle>?

    /// Begins to listen on a stream.
    ///
    /// - Parameters:
    ///   - hello: who says hello; an observer.
    ///   - name: what the feature is called.
    ///   - hasEverything: whether typing and reading become steps as well.
    ///   - isOfAPlay: whether all that is done is done by a play, which does it again in the same way: then what was
    ///     shared from a draft is said as that draft. Else its link is said, because another play would make another.
    /// - Throws: what the server refused, or that it is gone.
    package init(
        _ transport: any ClientTransport, hello: Hello, name: String, hasEverything: Bool = false,
        isOfAPlay: Bool = false, isEnding: (() -> Bool)? = nil
    ) throws(ClientFailure) {
        client = ScriptedClient(transport, isEnding: isEnding)
        self.name = name
        var hello = hello
        hello.receivesRequests = true
        let welcome = try client.hello(hello)
        var options = Recording.Options()
        options.hasEverything = hasEverything
        let isFromTheBeginning = welcome["cursor"] == 0
        options.makesTheSameLinks = isOfAPlay && isFromTheBeginning
        known = isFromTheBeginning ? nil : []
        let clock = welcome["clock"]
        recording = Recording(
            clock: clock?.text("kind") == ClockKind.virtual.rawValue ? .virtual : .real, options: options)
        let growing = welcome["limits"]?[Limits.Name.coalescingMilliseconds.rawValue]?.integerValue ?? 0
        if let now = (clock?.text("now")).flatMap({ Instant($0) }) { recording.begun = (now, growing) }
        try lookAround(noticesGrow: growing)
    }

    /// How many steps a play of it has, how many of them only look, and how many things no phrase says.
    package var counts: (steps: Int, looks: Int, unsaid: Int) { recording.counts }

    /// The scenario, complete as far as it got.
    package var text: String { recording.feature(name) }

    /// The steps that were written since this was asked last, as they are now.
    package func takeNewLines() -> [String] {
        let new = (recording.script.head + recording.script.lines).filter { $0.id > lastShown }
        lastShown = max(lastShown, new.map(\.id).max() ?? 0)
        return new.map { $0.kind == .comment ? "# not recorded: \($0.text)" : $0.text }
    }

    /// Notes all that happened up to now.
    ///
    /// - Parameter fences: whether in every session of the world: the server's fence says so. Without it, what stands on
    ///   this stream.
    package func catchUp(fences: Bool = true) throws(ClientFailure) {
        if fences { try client.request(.sessionFence) }
        try client.catchUp()
        try takeInbox()
    }

    /// Notes what came, waiting so long for it.
    ///
    /// - Returns: whether anything came.
    package func listen(milliseconds: Int) throws(ClientFailure) -> Bool {
        guard try client.hears(waitingMilliseconds: milliseconds) else { return false }
        try takeInbox()
        return true
    }

    /// Leaves.
    package func close() { client.close() }

    private func takeInbox() throws(ClientFailure) {
        var inbox = client.takeInbox()
        var next = 0
        while next < inbox.count {
            let notified = inbox[next]
            for app in recording.unknownApps(in: notified) {
                if let known = try? App(told: try ask(.appGet(.init(app: app)))?["app"], as: "an app") {
                    recording.know(known)
                }
            }
            if let before = try cards(of: Recording.people(in: notified)) {
                // What was done until the answer came is in it already, and is heard after it was asked for.
                inbox += client.takeInbox()
                recording.know(before.undoing(inbox[next...]))
            }
            recording.hear(notified)
            try answerQuestions()
            next += 1
            inbox += client.takeInbox()
        }
    }

    /// Whose cards people have of whom nothing is known yet, and those whose cards they have.
    ///
    /// - Returns: nil if all are known.
    private func cards(of people: some Sequence<Handle>) throws(ClientFailure) -> RecordedCards? {
        guard var known else { return nil }
        let strangers = Set(people).subtracting(known).sorted()
        if strangers.isEmpty { return nil }
        var cards = RecordedCards()
        known.formUnion(strangers)
        var others: [Handle] = []
        for person in strangers {
            others += cards.add(try ask(.contactList(.init(person: person))) ?? .null, of: person)
        }
        // So that who has each other's are contacts, but not on through the whole world.
        for person in others where known.insert(person).inserted {
            _ = cards.add(try ask(.contactList(.init(person: person))) ?? .null, of: person)
        }
        self.known = known
        return cards
    }

    private func answerQuestions() throws(ClientFailure) {
        let questions = recording.questions
        recording.questions = []
        for question in questions {
            recording.noticeReaders[question.notice] = [:]
            for person in question.candidates {
                let answer = try ask(.deliveryExplain(.init(person: person, about: question.notice.rawValue)))
                recording.noticeReaders[question.notice]?[person] = answer?["delivered"] == true
            }
        }
    }

    /// Asks for what may be gone meanwhile.
    private func ask(_ request: Request) throws(ClientFailure) -> JSONValue? {
        do throws(ClientFailure) { return try client.request(request) } catch {
            if case .refused = error { return nil }
            throw error
        }
    }

    /// What was there before.
    private func lookAround(noticesGrow: Int64) throws(ClientFailure) {
        let conversations = try client.conversations().compactMap {
            try? Conversation(told: $0, as: "a conversation")
        }
        for conversation in conversations.reversed() { recording.learn(conversation) }
        if let before = try cards(of: Set(conversations.flatMap(\.participants))) { recording.know(before) }
        var notices: [Notice] = []
        for conversation in conversations.reversed() {
            recording.know(conversation)
            let page = try client.request(.conversationHistory(.init(conversation: conversation.id, limit: 100)))
            for entry in page.list("entries") {
                if let message = try? Message(told: entry["message"], as: "a message") { recording.know(message) }
                if let notice = try? Notice(told: entry["notice"], as: "a notice") {
                    notices.append(notice)
                }
            }
        }
        for notice in notices { recording.earlierNotices[notice.id] = notice }
        let earlier = try EarlierDocuments(
            asking: client, in: conversations, notices: notices, coalescing: noticesGrow)
        for app in earlier.apps { recording.earlierApps[app.id] = app }
        for document in earlier.documents { recording.know(document) }
        for owner in earlier.ownersOfMore { recording.leaveOutOldShares(of: owner) }
    }
}
