import ChatScreens
import Gherkin

/// The kind of argument below a step.
enum StepArgumentKind: String, Hashable, Sendable, CaseIterable {
    /// No argument.
    case none
    case table
    case docString

    /// Returns the failure of a step that has something else below it; nil if it has what it needs.
    func mismatch(with step: Gherkin.PickleStep) -> StepFailure? {
        switch self {
        case .none where step.table != nil: StepFailure("this step takes no data table")
        case .none where step.docString != nil: StepFailure("this step takes no doc string")
        case .table where step.table == nil: StepFailure("this step needs a data table below it")
        case .table where step.docString != nil: StepFailure("this step takes no doc string")
        case .docString where step.docString == nil: StepFailure("this step needs a doc string below it")
        case .docString where step.table != nil: StepFailure("this step takes no data table")
        case .none, .table, .docString: nil
        }
    }
}

/// A phrase and its handler.
///
/// ```swift
/// StepDefinition<World>(
///     "{person} pins {url} in {conversation}",
///     example: #"Anna pins "https://notes.example/d/1" in "Trip""#,
///     summary: "Pins a link that was sent, for everyone."
/// ) { world, arguments throws(StepFailure) in
///     try world.pin(arguments.url(), in: arguments.conversation(), by: arguments.person())
/// }
/// ```
package struct StepDefinition<Context>: Sendable {
    /// Does the step in a context.
    typealias Handler = @Sendable (inout Context, StepArguments) throws(StepFailure) -> Void

    /// The phrase as text; see ``Phrase``.
    package let phrase: String
    private let ownExample: String?
    /// The unusual values for the slots of the example; see ``Phrase/example(_:)``.
    private let exampleValues: [String]?
    /// The action or check in one sentence.
    let summary: String
    /// The argument that the step needs below it.
    let argument: StepArgumentKind
    /// True if the step only checks a condition, so that it can be repeated and changes nothing.
    let isCheck: Bool
    /// The handler.
    var run: Handler

    /// An example of the step: the definition's own, or else one made from the phrase.
    var example: String { ownExample ?? (try? Phrase(phrase).example(exampleValues)) ?? phrase }

    /// Creates a definition. The phrase is parsed when it is added to a ``StepTable``.
    ///
    /// - Parameters:
    ///   - phrase: The phrase.
    ///   - example: An example of the step; nil for one made from the phrase.
    ///   - exampleValues: The values for the slots of the example, in order; nil for the usual ones.
    ///   - summary: The action or check in one sentence.
    ///   - argument: The argument that the step needs below it.
    ///   - isCheck: True if the step only checks a condition.
    ///   - run: The handler.
    init(
        _ phrase: String, example: String? = nil, exampleValues: [String]? = nil, summary: String,
        argument: StepArgumentKind = .none, isCheck: Bool = false, run: @escaping Handler
    ) {
        self.phrase = phrase
        ownExample = example
        self.exampleValues = exampleValues
        self.summary = summary
        self.argument = argument
        self.isCheck = isCheck
        self.run = run
    }
}

/// Words before or after a step that change how it is done: `within 10 minutes, …`, `… on the second device`.
///
/// Modifiers are tried only for a step that no phrase matches as a whole.
package struct StepModifier<Context>: Sendable {
    /// The place of the words.
    enum Place: Hashable, Sendable {
        /// Before the step, followed by a comma.
        case before
        /// After the step, before the colon that introduces its argument.
        case behind
    }

    /// The steps that the words can modify.
    enum Scope: Hashable, Sendable {
        /// Steps that only check a condition, so that they can be repeated.
        case checks
        /// Steps with a person who acts or checks.
        case persons
    }

    /// Does the step. `arguments` are the values of the words, `step` those of the step, and `body` does the step
    /// itself.
    typealias Handler =
        @Sendable (
            inout Context, _ arguments: StepArguments, _ step: StepArguments,
            _ body: (inout Context) throws(StepFailure) -> Void
        ) throws(StepFailure) -> Void

    /// The words as a phrase; see ``Phrase``.
    let phrase: String
    /// The place of the words.
    let place: Place
    /// The steps that they can modify.
    let scope: Scope
    /// A step with these words.
    package let example: String
    /// The change in one sentence.
    package let summary: String
    /// The handler.
    let run: Handler

    /// The listed form, with … for the step.
    package var shown: String {
        switch place {
        case .before: "\(phrase), …"
        case .behind: "… \(phrase)"
        }
    }

    /// Returns true if the words can modify a step.
    func takes(_ definition: StepDefinition<Context>, _ arguments: StepArguments) -> Bool {
        switch scope {
        case .checks: definition.isCheck
        case .persons: arguments.actor != nil
        }
    }

    /// Returns a definition that does a step in this way.
    func modifying(_ definition: StepDefinition<Context>, _ arguments: StepArguments) -> StepDefinition<Context> {
        var modified = definition
        modified.run = { [run] (context: inout Context, step: StepArguments) throws(StepFailure) in
            try run(&context, arguments, step) { (context: inout Context) throws(StepFailure) in
                try definition.run(&context, step)
            }
        }
        return modified
    }
}

/// The text of a step, divided into the words of a modifier and the rest.
struct ModifiedText {
    /// The values in the words.
    let values: [StepValue?]
    /// The words in the step.
    let words: StepText
    /// The step without the words.
    let rest: StepText

    /// Divides a text; nil if the words are not in their place.
    init?(_ text: StepText, by phrase: Phrase, before: Bool) {
        let parted = before ? Self.before(text.pieces, phrase) : Self.behind(text.pieces, phrase)
        guard let parted, !parted.rest.isEmpty else { return nil }
        values = parted.values
        words = StepText(pieces: parted.words)
        rest = StepText(pieces: parted.rest)
    }

    private typealias Parted = (values: [StepValue?], words: [StepText.Piece], rest: [StepText.Piece])

    private static func before(_ pieces: [StepText.Piece], _ phrase: Phrase) -> Parted? {
        guard let (values, end) = phrase.beginning(of: pieces) else { return nil }
        let start = end < pieces.count && pieces[end] == .comma ? end + 1 : end
        return (values, Array(pieces[..<end]), Array(pieces[start...]))
    }

    /// The largest number of words of a modifier after a step.
    private static let wordsMax = 8

    private static func behind(_ pieces: [StepText.Piece], _ phrase: Phrase) -> Parted? {
        var pieces = pieces
        var colon: StepText.Piece?
        if case .word(let last)? = pieces.last, last.utf8.count > 1, last.utf8.last == 0x3A {
            pieces[pieces.count - 1] = .word(String(last.dropLast()))
            colon = .word(":")
        }
        for count in 1...wordsMax where count < pieces.count {
            let words = Array(pieces.suffix(count))
            guard let (values, end) = phrase.beginning(of: words), end == count else { continue }
            var rest = Array(pieces.dropLast(count))
            if colon != nil, case .word(let last)? = rest.last {
                rest[rest.count - 1] = .word(last + ":")
            } else if let colon {
                rest.append(colon)
            }
            return (values, words, rest)
        }
        return nil
    }
}

/// The failure of a step, with all the data that explains it.
package struct StepFailure: Error, Hashable, Sendable {
    /// The failure in one sentence.
    package var message: String
    /// The expected value, if it can be shown.
    var expected: String?
    /// The actual value, if it can be shown.
    var actual: String?
    /// The threads of all people at that moment.
    var threads: [ThreadShown]
    /// The nearest match to the expected value in one line; nil without one.
    var nearest: String?
    /// The decisions about the delivery of the expected message or notice to each person.
    var trail: [DeliveryDecision] = []
    /// True if the scenario cannot be played on this server or client at all. It is skipped then and does not fail.
    var isForSkipping = false

    /// The thread of one person.
    struct ThreadShown: Hashable, Sendable {
        /// The presence of a person.
        enum Presence: Hashable, Sendable {
            /// The person has not logged in so far.
            case awaited
            /// The person is online, or was until their stream ended.
            case here
            /// The person is offline. The thread is the last that they saw. `since` is the step that sent them offline;
            /// nil if no step did.
            case offline(since: String?)
        }

        /// The display name, and the device if it is not the first.
        var person: String
        /// The lines from the top of the screen.
        var lines: [String]
        /// The presence of the person.
        var presence: Presence

        /// The words after the name and before the lines, such as ` saw nothing`.
        var verdict: String {
            let nothing = lines.isEmpty ? " nothing" : ""
            switch presence {
            case .awaited: return " has not logged in"
            case .here: return " saw" + nothing
            case .offline(let since): return ", offline\(since.map { " since “\($0)”" } ?? ""), had seen" + nothing
            }
        }
    }

    /// Creates a failure.
    init(_ message: String, expected: String? = nil, actual: String? = nil, threads: [ThreadShown] = []) {
        self.message = message
        self.expected = expected
        self.actual = actual
        self.threads = threads
    }

    /// Returns a failure that skips the scenario for this reason.
    static func skipping(_ reason: String) -> StepFailure {
        var failure = StepFailure(reason)
        failure.isForSkipping = true
        return failure
    }
}
