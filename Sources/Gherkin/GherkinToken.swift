/// The kind of a line. The raw values are the official names, which complaints contain.
enum TokenKind: String, Hashable, Sendable {
    case endOfFile = "#EOF"
    case empty = "#Empty"
    case comment = "#Comment"
    case language = "#Language"
    case tagLine = "#TagLine"
    case featureLine = "#FeatureLine"
    case ruleLine = "#RuleLine"
    case backgroundLine = "#BackgroundLine"
    case scenarioLine = "#ScenarioLine"
    case examplesLine = "#ExamplesLine"
    case stepLine = "#StepLine"
    case docStringSeparator = "#DocStringSeparator"
    case tableRow = "#TableRow"
    case other = "#Other"
}

/// A recognised line.
struct GherkinToken {
    let kind: TokenKind
    let line: SourceLine
    /// The beginning of the recognised text; column 1 if the whole line was recognised.
    let location: Location
    /// The keyword or separator at the beginning; empty if the line has none.
    var keyword = ""
    /// The type of a step's keyword; nil for other lines.
    var keywordType: KeywordType?
    /// The text after the keyword, trimmed. For a text line, the line itself.
    var text = ""
    /// The tags of a tag line.
    var tags: [Tag] = []
    /// The cells of a row.
    var cells: [TableCell] = []
    /// The error in a line that was recognised; nil if it has none.
    var complaint: Complaint?

    /// The token in the form of the official test data, such as `(4:5)StepLine:(Context)Given /a simple table/`.
    var description: String {
        let type = keywordType?.rawValue ?? ""
        let head = keyword.isEmpty ? "" : "(\(type))\(keyword)"
        let items =
            tags.map { "\($0.location.column ?? 0):\($0.name)" }
            + cells.map { "\($0.location.column ?? 0):\($0.value)" }
        return "(\(location))\(kind.rawValue.dropFirst()):\(head)/\(text)/\(items.joined(separator: ","))"
    }
}
