import ChatScreens
import Gherkin

/// A proposal for the text at a position.
struct Completion: Hashable {
    /// The kinds of proposals, for which editors have symbols.
    enum Kind: Int {
        case value = 12
        case keyword = 14
        case snippet = 15
        case reference = 18
    }

    var label: String
    var kind: Kind
    var detail = ""
    /// The text that replaces the range, as a snippet of the Language Server Protocol if ``isSnippet``.
    var insertion: String
    var isSnippet = false
    var range: EditorRange
}

/// Completion of steps: the sentences that go on as a step began, and the values for the slot at the position.
struct StepCompletion<Context> {
    let table: StepTable<Context>
    let catalogue: StepCatalogue
    /// True if the editor fills in snippets.
    let allowsSnippets: Bool
    /// The values that the file already has, the first ones first.
    let values: [ParameterKind: [String]]

    /// The largest number of proposals. An editor asks again after the next letter.
    private static var proposalsMax: Int { 60 }

    /// The words of a step before a position.
    private struct Beginning {
        /// The whole words.
        var pieces: [StepText.Piece]
        /// The word that is not complete, without its quotation mark.
        var partial: Substring
        /// True if ``partial`` is inside quotation marks.
        var isQuoted = false
        /// The place of ``partial`` in its line, with its quotation mark.
        var start: String.Index

        init(_ text: Substring) {
            var isQuoted = false
            var start = text.startIndex
            var isEscaped = false
            for index in text.indices {
                let letter = text[index]
                if letter == "\"", !isEscaped {
                    isQuoted.toggle()
                    start = isQuoted ? index : text.index(after: index)
                } else if !isQuoted, letter == " " || letter == "," {
                    start = text.index(after: index)
                }
                isEscaped = letter == "\\" && !isEscaped
            }
            self.isQuoted = isQuoted
            self.start = start
            partial = text[start...].dropFirst(isQuoted ? 1 : 0)
            pieces = StepText(String(text[..<start])).pieces
        }
    }

    /// Returns the proposals for a position in a step.
    ///
    /// - Parameters:
    ///   - text: The text of the step before the position.
    ///   - rest: The text of the line after it.
    ///   - range: Returns the range of a part of the line.
    func proposals(for text: Substring, before rest: Substring, range: (Substring) -> EditorRange) -> [Completion] {
        var beginning = Beginning(text)
        let words = beginning.pieces
        beginning.pieces = Array(words[modifierEnd(in: words)...])
        var word = range(text[beginning.start...])
        if beginning.isQuoted, rest.first == "\"" { word.end.character += 1 }
        let line = EditorRange(
            start: word.start,
            end: EditorPosition(line: word.end.line, character: range(text).end.character + rest.utf16.count))
        let readings = table.phrases.indices.flatMap { index in
            table.phrases[index].rests(after: beginning.pieces)
                .filter { rest in rest.first.map { accepts($0, beginning) } ?? false }
                .map { (index: index, rest: $0) }
        }
        // In a list of names, the next one follows.
        let isList = words.last == .comma || words.last == .word("and")
        let given = valueProposals(
            for: isList ? [.parameter(.persons, slot: 0)] : readings.compactMap(\.rest.first), beginning, word)
        if beginning.isQuoted { return given }
        var sentences = readings.prefix(Self.proposalsMax).map { index, rest in
            sentence(index, rest, partial: beginning.partial, line)
        }
        if words.isEmpty { sentences += modifiers(beginning.partial, word) }
        if sentences.isEmpty {
            let whole = EditorRange(start: range(text).start, end: line.end)
            sentences = found(by: text + rest, whole)
        }
        return given + sentences
    }

    /// Returns the position after the words of a modifier at the beginning of a step; 0 if it has none.
    private func modifierEnd(in pieces: [StepText.Piece]) -> Int {
        for (modifier, phrase) in zip(table.modifiers, table.modifierPhrases) where modifier.place == .before {
            guard let end = phrase.beginning(of: pieces)?.end else { continue }
            if end < pieces.count, pieces[end] == .comma { return end + 1 }
        }
        return 0
    }

    private func modifiers(_ partial: Substring, _ range: EditorRange) -> [Completion] {
        zip(table.modifiers, table.modifierPhrases).compactMap { modifier, phrase in
            guard modifier.place == .before, let first = phrase.nodes.first, begins(first, with: partial) else {
                return nil
            }
            var writer = writer(partial: partial)
            writer.append(phrase.nodes)
            return Completion(
                label: modifier.shown, kind: .keyword, detail: modifier.summary, insertion: writer.text + ", ",
                isSnippet: allowsSnippets, range: range)
        }
    }

    /// Returns a sentence from the words at its beginning to its end, with what it needs below it.
    private func sentence(
        _ index: Int, _ rest: [Phrase.Node], partial: Substring, _ range: EditorRange
    ) -> Completion {
        let definition = table.definitions[index]
        var writer = writer(partial: partial, example: table.phrases[index].values(in: StepText(definition.example)))
        writer.append(rest)
        switch definition.argument {
        case .none: break
        case .table: writer.append(below: ["| ", " |"])
        case .docString: writer.append(below: ["\"\"\"\n  ", "\n  \"\"\""])
        }
        return Completion(
            label: definition.phrase, kind: .snippet, detail: definition.summary, insertion: writer.text,
            isSnippet: allowsSnippets, range: range)
    }

    /// Returns the sentences that contain all the words in any order.
    private func found(by text: Substring, _ range: EditorRange) -> [Completion] {
        let words = StepCatalogue.Entry.words(of: String(text))
        guard !words.isEmpty else { return [] }
        let shown = Set(catalogue.found(by: words).prefix(Self.proposalsMax).map(\.shown))
        return table.phrases.indices.filter { shown.contains(table.phrases[$0].description) }.map {
            sentence($0, table.phrases[$0].nodes, partial: "", range)
        }
    }

    private func writer(partial: Substring, example: [StepValue?]? = nil) -> SnippetWriter {
        SnippetWriter(allowsSnippets: allowsSnippets, values: values, example: example ?? [], partial: partial)
    }

    // MARK: Values

    private func valueProposals(
        for nodes: [Phrase.Node], _ beginning: Beginning, _ range: EditorRange
    ) -> [Completion] {
        var kinds: [ParameterKind] = []
        func collect(_ node: Phrase.Node) {
            switch node {
            case .piece: break
            case .parameter(let kind, _): if !kinds.contains(kind) { kinds.append(kind) }
            case .choice(let alternatives, _, _): for first in alternatives.compactMap(\.first) { collect(first) }
            }
        }
        for node in nodes { collect(node) }
        var seen: Set<String> = []
        return kinds.flatMap { kind in
            let known = kind == .persons ? values[.person] : values[kind]
            return (known ?? []).filter { $0.hasPrefix(beginning.partial) && seen.insert($0).inserted }.map { value in
                let text = kind.isQuoted ? "\"\(StepText.escaped(value))\"" : value
                return Completion(label: text, kind: .value, detail: kind.rawValue, insertion: text, range: range)
            }
        }
    }

    /// Returns true if a node can follow, and begin with the word that is not complete.
    private func accepts(_ node: Phrase.Node, _ beginning: Beginning) -> Bool {
        guard beginning.isQuoted else { return begins(node, with: beginning.partial) }
        switch node {
        case .piece(.quoted(let text)): return text.hasPrefix(beginning.partial)
        case .piece: return false
        case .parameter(let kind, _): return kind.isQuoted
        case .choice(let alternatives, _, _):
            return alternatives.contains { $0.first.map { accepts($0, beginning) } ?? false }
        }
    }

    private func begins(_ node: Phrase.Node, with partial: Substring) -> Bool {
        if partial.isEmpty { return true }
        switch node {
        case .piece(.word(let word)): return word.lowercased().hasPrefix(partial.lowercased())
        case .piece: return false
        case .parameter(let kind, _):
            switch kind {
            case .person, .persons: return ParameterReader.name([.word(String(partial))], at: 0) != nil
            case .count, .duration: return ParameterReader.number([.word(String(partial))], at: 0) != nil
            case .app, .conversation, .text, .url: return false
            }
        case .choice(let alternatives, _, _):
            return alternatives.contains { $0.first.map { begins($0, with: partial) } ?? false }
        }
    }
}

/// Writes the nodes of a phrase as a snippet, in which each slot is a tab stop with a value from the file.
private struct SnippetWriter {
    private(set) var text = ""
    private let allowsSnippets: Bool
    /// The names and links of the file.
    private var values: [ParameterKind: ArraySlice<String>]
    /// The values of the phrase's example, by slot.
    private let example: [StepValue?]
    /// The letters with which the first word has to begin; empty after it.
    private var partial: Substring
    private var stops = 0

    init(allowsSnippets: Bool, values: [ParameterKind: [String]], example: [StepValue?], partial: Substring) {
        self.allowsSnippets = allowsSnippets
        self.values = values.filter { $0.key != .text }.mapValues { $0[...] }
        self.example = example
        self.partial = partial
    }

    mutating func append(_ nodes: [Phrase.Node]) {
        for node in nodes {
            switch node {
            case .piece(let piece): append(word: escaped(StepGrammar.text(of: piece, isAlone: false)))
            case .parameter(let kind, let slot):
                let value = value(kind, slot)
                append(word: kind.isQuoted ? "\"\(stop(value))\"" : stop(value))
            case .choice(_, _, isOptional: true): break
            case .choice(let alternatives, _, _): append(oneOf: alternatives)
            }
            partial = ""
        }
    }

    /// Appends what a step needs below it: two texts with a tab stop between them.
    mutating func append(below parts: [String]) {
        text += "\n  " + parts.joined(separator: stop(""))
    }

    private mutating func append(oneOf alternatives: [[Phrase.Node]]) {
        let fitting = alternatives.filter { nodes in
            guard case .piece(.word(let word))? = nodes.first else { return partial.isEmpty }
            return word.lowercased().hasPrefix(partial.lowercased())
        }
        let isPlain = fitting.allSatisfy { $0.allSatisfy { if case .piece = $0 { true } else { false } } }
        guard isPlain, fitting.count > 1, allowsSnippets else {
            append(fitting.first ?? alternatives[0])
            return
        }
        stops += 1
        let texts = fitting.map { nodes in
            var writer = SnippetWriter(allowsSnippets: false, values: [:], example: [], partial: "")
            writer.append(nodes)
            return Self.escaped(writer.text, [",", "|", "\\"])
        }
        append(word: "${\(stops)|\(texts.joined(separator: ","))|}")
    }

    /// Returns a value for a slot, each one once.
    private mutating func value(_ kind: ParameterKind, _ slot: Int) -> String {
        if kind == .persons { return [value(.person, slot), value(.person, slot)].joined(separator: " and ") }
        if kind == .person, !partial.isEmpty {
            defer { partial = "" }
            return values[kind]?.first { $0.hasPrefix(partial) } ?? String(partial)
        }
        if let value = values[kind]?.popFirst() { return kind.isQuoted ? StepText.escaped(value) : value }
        let usual = kind.isQuoted ? String(kind.example.dropFirst().dropLast()) : kind.example
        switch slot < example.count ? example[slot] : nil {
        case .text(let text)?: return kind.isQuoted ? StepText.escaped(text) : text
        case .count(let count)?: return String(count)
        case .duration(let time)?: return DurationReader.words(milliseconds: time.wholeMilliseconds) ?? usual
        case .names, .reference, nil: return usual
        }
    }

    private mutating func append(word: String) {
        let isAttached = text.isEmpty || word == "'s" || word == ":"
        text += (isAttached ? "" : " ") + word
    }

    private mutating func stop(_ value: String) -> String {
        guard allowsSnippets else { return value }
        stops += 1
        return "${\(stops):\(escaped(value))}"
    }

    private func escaped(_ text: String) -> String {
        allowsSnippets ? Self.escaped(text, ["$", "}", "\\"]) : text
    }

    private static func escaped(_ text: String, _ marks: Set<Character>) -> String {
        text.reduce(into: "") { result, letter in
            if marks.contains(letter) { result.append("\\") }
            result.append(letter)
        }
    }
}
