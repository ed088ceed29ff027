import ChatScreens

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
