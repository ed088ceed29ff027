/// Words around a step that change how it is done: `within 10 minutes, …`, `… on the second device`.
///
/// A step that a phrase says as a whole is that phrase; only otherwise are these words looked for.
package struct StepModifier<Context>: Sendable {
    /// Where the words stand.
    enum Place: Hashable, Sendable {
        /// Before the step, with a comma behind them.
        case before
        /// Behind the step, before the colon of what stands below it.
        case behind
    }

    /// Which steps the words may stand around.
    enum Scope: Hashable, Sendable {
        /// Those that only check something, so that they can be done several times.
        case checks
        /// Those that begin with what somebody does or sees.
        case persons
    }

    /// Does the step: `arguments` are those of the words, `step` those of the step, and `body` does it.
    typealias Handler =
        @Sendable (
            inout Context, _ arguments: StepArguments, _ step: StepArguments,
            _ body: (inout Context) throws(StepFailure) -> Void
        ) throws(StepFailure) -> Void

    /// The words, see ``Phrase``.
    let phrase: String
    /// Where they stand.
    let place: Place
    /// Around which steps.
    let scope: Scope
    /// A step with these words.
    package let example: String
    /// One sentence on what they change.
    package let summary: String
    /// Does the step.
    let run: Handler

    /// As it is listed, with … for the step.
    package var shown: String {
        switch place {
        case .before: "\(phrase), …"
        case .behind: "… \(phrase)"
        }
    }

    /// Whether the words may stand around a step.
    func takes(_ definition: StepDefinition<Context>, _ arguments: StepArguments) -> Bool {
        switch scope {
        case .checks: definition.isCheck
        case .persons: arguments.actor != nil
        }
    }

    /// A definition that does a step in this way.
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

/// A step's text, parted into the words of a modifier and the step itself.
struct ModifiedText {
    /// The values of the words.
    let values: [StepValue?]
    /// The words as they were said.
    let words: StepText
    /// The step without them.
    let rest: StepText

    /// Parts a text; nil if the words do not stand there.
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

    /// As many words as a modifier may have behind a step.
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
