/// All the phrases that scenarios may say. Whether they say Given, When or Then makes no difference.
public struct StepTable<Context>: Sendable {
    /// In the order in which they were given, which is the order in which they are listed.
    public let definitions: [StepDefinition<Context>]
    private let phrases: [Phrase]

    /// What the table has for a step.
    public enum Match: Sendable {
        /// One phrase says it.
        case found(StepDefinition<Context>, StepArguments)
        /// None does; these are the phrases that come nearest, the nearest first.
        case undefined(nearest: [String])
        /// Several do.
        case ambiguous(phrases: [String])
    }

    /// Reads the phrases of the definitions.
    /// - Throws: ``PhraseError`` for the first that cannot be read, or that is there twice.
    public init(_ definitions: [StepDefinition<Context>]) throws(PhraseError) {
        var phrases: [Phrase] = []
        var seen: Set<String> = []
        for definition in definitions {
            guard seen.insert(definition.phrase).inserted else {
                throw PhraseError(phrase: definition.phrase, problem: "it is defined twice")
            }
            phrases.append(try Phrase(definition.phrase))
        }
        self.definitions = definitions
        self.phrases = phrases
    }

    /// Finds the definition of a step.
    /// - Complexity: O(n) in the number of definitions.
    public func match(_ step: Gherkin.PickleStep) -> Match {
        let text = StepText(step.text)
        var found: [(index: Int, values: [StepValue?])] = []
        for (index, phrase) in phrases.enumerated() {
            if let values = phrase.values(in: text) { found.append((index, values)) }
        }
        guard let first = found.first else {
            return .undefined(nearest: PhraseDistance.nearest(to: text, among: phrases))
        }
        guard found.count == 1 else { return .ambiguous(phrases: found.map { definitions[$0.index].phrase }) }
        return .found(
            definitions[first.index],
            StepArguments(step: step, phrase: phrases[first.index], number: first.index, values: first.values))
    }

    /// What is wrong with the table: an example that its own phrase does not say, or that another phrase says too, a
    /// summary that is no sentence. Empty when all is well; a test asks this.
    public func problems() -> [String] {
        definitions.indices.flatMap { problems(at: $0) }
    }

    private func problems(at index: Int) -> [String] {
        let definition = definitions[index]
        let text = StepText(definition.example)
        let saying = phrases.indices.filter { phrases[$0].values(in: text) != nil }
        var problems: [String] = []
        if !saying.contains(index) {
            problems.append("\(definition.phrase): the example does not say it: \(definition.example)")
        }
        for other in saying where other != index {
            problems.append("\(definition.phrase): the example is also said by: \(definitions[other].phrase)")
        }
        if !definition.summary.hasSuffix(".") {
            problems.append("\(definition.phrase): the summary is no sentence")
        }
        return problems
    }
}
