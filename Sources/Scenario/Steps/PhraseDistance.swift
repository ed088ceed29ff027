import ChatProtocol
import ChatScreens

/// The distance between a step and the phrases that it resembles: an edit distance over words, in which rare words of
/// the phrases weigh more. With equal weights, `Bea disconnects` would be near `{persons} are in {conversation}`, which
/// takes only a few changes.
struct PhraseDistance {
    /// The largest number of nearest phrases; more would be too long to read.
    private static let nearestMax = 3
    /// The largest number of words of a step that are compared. The cost is the product of both lengths.
    private static let wordsMax = 60
    /// The largest number of variants of a phrase that are compared, because groups multiply them.
    private static let variantsMax = 16
    /// The smallest weight: that of a word in most phrases, or of a slot.
    private static let unit = 4
    /// The largest weight of a word, and the weight of a word that no phrase has, in units.
    private static let (rareWord, unknownWord) = (6, 3)
    /// The weight of a number, and of each of the two words of a time, which few phrases have.
    private static let numberWeight = 5 * unit
    /// The largest difference of a near phrase, as a share of the weight of both.
    private static let nearness = 0.4
    /// The number of letters at the beginning that make two words likely to be related: `notification` and `notice`.
    private static let relatedLetters = 4
    /// The verbs that do not indicate which phrase is meant.
    private static let auxiliaryVerbs: Set = ["can", "does", "do", "is", "are", "was", "has", "have"]
    /// The largest amount by which other phrases may be farther than the nearest one.
    private static let besideNearest = 0.08

    private let phrases: [Phrase]
    /// The number of phrases that have each word.
    private let uses: [String: Int]
    /// The verbs of the phrases in which a person acts or observes, without auxiliary verbs.
    private let verbs: Set<String>

    /// Creates a comparison with these phrases.
    init(_ phrases: [Phrase]) {
        self.phrases = phrases
        var uses: [String: Int] = [:]
        for phrase in phrases {
            for word in Set(Self.words(of: phrase.nodes)) { uses[word, default: 0] += 1 }
        }
        self.uses = uses
        verbs = Set(phrases.compactMap { Self.verb(of: $0.nodes) }).subtracting(Self.auxiliaryVerbs)
    }

    /// Returns the indices of the nearest phrases, the nearest first; empty if none is near.
    func nearest(to text: StepText) -> [Int] {
        let said = said(in: text)
        var near: [(index: Int, distance: Double)] = []
        for (index, phrase) in phrases.enumerated() {
            let distances = Self.variants(of: phrase.nodes).compactMap { distance(said, $0) }
            if let best = distances.min() { near.append((index, best)) }
        }
        near.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
        guard let best = near.first?.distance else { return [] }
        return near.prefix(Self.nearestMax).filter { $0.distance <= best + Self.besideNearest }.map(\.index)
    }

    /// A word of a step in the form for this comparison.
    enum Said {
        case word(String)
        /// A word that no phrase has in any form. It may replace another one.
        case foreign(String)
        case names([String])
        case quoted(StepText.Piece)
    }

    /// The correspondence between the parts of a phrase and those of a step.
    struct Alignment {
        /// The parts of the nearest variant of the phrase, each with the part of the step in its place.
        var nodes: [(node: Phrase.Node, said: Said?)] = []
        /// The parts of the step without a counterpart.
        var spare: [Said] = []
    }

    /// Returns the correspondence between a step and the nearest variant of a phrase.
    func alignment(of text: StepText, with phrase: Phrase) -> Alignment {
        let said = said(in: text)
        let best = Self.variants(of: phrase.nodes).map { (nodes: $0, rows: rows(said, $0)) }
            .min { ($0.rows.last?.last ?? 0) < ($1.rows.last?.last ?? 0) }
        return best.map { alignment(said, $0.nodes, $0.rows) } ?? Alignment()
    }

    private func alignment(_ said: [Said], _ nodes: [Phrase.Node], _ rows: [[Int]]) -> Alignment {
        var alignment = Alignment()
        var (row, column) = (said.count, nodes.count)
        while row > 0 || column > 0 {
            let here = rows[row][column]
            // Prefers to leave out a late part of the phrase.
            if column > 0, here == rows[row][column - 1] + weight(of: nodes[column - 1]) {
                column -= 1
                alignment.nodes.insert((nodes[column], nil), at: 0)
            } else if row > 0, column > 0, let cost = cost(said[row - 1], nodes[column - 1]),
                here == rows[row - 1][column - 1] + cost
            {
                (row, column) = (row - 1, column - 1)
                alignment.nodes.insert((nodes[column], said[row]), at: 0)
            } else {
                row -= 1
                alignment.spare.insert(said[row], at: 0)
            }
        }
        return alignment
    }

    // MARK: The compared words

    /// Returns the words of a step, in which a list of names is one.
    private func said(in text: StepText) -> [Said] {
        var result: [Said] = []
        var position = 0
        while position < text.pieces.count, result.count < Self.wordsMax {
            if let (names, end) = ParameterReader.names(text.pieces, at: position) {
                result.append(.names(names))
                position = end
                continue
            }
            switch text.pieces[position] {
            case .word(let word):
                if position == 0, let name = name(word) {
                    result.append(.names([name]))
                } else {
                    result += Self.plain(word).map { isForeign($0) ? .foreign($0) : .word($0) }
                }
            case .quoted, .reference: result.append(.quoted(text.pieces[position]))
            case .comma: break
            }
            position += 1
        }
        return result
    }

    /// Returns the capitalized first word of a step, if it can be a name in lower case. No phrase begins with such a
    /// word.
    private func name(_ word: String) -> String? {
        guard uses[word] == nil, word.utf8.count > 1 else { return nil }
        let name = word.prefix(1).uppercased() + word.dropFirst()
        return ParameterReader.name([.word(name)], at: 0)
    }

    private func isForeign(_ word: String) -> Bool {
        uses[word] == nil && !Self.isTime(word) && !uses.keys.contains { WordForm.isSame($0, word) }
    }

    /// Splits a contraction: `doesn't` becomes `does not`.
    private static func plain(_ word: String) -> [String] {
        if ["cannot", "can't", "can’t"].contains(word) { return ["can", "not"] }
        for ending in ["n't", "n’t"] where word.hasSuffix(ending) { return [String(word.dropLast(3)), "not"] }
        return [word]
    }

    /// Returns the variants of a phrase up to a limit, with each choice of its groups. A parameter of two words occurs
    /// twice.
    private static func variants(of nodes: [Phrase.Node]) -> [[Phrase.Node]] {
        var result: [[Phrase.Node]] = [[]]
        for node in nodes {
            switch node {
            case .piece: result = result.map { $0 + [node] }
            case .parameter(let kind, _):
                result = result.map { $0 + (kind == .duration ? [node, node] : [node]) }
            case .choice(let alternatives, _, let isOptional):
                let ways = (isOptional ? [[]] : []) + alternatives.flatMap(variants(of:))
                result = Array(result.flatMap { start in ways.map { start + $0 } }.prefix(variantsMax))
            }
        }
        return result
    }

    private static func words(of nodes: [Phrase.Node]) -> [String] {
        nodes.flatMap { node -> [String] in
            switch node {
            case .piece(.word(let word)): [word]
            case .choice(let alternatives, _, _): alternatives.flatMap(words(of:))
            case .piece, .parameter: []
            }
        }
    }

    // MARK: The distance

    /// Returns the difference as a share of the weight of both. Nil if the step is not near: if the difference is too
    /// large, if the step has too few of the phrase's own words, or if only one of the two contains a negation.
    private func distance(_ said: [Said], _ nodes: [Phrase.Node]) -> Double? {
        guard
            Self.negates(said.compactMap { if case .word(let word) = $0 { word } else { nil } })
                == Self.negates(Self.words(of: nodes))
        else { return nil }
        let rows = rows(said, nodes)
        let weight = said.reduce(0) { $0 + self.weight(of: $1) } + nodes.reduce(0) { $0 + self.weight(of: $1) }
        let ofVerb = hasOtherVerb(said, nodes) ? Self.rareWord * Self.unit : 0
        let distance = Double((rows.last?.last ?? 0) + ofVerb) / Double(max(1, weight))
        guard distance < Self.nearness else { return nil }
        var (own, ofThem) = (0, 0)
        for (node, said) in alignment(said, nodes, rows).nodes where Self.isTelling(node) {
            own += self.weight(of: node)
            if let said, Self.says(said, node) { ofThem += self.weight(of: node) }
        }
        return ofThem * 5 > own * 2 ? distance : nil
    }

    /// Returns the word after the person with whom a phrase begins; nil if it begins with anything else.
    private static func verb(of nodes: [Phrase.Node]) -> String? {
        guard nodes.count > 1, case .piece(.word(let verb)) = nodes[1] else { return nil }
        switch nodes[0] {
        case .parameter(.person, _), .parameter(.persons, _): return verb
        default: return nil
        }
    }

    /// Returns true if the verb of the step occurs in other phrases only: a step with `sees` was not meant as
    /// `deletes`.
    private func hasOtherVerb(_ said: [Said], _ nodes: [Phrase.Node]) -> Bool {
        guard said.count > 1, case .names = said[0], case .word(let verb) = said[1], verbs.contains(verb) else {
            return false
        }
        return !Self.words(of: nodes).contains { WordForm.isSame($0, verb) }
    }

    /// Returns true if a part of a phrase identifies it: its own words, and a time, which few phrases have.
    private static func isTelling(_ node: Phrase.Node) -> Bool {
        switch node {
        case .piece, .parameter(.duration, _): true
        case .parameter, .choice: false
        }
    }

    private static func says(_ said: Said, _ node: Phrase.Node) -> Bool {
        switch (node, said) {
        case (.piece(.word(let wanted)), .word(let word)): WordForm.isSame(wanted, word)
        case (.piece(.word(let wanted)), .names(let names)): WordForm.isSame(wanted, names[0])
        case (.piece(.word), .foreign): false
        default: true
        }
    }

    private static func negates(_ words: [String]) -> Bool {
        words.contains { ["not", "no", "never", "nothing", "nobody"].contains($0) }
    }

    private func rows(_ said: [Said], _ phrase: [Phrase.Node]) -> [[Int]] {
        EditDistance.rows(said, phrase, less: costOfMore, more: { weight(of: $0) }, other: { cost($0, $1) })
    }

    private func weight(of node: Phrase.Node) -> Int {
        switch node {
        case .piece(.word(let word)): weight(of: word)
        case .parameter(.duration, _), .parameter(.count, _): Self.numberWeight
        case .piece: 2 * Self.unit
        case .parameter, .choice: Self.unit
        }
    }

    private func weight(of said: Said) -> Int {
        switch said {
        case .word(let word): Self.isTime(word) ? Self.numberWeight : weight(of: word)
        case .foreign: Self.unknownWord * Self.unit
        case .names: 2 * Self.unit
        case .quoted: Self.unit
        }
    }

    /// Returns the cost of a part of a step without a counterpart. A quoted text costs more than its weight.
    private func costOfMore(_ said: Said) -> Int {
        if case .quoted = said { 5 * Self.unit } else { weight(of: said) }
    }

    /// Returns the weight of a word, which is larger for rarer words.
    private func weight(of word: String) -> Int {
        guard let uses = uses[word] else { return Self.unknownWord * Self.unit }
        let halvings = Int.bitWidth - 1 - (phrases.count / uses).leadingZeroBitCount
        return min(1 + halvings, Self.rareWord) * Self.unit
    }

    /// Returns the cost of a part of a step in place of a part of the phrase; nil if that is impossible.
    private func cost(_ said: Said, _ node: Phrase.Node) -> Int? {
        switch (node, said) {
        case (.parameter(.person, _), .names), (.parameter(.persons, _), .names): 0
        case (.parameter(let kind, _), .quoted(let piece)): cost(piece, kind)
        case (.parameter(.count, _), .word(let word)): Self.isNumber(word) ? 0 : nil
        case (.parameter(.duration, _), .word(let word)): Self.isTime(word) ? 0 : nil
        case (.piece(.quoted(let wanted)), .quoted(let piece)): piece == .quoted(wanted) ? 0 : Self.unit
        case (.piece(.word(let wanted)), .word(let word)): cost(wanted, word)
        case (.piece(.word(let wanted)), .foreign(let word)):
            cost(wanted, word) ?? max(weight(of: wanted), weight(of: said)) / (Self.isRelated(wanted, word) ? 2 : 1)
        case (.piece(.word(let wanted)), .names(let names)): cost(wanted, names[0])
        default: nil
        }
    }

    private func cost(_ wanted: String, _ word: String) -> Int? {
        if wanted == word { return 0 }
        if WordForm.isSame(wanted, word) { return max(1, weight(of: wanted) / 4) }
        // Short words such as `in` and `to` are easily confused.
        guard wanted.utf8.count <= 3, word.utf8.count <= 3 else { return nil }
        return max(weight(of: wanted), weight(of: word)) / 2
    }

    private static func isRelated(_ wanted: String, _ word: String) -> Bool {
        zip(wanted, word).prefix { $0 == $1 }.count >= relatedLetters
    }

    /// Returns the cost of a quoted text in a slot. A link fits only a link or a text, and a slot for a link seldom has
    /// another text.
    private func cost(_ piece: StepText.Piece, _ kind: ParameterKind) -> Int? {
        guard kind.isQuoted else { return nil }
        guard case .quoted(let text) = piece, kind != .text else { return 0 }
        switch (text.utf8.contains(sequence: "://"), kind == .url) {
        case (true, true), (false, false): return 0
        case (false, true): return 3 * Self.unit
        case (true, false): return nil
        }
    }

    private static func isNumber(_ word: String) -> Bool { ParameterReader.number([.word(word)], at: 0) != nil }

    private static func isTime(_ word: String) -> Bool { isNumber(word) || DurationReader.isUnit(word) }
}

/// The suggestion for an undefined step: its own values in the words of a phrase.
enum StepSuggestion {
    /// Returns a step that matches the phrase. It uses the values of the step where they fit, and those of the example
    /// for the other slots. If that is impossible, it returns the example.
    static func step(_ alignment: PhraseDistance.Alignment, in phrase: Phrase, example: String) -> String {
        let values = phrase.values(in: StepText(example)) ?? []
        guard let pieces = pieces(alignment, example: values) else { return example }
        let written = StepText(pieces: pieces).written
        return phrase.values(in: StepText(written)) == nil ? example : written
    }

    private static func pieces(_ alignment: PhraseDistance.Alignment, example: [StepValue?]) -> [StepText.Piece]? {
        var spare = alignment.spare
        var result: [StepText.Piece] = []
        var filled: Set<Int> = []
        for (node, said) in alignment.nodes {
            switch node {
            case .piece(let piece): result.append(piece)
            case .parameter(let kind, let slot):
                if let said, let value = value(said, kind) {
                    result += value
                } else if let index = spare.firstIndex(where: { value($0, kind) != nil }),
                    let value = value(spare.remove(at: index), kind)
                {
                    result += value
                } else if !filled.contains(slot) {
                    guard slot < example.count, let value = example[slot] else { return nil }
                    if case .duration = value {
                        result += [.word("10"), .word("minutes")]
                    } else {
                        result += StepGrammar.pieces(of: value, as: kind)
                    }
                }
                filled.insert(slot)
            case .choice: return nil
            }
        }
        return result
    }

    /// Returns a part of the step as a value of the kind; nil if it cannot be one.
    private static func value(_ said: PhraseDistance.Said, _ kind: ParameterKind) -> [StepText.Piece]? {
        switch (kind, said) {
        case (.person, .names(let names)): return names.prefix(1).map { .word($0) }
        case (.persons, .names(let names)): return StepGrammar.pieces(of: .names(names), as: kind)
        case (_, .quoted(let piece)) where kind.isQuoted: return [piece]
        case (.count, .word(let word)): return PieceKind(.word(word)) == .number ? [.word(word)] : nil
        case (.duration, .word(let word)):
            let isTime = PieceKind(.word(word)) == .number || DurationReader.isUnit(word) || word == "a" || word == "an"
            return isTime ? [.word(word)] : nil
        default: return nil
        }
    }
}
