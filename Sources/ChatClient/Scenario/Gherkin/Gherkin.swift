/// The language that scenarios are written in: what Cucumber's users know, read by the official grammar
/// (English keywords).
///
/// ```swift
/// let document = try Gherkin.parse("Feature: Pins\n  Scenario: Anna pins\n    When Anna pins it\n")
/// let pickles = try Gherkin.pickles(of: document, path: "pins.feature")
/// ```
public enum Gherkin {
    /// Reads the bytes of a feature file.
    ///
    /// Any bytes give either a document or errors; a byte order mark at the front is ignored.
    /// - Throws: ``SyntaxErrors``, with up to ``Limits/errors`` complaints in the order in which they were found.
    /// - Complexity: O(n) in the number of bytes.
    public static func parse(bytes: [UInt8]) throws(SyntaxErrors) -> Document {
        try parse(Source.text(of: bytes))
    }

    /// Reads the text of a feature file.
    /// - Throws: ``SyntaxErrors``, with up to ``Limits/errors`` complaints in the order in which they were found.
    /// - Complexity: O(n) in the length of the text.
    public static func parse(_ text: String) throws(SyntaxErrors) -> Document {
        guard text.utf8.count <= Limits.sourceBytes else {
            throw SyntaxErrors([
                Complaint(
                    Location(line: 1, column: 1), "the file is larger than \(Limits.sourceBytes) bytes")
            ])
        }
        var parser = Parser(lines: Source.lines(of: text))
        return try parser.document()
    }

    /// Compiles a document to the scenarios that are played: outlines expanded, background steps put in front,
    /// tags inherited.
    /// - Parameter path: Where the document came from; every pickle carries it.
    /// - Throws: ``SyntaxErrors`` when the outlines expand past ``Limits/pickleSteps`` or ``Limits/expandedBytes``.
    public static func pickles(of document: Document, path: String) throws(SyntaxErrors) -> [Pickle] {
        var compiler = PickleCompiler(document: document, path: path)
        return try compiler.pickles()
    }

    /// How much one file may ask for.
    public enum Limits {
        /// A file's size: two hundred times the longest story that anyone has written by hand. One byte more is
        /// one complaint, and nothing is read.
        public static let sourceBytes = 16 * 1024 * 1024
        /// Complaints about one file, as the official parsers have it: whoever has more has another problem.
        public static let errors = 11
        /// Steps of all the pickles of a file. Rows times steps grows with the square of a file's length, so a small
        /// file could ask for all of the memory; one more is a complaint.
        public static let pickleSteps = 200_000
        /// Bytes of text that outlines may expand to, for the same reason.
        public static let expandedBytes = 64 * 1024 * 1024
        /// Code points of an offending line that a complaint repeats.
        public static let quotedLine = 200
    }
}
