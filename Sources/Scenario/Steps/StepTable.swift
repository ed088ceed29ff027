package import ChatScreens
package import Gherkin

/// All the phrases of scenarios. The keywords Given, When and Then make no difference to them.
package struct StepTable<Context>: Sendable {
    /// The definitions in the given order, which is that of the list.
    let definitions: [StepDefinition<Context>]
    /// The modifiers of steps.
    let modifiers: [StepModifier<Context>]
    let phrases: [Phrase]
    private let index: PhraseIndex
    let modifierPhrases: [Phrase]

    /// The result of matching a step.
    package enum Match: Sendable {
        /// One phrase matches the step; two never do.
        case found(StepDefinition<Context>, StepArguments)
        /// No phrase matches the step. These are the nearest phrases, the nearest first, and a suggestion in the words
        /// of the first.
        case undefined(nearest: [String], suggestion: String?)
    }

    /// Creates a table and parses the phrases.
    /// - Throws: ``PatternError`` for the first phrase that is invalid or could match the same step as another.
    package init(_ definitions: [StepDefinition<Context>], modifiers: [StepModifier<Context>] = []) throws(PatternError)
    {
        self.definitions = definitions
        self.modifiers = modifiers
        phrases = try definitions.map { definition throws(PatternError) in try Phrase(definition.phrase) }
        index = try PhraseIndex(phrases)
        modifierPhrases = try modifiers.map { modifier throws(PatternError) in try Phrase(modifier.phrase) }
    }

    /// Returns the definition that matches a step.
    /// - Complexity: O(n) in the length of the step if a phrase matches it, or in the length of the table if none does.
    package func match(_ step: Gherkin.PickleStep) -> Match {
        let text = StepText(step.text)
        if let (definition, arguments) = find(text, step, depth: modifiers.count) {
            return .found(definition, arguments)
        }
        return undefined(text, depth: modifiers.count)
    }

    private func find(
        _ text: StepText, _ step: Gherkin.PickleStep, depth: Int
    ) -> (StepDefinition<Context>, StepArguments)? {
        if let found = index.candidate(for: text.pieces), let values = phrases[found].values(in: text) {
            return (
                definitions[found], StepArguments(step: step, phrase: phrases[found], number: found, values: values)
            )
        }
        guard depth > 0 else { return nil }
        for (modifier, phrase) in zip(modifiers, modifierPhrases) {
            guard let parted = ModifiedText(text, by: phrase, before: modifier.place == .before),
                let (definition, arguments) = find(parted.rest, step, depth: depth - 1),
                modifier.takes(definition, arguments)
            else { continue }
            let words = StepArguments(step: step, phrase: phrase, values: parted.values)
            return (modifier.modifying(definition, words), arguments)
        }
        return nil
    }

    /// Returns the result for an undefined step. The suggestion keeps the modifiers of the step, except for one that
    /// cannot modify it.
    private func undefined(_ text: StepText, depth: Int) -> Match {
        if depth > 0 {
            for (modifier, phrase) in zip(modifiers, modifierPhrases) {
                guard let parted = ModifiedText(text, by: phrase, before: modifier.place == .before) else { continue }
                if let index = index.candidate(for: parted.rest.pieces), phrases[index].values(in: parted.rest) != nil {
                    return .undefined(nearest: [modifier.shown], suggestion: parted.rest.written)
                }
                guard case .undefined(let nearest, let suggestion?) = undefined(parted.rest, depth: depth - 1) else {
                    continue
                }
                let words = parted.words.written
                return .undefined(
                    nearest: nearest,
                    suggestion: modifier.place == .before ? "\(words), \(suggestion)" : "\(suggestion) \(words)")
            }
        }
        let distance = PhraseDistance(phrases)
        let nearest = distance.nearest(to: text)
        let suggestion = nearest.first.map { found in
            let alignment = distance.alignment(of: text, with: phrases[found])
            return StepSuggestion.step(alignment, in: phrases[found], example: definitions[found].example)
        }
        return .undefined(nearest: nearest.map { phrases[$0].description }, suggestion: suggestion)
    }

    /// Returns the errors of the table for a test: an example that its own phrase does not match, and a summary that is
    /// not a sentence.
    func problems() -> [String] {
        zip(definitions, phrases).flatMap { definition, phrase -> [String] in
            let says = phrase.values(in: StepText(definition.example)) != nil
            return (says ? [] : ["\(definition.phrase): the example does not match: \(definition.example)"])
                + (definition.summary.hasSuffix(".") ? [] : ["\(definition.phrase): the summary is not a sentence"])
        }
    }
}
