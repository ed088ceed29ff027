package import Gherkin

/// All the phrases that scenarios may say. Whether they say Given, When or Then makes no difference.
package struct StepTable<Context>: Sendable {
    /// In the order in which they were given, which is the order in which they are listed.
    let definitions: [StepDefinition<Context>]
    /// What may stand around steps.
    let modifiers: [StepModifier<Context>]
    let phrases: [Phrase]
    private let index: PhraseIndex
    let modifierPhrases: [Phrase]

    /// What the table has for a step.
    package enum Match: Sendable {
        /// One phrase says it; no two ever do.
        case found(StepDefinition<Context>, StepArguments)
        /// None does; these are the phrases that come nearest, the nearest first, and a step in the words of the first
        /// of them: what may have been meant.
        case undefined(nearest: [String], suggestion: String?)
    }

    /// Reads the phrases of the definitions.
    /// - Throws: ``PhraseError`` for the first that cannot be read, or that could say the same step as another.
    package init(_ definitions: [StepDefinition<Context>], modifiers: [StepModifier<Context>] = []) throws(PhraseError)
    {
        self.definitions = definitions
        self.modifiers = modifiers
        phrases = try definitions.map { definition throws(PhraseError) in try Phrase(definition.phrase) }
        index = try PhraseIndex(phrases)
        modifierPhrases = try modifiers.map { modifier throws(PhraseError) in try Phrase(modifier.phrase) }
    }

    /// Finds the definition of a step.
    /// - Complexity: O(n) in the length of the step where a phrase says it; in the length of the table where none does.
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

    /// The words around a step are kept in what is suggested, unless they may not stand around it.
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

    /// What is wrong with the table: an example that its own phrase does not say, a summary that is no sentence. Empty
    /// when all is well; a test asks this.
    func problems() -> [String] {
        zip(definitions, phrases).flatMap { definition, phrase -> [String] in
            let says = phrase.values(in: StepText(definition.example)) != nil
            return (says ? [] : ["\(definition.phrase): the example does not match: \(definition.example)"])
                + (definition.summary.hasSuffix(".") ? [] : ["\(definition.phrase): the summary is not a sentence"])
        }
    }
}
