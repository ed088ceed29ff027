import Gherkin

/// A filter for the tags of scenarios: `@mention and not (@slow or @later)`.
///
/// `not` binds tighter than `and`, and `and` tighter than `or`; an empty expression matches everything. White space,
/// brackets and backslashes in a tag are written with a backslash before them. The expression is stored in postfix
/// order, so that neither reading nor evaluating recurses, however deeply brackets are nested.
struct TagExpression: Hashable, Sendable, CustomStringConvertible {
    /// The expression as given.
    let description: String
    private let postfix: [Piece]

    /// A part of an expression in postfix order.
    private enum Piece: Hashable, Sendable {
        case tag(String)
        case and, or, not
    }

    /// An operator or bracket that waits for its right-hand side while an expression is read.
    private enum Waiting {
        case and, or, not, bracket

        var piece: Piece? {
            switch self {
            case .and: .and
            case .or: .or
            case .not: .not
            case .bracket: nil
            }
        }

        /// The precedence of the operator; a higher one binds tighter.
        var strength: Int {
            switch self {
            case .bracket: 0
            case .or: 1
            case .and: 2
            case .not: 3
            }
        }
    }

    /// Reads an expression.
    /// - Throws: ``TagExpressionError`` with the syntax error.
    /// - Complexity: O(n) in the length of the text.
    init(_ text: String) throws(TagExpressionError) {
        description = text
        var output: [Piece] = []
        var waiting: [Waiting] = []
        var expectsOperand = true
        func complain(_ problem: String) -> TagExpressionError {
            TagExpressionError(expression: text, problem: problem)
        }
        func settle(tighterThan strength: Int) {
            while let last = waiting.last, last.strength >= strength, let piece = last.piece {
                output.append(piece)
                waiting.removeLast()
            }
        }
        for word in try Self.words(of: text) {
            let isOperandStart = word.kind == .tag || word.kind == .not || word.kind == .open
            guard isOperandStart == expectsOperand else {
                throw complain("Expected \(expectsOperand ? "operand" : "operator").")
            }
            switch word.kind {
            case .tag:
                output.append(.tag(word.text))
                expectsOperand = false
            case .not:
                waiting.append(.not)
            case .open:
                waiting.append(.bracket)
            case .and, .or:
                let next: Waiting = word.kind == .and ? .and : .or
                settle(tighterThan: next.strength)
                waiting.append(next)
                expectsOperand = true
            case .close:
                settle(tighterThan: 1)
                guard waiting.popLast() != nil else { throw complain("Unmatched ).") }
            }
        }
        guard !expectsOperand || (output.isEmpty && waiting.isEmpty) else { throw complain("Expected operand.") }
        settle(tighterThan: 1)
        guard waiting.isEmpty else { throw complain("Unmatched (.") }
        postfix = output
    }

    /// Returns true if the expression matches a scenario with these tags, each with its `@`.
    func matches(_ tags: [String]) -> Bool {
        let present = Set(tags)
        var values: [Bool] = []
        for piece in postfix {
            switch piece {
            case .tag(let name): values.append(present.contains(name))
            case .not: values.append(!(values.popLast() ?? false))
            case .and, .or:
                let right = values.popLast() ?? false
                let left = values.popLast() ?? false
                values.append(piece == .and ? left && right : left || right)
            }
        }
        return values.last ?? true
    }
}

/// An invalid tag expression.
struct TagExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The whole expression.
    let expression: String
    /// The syntax error.
    let problem: String

    /// The message in one line, in Cucumber's words.
    var description: String {
        "Tag expression \"\(expression)\" could not be parsed because of syntax error: \(problem)"
    }
}

extension TagExpression {
    /// A word of an expression.
    private struct Word {
        enum Kind { case tag, and, or, not, open, close }
        let kind: Kind
        let text: String

    }

    private static func words(of text: String) throws(TagExpressionError) -> [Word] {
        var words: [Word] = []
        var current = String.UnicodeScalarView()
        var isEscaped = false
        func finish() {
            guard !current.isEmpty else { return }
            let word = String(current)
            current = String.UnicodeScalarView()
            switch word {
            case "and": words.append(Word(kind: .and, text: word))
            case "or": words.append(Word(kind: .or, text: word))
            case "not": words.append(Word(kind: .not, text: word))
            default: words.append(Word(kind: .tag, text: word))
            }
        }
        for scalar in text.unicodeScalars {
            if isEscaped {
                guard scalar == "(" || scalar == ")" || scalar == "\\" || scalar.isGherkinSpace else {
                    throw TagExpressionError(expression: text, problem: "Illegal escape before \"\(scalar)\".")
                }
                current.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "(" || scalar == ")" {
                finish()
                words.append(Word(kind: scalar == "(" ? .open : .close, text: String(scalar)))
            } else if scalar.isGherkinSpace {
                finish()
            } else {
                current.append(scalar)
            }
        }
        guard !isEscaped else { throw TagExpressionError(expression: text, problem: "Illegal escape at the end.") }
        finish()
        return words
    }
}
