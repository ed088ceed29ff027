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

/// The builder of the nodes of a ``PhraseIndex``.
///
/// Each piece that a phrase can have is a place. The places that can follow it depend on the phrase only. A node is the
/// set of places that steps with the same previous pieces can reach.
struct PhraseIndexBuilder {
    private(set) var nodes: [PhraseIndex.Node] = []
    /// The first node in which two phrases can end, and those phrases.
    private(set) var overlap: (node: Int, ends: [Int])?

    private var places: [Place] = []
    private var starts: [Int] = []
    private var waiting: [[Int]] = []
    private var known: [[Int]: Int] = [:]
    /// For each node, the node from which it was first reached, and the piece that led to it.
    private var origins: [(node: Int, piece: StepText.Piece)?] = []

    private struct Place {
        let pattern: PhraseIndex.Pattern
        let phrase: Int
        var next: [Int] = []
        var isEnd = false
    }

    /// A part of a phrase: its first and last places, and true if it can be left out.
    private struct Part {
        var first: [Int] = []
        var last: [Int] = []
        var isOptional = true
    }

    init(_ phrases: [Phrase]) {
        for (index, phrase) in phrases.enumerated() {
            let part = sequence(phrase.nodes, index)
            starts += part.first
            for place in part.last { places[place].isEnd = true }
        }
    }

    mutating func build() {
        nodes = [PhraseIndex.Node()]
        origins = [nil]
        waiting = [starts]
        var index = 0
        while index < waiting.count {
            expand(index)
            index += 1
        }
    }

    /// Returns a step that leads to a node.
    func step(to node: Int) -> String {
        var pieces: [StepText.Piece] = []
        var node = node
        while let origin = origins[node] {
            pieces.insert(origin.piece, at: 0)
            node = origin.node
        }
        return StepText(pieces: pieces).written
    }

    // MARK: Nodes

    /// Adds the transitions of a node, one for each piece that can follow.
    private mutating func expand(_ index: Int) {
        var reached: [PhraseIndex.Pattern: [Int]] = [:]
        // In the order of the phrases, so that the numbers of nodes and the texts of errors are the same in each run.
        var order: [StepText.Piece] = []
        for place in waiting[index] {
            let pattern = places[place].pattern
            if case .literal(let piece) = pattern, reached[pattern] == nil { order.append(piece) }
            reached[pattern, default: []].append(place)
        }
        for piece in order {
            let alike = PieceKind(piece).flatMap { reached[.kind($0)] } ?? []
            let all = (reached[.literal(piece)] ?? []) + alike
            nodes[index].targets[.literal(piece)] = target(all, from: index, by: piece)
        }
        for kind in PieceKind.allCases {
            nodes[index].targets[.kind(kind)] = reached[.kind(kind)].map { target($0, from: index, by: kind.example) }
        }
    }

    /// Returns the target for a set of places.
    private mutating func target(_ reached: [Int], from origin: Int, by piece: StepText.Piece) -> PhraseIndex.Target {
        let phrase = places[reached[0]].phrase
        if reached.allSatisfy({ places[$0].phrase == phrase }) { return .phrase(phrase) }
        let key = Set(reached).sorted()
        if let node = known[key] { return .node(node) }
        let node = nodes.count
        known[key] = node
        var new = PhraseIndex.Node()
        new.ends = Set(key.filter { places[$0].isEnd }.map { places[$0].phrase }).sorted()
        nodes.append(new)
        origins.append((origin, piece))
        waiting.append(Set(key.flatMap { places[$0].next }).sorted())
        if new.ends.count > 1, overlap == nil { overlap = (node, new.ends) }
        return .node(node)
    }

    // MARK: Parts

    private mutating func place(_ pattern: PhraseIndex.Pattern, _ phrase: Int) -> Part {
        places.append(Place(pattern: pattern, phrase: phrase))
        return Part(first: [places.count - 1], last: [places.count - 1], isOptional: false)
    }

    private mutating func join(_ left: Part, _ right: Part) -> Part {
        for place in left.last { places[place].next += right.first }
        return Part(
            first: left.isOptional ? left.first + right.first : left.first,
            last: right.isOptional ? left.last + right.last : right.last,
            isOptional: left.isOptional && right.isOptional)
    }

    private func either(_ left: Part, _ right: Part) -> Part {
        Part(
            first: left.first + right.first, last: left.last + right.last,
            isOptional: left.isOptional || right.isOptional)
    }

    private mutating func sequence(_ nodes: [Phrase.Node], _ phrase: Int) -> Part {
        var part = Part()
        for node in nodes {
            let next = self.part(node, phrase)
            part = join(part, next)
        }
        return part
    }

    private mutating func part(_ node: Phrase.Node, _ phrase: Int) -> Part {
        switch node {
        case .piece(let piece): return place(.literal(piece), phrase)
        case .parameter(let kind, _): return parameter(kind, phrase)
        case .choice(let alternatives, _, let isOptional):
            var part = Part(isOptional: isOptional)
            for alternative in alternatives {
                let other = sequence(alternative, phrase)
                part = either(part, other)
            }
            return part
        }
    }

    private mutating func parameter(_ kind: ParameterKind, _ phrase: Int) -> Part {
        switch kind {
        case .person: return place(.kind(.name), phrase)
        case .app, .conversation, .text, .url: return place(.kind(.quoted), phrase)
        case .count: return place(.kind(.number), phrase)
        case .persons:
            let name = place(.kind(.name), phrase)
            return list(of: name, phrase)
        case .duration:
            var amount = place(.kind(.number), phrase)
            for article in ["a", "an"] {
                let other = place(.literal(.word(article)), phrase)
                amount = either(amount, other)
            }
            let unit = place(.kind(.unit), phrase)
            let time = join(amount, unit)
            for place in time.last { places[place].next += time.first }
            return list(of: time, phrase)
        }
    }

    /// Returns a list of the item, separated by commas and `and`.
    private mutating func list(of item: Part, _ phrase: Int) -> Part {
        let comma = place(.literal(.comma), phrase)
        let and = place(.literal(.word("and")), phrase)
        for place in item.last { places[place].next += comma.first + and.first }
        for place in comma.first { places[place].next += and.first }
        for place in comma.first + and.first { places[place].next += item.first }
        return item
    }
}
