/// A scenario that can be played. It contains no outline, no background and no placeholder.
public struct Pickle: Hashable, Sendable {
    /// The id of the pickle, which is higher than those of the document's nodes.
    public var id: Int
    /// The path of the file, as the caller gave it.
    public var path: String
    /// The code of the language of the keywords.
    public var language = "en"
    /// The location of the scenario, or in an outline of the row of examples. `play` receives it to play this pickle
    /// only.
    public var location: Location
    /// The name of the scenario, with the values of its row.
    public var name: String
    /// The keyword of the scenario: `Scenario`, `Scenario Outline`, …
    public var keyword: String
    /// The name of the feature.
    public var feature: String
    /// The name of the rule; nil for a scenario without a rule.
    public var rule: String?
    /// The tags of the feature, the rule, the scenario and the examples, in this order.
    public var tags: [PickleTag]
    /// The steps, those of backgrounds first.
    public var steps: [PickleStep]
    /// The ids of the document's nodes from which the pickle was made: the scenario, and in an outline the row.
    public var nodeIDs: [Int]
    /// The lines of all parts that contain the pickle or belong to it, for ``LineSelection``.
    public var anchors: [Int]

    /// The place as `FILE:LINE`, which selects only this pickle.
    public var place: String { "\(path):\(location.line)" }
}

/// A tag of a pickle.
public struct PickleTag: Hashable, Sendable {
    /// The name with the `@`.
    public var name: String
    /// The id of the tag in the document.
    public var nodeID: Int
}

/// A step of a pickle.
public struct PickleStep: Hashable, Sendable {
    /// The id of the step, which is higher than those of the document's nodes.
    public var id: Int
    /// The keyword as written, with its space.
    public var keyword: String
    /// The type of the keyword. `And` and `But` have the type of the previous step.
    public var type: KeywordType
    /// The text after the keyword, with the values of the row.
    public var text: String
    /// The location of the step in the file.
    public var location: Location
    /// The data table, row by row; nil for none.
    public var table: [[String]]?
    /// The doc string; nil for none.
    public var docString: PickleDocString?
    /// True if the table precedes the doc string, in a step with both.
    public var tableIsFirst: Bool
    /// The ids of the document's nodes from which the step was made: the step, and in an outline the row.
    public var nodeIDs: [Int]
}

/// The doc string of a pickle's step.
public struct PickleDocString: Hashable, Sendable {
    /// The lines of the doc string.
    public var content: String
    /// The text after the opening separator; nil for none.
    public var mediaType: String?
}

extension PickleStep {
    /// Creates a step that belongs to no file.
    package init(_ text: String) {
        self.init(
            id: 0, keyword: "* ", type: .unknown, text: text, location: Location(line: 1, column: 1),
            tableIsFirst: false, nodeIDs: [])
    }
}

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

/// The column names of an examples table, which an outline contains as `<name>`.
///
/// Names are found by their length. So the work is proportional to the length of the text, times the number of
/// different lengths.
struct PlaceholderNames {
    private var columns: [ArraySlice<UInt8>: Int] = [:]
    private let header: [TableCell]
    private var lengths: [Int] = []
    /// The maximum cost of examining one `<`, in bytes.
    private var work = 0

    init(_ header: [TableCell]) {
        self.header = header
        // If two columns have the same name, the first one counts.
        for (index, name) in header.enumerated() where columns[ArraySlice(name.value.utf8)] == nil {
            columns[ArraySlice(name.value.utf8)] = index
        }
        lengths = Set(columns.keys.map(\.count)).sorted()
        work = lengths.reduce(0) { $0 + $1 + 1 }
    }

    var isEmpty: Bool { columns.isEmpty }

    /// Returns the name of a column, in UTF-8.
    func name(of column: Int) -> ArraySlice<UInt8> { ArraySlice(header[column].value.utf8) }

    /// Returns the column whose name follows the `<` at a position, and the index after its `>`; nil for no column.
    func column(in bytes: [UInt8], after opening: Int) -> (column: Int, end: Int)? {
        for length in lengths {
            let close = opening + 1 + length
            guard close < bytes.count else { return nil }
            if bytes[close] == UInt8(ascii: ">"), let column = columns[bytes[(opening + 1)..<close]] {
                return (column, close + 1)
            }
        }
        return nil
    }

    /// Returns the first column with an index above `last` whose name a text contains between `<` and `>`; nil if there
    /// is none.
    ///
    /// - Parameter last: an index; -1 to search all columns.
    func firstColumn(after last: Int, in bytes: [UInt8]) -> Int? {
        var first: Int?
        for opening in bytes.indices where bytes[opening] == UInt8(ascii: "<") {
            for length in lengths {
                let close = opening + 1 + length
                guard close < bytes.count else { break }
                if bytes[close] == UInt8(ascii: ">"), let column = columns[bytes[(opening + 1)..<close]], column > last
                {
                    if column == last + 1 { return column }
                    first = min(first ?? column, column)
                }
            }
        }
        return first
    }

    /// Returns the cost of searching a text, in bytes. It is negligible except in a malicious file.
    func cost(of text: String) -> Int {
        isEmpty ? 0 : text.utf8.count { $0 == UInt8(ascii: "<") } * work / 32
    }
}

/// The values of one row of examples, which replace each `<name>` in an outline.
///
/// As in the official compiler, the columns are replaced one after the other. So a value that contains `<other>` is
/// itself replaced if that column comes later.
struct Placeholders {
    let names: PlaceholderNames
    private let values: [TableCell]

    /// The placeholders of a step outside an outline, which replace nothing.
    static let none = Placeholders(PlaceholderNames([]), row: [])

    /// The maximum number of bytes to examine for each byte of the maximum result. Only a malicious file needs more.
    private static let effort = 4

    init(_ names: PlaceholderNames, row: [TableCell]) {
        self.names = names
        values = row
    }

    /// Returns the text with every `<name>` replaced. If the result would be longer than `max` bytes or needs too much
    /// work, it returns another text of more than `max` bytes.
    func filling(_ text: String, max: Int) -> String {
        guard !names.isEmpty, text.utf8.contains(UInt8(ascii: "<")) else { return text }
        var bytes = Array(text.utf8)
        var last = -1
        var effort = Self.effort * max
        while let column = names.firstColumn(after: last, in: bytes), column < values.count {
            bytes = Self.replacing(names.name(of: column), with: values[column].value, in: bytes, max: max)
            effort -= bytes.count
            guard bytes.count <= max else { break }
            guard effort > 0 else { return String(repeating: " ", count: max + 1) }
            last = column
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func replacing(_ name: ArraySlice<UInt8>, with value: String, in bytes: [UInt8], max: Int) -> [UInt8]
    {
        let placeholder = [UInt8(ascii: "<")] + name + [UInt8(ascii: ">")]
        let value = Array(value.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while result.count <= max, let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            result += rest[..<start]
            let end = min(start + placeholder.count, rest.endIndex)
            let isPlaceholder = rest[start..<end] == placeholder[...]
            result += isPlaceholder ? value[...] : rest[start...start]
            rest = rest[(isPlaceholder ? end : start + 1)...]
        }
        return result + rest
    }
}
