import ChatProtocol
import Gherkin

/// The steps of a recording in the making, in order: acts and what came of them.
struct RecordedScript {
    /// What a line is.
    enum Kind: Hashable {
        /// Arranges what a story begins with.
        case setUp
        /// Somebody does something, or time passes.
        case action
        /// What somebody sees of it.
        case outcome
        /// That it was refused.
        case refusal
        /// What somebody does not see of it.
        case denial
        /// What no phrase says.
        case comment
    }

    /// One line, with what stands below it.
    struct Line: Hashable {
        let id: Int
        var kind: Kind
        var text: String
        /// The text between quotes below the step.
        var docString: String?
        /// The rows below the step.
        var table: [[String]] = []

        /// Whether it says what somebody sees, or does not.
        var isLook: Bool { kind == .outcome || kind == .refusal || kind == .denial }
    }

    private(set) var lines: [Line] = []
    /// What was there before the recording began, and when that came about, where the order matters.
    private(set) var background: [(line: Line, at: Instant?)] = []
    /// What was there before and no phrase says.
    private(set) var head: [Line] = []
    private var lastID = 0

    /// How many steps there are, with those of the background.
    var stepCount: Int { background.count + lines.count { $0.kind != .comment } }
    /// How many steps say what somebody sees, or does not.
    var lookCount: Int { lines.count(where: \.isLook) }
    /// How many things no phrase says.
    var unsaidCount: Int { head.count + lines.count { $0.kind == .comment } }

    /// Adds a line.
    ///
    /// - Returns: by what it can be changed later; nil where no phrase says it.
    @discardableResult
    mutating func add(_ kind: Kind, _ step: RecordedStep) -> Int? {
        guard let text = step.text else { return nil }
        lastID += 1
        lines.append(Line(id: lastID, kind: kind, text: text, docString: step.docString, table: step.table))
        return lastID
    }

    /// Adds a line in front of another.
    mutating func insert(_ kind: Kind, _ step: RecordedStep, before id: Int) {
        guard let index = lines.firstIndex(where: { $0.id == id }), add(kind, step) != nil else { return }
        lines.insert(lines.removeLast(), at: index)
    }

    /// Says something else in a line.
    mutating func change(_ id: Int, to step: RecordedStep) {
        guard let text = step.text, let index = lines.lastIndex(where: { $0.id == id }) else { return }
        lines[index].text = text
    }

    /// Whether it is the last line.
    func isLast(_ id: Int) -> Bool { lines.last?.id == id }

    /// Takes a line out.
    mutating func remove(_ id: Int) { lines.removeAll { $0.id == id } }

    /// Takes an act out that the next one says as well; what came of it stands behind that.
    ///
    /// - Returns: whether it is the next: if not, nothing is changed.
    mutating func remove(_ id: Int, puttingOutcomesBehind next: Int) -> Bool {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return false }
        let outcomes = lines[(index + 1)...].prefix(while: \.isLook)
        guard let act = lines[outcomes.endIndex...].first, act.id == next else { return false }
        // That it was refused is said right behind it.
        var place = outcomes.endIndex + 1
        while place < lines.count, lines[place].kind == .refusal { place += 1 }
        lines.insert(contentsOf: outcomes, at: place)
        lines.removeSubrange(index..<outcomes.endIndex)
        return true
    }

    /// Adds what was there before; twice is once.
    ///
    /// - Parameter at: when it came about; nil for what everything else stands on.
    mutating func addBefore(_ step: RecordedStep, at: Instant? = nil, isRepeated: Bool = false) {
        let isThere = background.contains { $0.line.text == step.text }
        guard isRepeated || !isThere, add(.setUp, step) != nil else { return }
        background.append((lines.removeLast(), at))
    }

    /// Puts what was there before into the order in which it came about.
    ///
    /// - Parameter step: the step by which so much time passes, in milliseconds, between two things or to the end; nil
    ///   where that is no step.
    mutating func orderBackground(until end: Instant, passing step: (Int64) -> RecordedStep?) {
        let timed = background.filter { $0.at != nil }
        let order = timed.indices.sorted { (timed[$0].at ?? end, $0) < (timed[$1].at ?? end, $1) }
        background.removeAll { $0.at != nil }
        var now: Instant?
        func pass(to next: Instant) {
            if let last = now, let step = step(next.milliseconds - last.milliseconds) {
                addBefore(step, isRepeated: true)
            }
            now = next
        }
        for index in order {
            pass(to: timed[index].at ?? end)
            background.append((timed[index].line, nil))
        }
        pass(to: end)
    }

    /// Notes of what was there before what no phrase says.
    mutating func addHead(_ text: String) {
        guard !head.contains(where: { $0.text == text }), add(.comment, RecordedStep(text: text)) != nil else { return }
        head.append(lines.removeLast())
    }

    // MARK: Text

    /// The whole feature, as somebody would write it by hand: what arranges the story before anything is done stands in
    /// the background.
    ///
    /// - Parameter name: the name of the feature and of its scenario.
    func feature(_ name: String) -> String {
        let setUp = lines.prefix { $0.kind == .setUp }
        // A scenario without a step is none.
        let leading = setUp.count == lines.count ? lines.prefix(0) : setUp
        let opening = background.map(\.line) + leading
        return Writer.comments(head) + "Feature: \(name)\n"
            + (opening.isEmpty ? "" : "\n  Background:\n\(Writer.text(opening))")
            + "\n  Scenario: \(name)\n" + Writer.text(lines.dropFirst(leading.count))
    }

    /// Chooses the keyword of each line by the line before.
    private struct Writer {
        private let indent = "    "
        private var part: String?

        static func text(_ lines: some Sequence<Line>) -> String {
            var writer = Writer()
            return lines.reduce(into: "") { writer.write($1, to: &$0) }
        }

        static func comments(_ lines: [Line]) -> String { lines.map { "\(comment($0))\n" }.joined() }

        private static func comment(_ line: Line) -> String { "# not recorded: \(line.text)" }

        private mutating func write(_ line: Line, to out: inout String) {
            let next: String
            switch line.kind {
            case .comment:
                out += "\(indent)\(Self.comment(line))\n"
                return
            case .setUp: next = part == nil || part == "Given" ? "Given" : "When"
            case .action: next = "When"
            case .outcome, .refusal, .denial: next = "Then"
            }
            if next == "When", part == "Then" { out += "\n" }
            let other = line.kind == .denial ? "But" : "And"
            out += "\(indent)\(part == next ? other : next) \(line.text)\n"
            part = next
            if let docString = line.docString {
                out += "\(indent)  \"\"\"\n"
                for row in docString.split(separator: "\n", omittingEmptySubsequences: false) {
                    let escaped = String(row).replacingBytes(of: "\"\"\"", with: "\\\"\\\"\\\"")
                    out += row.isEmpty ? "\n" : "\(indent)  \(escaped)\n"
                }
                out += "\(indent)  \"\"\"\n"
            }
            let cells = line.table.map { row in
                row.map { $0.replacingBytes(of: "\\", with: "\\\\").replacingBytes(of: "|", with: "\\|") }
            }
            for row in ReportStyle.rows(cells) { out += "\(indent)  \(row)\n" }
        }
    }
}
