extension Gherkin {
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
    struct Token {
        let kind: TokenKind
        let line: SourceLine
        /// The keyword or separator it begins with, if it has one.
        var keyword = ""
        /// What follows the keyword, trimmed; for text its line.
        var text = ""
    }
}
