/// The words of a variable, one of which must match (`ul-vars`).
///
/// Plain words are stored as a trie, so that a list of a thousand words costs as much as its longest word. Words with
/// wildcards are tried one by one.
struct PatternWords: Sendable, Equatable {
    /// A prefix of a word. The prefixes that are longer by one letter are adjacent in `nodes`, in ascending order.
    private struct Node: Sendable, Equatable {
        var letter: Unicode.Scalar
        var firstNext: Int32 = 0
        var nextCount: Int32 = 0
        var isEnd = false
    }

    private var nodes = [Node(letter: "\0")]
    private var depth = 0
    private var patterns: [[LinkPattern.Piece]] = []

    init(_ words: [String], _ options: LinkPattern.Options) {
        var plain: [[Unicode.Scalar]] = []
        for word in words {
            // A word may contain wildcards, but no other variable.
            var parser = LinkPatternParser(word, options: options)
            let pieces = parser.piecesOfWord()
            switch (pieces.count, pieces.first) {
            case (0, _): plain.append([])
            case (1, .literal(let scalars)): plain.append(scalars)
            default: patterns.append(pieces)
            }
        }
        plant(plain.sorted { $0.lexicographicallyPrecedes($1) })
        depth = plain.reduce(0) { max($0, $1.count) }
    }

    /// Builds the trie, level by level.
    private mutating func plant(_ words: [[Unicode.Scalar]]) {
        var open: [(node: Int, words: Range<Int>)] = [(0, words.indices)]
        var level = 0
        while !open.isEmpty {
            var longer: [(node: Int, words: Range<Int>)] = []
            for (node, range) in open {
                let start = range.first { words[$0].count > level } ?? range.upperBound
                nodes[node].isEnd = start > range.lowerBound
                nodes[node].firstNext = Int32(nodes.count)
                var index = start
                while index < range.upperBound {
                    let letter = words[index][level]
                    let end = words[index..<range.upperBound].firstIndex { $0[level] != letter } ?? range.upperBound
                    longer.append((nodes.count, index..<end))
                    nodes.append(Node(letter: letter))
                    index = end
                }
                nodes[node].nextCount = Int32(nodes.count) - nodes[node].firstNext
            }
            open = longer
            level += 1
        }
    }

    private func next(of node: Int, _ letter: Unicode.Scalar) -> Int? {
        var low = Int(nodes[node].firstNext)
        let end = low + Int(nodes[node].nextCount)
        var high = end
        while low < high {
            let middle = (low + high) / 2
            if nodes[middle].letter < letter { low = middle + 1 } else { high = middle }
        }
        return low < end && nodes[low].letter == letter ? low : nil
    }

    /// An upper bound for the steps at each position in a text.
    var weight: Int { 2 + depth + patterns.reduce(0) { $0 + 1 + LinkPattern.weight(of: $1) } }

    /// Returns an upper bound for the steps from several adjacent positions.
    ///
    /// - Parameter span: the number of start positions; then the number of positions that the words reach.
    func stepsMax(from span: inout Int, _ positions: Int) -> Int {
        var steps = span * (1 + depth)
        var reach = depth
        for pattern in patterns {
            var width = span
            steps += LinkPattern.stepsMax(pattern, from: &width, positions)
            reach = max(reach, LinkPattern.length(of: pattern) ?? positions)
        }
        span = min(positions, span + reach)
        return steps + (1 + patterns.count) * span
    }

    /// Returns the positions that the words can reach from the start positions, in ascending order.
    func places(
        from start: [Int], in text: [Unicode.Scalar], _ options: LinkPattern.Options, steps: inout Int
    ) -> [Int] {
        guard let lowest = start.first, let highest = start.last else { return [] }
        let reach = patterns.reduce(depth) { max($0, LinkPattern.length(of: $1) ?? text.count) }
        var isReached = [Bool](repeating: false, count: min(text.count, highest + reach) - lowest + 1)
        steps += isReached.count
        for place in start {
            var node = 0
            var index = place
            steps += 1
            if nodes[0].isEnd { isReached[place - lowest] = true }
            while index < text.count, let next = next(of: node, text[index]) {
                node = next
                index += 1
                steps += 1
                if nodes[node].isEnd { isReached[index - lowest] = true }
            }
        }
        for pattern in patterns {
            for place in LinkPattern.places(pattern, from: start, in: text, options, steps: &steps) {
                steps += 1
                isReached[place - lowest] = true
            }
        }
        return isReached.indices.filter { isReached[$0] }.map { $0 + lowest }
    }
}
