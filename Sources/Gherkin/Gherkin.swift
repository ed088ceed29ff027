// A parser of Gherkin, the language of Cucumber's scenarios. It follows the official grammar, and has the keywords of
// every language that the official parsers have.
//
//     let document = try Gherkin.parse("Feature: Pins\n  Scenario: Anna pins\n    When Anna pins it\n")
//     let pickles = try Gherkin.pickles(of: document, path: "pins.feature")

/// The notation of a feature file.
public enum Notation: Hashable, Sendable {
    /// A `.feature` file.
    case plain
    /// A `.feature.md` file: Markdown with headings, lists and tables that are Gherkin.
    case markdown

    /// Chooses the notation by the name of a file.
    public init(path: String) {
        self = path.hasSuffix(".feature.md") ? .markdown : .plain
    }
}

/// Parses the bytes of a feature file.
///
/// All bytes give either a document or errors. A byte order mark at the beginning is ignored.
/// - Parameter language: the code of the language of the keywords, for a file without a line `# language: …`.
/// - Throws: ``SyntaxErrors``, with up to ``GherkinLimits/errors`` complaints in the order in which they were found.
/// - Complexity: O(n) in the number of bytes.
public func parse(
    bytes: [UInt8], language: String = "en", notation: Notation = .plain
) throws(SyntaxErrors) -> GherkinDocument {
    try parse(Source.text(of: bytes), language: language, notation: notation)
}

/// Parses the text of a feature file.
/// - Parameter language: the code of the language of the keywords, for a file without a line `# language: …`.
/// - Throws: ``SyntaxErrors``, with up to ``GherkinLimits/errors`` complaints in the order in which they were found.
/// - Complexity: O(n) in the length of the text.
public func parse(
    _ text: String, language: String = "en", notation: Notation = .plain
) throws(SyntaxErrors) -> GherkinDocument {
    try parse(text, language: language, notation: notation, onToken: nil)
}

/// Returns the tokens of a text in the form of the official test data, one per line, followed by `EOF`.
/// - Throws: ``SyntaxErrors`` as ``parse(_:language:notation:)`` does.
public func tokens(
    _ text: String, language: String = "en", notation: Notation = .plain
) throws(SyntaxErrors) -> String {
    var list = ""
    _ = try parse(text, language: language, notation: notation) { list += $0.description + "\n" }
    return list + "EOF\n"
}

/// Parses a text.
///
/// - Parameter onToken: receives every accepted token in order; nil to receive none.
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

/// Compiles a document to pickles. Outlines are expanded, background steps precede the other steps, and tags are
/// inherited.
/// - Parameter path: the path of the document, which every pickle contains.
/// - Throws: ``SyntaxErrors`` if the outlines expand to more than ``GherkinLimits/pickleSteps`` steps or
///   ``GherkinLimits/expandedBytes`` bytes.
public func pickles(of document: GherkinDocument, path: String) throws(SyntaxErrors) -> [Pickle] {
    var compiler = PickleCompiler(document: document, path: path)
    return try compiler.pickles()
}

/// The limits for one file.
public enum GherkinLimits {
    /// The maximum size of a file in bytes: two hundred times the longest file that a person has written. A larger file
    /// is not read, and has one complaint.
    public static let sourceBytes = 16 * 1024 * 1024
    /// The maximum number of complaints about one file, as in the official parsers.
    public static let errors = 11
    /// The maximum number of steps, headings, rows, cells, tags and comments in a file. They need much more memory than
    /// their text.
    public static let nodes = 1_000_000
    /// The maximum number of lines of a file to format.
    public static let formattedLines = 1_000_000
    /// The maximum number of steps in all pickles of a file. The number of rows times steps grows with the square of a
    /// file's length, so that a small file could need all of the memory. One more step is a complaint.
    public static let pickleSteps = 200_000
    /// The maximum number of bytes to which outlines may expand, for the same reason.
    public static let expandedBytes = 64 * 1024 * 1024
    /// The maximum number of findings of ``findings(in:)`` in one file.
    public static let findings = 100
    /// The maximum number of code points of a refused line that a complaint quotes.
    public static let quotedLine = 200
}

/// An error in a file, with its location.
public struct Complaint: Hashable, Sendable, CustomStringConvertible {
    /// The location of the error.
    public let location: Location
    /// The message without the location.
    public let message: String
    /// True if the file does not mean what its author intended, so that playing it would prove nothing.
    public let isFault: Bool
    /// True if an earlier complaint explains this one. After tags that belong to no part, every line is refused.
    public internal(set) var isConsequence = false

    /// Creates a complaint.
    public init(_ location: Location, _ message: String, isFault: Bool = false) {
        self.location = location
        self.message = message
        self.isFault = isFault
    }

    /// The complaint as `(3:5): expected: #EOF, …, got '…'`, in the official parsers' words.
    public var description: String { "(\(location)): \(message)" }
}

/// The errors in a file.
public struct SyntaxErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// The complaints in the order in which they were found, at least one.
    public let complaints: [Complaint]

    /// Creates the error of a file.
    public init(_ complaints: [Complaint]) {
        self.complaints = complaints
    }

    /// The complaints, one per line.
    public var description: String {
        complaints.map(\.description).joined(separator: "\n")
    }
}

/// The scenarios that a line of a file selects, as in `play trip.feature:12`.
///
/// A line between two parts belongs to the part above it. So a row of a step's table belongs to the step, and a line of
/// a description to its scenario. A step selects its scenario, and a row of examples selects itself. The heading or the
/// header of examples selects all their rows. A line in a feature, a rule or a background but in no scenario selects
/// all scenarios there.
public struct LineSelection: Sendable {
    private let anchors: [Int]

    /// Creates the selection for a document.
    public init(_ document: GherkinDocument) {
        var lines: [Int] = []
        func add(_ scenario: Scenario) {
            lines += scenario.heading.anchors + scenario.steps.map(\.location.line)
            for examples in scenario.examples {
                lines += examples.heading.anchors + (examples.header.map { [$0.location.line] } ?? [])
                lines += examples.rows.map(\.location.line)
            }
        }
        func add(_ background: Background) {
            lines += [background.heading.location.line] + background.steps.map(\.location.line)
        }
        lines += document.feature?.heading.anchors ?? []
        for child in document.feature?.children ?? [] {
            switch child {
            case .background(let background): add(background)
            case .scenario(let scenario): add(scenario)
            case .rule(let rule):
                lines += rule.heading.anchors
                if let background = rule.background { add(background) }
                for scenario in rule.scenarios { add(scenario) }
            }
        }
        anchors = lines.sorted()
    }

    /// Returns the pickles of the document that a line selects; none for a line above the feature.
    /// - Complexity: O(n) in the lines of all the pickles.
    public func pickles(at line: Int, of pickles: [Pickle]) -> [Pickle] {
        guard let anchor = anchors.last(where: { $0 <= line }) else { return [] }
        return pickles.filter { $0.anchors.contains(anchor) }
    }
}
