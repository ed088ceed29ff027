/// Upper bounds for the cost of a match, known before any link is matched. A file that would cost too much is refused
/// when it is published.
extension LinkPattern {
    /// The largest number of positions in an address, including its end.
    static let positionsMax = CanonicalURL.bytesMax + 1

    /// Returns an upper bound for the steps of a match.
    ///
    /// - Parameter positions: the number of positions in the text, including its end.
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
        // Each inner stretch begins at the end of the stretch before it.
        let between = stretches.dropFirst().dropLast()
        let plain = between.compactMap { $0.plainText?.count }
        if !plain.isEmpty { steps += 2 * (positions + plain.reduce(0, +)) }
        // If the stretch does not fit, the next position is tried. No position is tried twice.
        let uneven = between.filter { $0.plainText == nil }.compactMap(\.length)
        if let longest = uneven.max() { steps += (longest + 1) * positions }
        for stretch in between where stretch.length == nil {
            var span = positions
            steps += Self.stepsMax(stretch.pieces, from: &span, positions)
        }
        return steps
    }

    /// Returns an upper bound for the steps of matching several different texts, until one does not match.
    ///
    /// - Parameter positions: the number of positions in all texts together, including their ends.
    func stepsMaxOfSeveral(positions: Int) -> Int {
        // Of two different texts, at most one equals the only matching text.
        if let onlyText { return 2 * (onlyText.count + 1) }
        if isEverything { return 1 }
        // Each text counts one more position than it has characters. A stretch that is longer than the text is not
        // tried.
        let uneven = stretches.dropFirst().dropLast().filter { $0.plainText == nil }.compactMap(\.length).max() ?? 0
        let words = stretches.filter { $0.length == nil }.reduce(0) { $0 + Self.weight(of: $1.pieces) }
        return (6 + uneven + words) * positions
    }

    /// Returns an upper bound for the steps that the pieces take from several adjacent positions.
    ///
    /// - Parameter span: the number of start positions; then the number of positions that the pieces reach.
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

    /// Returns an upper bound for the steps that the pieces take for each position in a text.
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
