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
