import AppModel
import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import Gherkin

/// A step of a play as its phrase does it: what its slots name is looked up in the story.
struct PlayStep {
    let context: ScenarioContext
    let arguments: StepArguments
    /// How much of a thread the step looks at.
    var part = ThreadPart.whole

    /// The name of the step's person.
    var name: String { get throws(StepFailure) { try arguments.person() } }
    var person: CastPerson { get throws(StepFailure) { try person(0) } }
    var text: String { get throws(StepFailure) { try arguments.text() } }
    var url: String { get throws(StepFailure) { try arguments.url() } }
    var count: Int { get throws(StepFailure) { try arguments.count() } }
    var duration: Duration { get throws(StepFailure) { try arguments.duration() } }
    var appName: String { get throws(StepFailure) { try arguments.app() } }
    /// The place of the step's app among those of the story.
    var appIndex: Int { get throws(StepFailure) { try context.app(appName) } }
    var app: CastApp { get throws(StepFailure) { context.apps[try appIndex] } }
    /// The app as the step's person runs it.
    var screen: CastAppScreen { get throws(StepFailure) { try context.screen(appName, of: person) } }
    /// The name of the step's conversation.
    var place: String { get throws(StepFailure) { try arguments.conversation() } }
    var conversation: ConversationID { get throws(StepFailure) { try context.record.conversation(place) } }
    /// What stands in the conversation on the person's screen.
    var thread: ThreadState { get throws(StepFailure) { try context.thread(place, of: name, part) } }
    /// The handles of those whom the step lists; nobody's where it lists none.
    var handles: [Handle] { get throws(StepFailure) { try context.handles(of: arguments.personsIfGiven() ?? []) } }

    func person(_ number: Int) throws(StepFailure) -> CastPerson { try context.roster.person(arguments.person(number)) }

    func handle(_ number: Int) throws(StepFailure) -> String { try person(number).handle.rawValue }

    /// The step's person, when they have read everything that was meant for them.
    func settledPerson() throws(StepFailure) -> CastPerson {
        let person = try person
        try person.settle()
        return person
    }

    /// The same, who is there.
    func presentPerson() throws(StepFailure) -> CastPerson {
        let person = try person
        try context.beThere(person)
        return person
    }

    /// The newest of something in the step's conversation, as its person sees it.
    func newest<Found>(_ find: (ThreadState) throws(StepFailure) -> Found?) throws(StepFailure) -> Found? {
        try context.newest(in: place, of: name, find)
    }

    func text(_ number: Int) throws(StepFailure) -> String { try arguments.text(number) }

    /// What stood for a person, app, conversation, text or link; nil where its group was left out.
    func given(_ kind: ParameterKind, _ number: Int = 0) -> String? { arguments.textIfGiven(kind, number) }

    /// The alternative that the step took of its first group.
    var choice: String { choice(0) ?? "" }

    /// The alternative that the step took of a group; nil where the group was left out.
    func choice(_ number: Int) -> String? { arguments.choice(number) }

    /// Whether the step took this alternative of its first group.
    func says(_ alternative: String) -> Bool { choice == alternative }

    /// Whether the step says by its first group that something is not so.
    var denies: Bool { choice.split(separator: " ").contains("not") }

    /// What a word of the step stands for in a table; fails where it is none of its words.
    func value<Value>(of word: String, in words: [String: Value]) throws(StepFailure) -> Value {
        try found(
            words[word], or: "there is no “\(word)”", expected: words.keys.sorted().joined(separator: ", "),
            actual: word)
    }

    /// What the step's text stands for in a table; fails where it is none of its words.
    func value<Value>(in words: [String: Value]) throws(StepFailure) -> Value { try value(of: text, in: words) }

    /// The message that the step's person means to act on.
    func meantMessage(_ number: Int = 0) throws(StepFailure) -> MessageID {
        try context.meantMessage(arguments.text(number), in: place, by: person)
    }

    /// Lets the step's person work on its document, see ``ScenarioContext/work(_:_:in:)``.
    func work(_ work: DocumentWork, in app: String? = nil) throws(StepFailure) {
        try context.work(work, arguments, in: app)
    }

    // MARK: Doing

    /// Does what the step's person can, see ``ScenarioContext/act(_:_:_:in:)``.
    @discardableResult
    func act(
        _ action: ChatAction, _ method: Method? = nil, in conversation: ConversationID? = nil
    ) throws(StepFailure) -> JSONValue? { try context.act(person, action, method, in: conversation) }

    /// Makes a request of the person's client, see ``ScenarioContext/ask(_:_:_:)``.
    func ask(_ method: Method, _ body: (PersonSession) -> Void) throws(StepFailure) -> JSONValue? {
        try context.ask(person, method, body)
    }

    /// Asks something of a share in the person's session, as the system's sharing screens do.
    func ask(_ request: Request) throws(StepFailure) -> JSONValue? {
        try ask(request.method) { $0.ask(.app(.request(request), number: 0)) }
    }

    /// What the server answers the person, past the screen.
    func look(_ request: ClientRequest) throws(StepFailure) -> Result<JSONValue, RPCError> {
        try context.look(person, request)
    }

    // MARK: Expecting

    /// A failure of the step: what it names stands in the place of `{person}`, `{app}`, `{conversation}` and `{text}`.
    func failure(_ complaint: String, expected: String? = nil, actual: String? = nil) -> StepFailure {
        var message = complaint
        for kind in [ParameterKind.person, .app, .conversation, .text] {
            guard let named = arguments.textIfGiven(kind) else { continue }
            message = message.replacingBytes(of: "{\(kind.rawValue)}", with: named)
        }
        return StepFailure(message, expected: expected, actual: actual)
    }

    /// Fails unless it is so.
    func expect(
        _ isSo: Bool, or complaint: String, expected: @autoclosure () throws(StepFailure) -> String? = nil,
        actual: @autoclosure () -> String? = nil
    ) throws(StepFailure) {
        if !isSo { throw failure(complaint, expected: try expected(), actual: actual()) }
    }

    /// What was looked for; fails where there is none.
    func found<Value>(
        _ value: Value?, or complaint: String, expected: String? = nil,
        actual: @autoclosure () throws(StepFailure) -> String? = nil
    ) throws(StepFailure) -> Value {
        if let value { return value }
        throw failure(complaint, expected: expected, actual: try actual())
    }

    /// Fails unless both are the same.
    func expect(_ actual: String?, is expected: String, or complaint: String) throws(StepFailure) {
        try expect(actual == expected, or: complaint, expected: expected, actual: actual ?? "(nothing)")
    }

    /// Fails unless both are the same.
    func expect(_ actual: [String], are expected: [String], or complaint: String) throws(StepFailure) {
        try expect(actual == expected, or: complaint, expected: expected.listed, actual: actual.listed)
    }

    /// Fails unless the text is one of them, or where it should be none, if it is.
    func expect(_ texts: [String], has text: String, _ isThere: Bool = true, or complaint: String) throws(StepFailure) {
        try expect(
            texts.contains(text) == isThere, or: complaint, expected: isThere ? text : "no \(text)",
            actual: texts.listed)
    }

    /// Fails unless rows are those of a pattern, in which … stands for anything.
    func expect(_ rows: [String], match pattern: [String], or complaint: String) throws(StepFailure) {
        try expect(
            ScreenPattern.matches(pattern, rows), or: complaint, expected: pattern.joined(separator: "\n"),
            actual: rows.joined(separator: "\n"))
    }
}

extension [String] {
    /// One a line, or that there are none.
    var listed: String { isEmpty ? "(nothing)" : joined(separator: "\n") }
}

extension ScenarioContext {
    func handles(of names: [String]) throws(StepFailure) -> [Handle] {
        var handles: [Handle] = []
        for name in names { handles.append(try roster.person(name).handle) }
        return handles
    }
}

extension JSONRecord {
    /// Reads what was told or answered; what it is, is said where it cannot be read.
    init(told value: JSONValue?, as what: String) throws(StepFailure) {
        do throws(InvalidField) {
            var fields = try JSONFields(value)
            self = try Self(from: &fields)
        } catch { throw StepFailure("\(what) cannot be read", actual: error.description) }
    }
}
