// The language that scenarios are written in: what Cucumber's users know, read by the official grammar, with the
// keywords of every language that the official parsers have.
//
//     let document = try Gherkin.parse("Feature: Pins\n  Scenario: Anna pins\n    When Anna pins it\n")
//     let pickles = try Gherkin.pickles(of: document, path: "pins.feature")

/// How a file is written.
public enum Notation: Hashable, Sendable {
    /// A `.feature` file.
    case plain
    /// A `.feature.md` file: Markdown with headings, lists and tables that are Gherkin.
    case markdown

    /// By the name of a file.
    public init(path: String) {
        self = path.hasSuffix(".feature.md") ? .markdown : .plain
    }
}

/// Reads the bytes of a feature file.
///
/// Any bytes give either a document or errors; a byte order mark at the front is ignored.
/// - Parameter language: the code of the language of its keywords, unless it begins with `# language: …`.
/// - Throws: ``SyntaxErrors``, with up to ``GherkinLimits/errors`` complaints in the order in which they were found.
/// - Complexity: O(n) in the number of bytes.
public func parse(
    bytes: [UInt8], language: String = "en", notation: Notation = .plain
) throws(SyntaxErrors) -> GherkinDocument {
    try parse(Source.text(of: bytes), language: language, notation: notation)
}

/// Reads the text of a feature file.
/// - Parameter language: the code of the language of its keywords, unless it begins with `# language: …`.
/// - Throws: ``SyntaxErrors``, with up to ``GherkinLimits/errors`` complaints in the order in which they were found.
/// - Complexity: O(n) in the length of the text.
public func parse(
    _ text: String, language: String = "en", notation: Notation = .plain
) throws(SyntaxErrors) -> GherkinDocument {
    try parse(text, language: language, notation: notation, onToken: nil)
}

/// Lists the tokens of a text as the official test data has them, one a line, and `EOF`.
/// - Throws: ``SyntaxErrors`` as ``parse(_:language:notation:)`` does.
public func tokens(
    _ text: String, language: String = "en", notation: Notation = .plain
) throws(SyntaxErrors) -> String {
    var list = ""
    _ = try parse(text, language: language, notation: notation) { list += $0.description + "\n" }
    return list + "EOF\n"
}

/// Reads a text, and shows its tokens on the way.
func parse(
    _ text: String, language: String, notation: Notation, onToken: ((GherkinToken) -> Void)?
) throws(SyntaxErrors) -> GherkinDocument {
    let start = Location(line: 1, column: 1)
    guard text.utf8.count <= GherkinLimits.sourceBytes else {
        throw SyntaxErrors([Complaint(start, "the file is larger than \(GherkinLimits.sourceBytes) bytes")])
    }
    guard let dialect = language == "en" ? .english : Dialect(code: language) else {
        throw SyntaxErrors([Complaint(start, "Language not supported: \(language)")])
    }
    let lines = Source.lines(of: text)
    switch notation {
    case .plain:
        var parser = Parser(lines: lines, matcher: TokenMatcher(dialect: dialect), onToken: onToken)
        return try parser.document()
    case .markdown:
        var parser = Parser(lines: lines, matcher: MarkdownMatcher(dialect: dialect), onToken: onToken)
        return try parser.document()
    }
}

/// Compiles a document to the scenarios that are played: outlines expanded, background steps put in front,
/// tags inherited.
/// - Parameter path: Where the document came from; every pickle carries it.
/// - Throws: ``SyntaxErrors`` when the outlines expand past ``GherkinLimits/pickleSteps`` or ``GherkinLimits/expandedBytes``.
public func pickles(of document: GherkinDocument, path: String) throws(SyntaxErrors) -> [Pickle] {
    var compiler = PickleCompiler(document: document, path: path)
    return try compiler.pickles()
}

/// How much one file may ask for.
public enum GherkinLimits {
    /// A file's size: two hundred times the longest story that anyone has written by hand. One byte more is
    /// one complaint, and nothing is read.
    public static let sourceBytes = 16 * 1024 * 1024
    /// Complaints about one file, as the official parsers have it: whoever has more has another problem.
    public static let errors = 11
    /// Steps, headings, rows, cells, tags and comments of one file: what takes much more memory read than written.
    public static let nodes = 1_000_000
    /// Lines of a file that is formatted.
    public static let formattedLines = 1_000_000
    /// Steps of all the pickles of a file. Rows times steps grows with the square of a file's length, so a small
    /// file could ask for all of the memory; one more is a complaint.
    public static let pickleSteps = 200_000
    /// Bytes of text that outlines may expand to, for the same reason.
    public static let expandedBytes = 64 * 1024 * 1024
    /// What ``findings(in:)`` tells of one file.
    public static let findings = 100
    /// Code points of an offending line that a complaint repeats.
    public static let quotedLine = 200
}
