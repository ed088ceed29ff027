/// The pattern of a sentence for steps, with slots for the parts that differ: `{person} pins {url} in {conversation}`.
///
/// | written | means |
/// | --- | --- |
/// | `{person}` | a parameter, see ``ParameterKind`` |
/// | `on\|off` | one of these words |
/// | `(edits\|comments on)` | one of these groups of words |
/// | `[for {app}]`, `[so that …\|so that …]` | a group, or nothing |
/// | `"Allow"` | that text in quotation marks |
struct Phrase: Hashable, Sendable, CustomStringConvertible {
    /// The phrase as it was written.
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

    /// A part of a phrase whose content differs between steps.
    enum Slot: Hashable, Sendable {
        case parameter(ParameterKind)
        case choice
    }

    /// Reads a phrase.
    /// - Throws: ``PhraseError`` if brackets do not match, a parameter is unknown, or a group is empty.
    init(_ text: String) throws(PhraseError) {
        var parser = try PhraseParser(text)
        description = text
        nodes = try parser.nodes()
        slots = parser.slots
    }

    /// Returns the values of ``slots`` in order if the text matches this phrase; nil if it does not. A group that is
    /// left out has the value nil.
    func values(in text: StepText) -> [StepValue?]? {
        guard text.pieces.count <= StepText.piecesMax else { return nil }
        let start = Reading(position: 0, values: Array(repeating: nil, count: slots.count))
        return readings(of: nodes, from: [start], in: text.pieces).first { $0.position == text.pieces.count }?.values
    }

    /// Returns the values if the pieces begin with this phrase, and the position after it. Of several readings the
    /// longest counts.
    func beginning(of pieces: [StepText.Piece]) -> (values: [StepValue?], end: Int)? {
        let start = Reading(position: 0, values: Array(repeating: nil, count: slots.count))
        return readings(of: nodes, from: [start], in: pieces)
            .max { $0.position < $1.position }.map { ($0.values, $0.position) }
    }

    /// One reading of a step up to a position.
    private struct Reading {
        var position: Int
        var values: [StepValue?]

        /// Continues the reading over a part of the phrase without alternatives. Returns false if the step differs.
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

    /// Returns all continuations of the readings over the nodes. Their number is limited by the groups of the phrase.
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

    /// Returns an alternative as the phrase writes it. If it is only a quoted text, that text is returned.
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

/// An invalid phrase: an error in the step table, not in a scenario.
package struct PhraseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The phrase.
    let phrase: String
    /// The error.
    let problem: String

    /// The message in one line.
    package var description: String { "phrase \"\(phrase)\": \(problem)" }
}
