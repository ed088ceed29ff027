import ChatScreens

/// An index that finds the one phrase that may match a step without trying all of them, and detects two phrases that
/// could match the same step.
///
/// All phrases form one automaton that reads the pieces of a step. It stops when only one phrase remains possible, so
/// its size depends on the common beginnings of phrases only.
struct PhraseIndex: Sendable {
    /// The target of a transition.
    enum Target: Hashable, Sendable {
        /// Only this phrase remains possible.
        case phrase(Int)
        /// Several phrases remain possible.
        case node(Int)
    }

    /// The label of a transition: a word or quoted text of the phrase, or any piece of a kind.
    enum Pattern: Hashable, Sendable {
        case literal(StepText.Piece)
        case kind(PieceKind)
    }

    /// A state of the automaton, in which several phrases are possible.
    struct Node: Sendable {
        var targets: [Pattern: Target] = [:]
        /// The phrases that can end here.
        var ends: [Int] = []
    }

    /// The states; the first is the start.
    let nodes: [Node]

    /// Creates an index of the phrases.
    /// - Throws: ``PatternError`` for the first two that could match the same step.
    init(_ phrases: [Phrase]) throws(PatternError) {
        var builder = PhraseIndexBuilder(phrases)
        builder.build()
        nodes = builder.nodes
        if let (node, ends) = builder.overlap {
            throw PatternError(
                pattern: phrases[ends[1]].description,
                problem: "“\(phrases[ends[0]])” could match the same step: \(builder.step(to: node))")
        }
    }

    /// Returns the only phrase that can match the pieces, although it may not; nil if none can.
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

/// The kinds of pieces that parameters distinguish. Each piece is of at most one kind.
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

    /// An example of the kind.
    var example: StepText.Piece {
        switch self {
        case .name: .word("Anna")
        case .number: .word("2")
        case .unit: .word("minutes")
        case .quoted: .quoted("…")
        }
    }
}
