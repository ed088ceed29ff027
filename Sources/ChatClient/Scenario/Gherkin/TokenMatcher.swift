extension Gherkin {
    /// Says whether a line can be read as a token of a kind. Its only memory is the doc string that is open.
    struct TokenMatcher {
        private var openSeparator: String?
        private var indentToRemove = 0

        private static func titleKeywords(_ kind: TokenKind) -> [String] {
            switch kind {
            case .featureLine: ["Feature:", "Business Need:", "Ability:"]
            case .ruleLine: ["Rule:"]
            case .backgroundLine: ["Background:"]
            case .scenarioLine: ["Example:", "Scenario:", "Scenario Outline:", "Scenario Template:"]
            case .examplesLine: ["Examples:", "Scenarios:"]
            case .endOfFile, .empty, .comment, .language, .tagLine, .stepLine, .docStringSeparator, .tableRow, .other:
                []
            }
        }

        private static let stepKeywords: [(keyword: String, type: KeywordType)] = [
            ("Given ", .context), ("When ", .action), ("Then ", .outcome),
            ("And ", .conjunction), ("But ", .conjunction), ("* ", .unknown),
        ]

        /// What a step's keyword says about it.
        static func type(ofKeyword keyword: String) -> KeywordType {
            stepKeywords.first { $0.keyword == keyword }?.type ?? .unknown
        }

        /// The line read as a token of this kind, or nil. The end of a file is no line: it matches nothing here.
        mutating func match(_ kind: TokenKind, _ line: SourceLine) -> Token? {
            switch kind {
            case .endOfFile:
                return nil
            case .empty:
                return line.isEmpty ? Token(kind: kind, line: line) : nil
            case .comment:
                return line.starts(with: "#") ? Token(kind: kind, line: line, text: String(line.text)) : nil
            case .language:
                return language(line).map { Token(kind: kind, line: line, text: $0) }
            case .tagLine:
                return line.starts(with: "@") ? Token(kind: kind, line: line) : nil
            case .featureLine, .ruleLine, .backgroundLine, .scenarioLine, .examplesLine:
                return title(kind, line)
            case .stepLine:
                guard let keyword = Self.stepKeywords.first(where: { line.starts(with: $0.keyword) })?.keyword
                else { return nil }
                return Token(kind: kind, line: line, keyword: keyword, text: line.rest(after: keyword))
            case .docStringSeparator:
                return separator(line)
            case .tableRow:
                return line.starts(with: "|") ? Token(kind: kind, line: line) : nil
            case .other:
                return Token(kind: kind, line: line, text: unescaped(line.text(removingIndent: indentToRemove)))
            }
        }

        private func title(_ kind: TokenKind, _ line: SourceLine) -> Token? {
            for keyword in Self.titleKeywords(kind) where line.starts(with: keyword) {
                return Token(
                    kind: kind, line: line, keyword: String(keyword.dropLast()), text: line.rest(after: keyword))
            }
            return nil
        }

        private mutating func separator(_ line: SourceLine) -> Token? {
            if let open = openSeparator {
                guard line.starts(with: open) else { return nil }
                openSeparator = nil
                indentToRemove = 0
                return Token(kind: .docStringSeparator, line: line, keyword: open)
            }
            for separator in ["\"\"\"", "```"] where line.starts(with: separator) {
                openSeparator = separator
                indentToRemove = line.indent
                return Token(
                    kind: .docStringSeparator, line: line, keyword: separator, text: line.rest(after: separator))
            }
            return nil
        }

        /// `# language: en`, with white space wherever it likes.
        private func language(_ line: SourceLine) -> String? {
            guard line.starts(with: "#") else { return nil }
            let body = Substring(line.trimmed.utf8.dropFirst()).trimmingGherkinSpace()
            guard body.utf8.starts(with: "language".utf8) else { return nil }
            let rest = Substring(body.utf8.dropFirst("language".utf8.count)).trimmingGherkinSpace()
            guard rest.utf8.first == UInt8(ascii: ":") else { return nil }
            let name = Substring(rest.utf8.dropFirst()).trimmingGherkinSpace()
            let isName = name.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || $0 == "-" || $0 == "_")
            }
            return isName && !name.isEmpty ? String(name) : nil
        }

        /// An escaped separator in a doc string stands for the separator.
        private func unescaped(_ text: Substring) -> String {
            guard let open = openSeparator else { return String(text) }
            let escaped = open.unicodeScalars.reduce(into: "") { $0 += "\\\($1)" }
            return String(text).replacingBytes(of: escaped, with: open)
        }
    }
}

extension String {
    /// This text with every occurrence of a piece replaced, compared in UTF-8.
    func replacingBytes(of piece: String, with replacement: String) -> String {
        let bytes = Array(utf8)
        let wanted = Array(piece.utf8)
        guard let first = wanted.first, bytes.contains(first) else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            if bytes[position] == first, bytes[position...].starts(with: wanted) {
                result.append(contentsOf: replacement.utf8)
                position += wanted.count
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
