/// The words of a variable, of which one must stand in the text (`ul-vars`).
///
/// The plain ones are kept as a tree of their letters, so that a list of a thousand words costs what its longest word
/// costs; those with wildcards are tried one by one.
struct PatternWords: Sendable, Equatable {
    private struct Node: Sendable, Equatable {
        var next: [Unicode.Scalar: Int] = [:]
        var isEnd = false
    }

    private var nodes = [Node()]
    private var depth = 0
    private var patterns: [[LinkPattern.Piece]] = []

    init(_ words: [String], _ options: LinkPattern.Options) {
        for word in words {
            // A word may hold wildcards, and no other variable.
            var parser = LinkPatternParser(word, options: options)
            let pieces = parser.piecesOfWord()
            switch (pieces.count, pieces.first) {
            case (0, _): nodes[0].isEnd = true
            case (1, .literal(let scalars)): add(scalars)
            default: patterns.append(pieces)
            }
        }
    }

    /// The most steps that it takes from one place in a text.
    var weight: Int { 1 + depth + patterns.reduce(0) { $0 + LinkPattern.weight(of: $1) } }

    private mutating func add(_ word: [Unicode.Scalar]) {
        var node = 0
        for scalar in word {
            if let next = nodes[node].next[scalar] {
                node = next
            } else {
                nodes[node].next[scalar] = nodes.count
                node = nodes.count
                nodes.append(Node())
            }
        }
        nodes[node].isEnd = true
        depth = max(depth, word.count)
    }

    /// The places, sorted, to which the words lead from some places.
    func places(
        from start: [Int], in text: [Unicode.Scalar], _ options: LinkPattern.Options, steps: inout Int
    ) -> [Int] {
        var isReached = [Bool](repeating: false, count: text.count + 1)
        for place in start {
            var node = 0
            var index = place
            steps += 1
            if nodes[0].isEnd { isReached[place] = true }
            while index < text.count, let next = nodes[node].next[text[index]] {
                node = next
                index += 1
                steps += 1
                if nodes[node].isEnd { isReached[index] = true }
            }
        }
        for pattern in patterns {
            for place in LinkPattern.places(pattern, from: start, in: text, options, steps: &steps) {
                isReached[place] = true
            }
        }
        return isReached.indices.filter { isReached[$0] }
    }
}
