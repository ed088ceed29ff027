import Gherkin

/// The parser of a ``Phrase``.
struct PhraseParser {
    private(set) var slots: [Phrase.Slot] = []
    private let phrase: String
    private let symbols: [Symbol]
    private var position = 0

    private enum Symbol: Hashable {
        case piece(StepText.Piece)
        case parameter(String)
        case mark(Unicode.Scalar)
    }

    init(_ phrase: String) throws(PhraseError) {
        self.phrase = phrase
        symbols = try Self.symbols(of: phrase)
    }

    /// Reads the whole phrase.
    /// - Throws: ``PhraseError`` if it is invalid.
    mutating func nodes() throws(PhraseError) -> [Phrase.Node] {
        let nodes = try sequence(inGroup: false)
        guard position == symbols.count else { throw complaint("a bracket closes that was not opened") }
        guard !nodes.isEmpty else { throw complaint("it is empty") }
        return nodes
    }

    private mutating func sequence(inGroup: Bool) throws(PhraseError) -> [Phrase.Node] {
        var nodes: [Phrase.Node] = []
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

    private mutating func alternatives(startingWith left: Phrase.Node) throws(PhraseError) -> Phrase.Node {
        var all = [[left], [try node()]]
        while position < symbols.count, symbols[position] == .mark("|") {
            position += 1
            all.append([try node()])
        }
        return .choice(all, slot: newSlot(.choice), isOptional: false)
    }

    private mutating func node() throws(PhraseError) -> Phrase.Node {
        guard position < symbols.count else { throw complaint("something is missing at its end") }
        let symbol = symbols[position]
        position += 1
        switch symbol {
        case .piece(.word(let word)): return .word(word)
        case .piece(.quoted(let text)): return .quoted(text)
        case .piece(.comma): throw complaint("a comma is allowed only in lists")
        case .piece(.reference): throw complaint("a reference is allowed only in steps")
        case .parameter(let name):
            guard let kind = ParameterKind(rawValue: name) else { throw complaint("{\(name)} is no kind of parameter") }
            return .parameter(kind, slot: newSlot(.parameter(kind)))
        case .mark("["): return try group(closing: "]", isOptional: true)
        case .mark("("): return try group(closing: ")", isOptional: false)
        case .mark: throw complaint("an alternative is missing next to a bar")
        }
    }

    private mutating func group(closing: Unicode.Scalar, isOptional: Bool) throws(PhraseError) -> Phrase.Node {
        let slot = newSlot(.choice)
        var alternatives: [[Phrase.Node]] = []
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

    private mutating func newSlot(_ slot: Phrase.Slot) -> Int {
        slots.append(slot)
        return slots.count - 1
    }

    private func complaint(_ problem: String) -> PhraseError { PhraseError(phrase: phrase, problem: problem) }

    private static func symbols(of phrase: String) throws(PhraseError) -> [Symbol] {
        let marks: [Unicode.Scalar] = ["[", "]", "(", ")", "|"]
        var symbols: [Symbol] = []
        var rest = Substring(phrase).unicodeScalars
        while let scalar = rest.first {
            if scalar.isGherkinSpace {
                rest.removeFirst()
            } else if marks.contains(scalar) {
                symbols.append(.mark(scalar))
                rest.removeFirst()
            } else if scalar == "{" {
                guard let close = rest.firstIndex(of: "}") else {
                    throw PhraseError(phrase: phrase, problem: "a brace is never closed")
                }
                symbols.append(.parameter(String(rest[..<close].dropFirst())))
                rest = rest[close...].dropFirst()
            } else if scalar == "\"" {
                guard let text = StepText.takeQuoted(&rest) else {
                    throw PhraseError(phrase: phrase, problem: "a quote is never closed")
                }
                symbols.append(.piece(.quoted(text)))
            } else {
                let word = rest.prefix { !$0.isGherkinSpace && $0 != "{" && $0 != "\"" && !marks.contains($0) }
                rest = rest[word.endIndex...]
                var pieces: [StepText.Piece] = []
                StepText.append(word, to: &pieces)
                symbols += pieces.map { .piece($0) }
            }
        }
        return symbols
    }
}
