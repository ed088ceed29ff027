/// The searchable list of all phrases and modifiers.
package struct StepCatalogue {
    /// A phrase or a modifier.
    package struct Entry {
        /// The listed form.
        let shown: String
        let chapter: String
        let summary: String
        let example: String
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
