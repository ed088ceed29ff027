/// The codes of the languages for feature files: `en` first, then in the order of the table.
public var languages: [String] { Dialect.codes }

/// Returns true if a language has that code.
public func isLanguage(_ code: String) -> Bool { Dialect(code: code) != nil }

/// The presumed content of a file that does not parse.
package enum Intent: Hashable, Sendable {
    /// A feature file with an error.
    case feature
    /// A feature file in one of these languages, without a line that names the language.
    case unnamedLanguage([String])
    /// No feature file: no line begins a feature in any language.
    case none
}

/// Guesses the content of a file that does not parse. It looks for a line that names a language, or begins a feature in
/// English or in another language.
/// - Complexity: O(n) in the number of bytes.
package func intent(of bytes: [UInt8]) -> Intent {
    guard let text = try? Source.text(of: bytes) else { return .feature }
    let codesByFeature = Dialect.codesByFeature()
    var others: [String] = []
    for line in Source.lines(of: text) where !line.isEmpty {
        if TokenMatcher.language(line) != nil { return .feature }
        let head = line.trimmed.utf8.prefix(featureKeywordMax)
        guard let colon = head.firstIndex(of: 0x3A), let word = String(head[..<colon]),
            let codes = codesByFeature[word]
        else { continue }
        if codes.first == Dialect.english.code { return .feature }
        if others.isEmpty { others = codes }
    }
    return others.isEmpty ? .none : .unnamedLanguage(others)
}

/// The number of bytes at the beginning of a line that contain the keyword of a feature in every language.
private let featureKeywordMax = 128

/// The words with which a line of a feature file can begin, for editors.
package struct LineKeywords: Sendable {
    /// The keywords of steps, each with its space, the longest first.
    package let steps: [String]
    /// The keywords of headings, without their colon.
    package let headings: [String]
    private let misspelling: Misspelling

    /// Creates the keywords of the language that a text names in its first lines; of English if it names none.
    package init(of text: String) {
        var dialect = Dialect.english
        for line in Source.lines(of: text).prefix(while: { $0.isEmpty || $0.starts(with: "#") }) {
            if let named = TokenMatcher.language(line).flatMap(Dialect.init(code:)) { dialect = named }
        }
        steps = dialect.steps.map(\.text)
        headings = dialect.feature + dialect.rule + dialect.background + dialect.scenario + dialect.examples
        misspelling = Misspelling(dialect)
    }

    /// Returns the keyword that a line misspells at its beginning; nil if it misspells none.
    package func keyword(misspeltIn line: Substring) -> String? {
        misspelling.keyword(of: String(line), holdsSteps: true)
    }

    /// Returns the text after the keyword of a step; nil for a line that begins with none.
    package func stepText(in line: Substring) -> Substring? {
        let trimmed = SourceLine(number: 1, text: line).trimmed
        guard let keyword = steps.first(where: { trimmed.utf8.starts(with: $0.utf8) }) else { return nil }
        let text = Substring(trimmed.utf8.dropFirst(keyword.utf8.count)).unicodeScalars
        return Substring(text.drop { $0.isGherkinSpace })
    }
}

/// The keywords of one language.
struct Dialect: Sendable {
    /// A keyword that begins a step, as written, including its space if it has one.
    struct StepKeyword: Hashable, Sendable {
        var text: String
        var type: KeywordType
    }

    /// The code of the language, such as `en`, `fr` or `zh-CN`.
    let code: String
    /// The English name of the language, such as `French`.
    let name: String
    let feature: [String]
    let rule: [String]
    let background: [String]
    /// The keywords of scenarios and of outlines.
    let scenario: [String]
    /// The keywords of outlines only.
    let outline: [String]
    let examples: [String]
    /// The keywords of steps, the longest first, because some keywords begin with others.
    let steps: [StepKeyword]

    /// English, the language of files that name no other. It is the first line of the table, which a test checks.
    static let english = Dialect(code: "en") ?? Dialect(fields: ["en", "English"])

    /// Creates the dialect with a code; nil if the language is unknown.
    init?(code: String) {
        let line = Self.lines.first { $0.starts(with: code.utf8) && $0.dropFirst(code.utf8.count).first == 0x3B }
        guard !code.isEmpty, let line else { return nil }
        self.init(fields: Self.fields(of: line))
    }

    /// Creates a dialect from the fields of a line in the table, which semicolons separate.
    init(fields: [Substring]) {
        func words(_ index: Int) -> [String] {
            guard index < fields.count, !fields[index].isEmpty else { return [] }
            return fields[index].utf8.split(separator: 0x7C).map { String(Substring($0)) }
        }
        code = String(fields.first ?? "")
        name = fields.count > 1 ? String(fields[1]) : ""
        feature = words(2)
        rule = words(3)
        background = words(4)
        outline = words(6)
        scenario = words(5) + outline
        examples = words(7)
        steps = Self.steps([
            (words(8), .context), (words(9), .action), (words(10), .outcome),
            (words(11) + words(12), .conjunction), (words(13).map { $0 + " " }, .unknown),
        ])
    }

    /// Returns the keywords of steps. A word for two types of steps has the type `unknown`.
    private static func steps(_ kinds: [([String], KeywordType)]) -> [StepKeyword] {
        var steps: [StepKeyword] = []
        for (words, type) in kinds {
            for word in words {
                if let index = steps.firstIndex(where: { $0.text.utf8.elementsEqual(word.utf8) }) {
                    if steps[index].type != type { steps[index].type = .unknown }
                } else {
                    steps.append(StepKeyword(text: word, type: type))
                }
            }
        }
        return steps.sorted { $0.text.unicodeScalars.count > $1.text.unicodeScalars.count }
    }

    private static var lines: [Substring.UTF8View] {
        keywordTable.utf8.split(separator: 0x0A).map { Substring($0).utf8 }
    }

    private static func fields(of line: Substring.UTF8View) -> [Substring] {
        line.split(separator: 0x3B, omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// The codes of all languages in the order of the table, in which English is first.
    static var codes: [String] { lines.map { fields(of: $0).first.map(String.init) ?? "" } }

    /// Returns the codes of the languages by each of their words for a feature, in the order of the table.
    static func codesByFeature() -> [String: [String]] {
        var codes: [String: [String]] = [:]
        for dialect in lines.map({ Dialect(fields: fields(of: $0)) }) {
            for word in dialect.feature { codes[word, default: []].append(dialect.code) }
        }
        return codes
    }

    /// Returns the keywords that begin a heading of a kind; empty for other kinds of lines.
    func titles(_ kind: TokenKind) -> [String] {
        switch kind {
        case .featureLine: feature
        case .ruleLine: rule
        case .backgroundLine: background
        case .scenarioLine: scenario
        case .examplesLine: examples
        case .endOfFile, .empty, .comment, .language, .tagLine, .stepLine, .docStringSeparator, .tableRow, .other:
            []
        }
    }
}
