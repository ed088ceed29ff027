import ChatConnection
import ChatProtocol

/// What people do, on its way to being a scenario: fed with what an observer hears who asked for requests, it becomes
/// steps that read as if written by hand. It asks nobody anything by itself: what it wants to know stands in
/// ``questions``.
package struct Recording {
    /// How much is written.
    struct Options {
        /// Whether typing and reading are steps too: a terminal does both by itself, all the time.
        var hasEverything = false
        /// Less time than this, in milliseconds on a real clock, is not worth a step; it is kept for the next.
        var shortestPause: Int64 = 10_000
        /// Whether a play is recorded from the beginning of its world on: then another makes the same ids and links.
        /// What people do in terminals is never played again as exactly: reading alone takes an id.
        var makesTheSameLinks = false
    }

    let options: Options
    var script = RecordedScript()
    var cast = RecordedCast()
    /// What the steps have said of apps so far.
    var registered: [AppID: CastApp] = [:]
    /// Whether apps tell of what is done in them, as far as it was seen.
    var tells: [AppID: Bool] = [:]
    /// Who of these is told of a notice: it is asked of the server as soon as it stands here.
    var questions: [(notice: NoticeID, candidates: [Handle])] = []
    /// Cards that were made in one go.
    var cards: [RecordedCards.Card] = []
    /// By their links.
    var documents: [String: RecordedDocument] = [:]
    /// What was said before the recording began, and when.
    var earlier: [MessageID: Instant] = [:]
    /// The documents of before that no step spoke of yet, by their links, and the apps that they are of.
    var earlierDocuments: [String: EarlierDocument] = [:]
    var earlierApps: [AppID: App] = [:]
    /// The notices of before.
    var earlierNotices: [NoticeID: Notice] = [:]
    /// Documents of before that no steps can arrange: why not.
    var unarranged: [String: String] = [:]
    /// Whether a step spoke of a document of before: only what is told of those depends on the time that passed.
    var arrangesDocuments = false
    /// Whose pins of which app stand in the background.
    var pinnedBefore: Set<String> = []

    // MARK: What people are in the middle of

    /// Several requests that are one step.
    var held: [Handle: Held] = [:]
    /// The pages that people have open in apps: where that is said, and the first that they did there.
    var pages: [Page: (line: Int, work: Int?)] = [:]
    /// What somebody shared and did not send yet.
    var unsent: [Handle: UnsentShare] = [:]
    /// Collaborations that were sent, by their messages, until those are heard.
    var sent: [MessageID: (start: StartCollaboration, done: DoneRequest)] = [:]
    /// The last offer that was made to somebody.
    var offers: [Handle: CollaborationOffer] = [:]
    /// Where it is said that somebody read a conversation, as long as they have done nothing else.
    var lastRead: [Handle: (line: Int, conversation: ConversationID)] = [:]
    /// The last answer to a question of consent.
    var lastAnswer: (line: Int, answer: AnswerConsent, person: Handle)?
    /// The requests by which a retry is known, their lines, and what those say where they were sent again.
    var clientIDs: [String: (line: Int, resent: RecordedStep)] = [:]

    // MARK: What others saw

    /// Since the last act, in order.
    var seen: [Observation] = []
    /// What others saw of an act whose line was taken out: it is written behind the act that does both.
    var postponed: [Observation] = []
    /// What nobody was there to see.
    var missed: [Observation] = []
    /// Notices as they were posted last.
    var notices: [NoticeID: Notice] = [:]
    /// Who was told of which notice, and who was not.
    var noticeReaders: [NoticeID: [Handle: Bool]] = [:]
    /// Whom a message alerted.
    var alerted: [MessageID: [Handle]] = [:]
    /// Messages of which a step sends the link alone: nobody is alerted to what else stood there.
    var alone: Set<MessageID> = []
    /// The links of highlights.
    var highlights: [HighlightID: String] = [:]
    /// The questions of consent that wait, oldest first.
    var consents: [Handle: [ConsentID]] = [:]
    /// What waits for apps and was begun by what no step says.
    var unsaidStarts: Set<StartID> = []
    /// What the last act has in common with those that follow it closely: their outcome stands behind them all.
    var burst: String?
    /// Whether the last thing that was done could not be said: what came of it cannot be expected either.
    var isUnsaid = false

    // MARK: Sessions

    /// The streams of people, by their ids.
    var streams: [String: Handle] = [:]
    /// Who left, and no step says so yet.
    var leaving: [Handle] = []
    /// Who is offline, as the steps have it.
    var away: Set<Handle> = []
    /// Whose connection a fault may break: that is no leaving.
    var breaking: Set<Handle> = []
    /// What wonders a fault may do to what they are told: nothing is expected of them.
    var faulty: Set<Handle> = []
    /// Who has a device with an older system.
    var old: Set<Handle> = []
    /// Apps that began to run, and did nothing yet.
    var starting: [(session: String, app: AppID, person: Handle)] = []

    // MARK: Time

    /// Whether time passes by itself.
    let isReal: Bool
    /// When it began, and for how long a notice grows there, in milliseconds.
    var begun: (at: Instant, noticesGrow: Int64)?
    /// When the first and the last step was.
    private(set) var firstAt: Instant?
    private var lastAt: Instant?
    /// The time that an observer let pass, and no step says yet.
    private var passed: [Int64] = []

    /// A document that the steps can speak of.
    struct RecordedDocument {
        var app: AppID
        var title: String
        var text = ""
        /// Where it is shared.
        var share: ShareID?
        /// Whether anyone who has the link can open it.
        var isOpen = false
    }

    /// A recording that begins.
    init(clock: ClockKind, options: Options = Options()) {
        isReal = clock == .real
        self.options = options
    }

    // MARK: What is heard

    /// Notes something that the observer was told.
    mutating func hear(_ heard: ScriptedClient.Notified) {
        if let done = DoneRequest(heard) { return record(done) }
        guard heard.method == NotificationName.sessionEnded else { return observe(heard) }
        guard let owner = try? SessionOwner(told: heard.params, as: "a session") else { return }
        starting.removeAll { $0.session == owner.session }
        guard let person = streams.removeValue(forKey: owner.session) else { return }
        if !streams.values.contains(person), breaking.remove(person) == nil { leaving.append(person) }
    }

    /// The end: what was begun is written as far as it got.
    mutating func finish() {
        flushCards()
        for person in held.keys.sorted() { release(person) }
        for person in unsent.keys.sorted() { writeUnsentShare(of: person) }
        flush()
        flushTime()
        flush()
        tellTimeBefore()
    }

    /// All of it as a feature.
    func feature(_ name: String) -> String {
        var copy = self
        copy.finish()
        return copy.script.feature(name)
    }

    /// How many steps the feature has, how many of them say what somebody sees, and how many things no phrase says.
    var counts: (steps: Int, looks: Int, unsaid: Int) {
        var copy = self
        copy.finish()
        return (copy.script.stepCount, copy.script.lookCount, copy.script.unsaidCount)
    }

    // MARK: Acts

    /// Writes that somebody did something, behind what others saw of what was done before.
    ///
    /// - Parameter burst: what it has in common with acts beside it; those are written one below the other, and what
    ///   came of them behind them all.
    /// - Returns: the line; nil where no phrase says it.
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

    /// Lets what was put off be written behind the last line.
    private mutating func showPostponed() {
        seen = postponed + seen
        postponed = []
    }

    /// Writes what somebody did by one request, in as many steps as that takes; of what was refused the first step, and
    /// that it was.
    ///
    /// - Returns: the first line; nil where no phrase says it.
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

    /// The same in one step.
    @discardableResult
    mutating func act(
        _ step: RecordedStep, _ done: DoneRequest, kind: RecordedScript.Kind = .action, burst key: String? = nil
    ) -> Int? { act([step], done, kind: kind, burst: key) }

    /// Writes that a request was refused, as the step right behind it.
    mutating func refuse(_ done: DoneRequest) {
        guard let refusal = done.refusal, let person = done.person else { return }
        script.add(.refusal, say(.requestFails, .person(person), .text(refusal.rawValue)))
        burst = nil
    }

    /// Notes what no phrase says.
    mutating func leaveOut(_ done: DoneRequest, _ why: String) {
        showPostponed()
        flush()
        burst = nil
        isUnsaid = true
        leaveOut(why, of: done)
    }

    /// Notes what no phrase says of something that is said otherwise.
    mutating func leaveOut(_ what: String, of done: DoneRequest) {
        let who = done.person.map { cast.name($0) } ?? "the observer"
        // Words of a request may be in it, and a comment ends with its line.
        let comment = ReportStyle.oneLine("\(done.method.rawValue) of \(who), \(what)")
        script.add(.comment, RecordedStep(text: comment))
    }

    // MARK: Time

    private mutating func count(timeUntil now: Instant) {
        guard let last = lastAt else { return (firstAt, lastAt) = (now, now) }
        let elapsed = now.milliseconds - last.milliseconds
        guard elapsed >= options.shortestPause else { return }
        // Whole seconds; what is left over counts for the next pause, so that no error grows.
        let seconds = elapsed / 1_000 * 1_000
        passed.append(seconds)
        lastAt = last.advanced(byMilliseconds: seconds)
    }

    /// Notes that an observer let time pass.
    mutating func pass(_ milliseconds: Int64) {
        if milliseconds > 0 { passed.append(milliseconds) }
    }

    /// Whether time passed that no step says yet.
    var hasPassed: Bool { !passed.isEmpty }

    /// Writes the time that passed.
    mutating func flushTime() {
        for milliseconds in passed { script.add(.action, passing(milliseconds: milliseconds)) }
        passed = []
    }
}
