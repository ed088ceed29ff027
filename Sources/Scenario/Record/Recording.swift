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
    /// What the steps have said of apps so far, as their registrations have it, by their ids.
    var registered: [String: JSONValue] = [:]
    /// Who of these is told of a notice: it is asked of the server as soon as it stands here.
    var questions: [(notice: String, candidates: [Handle])] = []
    /// What was arranged by several requests and makes one step.
    var contacts: [(owner: Handle, other: Handle)] = []
    /// What somebody is in the middle of.
    var held: [Handle: Held] = [:]
    /// The pages that people have open in apps, by person and link: where that is said, and the first that they did
    /// there.
    var pages: [String: (line: Int, work: Int?)] = [:]
    /// Where it is said that somebody read a conversation, as long as they have done nothing else.
    var lastRead: [Handle: (line: Int, conversation: String)] = [:]
    /// What others saw of an act whose line was taken out: it is written behind the act that does both.
    var postponed: [Observation] = []
    /// What somebody shared and did not send yet.
    var created: [Handle: HeardRequest] = [:]
    /// What they changed about it before it was sent.
    var changes: [Handle: [HeardRequest]] = [:]
    /// By their links.
    var documents: [String: RecordedDocument] = [:]
    /// Whether anyone who has the link can open it, by the links of shares.
    var open: [String: Bool] = [:]
    /// What others saw since the last act, in order.
    var seen: [Observation] = []
    /// Whom a message alerted.
    var alerted: [String: [Handle]] = [:]
    /// What was said before the recording began, by the ids of the messages.
    var earlier: Set<String> = []
    /// Who was told of which notice, and who was not.
    var noticeReaders: [String: [Handle: Bool]] = [:]
    /// What the last act has in common with those that follow it closely: their outcome stands behind them all.
    var burst: String?

    /// Whose pins of which app stand in the background.
    var pinnedBefore: Set<String> = []
    /// What nobody was there to see.
    var missed: [Observation] = []
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
    var starting: [(session: String, app: String, person: Handle)] = []
    /// The questions of consent that wait, oldest first.
    var consents: [Handle: [String]] = [:]
    /// The last answer to such a question.
    var lastAnswer: (line: Int, consent: String, word: String, person: Handle)?
    /// Notices by their ids, as they were posted last.
    var notices: [String: JSONValue] = [:]
    /// What was removed from a shelf, by the ids of highlights.
    var highlights: [String: String] = [:]
    /// The requests by which a retry is known, their lines, and what those say where they were sent again.
    var clientIDs: [String: (line: Int, resent: String?)] = [:]
    /// Collaborations that were sent, by their messages, until those are heard.
    var sent: [String: HeardRequest] = [:]
    /// Messages of which a step sends the link alone: nobody is alerted to what else stood there.
    var alone: Set<String> = []
    /// What waits for apps and was begun by what no step says, by its ids.
    var unsaidStarts: Set<String> = []
    /// The last offer that was made to somebody.
    var offers: [Handle: JSONValue] = [:]

    // MARK: Time

    /// Whether time passes by itself.
    let isReal: Bool
    /// When the last step was.
    private var lastAt: Instant?
    /// The time that an observer let pass, and no step says yet.
    private var passed: [Int64] = []

    /// What somebody is in the middle of at a link: several requests that are one step.
    struct Held {
        enum Deed {
            /// Opened a share.
            case accepted
            /// Did something in a document, of which the app has not told.
            case worked(app: String, trigger: String)
            /// Tried to take part in what is shared there, and was told that nothing is.
            case tried
            /// Opened a document.
            case opened
            /// Looked at the content from an app's shelf.
            case looked
        }

        let deed: Deed
        /// The first line of the step.
        let line: Int
        let url: String

        init(_ deed: Deed, _ url: String, line: Int) { (self.deed, self.url, self.line) = (deed, url, line) }
    }

    /// What somebody is in the middle of at this link, if anything.
    func deed(of person: Handle, at url: String) -> Held.Deed? {
        held[person].flatMap { $0.url == url ? $0.deed : nil }
    }

    /// A document that the steps can speak of.
    struct RecordedDocument {
        var app: String
        var title: String
        var text = ""
        /// The share's id, where it is shared.
        var share: String?
    }

    /// A recording that begins.
    init(clock: ClockKind, options: Options = Options()) {
        isReal = clock == .real
        self.options = options
    }

    // MARK: What is heard

    /// Notes something that the observer was told.
    mutating func hear(_ notified: ScriptedClient.Notified) {
        let params = notified.params
        switch NotificationName(rawValue: notified.method) {
        case .requestDone:
            guard let request = HeardRequest(params) else { return }
            record(request)
        case .sessionEnded:
            guard let session = params.text("session") else { return }
            starting.removeAll { $0.session == session }
            guard let person = streams.removeValue(forKey: session) else { return }
            if !streams.values.contains(person), breaking.remove(person) == nil { leaving.append(person) }
        default: observe(notified.method, params)
        }
    }

    /// The end: what was begun is written as far as it got.
    mutating func finish() {
        flushContacts()
        for person in held.keys.sorted() { release(person) }
        for person in created.keys.sorted() { writeCreated(person) }
        flush()
        flushTime()
        flush()
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
    @discardableResult
    mutating func write(
        _ text: String, at now: Instant?, kind: RecordedScript.Kind = .action, burst key: String? = nil,
        docString: String? = nil, table: [[String]] = []
    ) -> Int {
        isUnsaid = false
        if let now, isReal { count(timeUntil: now) }
        if key == nil || key != burst || !leaving.isEmpty { flush() }
        burst = key
        flushTime()
        for person in leaving {
            add(.action, say(.goesOffline, .person(person)))
            away.insert(person)
        }
        leaving = []
        for start in starting { add(.action, say(.runs, .app(start.app), .person(start.person))) }
        starting = []
        defer { showPostponed() }
        return script.add(kind, text, docString: docString, table: table)
    }

    /// Writes a line where a phrase says it.
    mutating func add(_ kind: RecordedScript.Kind, _ text: String?) {
        if let text { script.add(kind, text) }
    }

    /// Lets what was put off be written behind the last line.
    private mutating func showPostponed() {
        seen = postponed + seen
        postponed = []
    }

    /// Writes that somebody did something, and that it was refused where it was.
    ///
    /// - Parameters:
    ///   - text: the step; nil where no phrase says it.
    ///   - why: why none does.
    /// - Returns: the line; nil where there is none.
    @discardableResult
    mutating func act(
        _ text: String?, _ request: HeardRequest, burst key: String? = nil, or why: String = "which no phrase says"
    ) -> Int? {
        guard let text else {
            leaveOut(request, why)
            return nil
        }
        let line = write(text, at: request.at, burst: request.isDone ? key : nil)
        refuse(request)
        return line
    }

    /// Writes several steps for one request.
    mutating func act(_ steps: [String?], _ request: HeardRequest, burst key: String? = nil) {
        for step in steps.compactMap({ $0 }) { write(step, at: request.at, burst: key) }
    }

    /// Writes that a request was refused, as the step right behind it.
    mutating func refuse(_ request: HeardRequest) {
        guard let reason = request.refusal, let person = request.person else { return }
        add(.refusal, say(.requestFails, .person(person), .text(reason)))
        burst = nil
    }

    /// Notes what no phrase says.
    mutating func leaveOut(_ request: HeardRequest, _ why: String) {
        showPostponed()
        flush()
        burst = nil
        isUnsaid = true
        leaveOut(why, of: request)
    }

    /// Notes what no phrase says of something that is said otherwise.
    mutating func leaveOut(_ what: String, of request: HeardRequest) {
        let who = request.person.map { cast.name($0) } ?? "the observer"
        // Words of a request may be in it, and a comment ends with its line.
        script.add(.comment, ReportStyle.oneLine("\(request.method.rawValue) of \(who), \(what)"))
    }

    // MARK: Time

    private mutating func count(timeUntil now: Instant) {
        guard let last = lastAt else { return lastAt = now }
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
        for milliseconds in passed { add(.action, passing(milliseconds: milliseconds)) }
        passed = []
    }
}
