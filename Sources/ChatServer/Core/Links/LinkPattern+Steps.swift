/// What a match costs at most, known before any link is: a file that would cost too much is refused when it comes.
extension LinkPattern {
    /// How many places an address has at most, its end included.
    static let positionsMax = CanonicalURL.bytesMax + 1

    /// The most steps that a match takes.
    ///
    /// - Parameter positions: how many places the text has, its end included.
    func stepsMax(positions: Int) -> Int {
        var steps = 1
        if let first = stretches.first {
            var span = 1
            steps += first.length.map { min($0, positions) } ?? Self.stepsMax(first.pieces, from: &span, positions)
        }
        if stretches.count > 1, let last = stretches.last {
            var span = positions
            steps += last.length.map { min($0, positions) } ?? Self.stepsMax(last.pieces, from: &span, positions)
        }
        // Of those between, each begins where the last ended.
        let between = stretches.dropFirst().dropLast()
        let plain = between.compactMap { $0.plainText?.count }
        if !plain.isEmpty { steps += 2 * (positions + plain.reduce(0, +)) }
        // Where it does not fit the next place is tried, and no place twice.
        let uneven = between.filter { $0.plainText == nil }.compactMap(\.length)
        if let longest = uneven.max() { steps += (longest + 1) * positions }
        for stretch in between where stretch.length == nil {
            var span = positions
            steps += Self.stepsMax(stretch.pieces, from: &span, positions)
        }
        return steps
    }

    /// The most steps that it takes to match texts of which no two are the same, until one does not match.
    ///
    /// - Parameter positions: how many places they have together, their ends included.
    func stepsMaxOfSeveral(positions: Int) -> Int {
        // Of two texts one is not the only one.
        if let onlyText { return 2 * (onlyText.count + 1) }
        if isEverything { return 1 }
        // Each text counts one place more than it has characters, and no stretch is tried that is longer than the text.
        let uneven = stretches.dropFirst().dropLast().filter { $0.plainText == nil }.compactMap(\.length).max() ?? 0
        let words = stretches.filter { $0.length == nil }.reduce(0) { $0 + Self.weight(of: $1.pieces) }
        return (6 + uneven + words) * positions
    }

    /// The most steps that the pieces take from some places, which lie beside each other.
    ///
    /// - Parameter span: how many places; and then, to how many they lead.
    static func stepsMax(_ pieces: [Piece], from span: inout Int, _ positions: Int) -> Int {
        var steps = 0
        for piece in pieces {
            switch piece {
            case .any:
                steps += positions
                span = positions
            case .one, .character: steps += span
            case .literal(let literal): steps += span * literal.count
            case .words(let words): steps += words.stepsMax(from: &span, positions)
            }
        }
        return steps
    }

    /// The most steps that the pieces take for each place in a text.
    static func weight(of pieces: [Piece]) -> Int {
        pieces.reduce(0) { sum, piece in
            switch piece {
            case .any, .one, .character: sum + 1
            case .literal(let literal): sum + literal.count
            case .words(let words): sum + words.weight
            }
        }
    }
}
