import ChatProtocol

/// How far a step is from what it might have meant: an edit distance over words.
enum PhraseDistance {
    /// As many phrases as help; more would be a list to read.
    private static let nearestMax = 3
    /// Words of a step that are compared. The distance costs the product of both lengths.
    private static let wordsMax = 60
    /// Ways to say a phrase that are compared: groups multiply.
    private static let variantsMax = 16
    /// Another word. More than a word that is missing: who forgets the end of a sentence has still said its verb.
    private static let differentWord = 4
    /// A word too many or too few.
    private static let missingWord = 2
    /// A word that is spelled almost so, or the same word in another form.
    private static let similarWord = 2
    /// A place that was left out, and anything about a word as short as `in` and `to`: it is easily mistaken.
    private static let slip = 1
    /// Letters of a word that is easily mistaken.
    private static let shortWordMax = 3
    /// How far a step may be from a phrase for each of its words and still be near it, doubled.
    private static let nearness = 3

    /// The phrases that come nearest, by their places, the nearest first; none that has half or less in common with the
    /// step.
    static func nearest(to text: StepText, among phrases: [Phrase]) -> [Int] {
        let said = words(of: text)
        let scored = phrases.enumerated().map { index, phrase in
            let distances = variants(of: phrase.nodes).map { (distance(said, $0), max(said.count, $0.count)) }
            let best = distances.min { $0.0 < $1.0 } ?? (Int.max, 0)
            return (index: index, distance: best.0, length: best.1)
        }
        return scored.filter { $0.distance * 2 < $0.length * nearness }
            .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
            .prefix(nearestMax).map(\.index)
    }

    /// A word of a step, as far as it matters here.
    enum Said {
        case word(String)
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
    static func alignment(of text: StepText, with phrase: Phrase) -> Alignment {
        let said = words(of: text)
        let best = variants(of: phrase.nodes).map { (nodes: $0, rows: rows(said, $0)) }
            .min { ($0.rows.last?.last ?? 0) < ($1.rows.last?.last ?? 0) }
        guard let best else { return Alignment() }
        var alignment = Alignment()
        var (row, column) = (said.count, best.nodes.count)
        while row > 0 || column > 0 {
            let here = best.rows[row][column]
            // What the step does not say is rather what stands late in the phrase.
            if column > 0, here == best.rows[row][column - 1] + costOfMissing(best.nodes[column - 1]) {
                column -= 1
                alignment.nodes.insert((best.nodes[column], nil), at: 0)
            } else if row > 0, column > 0,
                here == best.rows[row - 1][column - 1] + cost(said[row - 1], best.nodes[column - 1])
            {
                (row, column) = (row - 1, column - 1)
                alignment.nodes.insert((best.nodes[column], said[row]), at: 0)
            } else {
                row -= 1
                alignment.spare.insert(said[row], at: 0)
            }
        }
        return alignment
    }

    /// The words of a step; a list of names is one.
    private static func words(of text: StepText) -> [Said] {
        var result: [Said] = []
        var position = 0
        while position < text.pieces.count, result.count < wordsMax {
            if let (names, end) = ParameterReader.names(text.pieces, at: position) {
                result.append(.names(names))
                position = end
                continue
            }
            switch text.pieces[position] {
            case .word(let word): result.append(.word(word))
            case .quoted, .reference: result.append(.quoted(text.pieces[position]))
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
        rows(said, phrase).last?.last ?? 0
    }

    /// The distances of all beginnings of the one from all beginnings of the other.
    private static func rows(_ said: [Said], _ phrase: [Phrase.Node]) -> [[Int]] {
        var rows = [phrase.reduce(into: [0]) { $0.append(($0.last ?? 0) + costOfMissing($1)) }]
        for (row, word) in said.enumerated() {
            let previous = rows[row]
            let costOfMore = costOfMore(word)
            var current = [previous[0] + costOfMore]
            for (column, node) in phrase.enumerated() {
                let replaced = previous[column] + cost(word, node)
                let left = current[column] + costOfMissing(node)
                let above = previous[column + 1] + costOfMore
                current.append(min(replaced, min(left, above)))
            }
            rows.append(current)
        }
        return rows
    }

    private static func costOfMissing(_ node: Phrase.Node) -> Int {
        switch node {
        case .word(let word): isShort(word) ? slip : missingWord
        case .parameter: slip
        case .quoted, .choice: missingWord
        }
    }

    private static func costOfMore(_ said: Said) -> Int {
        if case .word(let word) = said, isShort(word) { slip } else { missingWord }
    }

    private static func isShort(_ word: String) -> Bool { word.utf8.count <= shortWordMax }

    private static func cost(_ said: Said, _ node: Phrase.Node) -> Int {
        switch (node, said) {
        case (.parameter(.person, _), .names), (.parameter(.persons, _), .names): 0
        case (.parameter(let kind, _), .quoted): kind.isQuoted ? 0 : differentWord
        case (.parameter(.count, _), .word(let word)): isNumber(word) ? 0 : differentWord
        case (.parameter(.duration, _), .word(let word)):
            isNumber(word) || DurationReader.isUnit(word) ? 0 : differentWord
        case (.quoted(let wanted), .quoted(let piece)): piece == .quoted(wanted) ? 0 : slip
        case (.word(let wanted), .word(let word)): cost(wanted, word)
        case (.word(let wanted), .names(let names)): cost(wanted, names[0])
        default: differentWord
        }
    }

    private static func isNumber(_ word: String) -> Bool {
        ParameterReader.number([.word(word)], at: 0) != nil
    }

    private static func cost(_ wanted: String, _ word: String) -> Int {
        if wanted == word { return 0 }
        if isShort(wanted), isShort(word) { return slip }
        let left = Array(wanted.unicodeScalars.prefix(32))
        let right = Array(word.unicodeScalars.prefix(32))
        // `edits` and `edited`.
        let stem = zip(left, right).prefix { $0 == $1 }.count
        if stem >= 3, stem * 2 >= right.count { return similarWord }
        let longer = max(left.count, right.count)
        guard (longer - min(left.count, right.count)) * 3 <= longer else { return differentWord }
        return Spelling.distance(left, right) * 3 <= longer ? similarWord : differentWord
    }
}
