import ChatProtocol
import Gherkin

/// A mistake in a feature file, for an editor.
struct Finding: Hashable {
    /// The severities of the Language Server Protocol.
    enum Severity: Int64 {
        case error = 1
        case warning = 2
        case information = 3
    }

    var range: EditorRange
    var severity: Severity
    var message: String
    /// The step to write instead; nil if none is near.
    var suggestion: String?
}

/// Finds the mistakes in feature files, and remembers the steps that it has matched.
struct FeatureFindings {
    /// The meaning of a step, which depends on its text only.
    struct Meaning {
        let definition: StepDefinition<ScenarioContext>
        let arguments: StepArguments
        /// True if a program does the step.
        let isOwn: Bool
    }

    let table: StepTable<ScenarioContext>
    /// The meanings by the texts of steps; nil for an undefined step.
    private var meanings: [String: Meaning?] = [:]
    /// The suggestions for undefined steps by their texts; nil if no phrase is near.
    private var suggestions: [String: String?] = [:]

    /// The number of texts that are remembered. A file that a person wrote has far fewer.
    private static let textsMax = 20_000
    /// The number of suggestions that one reading of a file computes, because each costs more than to match a thousand
    /// steps. A step without one has it when a person points at it.
    private static let suggestionsMax = 2

    init(_ table: StepTable<ScenarioContext>) { self.table = table }

    /// Returns the meaning of a step; nil if it is undefined.
    mutating func meaning(of step: PickleStep) -> Meaning? {
        if let known = meanings[step.text] { return known }
        if meanings.count >= Self.textsMax { meanings = [:] }
        let meaning = table.find(step).map { Meaning(definition: $0, arguments: $1, isOwn: table.isOwn($1)) }
        meanings[step.text] = .some(meaning)
        return meaning
    }

    /// Returns the step to write instead of an undefined one; nil if no phrase is near.
    mutating func suggestion(for step: PickleStep) -> String? {
        if let known = suggestions[step.text] { return known }
        if suggestions.count >= Self.textsMax { suggestions = [:] }
        var found: String?
        if case .undefined(_, let suggestion) = table.match(step) { found = suggestion }
        suggestions[step.text] = .some(found)
        return found
    }

    /// Returns the mistakes in a file, in its order.
    mutating func findings(in feature: EditedFeature) -> [Finding] {
        var found = feature.errors.map { error in
            let line = error.location.line - 1
            let keyword =
                feature.lines.indices.contains(line)
                ? feature.keywords.keyword(misspeltIn: feature.lines[line]) : nil
            let near = keyword.map { " Did you mean “\($0)”?" } ?? ""
            return Finding(
                range: feature.range(from: error.location), severity: .error,
                message: Self.sentence(error.message) + near)
        }
        found += (feature.document.map { Gherkin.findings(in: $0) } ?? []).map { complaint in
            Finding(
                range: feature.range(from: complaint.location), severity: complaint.isFault ? .error : .warning,
                message: Self.sentence(complaint.message))
        }
        var seen: Set<Int> = []
        var suggestionsLeft = Self.suggestionsMax
        for play in feature.plays {
            for finding in findings(in: play, of: feature, &suggestionsLeft)
            where seen.insert(finding.range.start.line << 16 | finding.range.start.character & 0xFFFF).inserted {
                found.append(finding)
            }
        }
        return found.sorted { $0.range.start < $1.range.start }
    }

    /// Returns the mistakes in one scenario as it is played.
    private mutating func findings(
        in play: Pickle, of feature: EditedFeature, _ suggestionsLeft: inout Int
    ) -> [Finding] {
        var found: [Finding] = []
        var people: [String] = []
        var entries: [(name: String, line: Int)] = []
        var uses: [String: Int] = [:]
        for step in play.steps {
            let line = step.location.line - 1
            guard let place = feature.step(atLine: line)?.range else { continue }
            guard let meaning = meaning(of: step) else {
                var finding = Finding(range: place, severity: .error, message: "No phrase matches this step.")
                let isKnown = suggestions[step.text] != nil
                if isKnown || suggestionsLeft > 0 {
                    if !isKnown { suggestionsLeft -= 1 }
                    finding.suggestion = suggestion(for: step)
                }
                if let suggestion = finding.suggestion { finding.message += " Did you mean: \(suggestion)" }
                found.append(finding)
                continue
            }
            if let failure = meaning.definition.argument.mismatch(with: step) {
                found.append(Finding(range: place, severity: .error, message: Self.sentence(failure.message)))
            }
            for name in meaning.arguments.everyone {
                uses[name, default: 0] += 1
                if people.contains(name) { continue }
                if !meaning.definition.isCheck {
                    people.append(name)
                    entries.append((name, line))
                } else if !meaning.isOwn {
                    let message = Roster.unknown(name, among: people).message
                    found.append(
                        Finding(
                            range: range(of: name, atLine: line, of: feature), severity: .error,
                            message: Self.sentence(message)))
                }
            }
        }
        // A name that only one action has is perhaps another one, misspelt.
        for (name, line) in entries where uses[name] == 1 {
            let others = people.filter { $0 != name && uses[$0, default: 0] > 1 }
            guard let near = Spelling.nearest(to: name, among: others) else { continue }
            found.append(
                Finding(
                    range: range(of: name, atLine: line, of: feature), severity: .information,
                    message: "\(name) enters the scenario here. Did you mean \(near)?"))
        }
        return found
    }

    private func range(of name: String, atLine line: Int, of feature: EditedFeature) -> EditorRange {
        guard let step = feature.step(atLine: line) else { return feature.whole }
        return step.text.firstRange(of: name).map { feature.range(of: step.text[$0], inLine: line) } ?? step.range
    }

    private static func sentence(_ message: String) -> String {
        message.prefix(1).uppercased() + message.dropFirst() + (message.hasSuffix("?") ? "" : ".")
    }

    /// Returns the values of a file's steps by their kind, each once, in the order of the file.
    ///
    /// - Parameter line: The line, from 0, whose own values are left out, because a person is writing it.
    mutating func values(in feature: EditedFeature, except line: Int) -> [ParameterKind: [String]] {
        var values: [ParameterKind: [String]] = [:]
        var seen: [ParameterKind: Set<String>] = [:]
        for step in feature.plays.flatMap(\.steps) where step.location.line - 1 != line {
            guard let meaning = meaning(of: step) else { continue }
            for (kind, texts) in meaning.arguments.texts {
                for text in texts where seen[kind, default: []].insert(text).inserted {
                    values[kind, default: []].append(text)
                }
            }
        }
        return values
    }
}
