public import ChatConnection
package import ChatProtocol

/// An observer that records the actions of people. It listens, makes the requests that the recording needs, and
/// provides the text.
package final class Recorder {
    private let client: ScriptedClient
    private let name: String
    private var recording: Recording
    private var lastShown = 0
    /// The people whose earlier cards are known; nil if the world was empty at the beginning.
    private var known: Set<Handle>?

    /// Begins to listen on a stream.
    ///
    /// - Parameters:
    ///   - transport: The stream.
    ///   - hello: The login of an observer.
    ///   - name: The name of the feature.
    ///   - hasEverything: True if typing and reading become steps too.
    ///   - isOfAPlay: True if a run of scenarios makes all the requests. Another run creates the same links, so a
    ///     collaboration
    ///     from a draft is recorded as the draft. Without this, it is recorded with its link.
    ///   - isEnding: Returns true to end a wait.
    /// - Throws: ``ClientFailure`` if the server refuses a request or is gone.
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

    /// The numbers of steps, of checks among them, and of comments about requests and states without a phrase.
    package var counts: (steps: Int, looks: Int, unsaid: Int) { recording.counts }

    /// The scenario, complete up to now.
    package var text: String { recording.feature(name) }

    /// Returns the steps since the last call, in their current form.
    package func takeNewLines() -> [String] {
        let new = (recording.script.head + recording.script.lines).filter { $0.id > lastShown }
        lastShown = max(lastShown, new.map(\.id).max() ?? 0)
        return new.map { $0.kind == .comment ? "# not recorded: \($0.text)" : $0.text }
    }

    /// Records everything that has happened up to now.
    ///
    /// - Parameter fences: True to include all sessions of the world, by a fence; false to read only what has arrived
    ///   here.
    /// - Throws: ``ClientFailure`` if the server refuses a request or is gone.
    package func catchUp(fences: Bool = true) throws(ClientFailure) {
        if fences { try client.request(.sessionFence) }
        try client.catchUp()
        try takeInbox()
    }

    /// Records the notifications that arrive within a time.
    ///
    /// - Returns: False if none arrived.
    /// - Throws: ``ClientFailure`` if the server refuses a request or is gone.
    package func listen(milliseconds: Int) throws(ClientFailure) -> Bool {
        guard try client.hears(waitingMilliseconds: milliseconds) else { return false }
        try takeInbox()
        return true
    }

    /// Closes the stream.
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
                // The lists already contain the changes up to the response, whose notifications arrive later.
                inbox += client.takeInbox()
                recording.know(before.undoing(inbox[next...]))
            }
            recording.hear(notified)
            try answerQuestions()
            next += 1
            inbox += client.takeInbox()
        }
    }

    /// Requests the cards of people whose cards are not yet known, and those of the people on their lists.
    ///
    /// - Returns: The cards; nil if all were known.
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
        // Needed to find people who have each other's cards. Further people are not followed.
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

    /// Makes a request about an item that may no longer exist.
    /// - Returns: The result; nil if the request was refused.
    private func ask(_ request: Request) throws(ClientFailure) -> JSONValue? {
        do throws(ClientFailure) { return try client.request(request) } catch {
            if case .refused = error { return nil }
            throw error
        }
    }

    /// Reads the state before the recording.
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

/// A stage that records everything played on it. After each message of a player, the recorder reads the notifications
/// of the server.
public final class RecordingStage: Stage {
    private let inner: any Stage
    private let name: String
    private var recorder: Recorder?
    private let onEnd: (String?) -> Void

    /// Creates a stage that records another one.
    ///
    /// - Parameters:
    ///   - inner: The stage to record.
    ///   - name: The name of the feature.
    ///   - onEnd: Receives the feature at the end; nil if the recorder lost its stream, as in a restart.
    /// - Throws: An error if the recorder cannot connect to the stage.
    public init(_ inner: any Stage, name: String, onEnd: @escaping (String?) -> Void) throws {
        self.inner = inner
        self.name = name
        self.onEnd = onEnd
        recorder = try Recorder(
            try inner.connect(), hello: Hello(.observer(nil), world: WorldName(inner.world)), name: name,
            hasEverything: true, isOfAPlay: true)
    }

    /// The world of the recorded stage.
    public var world: String { inner.world }
    /// The address of the recorded stage; nil if it has none.
    public var address: ServerEndpoint? { inner.address }
    /// True if the recorded stage can restart.
    public var canRestart: Bool { inner.canRestart }

    /// Opens a stream that the recorder follows.
    public func connect() throws(TransportError) -> any ClientTransport {
        FollowedStream(try inner.connect(), stage: self)
    }

    /// Restarts the recorded stage, which ends the recording.
    public func restart() throws(TransportError) {
        recorder = nil
        try inner.restart()
    }

    /// True if the clock of the recorded stage can be set.
    public var canStepClock: Bool { inner.canStepClock }

    /// Sets the clock of the recorded stage forward or back by this many milliseconds.
    public func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError) {
        try inner.stepClock(byMilliseconds: milliseconds)
    }

    /// Lets time pass at the recorded stage.
    public func passTime(byMilliseconds milliseconds: Int64) throws(TransportError) {
        try inner.passTime(byMilliseconds: milliseconds)
    }

    /// Ends the recording and passes the feature to `onEnd`.
    public func close() {
        follow(fences: true)
        onEnd(recorder?.text)
        recorder?.close()
        inner.close()
    }

    fileprivate func follow(fences: Bool = false) {
        do { try recorder?.catchUp(fences: fences) } catch { recorder = nil }
    }
}

/// A stream that the recorder follows.
private final class FollowedStream: ClientTransport {
    private let inner: any ClientTransport
    private weak var stage: RecordingStage?

    init(_ inner: any ClientTransport, stage: RecordingStage) {
        self.inner = inner
        self.stage = stage
    }

    func send(_ message: [UInt8]) throws(TransportError) {
        try inner.send(message)
        stage?.follow()
    }

    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        try inner.receive(waitingMilliseconds: milliseconds)
    }

    func close() { inner.close() }

    func leave() {
        inner.leave()
        stage?.follow()
    }
}
