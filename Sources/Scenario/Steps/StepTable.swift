import ChatProtocol
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
        if let (definition, arguments) = find(step) { return .found(definition, arguments) }
        return undefined(StepText(step.text), depth: modifiers.count)
    }

    /// Returns the definition that matches a step; nil if none does.
    /// - Complexity: O(n) in the length of the step.
    func find(_ step: Gherkin.PickleStep) -> (StepDefinition<Context>, StepArguments)? {
        find(StepText(step.text), step, depth: modifiers.count)
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

extension StepTable {
    /// The version of ``json(chapters:)``. Removing a member or changing its meaning raises it; adding one does not.
    static var jsonVersion: Int { 1 }

    /// Returns the table for editors and other programs, one phrase on each line. `docs/reference/gherkin.md` describes
    /// the members.
    ///
    /// - Parameter chapters: The title of each definition's chapter.
    package func json(chapters: [String]) -> String {
        let phrases = zip(zip(definitions, phrases), chapters).map { entry, chapter in
            let (definition, phrase) = entry
            return Self.line { json in
                json.member("phrase", definition.phrase)
                json.member("chapter", chapter)
                json.member("summary", definition.summary)
                json.member("example", definition.example)
                Self.write(phrase, to: &json)
                json.member("argument", definition.argument.rawValue)
                json.member("check", definition.isCheck)
            }
        }
        let around = zip(modifiers, modifierPhrases).map { modifier, phrase in
            Self.line { json in
                json.member("phrase", modifier.phrase)
                json.member("place", modifier.place == .before ? "before" : "behind")
                json.member("around", modifier.scope == .checks ? "checks" : "persons")
                json.member("summary", modifier.summary)
                json.member("example", modifier.example)
                Self.write(phrase, to: &json)
            }
        }
        let kinds = ParameterKind.allCases.map { kind in
            Self.line { json in
                json.member("kind", kind.rawValue)
                json.member("example", kind.example)
                json.member("quoted", kind.isQuoted)
            }
        }
        return "{\"version\":\(Self.jsonVersion),\n" + Self.list("steps", phrases) + ",\n"
            + Self.list("modifiers", around) + ",\n" + Self.list("parameters", kinds) + "}\n"
    }

    private static func write(_ phrase: Phrase, to json: inout JSONWriter) {
        json.member(
            "parameters", phrase.slots.compactMap { if case .parameter(let kind) = $0 { kind.rawValue } else { nil } })
        json.member("pattern", StepPattern(phrase).source)
    }

    private static func line(_ write: (inout JSONWriter) -> Void) -> String {
        String(decoding: JSONWriter.object(reserving: 512, write), as: UTF8.self)
    }

    private static func list(_ name: String, _ lines: [String]) -> String {
        "\"\(name)\":[\n" + lines.joined(separator: ",\n") + "\n]"
    }
}

extension StepTable {
    /// Returns a list item for each phrase, for `docs/reference/steps.md`.
    package func markdown() -> String {
        definitions.map { definition in
            let below =
                switch definition.argument {
                case .none: ""
                case .table: " + data table"
                case .docString: " + doc string"
                }
            return "- `\(definition.phrase)`\(below). \(definition.summary)\n"
        }.joined()
    }
}

/// The searchable list of all phrases and modifiers.
package struct StepCatalogue {
    /// A phrase or a modifier.
    package struct Entry {
        /// The listed form.
        package let shown: String
        let chapter: String
        package let summary: String
        package let example: String
        let argument: StepArgumentKind

        /// Returns the entry as lines, with the words of the search marked.
        package func text(_ style: ReportStyle = ReportStyle(hasColors: false), marking query: [String] = []) -> String
        {
            let argument: [String] =
                switch argument {
                case .none: []
                case .table: ["      + a data table"]
                case .docString: ["      + a doc string"]
                }
            let lines = [marked(style, query), "    \(summary)", "    \(style.paint(example, .quiet))"] + argument
            return lines.map { $0 + "\n" }.joined()
        }

        private func marked(_ style: ReportStyle, _ query: [String]) -> String {
            guard style.hasColors else { return shown }
            return shown.split(separator: " ", omittingEmptySubsequences: false).map { word in
                let isAsked = Self.words(of: String(word)).contains { own in
                    query.contains { StepCatalogue.likeness(of: $0, to: own) > 0 }
                }
                return style.paint(String(word), isAsked ? .good : .strong)
            }.joined(separator: " ")
        }

        /// Returns the words of a text, in lower case.
        package static func words(of text: String) -> [String] {
            text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }

        /// The texts that a search covers, each with its weight. The example is not one of them, because its names are
        /// arbitrary.
        fileprivate var places: [(words: [String], weight: Int)] {
            [(Self.words(of: shown), 3), (Self.words(of: chapter), 2), (Self.words(of: summary), 1)]
        }
    }

    /// The largest number of nearest entries.
    private static let nearestMax = 3

    /// The entries in the order of the list.
    package let entries: [Entry]

    /// Creates a catalogue of these chapters and modifiers.
    package init<Context>(
        chapters: [(title: String, phrases: [StepDefinition<Context>])], modifiers: [StepModifier<Context>]
    ) {
        let around = modifiers.map {
            Entry(
                shown: $0.shown, chapter: "Words around a step", summary: $0.summary, example: $0.example,
                argument: .none)
        }
        entries =
            around
            + chapters.flatMap { title, phrases in
                phrases.map {
                    Entry(
                        shown: $0.phrase, chapter: title, summary: $0.summary, example: $0.example,
                        argument: $0.argument)
                }
            }
    }

    /// Returns the entries of phrases, in the given order.
    package func entries(_ phrases: [String]) -> [Entry] {
        phrases.compactMap { phrase in entries.first { $0.shown == phrase } }
    }

    /// Returns the entries with all the words, in any order. Entries with the words in a short phrase come first.
    package func found(by query: [String]) -> [Entry] {
        scored(by: query).filter { $0.hits == query.count }.map(\.entry)
    }

    /// Returns the entries with the most words, if these are at least half of them.
    package func nearest(to query: [String]) -> [Entry] {
        let scored = scored(by: query)
        guard let most = scored.map(\.hits).max(), most * 2 >= query.count, most > 0 else { return [] }
        return scored.filter { $0.hits == most }.prefix(Self.nearestMax).map(\.entry)
    }

    private func scored(by query: [String]) -> [(entry: Entry, hits: Int)] {
        let scored = entries.enumerated().map { index, entry in
            let places = entry.places
            let scores = query.map { word in
                places.map { place in (place.words.map { Self.likeness(of: word, to: $0) }.max() ?? 0) * place.weight }
                    .max() ?? 0
            }
            return (
                entry: entry, hits: scores.count { $0 > 0 }, score: scores.reduce(0, +),
                rest: places[0].words.count, index: index
            )
        }
        return scored.sorted { ($1.score, $0.rest, $0.index) < ($0.score, $1.rest, $1.index) }
            .map { ($0.entry, $0.hits) }
    }

    /// Returns the similarity of a word to the one in the search: 3 if equal, 2 if a beginning or another form, 0 if
    /// neither.
    private static func likeness(of query: String, to word: String) -> Int {
        if query == word { return 3 }
        return WordForm.isSame(query, word) || query.utf8.count > 1 && word.hasPrefix(query) ? 2 : 0
    }
}
