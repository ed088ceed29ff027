import AppModel
import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import Gherkin

/// A step as its phrase sees it, with access to the values of its slots in the scenario.
struct PlayStep {
    let context: ScenarioContext
    let arguments: StepArguments
    /// The part of the thread that the step checks.
    var part = ThreadPart.whole

    /// The name of the step's person.
    var name: String { get throws(StepFailure) { try arguments.person() } }
    var person: CastPerson { get throws(StepFailure) { try person(0) } }
    var text: String { get throws(StepFailure) { try arguments.text() } }
    var url: String { get throws(StepFailure) { try arguments.url() } }
    var count: Int { get throws(StepFailure) { try arguments.count() } }
    var duration: Duration { get throws(StepFailure) { try arguments.duration() } }
    var appName: String { get throws(StepFailure) { try arguments.app() } }
    /// The index of the step's app among those of the scenario.
    var appIndex: Int { get throws(StepFailure) { try context.app(appName) } }
    var app: CastApp { get throws(StepFailure) { context.apps[try appIndex] } }
    /// The app on the device of the step's person.
    var screen: CastAppScreen { get throws(StepFailure) { try context.screen(appName, of: person) } }
    /// The name of the step's conversation.
    var place: String { get throws(StepFailure) { try arguments.conversation() } }
    var conversation: ConversationID { get throws(StepFailure) { try context.record.conversation(place) } }
    /// The thread of the conversation on the person's screen.
    var thread: ThreadState { get throws(StepFailure) { try context.thread(place, of: name, part) } }
    /// The handles of the people whom the step lists; empty without a list.
    var handles: [Handle] { get throws(StepFailure) { try context.handles(of: arguments.personsIfGiven() ?? []) } }

    func person(_ number: Int) throws(StepFailure) -> CastPerson { try context.roster.person(arguments.person(number)) }

    func handle(_ number: Int) throws(StepFailure) -> String { try person(number).handle.rawValue }

    /// Returns the step's person after a fence, so that everything meant for them has arrived.
    func settledPerson() throws(StepFailure) -> CastPerson {
        let person = try person
        try person.settle()
        return person
    }

    /// Returns the step's person.
    /// - Throws: ``StepFailure`` if they are offline.
    func presentPerson() throws(StepFailure) -> CastPerson {
        let person = try person
        try context.beThere(person)
        return person
    }

    /// Returns the newest match in the step's conversation on its person's screen; nil without one.
    func newest<Found>(_ find: (ThreadState) throws(StepFailure) -> Found?) throws(StepFailure) -> Found? {
        try context.newest(in: place, of: name, find)
    }

    func text(_ number: Int) throws(StepFailure) -> String { try arguments.text(number) }

    /// Returns the text of a slot for a person, app, conversation, text or link; nil if its group was left out.
    func given(_ kind: ParameterKind, _ number: Int = 0) -> String? { arguments.textIfGiven(kind, number) }

    /// The alternative of the first group that the step uses.
    var choice: String { choice(0) ?? "" }

    /// Returns the alternative of a group that the step uses; nil if the group was left out.
    func choice(_ number: Int) -> String? { arguments.choice(number) }

    /// Returns true if the step uses this alternative of its first group.
    func says(_ alternative: String) -> Bool { choice == alternative }

    /// True if the first group of the step contains `not`.
    var denies: Bool { choice.split(separator: " ").contains("not") }

    /// Returns the value of a word in a table.
    /// - Throws: ``StepFailure`` if the table does not have it.
    func value<Value>(of word: String, in words: [String: Value]) throws(StepFailure) -> Value {
        try found(
            words[word], or: "there is no “\(word)”", expected: words.keys.sorted().joined(separator: ", "),
            actual: word)
    }

    /// Returns the value of the step's text in a table.
    /// - Throws: ``StepFailure`` if the table does not have it.
    func value<Value>(in words: [String: Value]) throws(StepFailure) -> Value { try value(of: text, in: words) }

    /// Returns the message on which the step's person acts.
    func meantMessage(_ number: Int = 0) throws(StepFailure) -> MessageID {
        try context.meantMessage(arguments.text(number), in: place, by: person)
    }

    /// Lets the step's person work on its document; see ``ScenarioContext/work(_:_:in:)``.
    func work(_ work: DocumentWork, in app: String? = nil) throws(StepFailure) {
        try context.work(work, arguments, in: app)
    }

    // MARK: Actions

    /// Performs an action of the step's person; see ``ScenarioContext/act(_:_:_:in:)``.
    @discardableResult
    func act(
        _ action: ChatAction, _ method: Method? = nil, in conversation: ConversationID? = nil
    ) throws(StepFailure) -> JSONValue? { try context.act(person, action, method, in: conversation) }

    /// Makes a request of the person's client; see ``ScenarioContext/ask(_:_:_:)``.
    func ask(_ method: Method, _ body: (PersonSession) -> Void) throws(StepFailure) -> JSONValue? {
        try context.ask(person, method, body)
    }

    /// Makes a request about a share in the person's session, as the system's sharing screens do.
    func ask(_ request: Request) throws(StepFailure) -> JSONValue? {
        try ask(request.method) { $0.ask(.app(.request(request), number: 0)) }
    }

    /// Makes a request in the person's session directly, without the screen, and returns its result.
    func look(_ request: ClientRequest) throws(StepFailure) -> Result<JSONValue, RPCError> {
        try context.look(person, request)
    }

    // MARK: Expectations

    /// Returns a failure of the step, with the values of `{person}`, `{app}`, `{conversation}` and `{text}` filled in.
    func failure(_ complaint: String, expected: String? = nil, actual: String? = nil) -> StepFailure {
        var message = complaint
        for kind in [ParameterKind.person, .app, .conversation, .text] {
            guard let named = arguments.textIfGiven(kind) else { continue }
            message = message.replacingBytes(of: "{\(kind.rawValue)}", with: named)
        }
        return StepFailure(message, expected: expected, actual: actual)
    }

    /// Throws a failure unless the condition is true.
    func expect(
        _ isSo: Bool, or complaint: String, expected: @autoclosure () throws(StepFailure) -> String? = nil,
        actual: @autoclosure () -> String? = nil
    ) throws(StepFailure) {
        if !isSo { throw failure(complaint, expected: try expected(), actual: actual()) }
    }

    /// Returns the value.
    /// - Throws: ``StepFailure`` if it is nil.
    func found<Value>(
        _ value: Value?, or complaint: String, expected: String? = nil,
        actual: @autoclosure () throws(StepFailure) -> String? = nil
    ) throws(StepFailure) -> Value {
        if let value { return value }
        throw failure(complaint, expected: expected, actual: try actual())
    }

    /// Throws a failure unless both texts are equal.
    func expect(_ actual: String?, is expected: String, or complaint: String) throws(StepFailure) {
        try expect(actual == expected, or: complaint, expected: expected, actual: actual ?? "(nothing)")
    }

    /// Throws a failure unless both lists are equal.
    func expect(_ actual: [String], are expected: [String], or complaint: String) throws(StepFailure) {
        try expect(actual == expected, or: complaint, expected: expected.listed, actual: actual.listed)
    }

    /// Throws a failure unless the list contains the text, or, if `isThere` is false, unless the list lacks it.
    func expect(_ texts: [String], has text: String, _ isThere: Bool = true, or complaint: String) throws(StepFailure) {
        try expect(
            texts.contains(text) == isThere, or: complaint, expected: isThere ? text : "no \(text)",
            actual: texts.listed)
    }

    /// Throws a failure unless the rows match a pattern, in which … matches anything.
    func expect(_ rows: [String], match pattern: [String], or complaint: String) throws(StepFailure) {
        try expect(
            ScreenPattern.matches(pattern, rows), or: complaint, expected: pattern.joined(separator: "\n"),
            actual: rows.joined(separator: "\n"))
    }
}

extension [String] {
    /// The texts, one on each line, or `(nothing)`.
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
    /// Reads a value from a notification or a response.
    /// - Throws: ``StepFailure`` that names the value if it cannot be read.
    init(told value: JSONValue?, as what: String) throws(StepFailure) {
        do throws(InvalidField) {
            var fields = try JSONFields(value)
            self = try Self(from: &fields)
        } catch { throw StepFailure("\(what) cannot be read", actual: error.description) }
    }
}

/// Comparison of a screen with the pattern in a doc string.
enum ScreenPattern {
    /// The wildcard: within a row it matches any text, and alone in a row it matches any rows.
    static let anything: Character = "…"

    /// Returns the rows of a text, without spaces at their ends and empty rows at its end.
    static func lines(_ text: String) -> [String] {
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { bytes in
            var line = Substring(bytes)
            while line.last == " " { line.removeLast() }
            return String(line)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Returns true if all the rows match the pattern.
    static func matches(_ pattern: [String], _ screen: [String]) -> Bool {
        matches(
            pattern[...], screen[...], isWild: { $0 == String(anything) },
            isSame: { row, shown in
                matches(Array(row)[...], Array(shown)[...], isWild: { $0 == anything }, isSame: ==)
            })
    }

    /// Returns true if all the items match. It backtracks only to the last wildcard, so its cost is at most the product
    /// of both lengths.
    private static func matches<Item>(
        _ pattern: ArraySlice<Item>, _ items: ArraySlice<Item>, isWild: (Item) -> Bool, isSame: (Item, Item) -> Bool
    ) -> Bool {
        var position = items.startIndex
        var wanted = pattern.startIndex
        var retry: (pattern: Int, item: Int)?
        while position < items.endIndex {
            if wanted < pattern.endIndex, isWild(pattern[wanted]) {
                wanted += 1
                retry = (wanted, position)
            } else if wanted < pattern.endIndex, isSame(pattern[wanted], items[position]) {
                wanted += 1
                position += 1
            } else if let last = retry {
                retry = (last.pattern, last.item + 1)
                wanted = last.pattern
                position = last.item + 1
            } else {
                return false
            }
        }
        return pattern[wanted...].allSatisfy(isWild)
    }
}
