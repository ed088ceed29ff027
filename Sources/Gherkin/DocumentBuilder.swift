/// Builds a document from what the parser has read. The builder knows no grammar: the parser calls it in a legal order.
struct DocumentBuilder {
    private(set) var document = GherkinDocument()
    /// The feature's language.
    var dialect: Dialect { didSet { misspelling = Misspelling(dialect) } }
    /// The errors in tables, which are found at the end of a table.
    private(set) var complaints: [Complaint] = []

    private var feature: Feature?
    private var rule: Rule?
    private var background: Background?
    private var scenario: Scenario?
    private var examples: Examples?
    private var step: Step?
    private var rows: [TableRow] = []
    private var docStringLines: [String] = []
    private var descriptionLines: [String] = []
    private var tags: [Tag] = []

    private var misspelling: Misspelling

    init(dialect: Dialect) {
        self.dialect = dialect
        misspelling = Misspelling(dialect)
    }

    mutating func add(_ comment: GherkinToken) {
        document.comments.append(Comment(location: comment.location, text: comment.text))
    }

    mutating func add(tags more: [Tag]) {
        endText()
        endStep()
        endExamplesTable()
        tags += more
    }

    mutating func add(description token: GherkinToken) {
        descriptionLines.append(token.text)
        let holdsSteps = examples == nil && (scenario?.steps.isEmpty ?? background?.steps.isEmpty ?? false)
        guard document.misspellings.count < GherkinLimits.findings,
            let keyword = misspelling.keyword(of: token.text, holdsSteps: holdsSteps)
        else { return }
        let line = String(token.text.drop(while: \.isWhitespace).prefix(40))
        document.misspellings.append(
            Complaint(token.location, "“\(line)” is read as free text; did you mean “\(keyword)”?", isFault: true))
    }

    mutating func add(docString line: String) { docStringLines.append(line) }

    mutating func add(row token: GherkinToken) {
        endText()
        rows.append(TableRow(location: token.location, cells: token.cells))
    }

    mutating func open(_ section: Section, _ token: GherkinToken) {
        endText()
        endStep()
        let heading = Heading(
            tags: tags, location: token.location, keyword: token.keyword, name: token.text)
        tags = []
        switch section {
        case .feature:
            feature = Feature(heading: heading, language: dialect.code)
        case .rule:
            endDefinition()
            endRule()
            rule = Rule(heading: heading)
        case .background:
            background = Background(heading: heading)
        case .scenario:
            endDefinition()
            scenario = Scenario(heading: heading)
        case .examples:
            endExamples()
            examples = Examples(heading: heading)
        }
    }

    mutating func openStep(_ token: GherkinToken) {
        endText()
        endStep()
        step = Step(
            location: token.location, keyword: token.keyword,
            keywordType: token.keywordType ?? .unknown, text: token.text)
    }

    mutating func openDocString(_ token: GherkinToken) {
        endStepTable()
        docStringLines = []
        step?.docString = DocString(
            location: token.location, content: "", delimiter: token.keyword,
            mediaType: token.text.isEmpty ? nil : token.text)
    }

    mutating func closeDocString() {
        step?.docString?.content = docStringLines.joined(separator: "\n")
        docStringLines = []
    }

    /// Ends all open parts, and stores the feature in the document.
    mutating func finish() {
        endText()
        endStep()
        endDefinition()
        endRule()
        if var whole = feature {
            number(&whole.heading.tags)
            document.feature = whole
        }
    }
}

extension DocumentBuilder {
    /// Stores the description in the part that was opened last.
    private mutating func endText() {
        guard !descriptionLines.isEmpty else { return }
        let isBlank = { (line: String) in line.unicodeScalars.allSatisfy(\.isGherkinSpace) }
        while let last = descriptionLines.last, isBlank(last) { descriptionLines.removeLast() }
        let text = descriptionLines.joined(separator: "\n")
        descriptionLines = []
        if examples != nil {
            examples?.heading.description = text
        } else if scenario != nil {
            scenario?.heading.description = text
        } else if background != nil {
            background?.heading.description = text
        } else if rule != nil {
            rule?.heading.description = text
        } else {
            feature?.heading.description = text
        }
    }

    private mutating func endStep() {
        endStepTable()
        guard var done = step else { return }
        done.id = nextID()
        step = nil
        if scenario != nil { scenario?.steps.append(done) } else { background?.steps.append(done) }
    }

    private mutating func endStepTable() {
        guard step != nil, let first = rows.first else { return }
        let table = DataTable(location: first.location, rows: numberedRows())
        step?.table = table
    }

    private mutating func endExamplesTable() {
        guard examples != nil, !rows.isEmpty else { return }
        let table = numberedRows()
        examples?.header = table.first
        examples?.rows = Array(table.dropFirst())
    }

    private mutating func endExamples() {
        endExamplesTable()
        guard var done = examples else { return }
        number(&done.heading.tags)
        done.id = nextID()
        examples = nil
        scenario?.examples.append(done)
    }

    private mutating func endDefinition() {
        endExamples()
        if var done = scenario {
            number(&done.heading.tags)
            done.id = nextID()
            scenario = nil
            if rule != nil { rule?.scenarios.append(done) } else { feature?.children.append(.scenario(done)) }
        }
        if var done = background {
            done.id = nextID()
            background = nil
            if rule != nil { rule?.background = done } else { feature?.children.append(.background(done)) }
        }
    }

    private mutating func endRule() {
        guard var done = rule else { return }
        number(&done.heading.tags)
        done.id = nextID()
        rule = nil
        feature?.children.append(.rule(done))
    }

    /// Returns the collected rows with their ids. A row with another number of cells than the first one is a complaint.
    private mutating func numberedRows() -> [TableRow] {
        var table = rows
        rows = []
        for index in table.indices { table[index].id = nextID() }
        if let odd = table.first(where: { $0.cells.count != table[0].cells.count }) {
            complaints.append(Complaint(odd.location, "inconsistent cell count within the table"))
        }
        return table
    }

    private mutating func number(_ tags: inout [Tag]) {
        for index in tags.indices { tags[index].id = nextID() }
    }

    private mutating func nextID() -> Int {
        defer { document.nextID += 1 }
        return document.nextID
    }

    /// Returns the complaints and removes them, so that each is reported once.
    mutating func takeComplaints() -> [Complaint] {
        defer { complaints = [] }
        return complaints
    }
}

/// Finds the lines of a description that begin with a misspelt keyword. They would be read as free text.
struct Misspelling: Sendable {
    private let headings: [String]
    private let steps: [String]

    init(_ dialect: Dialect) {
        headings =
            dialect.feature + dialect.rule + dialect.background + dialect.scenario + dialect.outline + dialect.examples
        steps = dialect.steps.map(\.text).filter { $0.hasSuffix(" ") }.map { String($0.dropLast()) }
    }

    /// Returns the keyword that a line misspells; nil if the line is prose.
    ///
    /// - Parameter holdsSteps: true in the description of a scenario or a background, which can contain steps.
    func keyword(of line: String, holdsSteps: Bool) -> String? {
        let text = line.drop { $0.isGherkinSpace }
        if let colon = text.prefix(Self.lengthMax + 1).firstIndex(of: ":") {
            let word = text[..<colon].lowercased()
            if let keyword = headings.first(where: { Self.misspells(word, $0.lowercased()) }) { return keyword + ":" }
        }
        guard holdsSteps, let space = text.prefix(Self.lengthMax).firstIndex(where: \.isGherkinSpace) else {
            return nil
        }
        let word = String(text[..<space])
        return steps.first { Self.swapsTwoLetters(word, $0) }
    }

    /// The maximum length of a keyword that is searched for, in characters.
    private static let lengthMax = 24

    /// Returns true if two words are equal, differ by one missing, extra or other letter, or have two neighbouring
    /// letters exchanged. Keywords of up to three letters must be equal. A plural counts as prose, because a
    /// description may begin with "Rules:". Callers pass both words in lower case.
    private static func misspells(_ word: String, _ keyword: String) -> Bool {
        guard word != keyword else { return true }
        guard keyword.count > 3, word != keyword + "s", word + "s" != keyword else { return false }
        let (left, right) = (Array(word), Array(keyword))
        guard abs(left.count - right.count) <= 1 else { return false }
        let start = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        let isOneLetter = start + end >= max(left.count, right.count) - 1
        return isOneLetter || swapsTwoLetters(word, keyword)
    }

    /// Returns true if two words differ only in the order of two neighbouring letters.
    private static func swapsTwoLetters(_ word: String, _ keyword: String) -> Bool {
        var letters = Array(word)
        let wanted = Array(keyword)
        let place = zip(letters, wanted).prefix { $0 == $1 }.count
        guard letters.count == wanted.count, place + 1 < letters.count else { return false }
        letters.swapAt(place, place + 1)
        return letters == wanted
    }
}

extension Character {
    fileprivate var isGherkinSpace: Bool { unicodeScalars.allSatisfy(\.isGherkinSpace) }
}
