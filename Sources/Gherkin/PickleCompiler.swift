/// A compiler from documents to pickles. An outline gives one pickle for each row of its examples.
struct PickleCompiler {
    private let document: GherkinDocument
    private let path: String
    private var nextID: Int
    private var stepsLeft = GherkinLimits.pickleSteps
    private var bytesLeft = GherkinLimits.expandedBytes
    private var result: [Pickle] = []

    /// The values that a scenario inherits from the parts that contain it.
    private struct Surroundings {
        var feature: String
        var rule: String?
        var tags: [Tag]
        var background: [Step] = []
        var anchors: [Int]

        mutating func add(_ background: Background) {
            self.background += background.steps
            anchors += [background.heading.location.line] + background.steps.map(\.location.line)
        }
    }

    init(document: GherkinDocument, path: String) {
        self.document = document
        self.path = path
        nextID = document.nextID
    }

    /// Returns all pickles of the document, in the order of the file.
    ///
    /// - Throws: ``SyntaxErrors`` if the pickles exceed ``GherkinLimits/pickleSteps`` or
    ///   ``GherkinLimits/expandedBytes``.
    mutating func pickles() throws(SyntaxErrors) -> [Pickle] {
        guard let feature = document.feature else { return [] }
        var surroundings = Surroundings(
            feature: feature.heading.name, tags: feature.heading.tags, anchors: feature.heading.anchors)
        for child in feature.children {
            switch child {
            case .background(let background): surroundings.add(background)
            case .scenario(let scenario): try compile(scenario, in: surroundings)
            case .rule(let rule): try compile(rule, in: surroundings)
            }
        }
        return result
    }

    private mutating func compile(_ rule: Rule, in outer: Surroundings) throws(SyntaxErrors) {
        var surroundings = outer
        surroundings.rule = rule.heading.name
        surroundings.tags += rule.heading.tags
        surroundings.anchors += rule.heading.anchors
        if let background = rule.background { surroundings.add(background) }
        for scenario in rule.scenarios { try compile(scenario, in: surroundings) }
    }

    private mutating func compile(
        _ scenario: Scenario, in surroundings: Surroundings
    ) throws(SyntaxErrors) {
        var surroundings = surroundings
        surroundings.tags += scenario.heading.tags
        surroundings.anchors += scenario.heading.anchors + scenario.steps.map(\.location.line)
        if scenario.examples.isEmpty {
            try append(scenario, row: nil, filling: .none, in: surroundings)
        }
        for examples in scenario.examples {
            guard let header = examples.header else { continue }
            var inner = surroundings
            inner.tags += examples.heading.tags
            inner.anchors += examples.heading.anchors + [header.location.line]
            let names = PlaceholderNames(header.cells)
            for row in examples.rows {
                try append(scenario, row: row, filling: Placeholders(names, row: row.cells), in: inner)
            }
        }
    }

    private mutating func append(
        _ scenario: Scenario, row: TableRow?, filling placeholders: Placeholders, in surroundings: Surroundings
    ) throws(SyntaxErrors) {
        var steps: [PickleStep] = []
        var type = KeywordType.unknown
        if !scenario.steps.isEmpty {
            for step in surroundings.background {
                steps.append(try compiled(step, row: nil, filling: .none, after: &type))
            }
            for step in scenario.steps {
                steps.append(try compiled(step, row: row, filling: placeholders, after: &type))
            }
        }
        let inherited = surroundings.tags.count * 32 + surroundings.anchors.count * 8
        try spend(bytes: inherited, at: scenario.heading.location)
        let name = try filled(scenario.heading.name, placeholders, at: scenario.heading.location)
        result.append(
            Pickle(
                id: takeID(), path: path, language: document.feature?.language ?? "en",
                location: row?.location ?? scenario.heading.location,
                name: name, keyword: scenario.heading.keyword,
                feature: surroundings.feature, rule: surroundings.rule,
                tags: surroundings.tags.map { PickleTag(name: $0.name, nodeID: $0.id) }, steps: steps,
                nodeIDs: [scenario.id] + (row.map { [$0.id] } ?? []),
                anchors: surroundings.anchors + (row.map { [$0.location.line] } ?? [])))
    }

    private mutating func compiled(
        _ step: Step, row: TableRow?, filling placeholders: Placeholders, after type: inout KeywordType
    ) throws(SyntaxErrors) -> PickleStep {
        if step.keywordType != .conjunction { type = step.keywordType }
        let text = try filled(step.text, placeholders, at: step.location)
        var table: [[String]]?
        if let rows = step.table?.rows {
            var filledRows: [[String]] = []
            for row in rows {
                var cells: [String] = []
                for cell in row.cells {
                    cells.append(try filled(cell.value, placeholders, at: cell.location, overhead: 16))
                }
                filledRows.append(cells)
            }
            table = filledRows
        }
        var docString: PickleDocString?
        if let written = step.docString {
            docString = PickleDocString(
                content: try filled(written.content, placeholders, at: written.location))
            if let mediaType = written.mediaType {
                docString?.mediaType = try filled(mediaType, placeholders, at: written.location)
            }
        }
        stepsLeft -= 1
        guard stepsLeft >= 0 else {
            throw SyntaxErrors([
                Complaint(step.location, "the file expands to more than \(GherkinLimits.pickleSteps) steps")
            ])
        }
        let isTableFirst = (step.table?.location.line ?? 0) < (step.docString?.location.line ?? 0)
        return PickleStep(
            id: takeID(), keyword: step.keyword, type: type, text: text, location: step.location, table: table,
            docString: docString, tableIsFirst: isTableFirst,
            nodeIDs: [step.id] + (row.map { [$0.id] } ?? []))
    }

    /// Returns the text with its placeholders replaced. The work of the search counts as bytes, and a result that would
    /// exceed the remaining bytes is not completed.
    ///
    /// - Throws: ``SyntaxErrors`` if no bytes remain.
    private mutating func filled(
        _ text: String, _ placeholders: Placeholders, at location: Location, overhead: Int = 0
    ) throws(SyntaxErrors) -> String {
        try spend(bytes: placeholders.names.cost(of: text), at: location)
        let result = placeholders.filling(text, max: bytesLeft)
        try spend(bytes: result.utf8.count + overhead, at: location)
        return result
    }

    private mutating func spend(bytes: Int, at location: Location) throws(SyntaxErrors) {
        bytesLeft -= bytes
        guard bytesLeft < 0 else { return }
        throw SyntaxErrors([
            Complaint(location, "the file expands to more than \(GherkinLimits.expandedBytes) bytes")
        ])
    }

    private mutating func takeID() -> Int {
        defer { nextID += 1 }
        return nextID
    }
}

extension Heading {
    /// The lines that select the contents of this heading: its own line and those of its tags.
    var anchors: [Int] {
        var lines: [Int] = []
        for line in tags.map(\.location.line) where line != lines.last { lines.append(line) }
        return lines + [location.line]
    }
}
