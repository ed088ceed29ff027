/// A word, mark, number or string of a contract file.
struct LexerToken: Equatable {
    enum Kind { case word, mark, text, number, doc, end }

    var kind: Kind
    var text: String
    var line: Int
}

/// Splits a contract file into tokens.
struct Lexer {
    private static let marks = ["...", "..<", "->", "-", "{", "}", "(", ")", "[", "]", ":", ",", "?", "=", ".", "|"]

    static func tokens(of text: String) throws(ContractError) -> [LexerToken] {
        var tokens: [LexerToken] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var rest = line[...].drop { $0 == " " }
            if rest.hasPrefix("///") {
                tokens.append(LexerToken(kind: .doc, text: String(rest.dropFirst(3)), line: index + 1))
                continue
            }
            while let first = rest.first, !rest.hasPrefix("//") {
                var kind = LexerToken.Kind.mark
                var text: Substring
                if first.isLetter || first == "_" {
                    kind = .word
                    text = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                } else if first.isNumber {
                    kind = .number
                    text = rest.prefix { $0.isNumber || $0 == "_" }
                } else if first == "\"" {
                    kind = .text
                    text = rest.dropFirst().prefix { $0 != "\"" }
                    rest = rest.dropFirst(2)
                } else if let mark = marks.first(where: { rest.hasPrefix($0) }) {
                    text = rest.prefix(mark.count)
                } else {
                    throw ContractError(line: index + 1, problem: "“\(first)” means nothing here")
                }
                tokens.append(LexerToken(kind: kind, text: String(text), line: index + 1))
                rest = rest.dropFirst(text.count).drop { $0 == " " }
            }
        }
        tokens.append(LexerToken(kind: .end, text: "the end of the file", line: tokens.last?.line ?? 1))
        return tokens
    }
}
