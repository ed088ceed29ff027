import ChatProtocol

/// The content of a `.ranking` file: links with their signals, and the expected order of a shelf (`rank-signals`).
///
/// The fixture computes no order. Its rows become events, and the resulting shelf is inspected; see ``outcome(_:)``.
package struct RankingFixture: Sendable, Equatable {
    /// One row of the table.
    struct Link: Sendable, Equatable {
        var name: String
        /// The sharers, each with the age of the share.
        var shared: [(by: Handle, age: RankingAge)] = []
        /// The age of each pin and use. ``RankingSignal/shared`` and ``RankingSignal/sharers`` never appear here.
        var signals: [RankingSignal: RankingAge] = [:]

        static func == (left: Self, right: Self) -> Bool {
            left.name == right.name && left.signals == right.signals
                && left.shared.elementsEqual(right.shared) { $0.by == $1.by && $0.age == $1.age }
        }
    }

    /// The expected curated link.
    enum Curated: Sendable, Equatable {
        case none
        case link(String)
    }

    /// The links in the order of the file. If two events have the same time, the event of the lower row is newer.
    var links: [Link] = []
    /// True if automatic sharing is on at the inspection; if not, only pins surface.
    var isSharing = true
    /// The expected names, from the top of the shelf.
    var order: [String] = []
    /// The expected curated link; nil if the file expects nothing about it.
    var curated: Curated?

    init() {}
}

/// An error in a fixture, with its line.
package struct RankingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    package var line: Int
    /// The problem and its correction.
    package var problem: String

    /// The text `line 3: …`.
    package var description: String { "line \(line): \(problem)" }
}

/// An age in a ranking fixture: `5d`, `3h 20m`, `now`.
struct RankingAge: Hashable, Sendable {
    /// The age in milliseconds.
    let milliseconds: Int64

    /// The largest age: a hundred years.
    static let max = RankingAge(milliseconds: 100 * 365 * 86_400_000)

    private static let units: [(name: String, milliseconds: Int64)] = [
        ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]
}

extension RankingAge {
    /// Parses an age: `now`, or whole numbers with one unit each. Each unit appears at most once, and the largest comes
    /// first. Returns nil for any other text and for an age above ``max``.
    init?(_ text: some StringProtocol) {
        if text == "now" {
            self.init(milliseconds: 0)
            return
        }
        var rest = Substring(text).utf8[...]
        var units = Self.units[...]
        var sum: Int64 = 0
        while let first = rest.first {
            if first == UInt8(ascii: " "), !units.elementsEqual(Self.units, by: ==) {
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            rest = rest.dropFirst(letters.count)
            guard !digits.isEmpty, digits.count < 16, let number = Int64(String(Substring(digits))),
                let index = units.firstIndex(where: { letters.elementsEqual($0.name.utf8) })
            else { return nil }
            let (part, isTooMuch) = number.multipliedReportingOverflow(by: units[index].milliseconds)
            guard !isTooMuch, part <= Self.max.milliseconds - sum else { return nil }
            sum += part
            units = units[(index + 1)...]
        }
        guard units.count < Self.units.count else { return nil }
        self.init(milliseconds: sum)
    }
}

extension RankingAge: CustomStringConvertible {
    /// The age in the form that ``init(_:)`` parses.
    var description: String {
        var rest = milliseconds
        var parts: [String] = []
        for unit in Self.units where rest >= unit.milliseconds {
            // Weeks are parsed, but the text counts days.
            guard unit.name != "w" else { continue }
            parts.append("\(rest / unit.milliseconds)\(unit.name)")
            rest %= unit.milliseconds
        }
        return parts.isEmpty ? "now" : parts.joined(separator: " ")
    }
}

extension RankingFixture {
    /// The largest size of a fixture, in bytes.
    static let bytesMax = 1_048_576
    /// The largest number of links in a fixture.
    static let linksMax = 1_000
    /// The largest number of shares of one link.
    static let sharesMax = 20
    /// The largest length of a name, in bytes.
    static let nameMax = 40

    /// Reads a fixture: a table of links, then `order:`, and optionally `curated:` and `automatic sharing:`.
    ///
    /// - Throws: ``RankingFault`` for the first wrong line.
    package init(_ text: String) throws(RankingFault) {
        guard text.utf8.count <= Self.bytesMax else {
            throw RankingFault(line: 1, problem: "the file is larger than \(Self.bytesMax) bytes")
        }
        var reader = RankingReader()
        // Lines are split by bytes, because Swift treats CR LF as one character that is not a line feed.
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            try reader.read(String(Substring(line)))
        }
        self = try reader.finish()
    }
}

/// A reader for the lines of a fixture.
private struct RankingReader {
    private enum Column: String, CaseIterable {
        case link, shared, by, pinned, summary, viewed, replied, detail

        /// The signal whose age the column contains; nil for the other columns.
        var signal: RankingSignal? {
            switch self {
            case .link, .shared, .by: nil
            case .pinned: .pinned
            case .summary: .summary
            case .viewed: .viewed
            case .replied: .replied
            case .detail: .detail
            }
        }
    }

    private var fixture = RankingFixture()
    private var columns: [Column]?
    private var names: Set<String> = []
    private var number = 0
    private var orderAt: Int?
    private var curatedAt: Int?
    private var sharingAt: Int?

    mutating func read(_ line: String) throws(RankingFault) {
        number += 1
        let line = line.prefix { $0 != "#" }.trimmed
        if line.isEmpty { return }
        if line.hasPrefix("|") { return try readRow(line) }
        guard let colon = line.firstIndex(of: ":") else {
            throw fault(
                "a line is a row with | between its cells, or begins with order:, curated: or automatic sharing:")
        }
        let value = line[line.index(after: colon)...].trimmed
        switch line[..<colon].trimmed {
        case "order": try readOrder(value)
        case "curated": try readCurated(value)
        case "automatic sharing": try readSharing(value)
        case let key:
            let near = Spelling.nearest(
                to: String(key.prefix(RankingFixture.nameMax)), among: ["order", "curated", "automatic sharing"])
            throw fault("there is no \(quoted(key)):\(near.map { "; did you mean \($0):?" } ?? "")")
        }
    }

    func finish() throws(RankingFault) -> RankingFixture {
        guard columns != nil else { throw fault("there is no table: its first row is | link | shared | …") }
        guard let orderAt else { throw fault("there is no order: such as order: L2 L1") }
        for name in fixture.order where !names.contains(name) {
            throw fault("order names \(quoted(name)), which has no row", at: orderAt)
        }
        if let curatedAt, case .link(let name) = fixture.curated, fixture.order.first != name {
            throw fault("\(quoted(name)) is curated, so order must begin with it", at: curatedAt)
        }
        return fixture
    }

    // MARK: The table

    private mutating func readRow(_ line: Substring) throws(RankingFault) {
        var cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
        guard cells.last?.trimmed.isEmpty == true else { throw fault("a row ends with |") }
        cells.removeLast()
        guard let columns else { return try readHead(cells.map(\.trimmed)) }
        if fixture.links.isEmpty, cells.allSatisfy({ Self.isRule($0.trimmed) }) {
            return
        }
        guard cells.count == columns.count else {
            throw fault("the row has \(cells.count) cells, but the table has \(columns.count) columns")
        }
        guard fixture.links.count < RankingFixture.linksMax else {
            throw fault("there are more than \(RankingFixture.linksMax) links")
        }
        var link = RankingFixture.Link(name: "")
        var (shared, sharers): ([RankingAge], [Handle]) = ([], [])
        for (column, cell) in zip(columns, cells) {
            let cell = cell.trimmed
            switch column {
            case .link: link.name = try name(cell)
            case .shared: shared = try ages(cell)
            case .by: sharers = try people(cell)
            case .pinned, .summary, .viewed, .replied, .detail:
                if let signal = column.signal, !cell.isEmpty { link.signals[signal] = try age(cell, column.rawValue) }
            }
        }
        guard names.insert(link.name).inserted else { throw fault("\(quoted(link.name)) already has a row") }
        link.shared = try shares(shared, by: sharers)
        fixture.links.append(link)
    }

    /// Returns true if a cell is part of the rule below the head of a table.
    private static func isRule(_ cell: Substring) -> Bool {
        !cell.isEmpty && cell.allSatisfy { $0 == "-" || $0 == ":" }
    }

    private mutating func readHead(_ cells: [Substring]) throws(RankingFault) {
        var columns: [Column] = []
        for cell in cells {
            guard let column = Column(rawValue: String(cell)) else {
                throw fault(
                    "there is no column \(quoted(cell)); the columns are "
                        + Column.allCases.map(\.rawValue).joined(separator: ", "))
            }
            guard !columns.contains(column) else { throw fault("the column \(column.rawValue) appears twice") }
            columns.append(column)
        }
        guard columns.contains(.link) else { throw fault("the table needs a column link") }
        self.columns = columns
    }

    /// Returns the sharers, each with an age: one age for all of them, or one for each.
    private func shares(
        _ ages: [RankingAge], by sharers: [Handle]
    ) throws(RankingFault) -> [(by: Handle, age: RankingAge)] {
        guard let first = ages.first else {
            guard sharers.isEmpty else { throw fault("the row has by, but no time in shared") }
            return []
        }
        guard max(ages.count, sharers.count) <= RankingFixture.sharesMax else {
            throw fault("a link is shared \(RankingFixture.sharesMax) times at most")
        }
        if ages.count == 1, !sharers.isEmpty { return sharers.map { ($0, first) } }
        if sharers.isEmpty, let anna = Handle("anna") { return ages.map { (anna, $0) } }
        guard ages.count == sharers.count else {
            throw fault("shared has \(ages.count) times and by \(sharers.count) people: give one time, or one for each")
        }
        return zip(sharers, ages).map { ($0, $1) }
    }

    private func ages(_ cell: Substring) throws(RankingFault) -> [RankingAge] {
        var ages: [RankingAge] = []
        for part in list(cell) { ages.append(try age(part, "shared")) }
        return ages
    }

    private func people(_ cell: Substring) throws(RankingFault) -> [Handle] {
        var people: [Handle] = []
        for part in list(cell) {
            guard let handle = Handle(try name(part)), handle != RankingFixture.reader else {
                throw fault("\(quoted(part)) is not the name of a person who could share it")
            }
            people.append(handle)
        }
        return people
    }

    private func list(_ cell: Substring) -> [Substring] {
        cell.isEmpty ? [] : cell.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    }

    private func age(_ text: Substring, _ column: String) throws(RankingFault) -> RankingAge {
        guard let age = RankingAge(text) else {
            throw fault(
                "\(column): \(quoted(text)) is not an age; write 5d, 3h 20m or now, with w, d, h, m, s and ms, the largest "
                    + "first, and at most a hundred years")
        }
        return age
    }

    private func name(_ text: Substring) throws(RankingFault) -> String {
        let isName = text.utf8.allSatisfy { byte in
            let lower = byte | 0x20
            return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard isName, !text.isEmpty, text.utf8.count <= RankingFixture.nameMax else {
            throw fault(
                "\(quoted(text)) is not a name: use letters, digits and -, \(RankingFixture.nameMax) at most")
        }
        return String(text)
    }

    // MARK: Expectations

    private mutating func readOrder(_ value: Substring) throws(RankingFault) {
        guard orderAt == nil else { throw fault("order appears twice") }
        orderAt = number
        var seen: Set<String> = []
        for word in value.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
            let name = try name(word)
            guard seen.insert(name).inserted else { throw fault("order names \(quoted(name)) twice") }
            fixture.order.append(name)
        }
    }

    private mutating func readCurated(_ value: Substring) throws(RankingFault) {
        guard curatedAt == nil else { throw fault("curated appears twice") }
        curatedAt = number
        fixture.curated = value == "none" ? RankingFixture.Curated.none : .link(try name(value))
    }

    private mutating func readSharing(_ value: Substring) throws(RankingFault) {
        guard sharingAt == nil else { throw fault("automatic sharing appears twice") }
        sharingAt = number
        guard value == "on" || value == "off" else { throw fault("automatic sharing is on or off") }
        fixture.isSharing = value == "on"
    }

    // MARK: Faults

    private func fault(_ problem: String, at line: Int? = nil) -> RankingFault {
        RankingFault(line: line ?? number, problem: problem)
    }

    /// Returns a quotation of the fixture, shortened and without characters that move the cursor.
    private func quoted(_ text: some StringProtocol) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(RankingFixture.nameMax) {
            let isPlain = scalar.value >= 0x20 && scalar.value < 0x7F
            shown.unicodeScalars.append(isPlain ? scalar : "?")
        }
        return "“\(shown)\(text.unicodeScalars.count > RankingFixture.nameMax ? "…" : "")”"
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while let first = text.first, first.isSpace { text.removeFirst() }
        while let last = text.last, last.isSpace { text.removeLast() }
        return text
    }
}

extension Character {
    fileprivate var isSpace: Bool { self == " " || self == "\t" || self == "\r" }
}
