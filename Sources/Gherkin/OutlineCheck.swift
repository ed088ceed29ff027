/// Returns the parts of a document that parse and are probably mistakes. These are columns without a use, placeholders
/// without a column, examples without rows, outlines without examples, scenarios without steps, and misspelt keywords.
/// Unknown placeholders and misspelt keywords are faults.
///
/// - Returns: the findings in the order of the file, at most ``GherkinLimits/findings``.
/// - Complexity: O(n) in the length of a file that a person wrote. A budget limits the work for all other files.
public func findings(in document: GherkinDocument) -> [Complaint] {
    guard let feature = document.feature else { return [] }
    var check = OutlineCheck(outlines: (Dialect(code: feature.language) ?? .english).outline)
    for child in feature.children {
        switch child {
        case .background: break
        case .scenario(let scenario): check.look(at: scenario)
        case .rule(let rule): for scenario in rule.scenarios { check.look(at: scenario) }
        }
    }
    check.findings += document.misspellings
    return Array(check.findings.sorted { $0.location < $1.location }.prefix(GherkinLimits.findings))
}

/// Finds unused and missing parts, scenario by scenario.
private struct OutlineCheck {
    /// The keywords of outlines, which need examples.
    let outlines: [String]
    var findings: [Complaint] = []
    private var bytesLeft = GherkinLimits.expandedBytes

    init(outlines: [String]) { self.outlines = outlines }

    mutating func look(at scenario: Scenario) {
        guard findings.count < GherkinLimits.findings else { return }
        let (place, keyword) = (scenario.heading.location, scenario.heading.keyword)
        if scenario.steps.isEmpty { find(place, "the scenario has no steps") }
        guard !scenario.examples.isEmpty else {
            if outlines.contains(where: { $0.utf8.elementsEqual(keyword.utf8) }) {
                find(place, "the outline has no examples: it is played once, unchanged")
            }
            return
        }
        let uses = uses(in: scenario)
        for examples in scenario.examples {
            guard let header = examples.header, !examples.rows.isEmpty else {
                find(examples.heading.location, "the examples have no rows: the outline is not played")
                continue
            }
            look(at: header, uses)
        }
    }

    /// Finds the columns that the outline does not use, and the used names that have no column.
    private mutating func look(at header: TableRow, _ uses: Uses) {
        guard findings.count < GherkinLimits.findings else { return }
        var seen: Set<[UInt8]> = []
        for cell in header.cells {
            let name = Array(cell.value.utf8)
            if !seen.insert(name).inserted {
                find(cell.location, "the column “\(cell.value)” comes twice: only the first is used")
            } else if !uses.known.contains(name), !uses.isCutShort {
                find(cell.location, "the outline does not use <\(cell.value)>: the column has no effect")
            }
        }
        for name in uses.known.subtracting(seen).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            find(
                header.location,
                "the outline uses <\(String(decoding: name, as: UTF8.self))>, but these examples have no such column",
                isFault: true)
            guard findings.count < GherkinLimits.findings else { return }
        }
    }

    private mutating func find(_ place: Location, _ message: String, isFault: Bool = false) {
        guard findings.count < GherkinLimits.findings else { return }
        findings.append(Complaint(place, message, isFault: isFault))
    }

    /// The placeholders that an outline uses.
    private struct Uses {
        /// The used names of columns.
        var known: Set<[UInt8]> = []
        /// True if the budget did not suffice to read the whole outline.
        var isCutShort = false
    }

    /// Returns the used names of columns, and finds placeholders that no examples have. It reads all texts in which
    /// placeholders are replaced.
    private mutating func uses(in scenario: Scenario) -> Uses {
        var seen: Set<[UInt8]> = []
        let columns = scenario.examples.flatMap { $0.header?.cells ?? [] }
            .filter { seen.insert(Array($0.value.utf8)).inserted }
        let names = PlaceholderNames(columns)
        var uses = Uses()
        func read(_ text: String, _ place: Location, complains: Bool = true) {
            bytesLeft -= names.cost(of: text)
            uses.isCutShort = uses.isCutShort || bytesLeft < 0
            guard !uses.isCutShort, text.utf8.contains(UInt8(ascii: "<")) else { return }
            let bytes = Array(text.utf8)
            var position = 0
            while position < bytes.count {
                guard bytes[position] == UInt8(ascii: "<") else {
                    position += 1
                    continue
                }
                if let (column, end) = names.column(in: bytes, after: position) {
                    uses.known.insert(Array(columns[column].value.utf8))
                    position = end
                } else {
                    if complains, let name = Self.name(in: bytes, after: position) {
                        find(place, "no examples have a column for <\(name)>", isFault: true)
                    }
                    position += 1
                }
            }
        }
        read(scenario.heading.name, scenario.heading.location)
        // A value may contain the name of a later column.
        for cell in scenario.examples.flatMap(\.rows).flatMap(\.cells) {
            read(cell.value, cell.location, complains: false)
        }
        for step in scenario.steps {
            read(step.text, step.location)
            for cell in (step.table?.rows ?? []).flatMap(\.cells) { read(cell.value, cell.location) }
            if let docString = step.docString {
                // A doc string with a media type may contain markup with angle brackets.
                read(docString.content, docString.location, complains: docString.mediaType == nil)
                read(docString.mediaType ?? "", docString.location)
            }
        }
        return uses
    }

    /// Returns the text after a `<` if it looks like the name of a column: it ends at a `>` on the same line. Returns
    /// nil for other text.
    private static func name(in bytes: [UInt8], after opening: Int) -> String? {
        let rest = bytes[(opening + 1)...].prefix(nameMax + 1)
        guard let close = rest.firstIndex(of: UInt8(ascii: ">")), close > opening + 1 else { return nil }
        let name = String(decoding: rest[..<close], as: UTF8.self)
        let isName = name.unicodeScalars.allSatisfy { $0 != "<" && $0 != "\n" && $0 != "=" && $0 != "/" }
        guard isName, name.unicodeScalars.first?.isGherkinSpace == false,
            name.unicodeScalars.last?.isGherkinSpace == false
        else { return nil }
        return name
    }

    /// The maximum length of an unknown name, in bytes.
    private static let nameMax = 80
}
