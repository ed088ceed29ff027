/// Finds the one phrase that a step may say without reading them all, and two phrases that could say the same step.
///
/// All phrases are read side by side, piece by piece, as one automaton; where only one is left possible the reading
/// ends, so that the automaton is about as large as the places where phrases begin alike.
struct PhraseIndex: Sendable {
    /// Where a piece leads.
    enum Target: Hashable, Sendable {
        /// No other phrase is possible any more.
        case phrase(Int)
        /// Several are.
        case node(Int)
    }

    /// A place in steps at which several phrases are possible.
    struct Node: Sendable {
        /// Where words and quotes lead that stand in a phrase.
        var literals: [StepText.Piece: Target] = [:]
        /// Where other pieces lead.
        var name: Target?
        var number: Target?
        var unit: Target?
        var quoted: Target?
        /// The phrases that may end here.
        var ends: [Int] = []
    }

    /// The first is where steps begin.
    let nodes: [Node]

    /// Reads the phrases side by side.
    /// - Throws: ``PhraseError`` for the first two that could say the same step.
    init(_ phrases: [Phrase]) throws(PhraseError) {
        var builder = PhraseIndexBuilder(phrases)
        builder.build()
        nodes = builder.nodes
        if let (node, ends) = builder.overlap {
            throw PhraseError(
                phrase: phrases[ends[1]].description,
                problem: "“\(phrases[ends[0]])” could say the same step: \(builder.step(to: node))")
        }
    }

    /// The only phrase that can say this, though it need not; nil if none does.
    func candidate(for pieces: [StepText.Piece]) -> Int? {
        var node = 0
        for piece in pieces {
            switch target(of: piece, at: nodes[node]) {
            case nil: return nil
            case .phrase(let index): return index
            case .node(let next): node = next
            }
        }
        return nodes[node].ends.first
    }

    private func target(of piece: StepText.Piece, at node: Node) -> Target? {
        if let target = node.literals[piece] { return target }
        switch PieceKind(piece) {
        case .name: return node.name
        case .number: return node.number
        case .unit: return node.unit
        case .quoted: return node.quoted
        case nil: return nil
        }
    }
}

/// What parameters tell apart of the pieces of a step; no piece is two of these.
enum PieceKind: Hashable, Sendable {
    case name
    case number
    case unit
    case quoted

    init?(_ piece: StepText.Piece) {
        switch piece {
        case .quoted, .reference: self = .quoted
        case .comma: return nil
        case .word(let word):
            if ParameterReader.name([piece], at: 0) != nil {
                self = .name
            } else if ParameterReader.number([piece], at: 0) != nil {
                self = .number
            } else if DurationReader.isUnit(word) {
                self = .unit
            } else {
                return nil
            }
        }
    }
}
