import ChatProtocol
import Gherkin

/// A position in a text as the Language Server Protocol counts it.
struct EditorPosition: Hashable, Comparable {
    /// The line, from 0.
    var line: Int
    /// The number of UTF-16 code units before the position in its line.
    var character: Int

    static func < (left: EditorPosition, right: EditorPosition) -> Bool {
        (left.line, left.character) < (right.line, right.character)
    }
}

/// A range of a text. Its end is not part of it.
struct EditorRange: Hashable {
    var start: EditorPosition
    var end: EditorPosition
}

/// One version of a feature file that is open in an editor.
struct EditedFeature {
    /// The address of the file, as the editor gives it.
    let uri: String
    /// The editor's number of the version; nil if it gives none.
    let version: Int64?
    let text: String
    /// The lines without their ends.
    let lines: [Substring]
    /// The keywords of the file's language.
    let keywords: LineKeywords
    /// The parsed file. Of a file with syntax errors, the lines with the errors are left out; nil if that is no file
    /// either.
    let document: GherkinDocument?
    /// The syntax errors; empty without one.
    let errors: [Complaint]
    /// The scenarios as they are played. An outline has only its first rows, which is enough to find mistakes.
    let plays: [Pickle]
    /// The steps by the number of their line, from 0, as they are played first.
    private let playedSteps: [Int: PickleStep]

    /// The number of rows of an outline that are read.
    private static let rowsMax = 3

    init(uri: String, version: Int64? = nil, text: String) {
        (self.uri, self.version, self.text) = (uri, version, text)
        lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            Substring(line.last == 0x0D ? line.dropLast() : line)
        }
        keywords = LineKeywords(of: text)
        var (errors, plays): ([Complaint], [Pickle]) = ([], [])
        document = Self.parsed(text, lines, uri, &errors)
        do throws(SyntaxErrors) {
            var rows: [Int: Int] = [:]
            for pickle in try document.map({ document throws(SyntaxErrors) in
                try Gherkin.pickles(of: document, path: uri)
            }) ?? [] {
                let scenario = pickle.nodeIDs.first ?? 0
                rows[scenario, default: 0] += 1
                if rows[scenario, default: 0] <= Self.rowsMax { plays.append(pickle) }
            }
        } catch {
            errors += error.complaints
        }
        (self.errors, self.plays) = (errors, plays)
        playedSteps = Dictionary(plays.flatMap(\.steps).map { ($0.location.line - 1, $0) }) { first, _ in first }
    }

    /// Parses a text. If it has syntax errors, it is parsed again without their lines, so that a line that is being
    /// written does not hide the rest of the file.
    private static func parsed(
        _ text: String, _ lines: [Substring], _ uri: String, _ errors: inout [Complaint]
    ) -> GherkinDocument? {
        var (text, lines) = (text, lines)
        for _ in 0..<attemptsMax {
            do throws(SyntaxErrors) {
                return try Gherkin.parse(text, notation: Notation(path: uri))
            } catch {
                let new = error.complaints.filter { !$0.isConsequence }
                if errors.isEmpty { errors = new }
                for complaint in new where lines.indices.contains(complaint.location.line - 1) {
                    lines[complaint.location.line - 1] = ""
                }
                text = lines.joined(separator: "\n")
            }
        }
        return nil
    }

    /// The number of times that a file with errors is parsed.
    private static let attemptsMax = 4

    /// Returns the step of a line: the text after its keyword with its range, and the step as it is played first. Nil
    /// if the line is no step.
    ///
    /// Without a document, every line that begins like a step is one, and is played as it is written.
    func step(atLine line: Int) -> (text: Substring, range: EditorRange, played: PickleStep)? {
        guard lines.indices.contains(line), let text = keywords.stepText(in: lines[line]) else { return nil }
        let played = playedSteps[line]
        guard document == nil || played != nil else { return nil }
        return (text, range(of: text, inLine: line), played ?? PickleStep(String(text)))
    }

    /// Returns the range of a part of a line.
    func range(of part: Substring, inLine line: Int) -> EditorRange {
        let start = lines[line].utf16.distance(from: lines[line].startIndex, to: part.startIndex)
        return EditorRange(
            start: EditorPosition(line: line, character: start),
            end: EditorPosition(line: line, character: start + part.utf16.count))
    }

    /// Returns the range from a location to the end of its line. A location after the last line is at its end.
    func range(from location: Location) -> EditorRange {
        let line = max(0, min(location.line, lines.count) - 1)
        let scalars = lines[line].unicodeScalars
        var start = scalars.index(
            scalars.startIndex, offsetBy: max(0, (location.column ?? 1) - 1), limitedBy: scalars.endIndex)
        if location.line > lines.count { start = scalars.endIndex }
        return range(of: lines[line][(start ?? scalars.endIndex)...], inLine: line)
    }

    /// Returns the part of a line before a position. A position after its end is at its end.
    func beginning(to position: EditorPosition) -> Substring {
        guard lines.indices.contains(position.line) else { return "" }
        let line = lines[position.line]
        let end = line.utf16.index(line.startIndex, offsetBy: position.character, limitedBy: line.endIndex)
        return Substring(line.unicodeScalars[..<(end ?? line.endIndex)])
    }

    /// Returns the text between two positions of one line.
    func text(from start: EditorPosition, to end: EditorPosition) -> Substring {
        let line = beginning(to: end)
        return line[beginning(to: min(start, end)).endIndex...]
    }

    /// The range of the whole text.
    var whole: EditorRange {
        let last = lines.count - 1
        return EditorRange(
            start: EditorPosition(line: 0, character: 0),
            end: EditorPosition(line: last, character: lines[last].utf16.count))
    }
}

// MARK: The names of people

extension EditedFeature {
    /// Returns the name at a position in a step, with its range; nil if the step has none there.
    func name(at position: EditorPosition) -> (name: String, range: EditorRange)? {
        guard let step = step(atLine: position.line) else { return nil }
        return Self.names(in: step.text).lazy
            .map { (name: String($0), range: range(of: $0, inLine: position.line)) }
            .first { $0.range.start <= position && position <= $0.range.end }
    }

    /// Returns the ranges of a name in the steps, their tables and doc strings, and the examples, each as a whole word.
    /// Titles, descriptions, tags and comments keep it.
    ///
    /// A check compares display names, which follow from the names, so quoted texts count too.
    func occurrences(of name: String) -> [EditorRange] {
        let played = docStringLines.union(playedSteps.keys)
        return lines.indices.flatMap { line -> [EditorRange] in
            let isRow = lines[line].first { !$0.isWhitespace } == "|"
            guard isRow || played.contains(line) else { return [] }
            return Self.words(name, in: lines[line]).map { range(of: $0, inLine: line) }
        }
    }

    /// The lines of all doc strings, from 0.
    private var docStringLines: Set<Int> {
        Set(
            (document?.feature?.steps ?? []).compactMap(\.docString).flatMap { text in
                (0...text.content.utf8.count { $0 == 0x0A }).map { text.location.line + $0 }
            })
    }

    /// Returns the capitalized words of a step outside quotation marks, which are the names of people.
    private static func names(in step: Substring) -> [Substring] {
        var names: [Substring] = []
        var isQuoted = false
        for word in step.split(separator: " ") {
            let marks = word.utf8.count { $0 == UInt8(ascii: "\"") }
            if !isQuoted, marks == 0 {
                let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
                if ParameterReader.name([.word(String(name))], at: 0) != nil { names.append(name) }
            }
            if marks % 2 == 1 { isQuoted.toggle() }
        }
        return names
    }

    /// Returns the places of a word in a line at which no part of a name precedes or follows it.
    private static func words(_ word: String, in line: Substring) -> [Substring] {
        var found: [Substring] = []
        var rest = line
        while let place = rest.firstRange(of: word) {
            let before = line[..<place.lowerBound].last
            let after = line[place.upperBound...].first
            let isPart = { (letter: Character?) in letter.map { $0.isLetter || $0.isNumber } ?? false }
            if !isPart(before), !isPart(after) { found.append(line[place]) }
            rest = rest[place.upperBound...]
        }
        return found
    }
}

extension Feature {
    /// The scenarios, in the order of the file.
    var scenarios: [Gherkin.Scenario] {
        children.flatMap { child -> [Gherkin.Scenario] in
            switch child {
            case .background: []
            case .scenario(let scenario): [scenario]
            case .rule(let rule): rule.scenarios
            }
        }
    }

    /// The steps of all backgrounds and scenarios.
    fileprivate var steps: [Step] {
        children.flatMap { child -> [Step] in
            switch child {
            case .background(let background): background.steps
            case .scenario(let scenario): scenario.steps
            case .rule(let rule): (rule.background?.steps ?? []) + rule.scenarios.flatMap(\.steps)
            }
        }
    }
}
