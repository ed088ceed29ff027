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

    /// What a phrase takes: a word or a quote that stands in it, or any piece of a kind.
    enum Pattern: Hashable, Sendable {
        case literal(StepText.Piece)
        case kind(PieceKind)
    }

    /// A place in steps at which several phrases are possible.
    struct Node: Sendable {
        var targets: [Pattern: Target] = [:]
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
                problem: "“\(phrases[ends[0]])” could match the same step: \(builder.step(to: node))")
        }
    }

    /// The only phrase that can say this, though it need not; nil if none does.
    func candidate(for pieces: [StepText.Piece]) -> Int? {
        var node = 0
        for piece in pieces {
            let targets = nodes[node].targets
            switch targets[.literal(piece)] ?? PieceKind(piece).flatMap({ targets[.kind($0)] }) {
            case nil: return nil
            case .phrase(let index): return index
            case .node(let next): node = next
            }
        }
        return nodes[node].ends.first
    }
}

/// What parameters tell apart of the pieces of a step; no piece is two of these.
enum PieceKind: Hashable, Sendable, CaseIterable {
    case name
    case number
    case unit
    case quoted

    init?(_ piece: StepText.Piece) {
        switch piece {
        case .quoted, .reference: self = .quoted
        case .word where ParameterReader.name([piece], at: 0) != nil: self = .name
        case .word where ParameterReader.number([piece], at: 0) != nil: self = .number
        case .word(let word) where DurationReader.isUnit(word): self = .unit
        case .word, .comma: return nil
        }
    }

    /// One of them.
    var example: StepText.Piece {
        switch self {
        case .name: .word("Anna")
        case .number: .word("2")
        case .unit: .word("minutes")
        case .quoted: .quoted("…")
        }
    }
}
