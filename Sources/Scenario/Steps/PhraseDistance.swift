import ChatProtocol

/// How far a step is from what it might have meant: an edit distance over words, in which a word weighs the more the
/// fewer phrases have it. Who writes `Bea disconnects` has not meant `{persons} are in {conversation}`, although that
/// takes only a few changes.
struct PhraseDistance {
    /// As many phrases as help; more would be a list to read.
    private static let nearestMax = 3
    /// Words of a step that are compared. The distance costs the product of both lengths.
    private static let wordsMax = 60
    /// Ways to say a phrase that are compared: groups multiply.
    private static let variantsMax = 16
    /// What the least weighs: a word that most phrases have, a place for a value.
    private static let unit = 4
    /// What a word weighs at the most, and one that no phrase has, in units.
    private static let (rareWord, unknownWord) = (6, 3)
    /// What a number weighs, and each of the two words of a time: few phrases have one.
    private static let numberWeight = 5 * unit
    /// The share of what both weigh that may differ.
    private static let nearness = 0.4
    /// The number of letters at the beginning that make two words likely to be related: `notification` and `notice`.
    private static let relatedLetters = 4
    /// Verbs that say nothing about which phrase is meant.
    private static let auxiliaryVerbs: Set = ["can", "does", "do", "is", "are", "was", "has", "have"]
    /// How much farther than the nearest another may be.
    private static let besideNearest = 0.08

    private let phrases: [Phrase]
    /// How many phrases have a word.
    private let uses: [String: Int]
    /// The verbs of the phrases in which a person acts or observes, without auxiliary verbs.
    private let verbs: Set<String>

    /// Compares steps with these phrases.
    init(_ phrases: [Phrase]) {
        self.phrases = phrases
        var uses: [String: Int] = [:]
        for phrase in phrases {
            for word in Set(Self.words(of: phrase.nodes)) { uses[word, default: 0] += 1 }
        }
        self.uses = uses
        verbs = Set(phrases.compactMap { Self.verb(of: $0.nodes) }).subtracting(Self.auxiliaryVerbs)
    }

    /// The phrases that come nearest, by their places, the nearest first; none where none is near.
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

    /// A word of a step, as far as it matters here.
    enum Said {
        case word(String)
        /// A word that no phrase has in any form: it may stand for another.
        case foreign(String)
        case names([String])
        case quoted(StepText.Piece)
    }

    /// What of a step stands for what of a phrase.
    struct Alignment {
        /// The parts of the phrase in the wording that comes nearest, each with what was said for it.
        var nodes: [(node: Phrase.Node, said: Said?)] = []
        /// What was said for no part of it.
        var spare: [Said] = []
    }

    /// Lays a step beside the wording of a phrase that comes nearest to it.
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
            // What the step does not say is rather what stands late in the phrase.
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

    // MARK: What is compared

    /// The words of a step; a list of names is one.
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

    /// The name that the first word of a step may be in lower case: phrases begin with no such word.
    private func name(_ word: String) -> String? {
        guard uses[word] == nil, word.utf8.count > 1 else { return nil }
        let name = word.prefix(1).uppercased() + word.dropFirst()
        return ParameterReader.name([.word(name)], at: 0)
    }

    private func isForeign(_ word: String) -> Bool {
        uses[word] == nil && !Self.isTime(word) && !uses.keys.contains { WordForm.isSame($0, word) }
    }

    /// `doesn't` is `does not`.
    private static func plain(_ word: String) -> [String] {
        if ["cannot", "can't", "can’t"].contains(word) { return ["can", "not"] }
        for ending in ["n't", "n’t"] where word.hasSuffix(ending) { return [String(word.dropLast(3)), "not"] }
        return [word]
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

    private static func words(of nodes: [Phrase.Node]) -> [String] {
        nodes.flatMap { node -> [String] in
            switch node {
            case .word(let word): [word]
            case .choice(let alternatives, _, _): alternatives.flatMap(words(of:))
            case .quoted, .parameter: []
            }
        }
    }

    // MARK: The distance

    /// The share of what both weigh in which they differ; nil where they are not near: where that is too much, where
    /// little of the phrase's own words was said, or where only one of the two says that something is not so.
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
        guard nodes.count > 1, case .word(let verb) = nodes[1] else { return nil }
        switch nodes[0] {
        case .parameter(.person, _), .parameter(.persons, _): return verb
        default: return nil
        }
    }

    /// True if the verb of a step is that of other phrases: who writes `sees` has not meant `deletes`.
    private func hasOtherVerb(_ said: [Said], _ nodes: [Phrase.Node]) -> Bool {
        guard said.count > 1, case .names = said[0], case .word(let verb) = said[1], verbs.contains(verb) else {
            return false
        }
        return !Self.words(of: nodes).contains { WordForm.isSame($0, verb) }
    }

    /// Whether a part of a phrase shows that this phrase was meant: its own words, and a time, which few phrases have.
    private static func isTelling(_ node: Phrase.Node) -> Bool {
        switch node {
        case .word, .quoted, .parameter(.duration, _): true
        case .parameter, .choice: false
        }
    }

    private static func says(_ said: Said, _ node: Phrase.Node) -> Bool {
        switch (node, said) {
        case (.word(let wanted), .word(let word)): WordForm.isSame(wanted, word)
        case (.word(let wanted), .names(let names)): WordForm.isSame(wanted, names[0])
        case (.word, .foreign): false
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
        case .word(let word): weight(of: word)
        case .parameter(.duration, _), .parameter(.count, _): Self.numberWeight
        case .quoted: 2 * Self.unit
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

    /// What it costs that a part of a step has no place: of what stands in quotes more than it weighs.
    private func costOfMore(_ said: Said) -> Int {
        if case .quoted = said { 5 * Self.unit } else { weight(of: said) }
    }

    /// The rarer the heavier.
    private func weight(of word: String) -> Int {
        guard let uses = uses[word] else { return Self.unknownWord * Self.unit }
        let halvings = Int.bitWidth - 1 - (phrases.count / uses).leadingZeroBitCount
        return min(1 + halvings, Self.rareWord) * Self.unit
    }

    /// What it costs that the one was said for the other; nil where it cannot have been.
    private func cost(_ said: Said, _ node: Phrase.Node) -> Int? {
        switch (node, said) {
        case (.parameter(.person, _), .names), (.parameter(.persons, _), .names): 0
        case (.parameter(let kind, _), .quoted(let piece)): cost(piece, kind)
        case (.parameter(.count, _), .word(let word)): Self.isNumber(word) ? 0 : nil
        case (.parameter(.duration, _), .word(let word)): Self.isTime(word) ? 0 : nil
        case (.quoted(let wanted), .quoted(let piece)): piece == .quoted(wanted) ? 0 : Self.unit
        case (.word(let wanted), .word(let word)): cost(wanted, word)
        case (.word(let wanted), .foreign(let word)):
            cost(wanted, word) ?? max(weight(of: wanted), weight(of: said)) / (Self.isRelated(wanted, word) ? 2 : 1)
        case (.word(let wanted), .names(let names)): cost(wanted, names[0])
        default: nil
        }
    }

    private func cost(_ wanted: String, _ word: String) -> Int? {
        if wanted == word { return 0 }
        if WordForm.isSame(wanted, word) { return max(1, weight(of: wanted) / 4) }
        // `in` and `to` are easily mistaken for each other.
        guard wanted.utf8.count <= 3, word.utf8.count <= 3 else { return nil }
        return max(weight(of: wanted), weight(of: word)) / 2
    }

    private static func isRelated(_ wanted: String, _ word: String) -> Bool {
        zip(wanted, word).prefix { $0 == $1 }.count >= relatedLetters
    }

    /// Nothing but a text is called as a link is, and a link seldom otherwise.
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
