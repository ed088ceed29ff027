/// A sentence that steps may say, with places for what differs: `{person} pins {url} in {conversation}`.
///
/// | written | means |
/// | --- | --- |
/// | `{person}` | a parameter, see ``ParameterKind`` |
/// | `on\|off` | one of these words |
/// | `(edits\|comments on)` | one of these groups of words |
/// | `[for {app}]`, `[so that …\|so that …]` | a group, or nothing |
/// | `"Allow"` | that text in quotes |
struct Phrase: Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    let description: String
    let nodes: [Node]
    let slots: [Slot]

    /// A part of a phrase.
    indirect enum Node: Hashable, Sendable {
        case word(String)
        case quoted(String)
        case parameter(ParameterKind, slot: Int)
        case choice([[Node]], slot: Int, isOptional: Bool)
    }

    /// A place whose content a step decides.
    enum Slot: Hashable, Sendable {
        case parameter(ParameterKind)
        case choice
    }

    /// Reads a phrase.
    /// - Throws: ``PhraseError`` when brackets do not match, a parameter is unknown, or a group is empty.
    init(_ text: String) throws(PhraseError) {
        var parser = try PhraseParser(text)
        description = text
        nodes = try parser.nodes()
        slots = parser.slots
    }

    /// What the places stand for if the step's text says this phrase, in the order of ``slots``; nil where a group was
    /// left out. Nil as a whole if it says something else.
    func values(in text: StepText) -> [StepValue?]? {
        guard text.pieces.count <= StepText.piecesMax else { return nil }
        let start = Reading(position: 0, values: Array(repeating: nil, count: slots.count))
        return readings(of: nodes, from: [start], in: text.pieces).first { $0.position == text.pieces.count }?.values
    }

    /// What the places stand for if pieces begin with this phrase, and where it ends; of several readings the longest.
    func beginning(of pieces: [StepText.Piece]) -> (values: [StepValue?], end: Int)? {
        let start = Reading(position: 0, values: Array(repeating: nil, count: slots.count))
        return readings(of: nodes, from: [start], in: pieces)
            .max { $0.position < $1.position }.map { ($0.values, $0.position) }
    }

    /// One way to read the step up to a position.
    private struct Reading {
        var position: Int
        var values: [StepValue?]

        /// Reads on over a part of a phrase that leaves no choice; false where the step says something else.
        mutating func goesOn(over node: Node, in pieces: [StepText.Piece]) -> Bool {
            let piece: StepText.Piece
            switch node {
            case .word(let word): piece = .word(word)
            case .quoted(let text): piece = .quoted(text)
            case .parameter(let kind, let slot):
                guard let (value, end) = ParameterReader.read(kind, pieces, at: position) else { return false }
                (values[slot], position) = (value, end)
                return true
            case .choice: return false
            }
            guard position < pieces.count, pieces[position] == piece else { return false }
            position += 1
            return true
        }
    }

    /// All ways in which the nodes can go on from the readings. There are never more than groups allow.
    private func readings(of nodes: [Node], from start: [Reading], in pieces: [StepText.Piece]) -> [Reading] {
        var current = start
        for node in nodes {
            guard case .choice(let alternatives, let slot, let isOptional) = node else {
                for index in current.indices.reversed() where !current[index].goesOn(over: node, in: pieces) {
                    current.remove(at: index)
                }
                continue
            }
            current = current.flatMap { reading in
                let taken = alternatives.flatMap { alternative in
                    var chosen = reading
                    chosen.values[slot] = .text(Self.text(of: alternative))
                    return readings(of: alternative, from: [chosen], in: pieces)
                }
                return isOptional ? taken + [reading] : taken
            }
        }
        return current
    }

    /// An alternative as it is written in the phrase; one that is only a text in quotes is that text.
    static func text(of nodes: [Node]) -> String {
        if nodes.count == 1, case .quoted(let text) = nodes[0] { return text }
        return nodes.map { node in
            switch node {
            case .word(let word): word
            case .quoted(let text): "\"\(text)\""
            case .parameter(let kind, _): "{\(kind.rawValue)}"
            case .choice(let alternatives, _, _): alternatives.map(text(of:)).joined(separator: "|")
            }
        }.joined(separator: " ")
    }
}

/// A phrase that cannot be read: a mistake in the table of steps, not in a scenario.
package struct PhraseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The phrase.
    let phrase: String
    /// What is wrong with it.
    let problem: String

    /// One line.
    package var description: String { "phrase \"\(phrase)\": \(problem)" }
}
