/// What a line can be; the raw values are the official names, as complaints print them.
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

/// A line that was recognised.
struct GherkinToken {
    let kind: TokenKind
    let line: SourceLine
    /// Where what was recognised begins; column 1 for what is a line as a whole.
    let location: Location
    /// The keyword or separator it begins with, if it has one.
    var keyword = ""
    /// What the keyword of a step says.
    var keywordType: KeywordType?
    /// What follows the keyword, trimmed; for text its line.
    var text = ""
    /// The tags of a tag line.
    var tags: [Tag] = []
    /// The cells of a row.
    var cells: [TableCell] = []
    /// What is wrong with it, though it is what it is.
    var complaint: Complaint?

    /// As the official test data prints it: `(4:5)StepLine:(Context)Given /a simple table/`.
    var description: String {
        let type = keywordType?.rawValue ?? ""
        let head = keyword.isEmpty ? "" : "(\(type))\(keyword)"
        let items =
            tags.map { "\($0.location.column ?? 0):\($0.name)" }
            + cells.map { "\($0.location.column ?? 0):\($0.value)" }
        return "(\(location))\(kind.rawValue.dropFirst()):\(head)/\(text)/\(items.joined(separator: ","))"
    }
}
