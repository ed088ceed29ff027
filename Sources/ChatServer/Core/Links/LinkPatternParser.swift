/// A parser that divides the text of a pattern into pieces.
struct LinkPatternParser {
    private let scalars: [Unicode.Scalar]
    private let options: LinkPattern.Options
    private var index = 0
    private var literal = String.UnicodeScalarView()
    private var output: [LinkPattern.Piece] = []

    init(_ text: String, options: LinkPattern.Options) {
        scalars = Array(text.unicodeScalars)
        self.options = options
    }

    /// Returns the pieces of a pattern.
    mutating func pieces(variables: inout PatternVariables) throws(LinkPattern.Problem) -> [LinkPattern.Piece] {
        while index < scalars.count {
            if scalars[index] == "$", index + 1 < scalars.count, scalars[index + 1] == "(" {
                finishLiteral()
                output.append(try variable(&variables))
            } else {
                read(scalars[index])
            }
            index += 1
        }
        finishLiteral()
        return output
    }

    /// Returns the pieces of a word of a variable. Such a word may not contain another variable.
    mutating func piecesOfWord() -> [LinkPattern.Piece] {
        for scalar in scalars { read(scalar) }
        finishLiteral()
        return output
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "*":
            finishLiteral()
            if output.last != .any { output.append(.any) }
        case "?":
            finishLiteral()
            output.append(.one)
        default: literal.append(scalar)
        }
    }

    /// Parses `$(name)` and leaves the index at its last character.
    private mutating func variable(_ variables: inout PatternVariables) throws(LinkPattern.Problem) -> LinkPattern.Piece
    {
        guard let end = scalars[index...].firstIndex(of: ")") else {
            throw .init(text: "begins a variable with “$(” but does not close it")
        }
        var name = ""
        name.unicodeScalars.append(contentsOf: scalars[(index + 2)..<end])
        index = end
        if let words = variables.words(of: name, options) { return .words(words) }
        if let kind = PatternVariables.CharacterClass(rawValue: name) { return .character(kind) }
        throw .init(text: "names the variable “\(name)”, which is not defined")
    }

    /// Appends the plain text so far, in the form in which addresses are compared.
    private mutating func finishLiteral() {
        guard !literal.isEmpty else { return }
        var text = String(literal)
        if options.isPercentEncoded {
            let bytes = URLEscaping.canonical(Array(text.utf8)[...], in: .pattern)
            text = String(decoding: bytes, as: UTF8.self)
        }
        output.append(.literal(LinkPattern.folded(text, options)))
        literal = .init()
    }
}
