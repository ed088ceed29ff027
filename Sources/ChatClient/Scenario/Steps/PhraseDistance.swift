/// How far a step is from what it might have meant: an edit distance over words.
enum PhraseDistance {
    /// As many phrases as help; more would be a list to read.
    private static let nearestMax = 3
    /// Words of a step that are compared. The distance costs the product of both lengths.
    private static let wordsMax = 60
    /// Ways to say a phrase that are compared: groups multiply.
    private static let variantsMax = 16
    /// Another word. More than a word that is missing: who forgets the end of a sentence has still said its verb.
    private static let differentWord = 3
    /// A word too many or too few.
    private static let missingWord = 2
    /// A word that is spelled almost so, or a place that was left out.
    private static let similarWord = 1

    /// The phrases that come nearest, the nearest first; none that has half or less in common with the step.
    static func nearest(to text: StepText, among phrases: [Phrase]) -> [String] {
        let said = words(of: text)
        let scored = phrases.enumerated().map { index, phrase in
            let distances = variants(of: phrase.nodes).map { (distance(said, $0), max(said.count, $0.count)) }
            let best = distances.min { $0.0 < $1.0 } ?? (Int.max, 0)
            return (phrase: phrase, index: index, distance: best.0, length: best.1)
        }
        return scored.filter { $0.distance * 2 < $0.length * differentWord }
            .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
            .prefix(nearestMax).map(\.phrase.description)
    }

    /// A word of a step, as far as it matters here.
    private enum Said {
        case word(String)
        case name(String)
        case quoted(String)
    }

    /// The words of a step; a list of names is one.
    private static func words(of text: StepText) -> [Said] {
        var result: [Said] = []
        var position = 0
        while position < text.pieces.count, result.count < wordsMax {
            if let (names, end) = ParameterReader.names(text.pieces, at: position) {
                result.append(.name(names[0]))
                position = end
                continue
            }
            switch text.pieces[position] {
            case .word(let word): result.append(.word(word))
            case .quoted(let content): result.append(.quoted(content))
            case .comma: break
            }
            position += 1
        }
        return result
    }

    /// The ways to say a phrase, up to a limit: groups taken and left out. Parameters that are two words stand twice.
    private static func variants(of nodes: [Phrase.Node]) -> [[Phrase.Node]] {
        var result: [[Phrase.Node]] = [[]]
        for node in nodes {
            switch node {
            case .word, .quoted: result = result.map { $0 + [node] }
            case .parameter(let kind, _):
                result = result.map { $0 + (kind == .duration ? [node, node] : [node]) }
            case .choice(let alternatives, _, let isOptional):
                let ways = (isOptional ? [[]] : []) + alternatives.flatMap(variants(of:))
                result = Array(result.flatMap { start in ways.map { start + $0 } }.prefix(variantsMax))
            }
        }
        return result
    }

    private static func distance(_ said: [Said], _ phrase: [Phrase.Node]) -> Int {
        var previous = phrase.reduce(into: [0]) { $0.append(($0.last ?? 0) + costOfMissing($1)) }
        for (row, word) in said.enumerated() {
            var current = [(row + 1) * missingWord]
            for (column, node) in phrase.enumerated() {
                let replaced = previous[column] + cost(word, node)
                let left = current[column] + costOfMissing(node)
                let above = previous[column + 1] + missingWord
                current.append(min(replaced, min(left, above)))
            }
            previous = current
        }
        return previous.last ?? 0
    }

    private static func costOfMissing(_ node: Phrase.Node) -> Int {
        if case .parameter = node { similarWord } else { missingWord }
    }

    private static func cost(_ said: Said, _ node: Phrase.Node) -> Int {
        switch (node, said) {
        case (.parameter(.person, _), .name), (.parameter(.persons, _), .name): 0
        case (.parameter(let kind, _), .quoted): kind.isQuoted ? 0 : differentWord
        case (.parameter(.count, _), .word(let word)): isNumber(word) ? 0 : differentWord
        case (.parameter(.duration, _), .word(let word)):
            isNumber(word) || DurationReader.isUnit(word) ? 0 : differentWord
        case (.quoted(let wanted), .quoted(let text)): wanted == text ? 0 : similarWord
        case (.word(let wanted), .word(let word)), (.word(let wanted), .name(let word)): cost(wanted, word)
        default: differentWord
        }
    }

    private static func isNumber(_ word: String) -> Bool {
        ParameterReader.number([.word(word)], at: 0) != nil
    }

    private static func cost(_ wanted: String, _ word: String) -> Int {
        if wanted == word { return 0 }
        let left = Array(wanted.utf8.prefix(32))
        let right = Array(word.utf8.prefix(32))
        var previous = Array(0...right.count)
        for (row, byte) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = previous[column] + (byte == other ? 0 : 1)
                current.append(min(replaced, min(current[column], previous[column + 1]) + 1))
            }
            previous = current
        }
        return (previous.last ?? 0) * 3 <= max(left.count, right.count) ? similarWord : differentWord
    }
}
