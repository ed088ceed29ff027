/// A form of text with slots for the parts that differ, which is both read and written: the phrases of scenarios, such
/// as `{person} mutes|unmutes {conversation}`, and the commands of the client, such as `permission {link} read|write`.
///
/// | written | means |
/// | --- | --- |
/// | `{person}` | a parameter of the grammar |
/// | `on\|off` | one of these words |
/// | `(edits\|comments on)` | one of these groups of words |
/// | `[for {app}]`, `[so that …\|so that …]` | a group, or nothing |
/// | `"Allow"` | that text in quotation marks, if the grammar has quoted texts |
package struct Pattern<Grammar: PatternGrammar>: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as it was written.
    package let description: String
    package let nodes: [Node]
    package let slots: [Slot]

    /// A part of a pattern.
    package indirect enum Node: Hashable, Sendable {
        case piece(Grammar.Piece)
        case parameter(Grammar.Parameter, slot: Int)
        case choice([[Node]], slot: Int, isOptional: Bool)
    }

    /// A part of a pattern whose content differs between texts.
    package enum Slot: Hashable, Sendable {
        case parameter(Grammar.Parameter)
        case choice
    }

    /// Reads a pattern.
    /// - Throws: ``PatternError`` if brackets do not match, a parameter is unknown, or a group is empty.
    package init(_ text: String) throws(PatternError) {
        var parser = try PatternParser<Grammar>(text)
        description = text
        nodes = try parser.nodes()
        slots = parser.slots
    }

    // MARK: Reading

    /// Returns the values of ``slots`` in order if the pieces match this pattern; nil if they do not. A group that is
    /// left out has the value nil. Of several readings the first counts, in the order of the alternatives.
    package func values(in pieces: [Grammar.Piece]) -> [Grammar.Value?]? {
        readings(of: pieces).first { $0.position == pieces.count && $0.expected == nil }?.values
    }

    /// Returns the values if the pieces begin with this pattern, and the position after it. Of several readings the
    /// longest counts.
    package func beginning(of pieces: [Grammar.Piece]) -> (values: [Grammar.Value?], end: Int)? {
        readings(of: pieces).filter { $0.expected == nil }
            .max { $0.position < $1.position }.map { ($0.values, $0.position) }
    }

    /// Returns the nodes that can follow some pieces, according to the first reading of them; empty if the pieces match
    /// no beginning of this pattern, or nothing can follow.
    package func continuations(of pieces: [Grammar.Piece]) -> [Node] {
        readings(of: pieces).first { $0.position == pieces.count && !$0.next.isEmpty }?.next ?? []
    }

    /// Returns the nodes with which a text can go on to its end after some pieces, one list for each reading. It is empty
    /// if the pieces match no beginning of this pattern.
    package func rests(after pieces: [Grammar.Piece]) -> [[Node]] {
        readings(of: pieces).filter { $0.position == pieces.count && $0.expected != nil }.map(\.rest)
    }

    private func readings(of pieces: [Grammar.Piece]) -> [Reading] {
        readings(of: nodes, from: [Reading(values: Array(repeating: nil, count: slots.count))], in: pieces)
    }

    /// One reading of a text up to a position.
    private struct Reading {
        var position = 0
        var values: [Grammar.Value?]
        /// The nodes that can follow at the end of the text.
        var next: [Node] = []
        /// The required node for which the text is too short; nil while the reading can continue.
        var expected: Node?
        /// The nodes from ``expected`` to the end of the pattern.
        var rest: [Node] = []

        func expecting(_ nodes: [Node]) -> Reading {
            var reading = self
            reading.expected = nodes.first
            reading.rest = nodes
            return reading
        }
    }

    /// Returns all continuations of the readings over the nodes. Their number is limited by the groups of the pattern.
    private func readings(of nodes: [Node], from start: [Reading], in pieces: [Grammar.Piece]) -> [Reading] {
        nodes.reduce(start) { current, node in
            current.flatMap { reading in
                guard reading.expected != nil else { return continued(reading, over: node, in: pieces) }
                var longer = reading
                longer.rest.append(node)
                return [longer]
            }
        }
    }

    private func continued(_ reading: Reading, over node: Node, in pieces: [Grammar.Piece]) -> [Reading] {
        var reading = reading
        if reading.position == pieces.count {
            reading.next += Self.first(of: node)
            guard case .choice(let alternatives, _, isOptional: true) = node else { return [reading.expecting([node])] }
            return [reading] + alternatives.map(reading.expecting)
        }
        switch node {
        case .piece(let piece):
            guard pieces[reading.position] == piece else { return [] }
            reading.position += 1
            return [reading]
        case .parameter(let parameter, let slot):
            return Grammar.read(parameter, pieces, at: reading.position).map { value, end in
                var read = reading
                (read.values[slot], read.position) = (value, end)
                if end == pieces.count, Grammar.isList(parameter) { read.next.append(node) }
                return read
            }
        case .choice(let alternatives, let slot, let isOptional):
            let taken = alternatives.flatMap { alternative in
                var chosen = reading
                chosen.values[slot] = Grammar.choice(Self.text(of: alternative))
                return readings(of: alternative, from: [chosen], in: pieces)
            }
            return isOptional ? taken + [reading] : taken
        }
    }

    /// Returns the nodes without alternatives with which a node can begin.
    private static func first(of node: Node) -> [Node] {
        guard case .choice(let alternatives, _, _) = node else { return [node] }
        return alternatives.flatMap { $0.first.map(first) ?? [] }
    }

    // MARK: Writing

    /// Returns the pieces of a text with these values, the inverse of ``values(in:)``.
    ///
    /// - Parameter values: The values for the slots in order. The value for a group is its alternative as the pattern
    ///   writes it, or the values in one of its alternatives. Nil, or a missing value at the end, leaves the group out.
    /// - Returns: Nil if the values do not fit the pattern.
    package func pieces(with values: [Grammar.Value?]) -> [Grammar.Piece]? {
        var rest = values[...]
        guard let pieces = Self.pieces(nodes, from: &rest), rest.allSatisfy({ $0 == nil }) else { return nil }
        return pieces
    }

    private static func pieces(_ nodes: [Node], from values: inout ArraySlice<Grammar.Value?>) -> [Grammar.Piece]? {
        var pieces: [Grammar.Piece] = []
        for node in nodes {
            switch node {
            case .piece(let piece): pieces.append(piece)
            case .parameter(let parameter, _):
                guard let value = values.popFirst().flatMap({ $0 }) else { return nil }
                pieces += Grammar.pieces(of: value, as: parameter)
            case .choice(let alternatives, _, let isOptional):
                guard let said = chosen(alternatives, isOptional, from: &values) else { return nil }
                pieces += said
            }
        }
        return pieces
    }

    private static func chosen(
        _ alternatives: [[Node]], _ isOptional: Bool, from values: inout ArraySlice<Grammar.Value?>
    ) -> [Grammar.Piece]? {
        let named = values.first.flatMap { value in
            alternatives.first { value == Grammar.choice(text(of: $0)) }
        }
        if let named {
            values.removeFirst()
            return pieces(named, from: &values)
        }
        for alternative in alternatives {
            var rest = values
            guard let said = pieces(alternative, from: &rest), rest.count < values.count else { continue }
            values = rest
            return said
        }
        if isOptional, let first = values.first, first == nil { values.removeFirst() }
        return isOptional ? [] : nil
    }

    /// Returns an alternative as the pattern writes it. If it is only a quoted text, that text is returned.
    package static func text(of nodes: [Node]) -> String {
        if nodes.count == 1, case .piece(let piece) = nodes[0] { return Grammar.text(of: piece, isAlone: true) }
        return nodes.map { node in
            switch node {
            case .piece(let piece): Grammar.text(of: piece, isAlone: false)
            case .parameter(let parameter, _): "{\(parameter.rawValue)}"
            case .choice(let alternatives, _, _): alternatives.map(text(of:)).joined(separator: "|")
            }
        }.joined(separator: " ")
    }
}

/// The parameters and the division into pieces of the texts that a ``Pattern`` describes.
package protocol PatternGrammar: SendableMetatype {
    associatedtype Parameter: Hashable & Sendable & RawRepresentable where Parameter.RawValue == String
    /// A word of a text, or what the grammar has in addition.
    associatedtype Piece: Hashable & Sendable
    associatedtype Value: Hashable & Sendable

    /// Returns the pieces of a word in a pattern.
    static func pieces(of word: Substring.UnicodeScalarView) -> [Piece]
    /// Returns true if a pattern can have the piece outside a parameter.
    static func isLiteral(_ piece: Piece) -> Bool
    /// Removes a quoted text from the beginning and returns it; nil if it is not closed.
    static func takeQuoted(_ text: inout Substring.UnicodeScalarView) -> Piece?
    /// Returns the values of a parameter at a position with the positions after them; empty if there is none. The first
    /// one with which the rest of the text matches counts.
    static func read(_ parameter: Parameter, _ pieces: [Piece], at position: Int) -> [(Value, Int)]
    /// Returns true if the value of a parameter at the end of a text can be continued with another word.
    static func isList(_ parameter: Parameter) -> Bool
    /// Returns the pieces of a value.
    static func pieces(of value: Value, as parameter: Parameter) -> [Piece]
    /// Returns the value of a group, given its alternative as the pattern writes it.
    static func choice(_ text: String) -> Value
    /// Returns the piece as a pattern writes it; if it is alone in its group, without quotation marks.
    static func text(of piece: Piece, isAlone: Bool) -> String
}

/// An invalid pattern: an error in a table, not in a text.
package struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The pattern.
    package let pattern: String
    /// The error.
    package let problem: String

    package init(pattern: String, problem: String) { (self.pattern, self.problem) = (pattern, problem) }

    /// The message in one line.
    package var description: String { "phrase \"\(pattern)\": \(problem)" }
}

/// The parser of a ``Pattern``.
struct PatternParser<Grammar: PatternGrammar> {
    typealias Node = Pattern<Grammar>.Node

    private(set) var slots: [Pattern<Grammar>.Slot] = []
    private let pattern: String
    private let symbols: [Symbol]
    private var position = 0

    private enum Symbol: Hashable {
        case piece(Grammar.Piece)
        case parameter(String)
        case mark(Unicode.Scalar)
    }

    init(_ pattern: String) throws(PatternError) {
        self.pattern = pattern
        symbols = try Self.symbols(of: pattern)
    }

    /// Reads the whole pattern.
    /// - Throws: ``PatternError`` if it is invalid.
    mutating func nodes() throws(PatternError) -> [Node] {
        let nodes = try sequence(inGroup: false)
        guard position == symbols.count else { throw complaint("a bracket closes that was not opened") }
        guard !nodes.isEmpty else { throw complaint("it is empty") }
        return nodes
    }

    private mutating func sequence(inGroup: Bool) throws(PatternError) -> [Node] {
        var nodes: [Node] = []
        while position < symbols.count {
            if symbols[position] == .mark("]") || symbols[position] == .mark(")") { break }
            if symbols[position] == .mark("|") {
                if inGroup { break }
                // Outside a group, a bar joins the two words next to it.
                guard let left = nodes.popLast() else { throw complaint("a bar has nothing on its left") }
                position += 1
                nodes.append(try alternatives(startingWith: left))
            } else {
                nodes.append(try node())
            }
        }
        return nodes
    }

    private mutating func alternatives(startingWith left: Node) throws(PatternError) -> Node {
        var all = [[left], [try node()]]
        while position < symbols.count, symbols[position] == .mark("|") {
            position += 1
            all.append([try node()])
        }
        return .choice(all, slot: newSlot(.choice), isOptional: false)
    }

    private mutating func node() throws(PatternError) -> Node {
        guard position < symbols.count else { throw complaint("something is missing at its end") }
        let symbol = symbols[position]
        position += 1
        switch symbol {
        case .piece(let piece):
            guard Grammar.isLiteral(piece) else { throw complaint("a comma is allowed only in lists") }
            return .piece(piece)
        case .parameter(let name):
            guard let parameter = Grammar.Parameter(rawValue: name) else {
                throw complaint("{\(name)} is no kind of parameter")
            }
            return .parameter(parameter, slot: newSlot(.parameter(parameter)))
        case .mark("["): return try group(closing: "]", isOptional: true)
        case .mark("("): return try group(closing: ")", isOptional: false)
        case .mark: throw complaint("an alternative is missing next to a bar")
        }
    }

    private mutating func group(closing: Unicode.Scalar, isOptional: Bool) throws(PatternError) -> Node {
        let slot = newSlot(.choice)
        var alternatives: [[Node]] = []
        while true {
            let alternative = try sequence(inGroup: true)
            guard !alternative.isEmpty else { throw complaint("a group is empty") }
            alternatives.append(alternative)
            guard position < symbols.count else { throw complaint("a bracket is never closed") }
            let mark = symbols[position]
            position += 1
            if mark == .mark(closing) { break }
            guard mark == .mark("|") else { throw complaint("brackets do not match") }
        }
        return .choice(alternatives, slot: slot, isOptional: isOptional)
    }

    private mutating func newSlot(_ slot: Pattern<Grammar>.Slot) -> Int {
        slots.append(slot)
        return slots.count - 1
    }

    private func complaint(_ problem: String) -> PatternError { PatternError(pattern: pattern, problem: problem) }

    private static func symbols(of pattern: String) throws(PatternError) -> [Symbol] {
        let marks: [Unicode.Scalar] = ["[", "]", "(", ")", "|"]
        var symbols: [Symbol] = []
        var rest = Substring(pattern).unicodeScalars
        while let scalar = rest.first {
            if scalar.properties.isWhitespace {
                rest.removeFirst()
            } else if marks.contains(scalar) {
                symbols.append(.mark(scalar))
                rest.removeFirst()
            } else if scalar == "{" {
                guard let close = rest.firstIndex(of: "}") else {
                    throw PatternError(pattern: pattern, problem: "a brace is never closed")
                }
                symbols.append(.parameter(String(rest[..<close].dropFirst())))
                rest = rest[close...].dropFirst()
            } else if scalar == "\"" {
                guard let text = Grammar.takeQuoted(&rest) else {
                    throw PatternError(pattern: pattern, problem: "a quote is never closed")
                }
                symbols.append(.piece(text))
            } else {
                let word = rest.prefix {
                    !$0.properties.isWhitespace && $0 != "{" && $0 != "\"" && !marks.contains($0)
                }
                rest = rest[word.endIndex...]
                symbols += Grammar.pieces(of: word).map { .piece($0) }
            }
        }
        return symbols
    }
}
