import ChatProtocol
import Gherkin

/// The steps of a recording in progress, in order: actions and their outcomes.
struct RecordedScript {
    /// The kind of a line.
    enum Kind: Hashable {
        /// Prepares the scenario.
        case setUp
        /// A person acts, or time passes.
        case action
        /// A person sees an effect.
        case outcome
        /// The request was refused.
        case refusal
        /// A person does not see a text or notice.
        case denial
        /// A comment about a request without a phrase.
        case comment
    }

    /// One line, with the doc string or table below it.
    struct Line: Hashable {
        let id: Int
        var kind: Kind
        var text: String
        /// The doc string below the step.
        var docString: String?
        /// The table below the step.
        var table: [[String]] = []

        /// True if the line is a check.
        var isLook: Bool { kind == .outcome || kind == .refusal || kind == .denial }
    }

    private(set) var lines: [Line] = []
    /// The state before the recording, with the time of each event whose order matters.
    private(set) var background: [(line: Line, at: Instant?)] = []
    /// The comments about the state before the recording that no phrase can set up.
    private(set) var head: [Line] = []
    private var lastID = 0

    /// The number of steps, including those of the background.
    var stepCount: Int { background.count + lines.count { $0.kind != .comment } }
    /// The number of checks.
    var lookCount: Int { lines.count(where: \.isLook) }
    /// The number of comments about requests and states without a phrase.
    var unsaidCount: Int { head.count + lines.count { $0.kind == .comment } }

    /// Appends a line.
    ///
    /// - Returns: The id of the line, for later changes; nil for a step without a phrase.
    @discardableResult
    mutating func add(_ kind: Kind, _ step: RecordedStep) -> Int? {
        guard let text = step.text else { return nil }
        lastID += 1
        lines.append(Line(id: lastID, kind: kind, text: text, docString: step.docString, table: step.table))
        return lastID
    }

    /// Inserts a line before another one.
    mutating func insert(_ kind: Kind, _ step: RecordedStep, before id: Int) {
        guard let index = lines.firstIndex(where: { $0.id == id }), add(kind, step) != nil else { return }
        lines.insert(lines.removeLast(), at: index)
    }

    /// Replaces the text of a line.
    mutating func change(_ id: Int, to step: RecordedStep) {
        guard let text = step.text, let index = lines.lastIndex(where: { $0.id == id }) else { return }
        lines[index].text = text
    }

    /// Returns true if it is the last line.
    func isLast(_ id: Int) -> Bool { lines.last?.id == id }

    /// Removes a line.
    mutating func remove(_ id: Int) { lines.removeAll { $0.id == id } }

    /// Removes an action that the next action includes. Its outcomes move after that one.
    ///
    /// - Returns: False if the other action does not follow it. Nothing is changed then.
    mutating func remove(_ id: Int, puttingOutcomesBehind next: Int) -> Bool {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return false }
        let outcomes = lines[(index + 1)...].prefix(while: \.isLook)
        guard let act = lines[outcomes.endIndex...].first, act.id == next else { return false }
        // A refusal must directly follow its action.
        var place = outcomes.endIndex + 1
        while place < lines.count, lines[place].kind == .refusal { place += 1 }
        lines.insert(contentsOf: outcomes, at: place)
        lines.removeSubrange(index..<outcomes.endIndex)
        return true
    }

    /// Appends a step to the background, unless the background has it already.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - at: The time of the event; nil for a step that all the others need.
    ///   - isRepeated: True to allow a repeated step.
    mutating func addBefore(_ step: RecordedStep, at: Instant? = nil, isRepeated: Bool = false) {
        let isThere = background.contains { $0.line.text == step.text }
        guard isRepeated || !isThere, add(.setUp, step) != nil else { return }
        background.append((lines.removeLast(), at))
    }

    /// Sorts the background by time.
    ///
    /// - Parameters:
    ///   - end: The end of the background.
    ///   - step: Returns the step that lets a number of milliseconds pass, between two events or before the end; nil if
    ///     no step
    ///     is needed.
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

    /// Adds a comment about a state before the recording that no phrase can set up.
    mutating func addHead(_ text: String) {
        guard !head.contains(where: { $0.text == text }), add(.comment, RecordedStep(text: text)) != nil else { return }
        head.append(lines.removeLast())
    }

    // MARK: Text

    /// Returns the whole feature in the form of one written by hand. The steps that prepare the scenario form the
    /// background.
    ///
    /// - Parameter name: The name of the feature and of its scenario.
    func feature(_ name: String) -> String {
        let setUp = lines.prefix { $0.kind == .setUp }
        // A scenario must have at least one step.
        let leading = setUp.count == lines.count ? lines.prefix(0) : setUp
        let opening = background.map(\.line) + leading
        return Writer.comments(head) + "Feature: \(name)\n"
            + (opening.isEmpty ? "" : "\n  Background:\n\(Writer.text(opening))")
            + "\n  Scenario: \(name)\n" + Writer.text(lines.dropFirst(leading.count))
    }

    /// The writer of lines, which chooses the keyword of each line by the line before it.
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

/// A step in the words of a phrase, or the reason why no phrase fits.
struct RecordedStep {
    /// The text; nil if no phrase fits.
    var text: String?
    /// The reason why no phrase fits.
    var why = "which has no phrase"
    /// The doc string below the step.
    var docString: String?
    /// The table below the step.
    var table: [[String]] = []

    /// A step without a phrase.
    static let unsaid = RecordedStep()
}

/// The value for a slot of a phrase, as it was recorded. If a value is unknown or cannot be written, the whole step has
/// no text.
enum RecordedSlot: Hashable, ExpressibleByStringLiteral {
    case person(Handle?)
    case people([Handle])
    case app(AppID?)
    case conversation(ConversationID?)
    /// The text of a message.
    case message(MessageID?)
    /// A text, or an alternative of a group.
    case text(String?)
    /// A link that a person sent. If an earlier message contains it, the background sends that message.
    case sentLink(String)
    case count(Int)
    case milliseconds(Int64)

    init(stringLiteral text: String) { self = .text(text) }
}

extension Recording {
    /// Returns a step with the phrase and the values for its slots; nil for a slot in a group that is left out.
    mutating func say(_ name: PhraseName, _ slots: RecordedSlot?...) -> RecordedStep { say(name, slots) }

    mutating func say(_ name: PhraseName, _ slots: [RecordedSlot?]) -> RecordedStep {
        say(PlayPhrases.named[name], slots)
    }

    /// Returns the steps for a request: with the first phrase that expresses it, one for each of its messages.
    mutating func say(_ done: DoneRequest) -> [RecordedStep] {
        done.parts.map { part in
            for (phrase, request) in PlayPhrases.requests[done.method] ?? [] {
                if let slots = request.slots(of: phrase, for: part, in: self) { return say(phrase, slots) }
            }
            return .unsaid
        }
    }

    private mutating func say(_ phrase: Phrase?, _ slots: [RecordedSlot?]) -> RecordedStep {
        for case .some(let slot) in slots { rememberDocuments(of: slot) }
        var values: [StepValue?] = []
        for slot in slots {
            let (value, why): (StepValue?, String) = if let slot { value(of: slot) } else { (nil, "") }
            guard value != nil || slot == nil else { return RecordedStep(text: nil, why: why) }
            values.append(value)
        }
        for case .some(let slot) in slots { remember(slot) }
        return RecordedStep(text: phrase?.step(saying: values))
    }

    /// Returns the value for a slot; without one, the reason why it cannot be written in a step.
    private mutating func value(of slot: RecordedSlot) -> (StepValue?, String) {
        switch slot {
        case .person(let handle): (handle.map { .text(cast.name($0)) }, "of an unknown person")
        case .people(let handles): (handles.isEmpty ? nil : .names(handles.map { cast.name($0) }), "of no one")
        case .app(let id): (id.flatMap { line(cast.apps[$0]) }, "in an unknown app")
        case .conversation(let id):
            (id.flatMap { line(cast.conversation($0)) }, "in a conversation from before the recording")
        case .message(let id): (id.flatMap { line(cast.text(of: $0)) }, "about a message without a unique text")
        case .text(let words?): unarranged[words].map { (nil, $0) } ?? (line(words), "in more than one line")
        case .text(nil): (nil, RecordedStep.unsaid.why)
        case .sentLink(let url): (line(url), "in more than one line")
        case .count(let count): (.count(count), "")
        case .milliseconds(let time): (time > 0 ? .duration(.milliseconds(time)) : nil, "for zero time")
        }
    }

    private func line(_ text: String?) -> StepValue? { text.flatMap { StepText.fitsLine($0) ? .text($0) : nil } }

    /// Returns the step that lets a time pass; it has no text for zero time.
    mutating func passing(milliseconds: Int64) -> RecordedStep {
        let isOne = DurationReader.words(milliseconds: milliseconds)?.hasPrefix("a") == true
        return say(.passes, .milliseconds(milliseconds), isOne ? "passes" : "pass")
    }
}
