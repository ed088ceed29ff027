import ChatConnection
import ChatProtocol

/// A recording of people's actions as a scenario. From the notifications of an observer who receives requests, it
/// produces steps in the form of those written by hand. It makes no requests itself; those that it needs are in
/// ``questions``.
package struct Recording {
    /// The options of a recording.
    struct Options {
        /// True if typing and reading become steps too. A terminal does both automatically and often.
        var hasEverything = false
        /// The shortest pause that becomes a step, in milliseconds on a real clock. Shorter ones are added to the next
        /// pause.
        var shortestPause: Int64 = 10_000
        /// True if a run of scenarios is recorded from the beginning of its world. Another run then creates the same
        /// ids and links. The actions of people in terminals are not repeated so exactly, because even reading uses an
        /// id.
        var makesTheSameLinks = false
    }

    let options: Options
    var script = RecordedScript()
    var cast = RecordedCast()
    /// The settings of apps in the steps so far.
    var registered: [AppID: CastApp] = [:]
    /// True for apps that post events about changes, as far as was observed.
    var tells: [AppID: Bool] = [:]
    /// The notices whose recipients are unknown, with the people to ask the server about.
    var questions: [(notice: NoticeID, candidates: [Handle])] = []
    /// The collected cards.
    var cards: [RecordedCards.Card] = []
    /// The documents by their links.
    var documents: [String: RecordedDocument] = [:]
    /// The messages from before the recording that no step has used, with their times.
    var earlier: [MessageID: Instant] = [:]
    /// The earlier documents that no step has used, by their links. ``earlierApps`` has their apps.
    var earlierDocuments: [String: EarlierDocument] = [:]
    var earlierApps: [AppID: App] = [:]
    /// The notices from before the recording.
    var earlierNotices: [NoticeID: Notice] = [:]
    /// The links of earlier documents that no steps can restore, with the reasons.
    var unarranged: [String: String] = [:]
    /// True if a step has used an earlier document. Only then does the time between the background's events matter.
    var arrangesDocuments = false
    /// The pairs of a person and an app with a pin in the background.
    var pinnedBefore: Set<String> = []

    // MARK: Incomplete steps

    /// The incomplete step of each person.
    var held: [Handle: Held] = [:]
    /// The documents that people have open in apps, with the line that opens each and that of the first change.
    var pages: [Page: (line: Int, work: Int?)] = [:]
    /// The share of each person that was created and not sent yet.
    var unsent: [Handle: UnsentShare] = [:]
    /// The sent collaborations by their messages, until the notifications of those arrive.
    var sent: [MessageID: (start: StartCollaboration, done: DoneRequest)] = [:]
    /// The last offer of options to each person.
    var offers: [Handle: CollaborationOffer] = [:]
    /// The line in which each person read a conversation, until their next action.
    var lastRead: [Handle: (line: Int, conversation: ConversationID)] = [:]
    /// The last answer to a consent request.
    var lastAnswer: (line: Int, answer: AnswerConsent, person: Handle)?
    /// The client ids of requests, by which a retry is recognized, each with its line and the step for a retry.
    var clientIDs: [String: (line: Int, resent: RecordedStep)] = [:]

    // MARK: Observations

    /// The observations since the last action, in order.
    var seen: [Observation] = []
    /// The observations after a removed line. They are written after the action that includes it.
    var postponed: [Observation] = []
    /// The observations that no one online could see.
    var missed: [Observation] = []
    /// The last posted state of each notice.
    var notices: [NoticeID: Notice] = [:]
    /// For each notice, true for its recipients and false for others.
    var noticeReaders: [NoticeID: [Handle: Bool]] = [:]
    /// The people whom a message alerted.
    var alerted: [MessageID: [Handle]] = [:]
    /// The messages of which a step sends the link only. Alerts about the rest of their text are not checked.
    var alone: Set<MessageID> = []
    /// The links of highlights.
    var highlights: [HighlightID: String] = [:]
    /// The pending consent requests, the oldest first.
    var consents: [Handle: [ConsentID]] = [:]
    /// The starts that wait for apps and have no step.
    var unsaidStarts: Set<StartID> = []
    /// A key for the last action. The outcomes of consecutive actions with the same key are written after all of them.
    var burst: String?
    /// True if the last request has no step, so that its effects cannot be checked either.
    var isUnsaid = false

    // MARK: Sessions

    /// The people by the ids of their streams.
    var streams: [String: Handle] = [:]
    /// The people who have left and for whom no step is written yet.
    var leaving: [Handle] = []
    /// The people who are offline according to the steps.
    var away: Set<Handle> = []
    /// The people whose connection a fault may break. The end of their stream is not recorded as going offline.
    var breaking: Set<Handle> = []
    /// The people whose notifications a fault may change. No checks are written for them.
    var faulty: Set<Handle> = []
    /// The people whose devices have an older system.
    var old: Set<Handle> = []
    /// The apps that were started and have not acted yet.
    var starting: [(session: String, app: AppID, person: Handle)] = []

    // MARK: Time

    /// True if the clock of the world runs in real time.
    let isReal: Bool
    /// The time of the beginning, and the time for which a notice collects events, in milliseconds.
    var begun: (at: Instant, noticesGrow: Int64)?
    /// The time of the first step; ``lastAt`` has that of the last.
    private(set) var firstAt: Instant?
    private var lastAt: Instant?
    /// The pauses that are not steps yet, in milliseconds.
    private var passed: [Int64] = []

    /// A document that steps can use.
    struct RecordedDocument {
        var app: AppID
        var title: String
        var text = ""
        /// The share of the document; nil if it is not shared.
        var share: ShareID?
        /// True if anyone with the link can open it.
        var isOpen = false
    }

    /// Creates an empty recording.
    init(clock: ClockKind, options: Options = Options()) {
        isReal = clock == .real
        self.options = options
    }

    // MARK: Notifications

    /// Records a notification to the observer.
    mutating func hear(_ heard: ScriptedClient.Notified) {
        if let done = DoneRequest(heard) { return record(done) }
        guard heard.method == NotificationName.sessionEnded else { return observe(heard) }
        guard let owner = try? SessionOwner(told: heard.params, as: "a session") else { return }
        starting.removeAll { $0.session == owner.session }
        guard let person = streams.removeValue(forKey: owner.session) else { return }
        if !streams.values.contains(person), breaking.remove(person) == nil { leaving.append(person) }
    }

    /// Ends the recording. Incomplete steps are written as far as they are known.
    mutating func finish() {
        flushCards()
        for person in held.keys.sorted() { release(person) }
        for person in unsent.keys.sorted() { writeUnsentShare(of: person) }
        flush()
        flushTime()
        flush()
        tellTimeBefore()
    }

    /// Returns the recording as a feature.
    func feature(_ name: String) -> String {
        var copy = self
        copy.finish()
        return copy.script.feature(name)
    }

    /// The numbers of steps, of checks among them, and of comments about requests and states without a phrase.
    var counts: (steps: Int, looks: Int, unsaid: Int) {
        var copy = self
        copy.finish()
        return (copy.script.stepCount, copy.script.lookCount, copy.script.unsaidCount)
    }

    // MARK: Actions

    /// Writes an action, after the observations of earlier ones.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - now: The time of the action; nil if it has none.
    ///   - kind: The kind of line.
    ///   - key: A key of consecutive actions that are written one below the other, before all their outcomes.
    /// - Returns: The id of the line; nil for a step without a phrase.
    @discardableResult
    mutating func write(
        _ step: RecordedStep, at now: Instant?, kind: RecordedScript.Kind = .action, burst key: String? = nil
    ) -> Int? {
        guard step.text != nil else { return nil }
        isUnsaid = false
        if let now, isReal { count(timeUntil: now) }
        if key == nil || key != burst || !leaving.isEmpty { flush() }
        burst = key
        flushTime()
        for person in leaving {
            script.add(.action, say(.goesOffline, .person(person)))
            away.insert(person)
        }
        leaving = []
        for start in starting { script.add(.action, say(.runs, .app(start.app), .person(start.person))) }
        starting = []
        defer { showPostponed() }
        return script.add(kind, step)
    }

    /// Moves the postponed observations after the last line.
    private mutating func showPostponed() {
        seen = postponed + seen
        postponed = []
    }

    /// Writes the steps of one request. Of a refused request, it writes the first step and the refusal.
    ///
    /// - Returns: The id of the first line; nil if a step has no phrase.
    @discardableResult
    mutating func act(
        _ steps: [RecordedStep], _ done: DoneRequest, kind: RecordedScript.Kind = .action, burst key: String? = nil
    ) -> Int? {
        if steps.isEmpty || steps.contains(where: { $0.text == nil }) {
            leaveOut(done, steps.first { $0.text == nil }?.why ?? RecordedStep.unsaid.why)
            return nil
        }
        let lines = steps.prefix(done.isDone ? steps.count : 1).map { step in
            write(step, at: done.at, kind: kind, burst: done.isDone ? key : nil)
        }
        refuse(done)
        return lines[0]
    }

    /// Writes the step of one request.
    @discardableResult
    mutating func act(
        _ step: RecordedStep, _ done: DoneRequest, kind: RecordedScript.Kind = .action, burst key: String? = nil
    ) -> Int? { act([step], done, kind: kind, burst: key) }

    /// Writes the step for a refusal directly after its request, if it was refused.
    mutating func refuse(_ done: DoneRequest) {
        guard let refusal = done.refusal, let person = done.person else { return }
        script.add(.refusal, say(.requestFails, .person(person), .text(refusal.rawValue)))
        burst = nil
    }

    /// Writes a comment about a request without a phrase.
    mutating func leaveOut(_ done: DoneRequest, _ why: String) {
        showPostponed()
        flush()
        burst = nil
        isUnsaid = true
        leaveOut(why, of: done)
    }

    /// Writes a comment about a part of a request that its steps do not express.
    mutating func leaveOut(_ what: String, of done: DoneRequest) {
        let who = done.person.map { cast.name($0) } ?? "the observer"
        // The text may contain words of the request, and a comment must be one line.
        let comment = ReportStyle.oneLine("\(done.method.rawValue) of \(who), \(what)")
        script.add(.comment, RecordedStep(text: comment))
    }

    // MARK: Time

    private mutating func count(timeUntil now: Instant) {
        guard let last = lastAt else { return (firstAt, lastAt) = (now, now) }
        let elapsed = now.milliseconds - last.milliseconds
        guard elapsed >= options.shortestPause else { return }
        // Whole seconds only. The rest is added to the next pause, so that no error accumulates.
        let seconds = elapsed / 1_000 * 1_000
        passed.append(seconds)
        lastAt = last.advanced(byMilliseconds: seconds)
    }

    /// Records that an observer advanced the clock.
    mutating func pass(_ milliseconds: Int64) {
        if milliseconds > 0 { passed.append(milliseconds) }
    }

    /// True if a pause is not a step yet.
    var hasPassed: Bool { !passed.isEmpty }

    /// Writes the pauses.
    mutating func flushTime() {
        for milliseconds in passed { script.add(.action, passing(milliseconds: milliseconds)) }
        passed = []
    }
}
