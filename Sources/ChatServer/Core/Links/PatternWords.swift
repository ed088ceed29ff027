/// The words of a variable, of which one must stand in the text (`ul-vars`).
///
/// The plain ones are kept as a tree of their letters, so that a list of a thousand words costs what its longest word
/// costs; those with wildcards are tried one by one.
struct PatternWords: Sendable, Equatable {
    /// A beginning of a word; those that are longer by one letter stand side by side, in order.
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
            // A word may hold wildcards, and no other variable.
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

    /// Makes the tree, level by level.
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

    /// The most steps that it takes for each place in a text.
    var weight: Int { 2 + depth + patterns.reduce(0) { $0 + 1 + LinkPattern.weight(of: $1) } }

    /// The most steps that it takes from some places, which lie beside each other.
    ///
    /// - Parameter span: how many places; and then, to how many they lead.
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

    /// The places, sorted, to which the words lead from some places.
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
