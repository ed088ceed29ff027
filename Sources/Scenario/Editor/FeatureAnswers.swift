import ChatProtocol
import ChatScreens
import ChatSystem
import ChatTerminal
import Gherkin

/// The answers to the requests of an editor about one open file.
struct FeatureAnswers {
    var findings: FeatureFindings
    let catalogue: StepCatalogue
    /// The files of a program with own steps, with their texts.
    let files: [(path: String, text: String)]
    /// True if the editor fills in snippets.
    var allowsSnippets = false
    private let rules = RuleReference()

    init(findings: FeatureFindings, catalogue: StepCatalogue, files: [(path: String, text: String)]) {
        (self.findings, self.catalogue, self.files) = (findings, catalogue, files)
    }

    /// The answer to a request: a function of the file and the params.
    typealias Answer = @Sendable (inout FeatureAnswers, EditedFeature, JSONValue?) throws(EditorFault) -> JSONValue

    /// The requests about one open file.
    static let table: [String: Answer] = [
        "textDocument/completion": { answers, feature, params throws(EditorFault) in
            let position = try position(in: params)
            let items = answers.completions(feature, position).enumerated().map { number, item in
                item.json(number, typed: feature.text(from: item.range.start, to: position))
            }
            return ["isIncomplete": true, "items": .array(items)]
        },
        "textDocument/hover": { answers, feature, params throws(EditorFault) in
            answers.hover(feature, try position(in: params))
        },
        "textDocument/definition": { answers, feature, params throws(EditorFault) in
            answers.definition(feature, try position(in: params))
        },
        "textDocument/prepareRename": { _, feature, params throws(EditorFault) in
            guard let found = feature.name(at: try position(in: params)) else { return .null }
            return ["range": found.range.json, "placeholder": .string(found.name)]
        },
        "textDocument/rename": { _, feature, params throws(EditorFault) in try rename(feature, params) },
        "textDocument/formatting": { _, feature, _ throws(EditorFault) in try format(feature) },
        "textDocument/codeAction": { answers, feature, params in answers.fixes(feature, params) },
        "textDocument/codeLens": { _, feature, _ in lenses(feature) },
        "textDocument/documentSymbol": { _, feature, _ in .array(symbols(feature)) },
    ]

    /// The command of the lens, which plays a scenario.
    static let playCommand = "understudy.play"

    private static func position(in params: JSONValue?) throws(EditorFault) -> EditorPosition {
        guard let position = EditorPosition(params?["position"]) else {
            throw EditorFault(.invalidParams, "position needs a line and a character, from 0")
        }
        return position
    }

    // MARK: What is at a position

    private mutating func completions(_ feature: EditedFeature, _ position: EditorPosition) -> [Completion] {
        let before = feature.beginning(to: position)
        let range = { (part: Substring) in feature.range(of: part, inLine: position.line) }
        guard feature.lines.indices.contains(position.line) else { return [] }
        if let text = feature.keywords.stepText(in: before) {
            let completion = StepCompletion(
                table: findings.table, catalogue: catalogue, allowsSnippets: allowsSnippets,
                values: findings.values(in: feature, except: position.line))
            return completion.proposals(
                for: text, before: feature.lines[position.line][before.endIndex...], range: range)
        }
        let word = before.lastWord
        let items: [(String, Completion.Kind)] =
            if word.first == "@" {
                rules.ids.map { ("@" + $0, .reference) }
            } else if word.startIndex
                == before.firstIndex(where: { !$0.isWhitespace }) ?? before.endIndex
            {
                feature.keywords.steps.map { ($0, .keyword) } + feature.keywords.headings.map { ($0 + ": ", .keyword) }
            } else { [] }
        return items.filter { $0.0.lowercased().hasPrefix(word.lowercased()) }.map { text, kind in
            Completion(
                label: text, kind: kind, detail: rules.rules[String(text.dropFirst())]?.text ?? "", insertion: text,
                range: range(word))
        }
    }

    private mutating func hover(_ feature: EditedFeature, _ position: EditorPosition) -> JSONValue {
        guard feature.lines.indices.contains(position.line) else { return .null }
        if let step = feature.step(atLine: position.line) {
            return ["contents": Self.markdown(text(of: step.played, feature)), "range": step.range.json]
        }
        let line = feature.lines[position.line]
        let start = feature.beginning(to: position).lastWord.startIndex
        let word = line[start...].prefix { !$0.isWhitespace }
        guard word.first == "@", let text = rules.markdown(of: String(word.dropFirst())) else { return .null }
        return ["contents": Self.markdown(text), "range": feature.range(of: word, inLine: position.line).json]
    }

    /// Returns the phrase of a step, and the rules that its scenario is about.
    private mutating func text(of step: PickleStep, _ feature: EditedFeature) -> String {
        guard let meaning = findings.meaning(of: step) else {
            let suggestion = findings.suggestion(for: step).map { " Did you mean:\n\n`\($0)`" } ?? ""
            return "No phrase matches this step." + suggestion
        }
        let definition = meaning.definition
        let below =
            switch definition.argument {
            case .none: ""
            case .table: "\n\nA data table follows it."
            case .docString: "\n\nA doc string follows it."
            }
        let tags = feature.plays.first { $0.steps.contains { $0.location.line == step.location.line } }?.tags ?? []
        let about = tags.compactMap { rules.markdown(of: String($0.name.dropFirst())) }
        return (["**`\(definition.phrase)`**\n\n\(definition.summary)\(below)"] + about).joined(
            separator: "\n\n---\n\n")
    }

    private static func markdown(_ text: String) -> JSONValue { ["kind": "markdown", "value": .string(text)] }

    /// Returns the place of the phrase in a file of the step program.
    private mutating func definition(_ feature: EditedFeature, _ position: EditorPosition) -> JSONValue {
        guard let step = feature.step(atLine: position.line), let meaning = findings.meaning(of: step.played),
            meaning.isOwn
        else { return .null }
        // A program can write the quotation marks of a phrase with a backslash.
        let phrase = meaning.definition.phrase
        for (path, text) in files {
            for written in [phrase, phrase.replacingBytes(of: "\"", with: "\\\"")] {
                guard let place = text.firstRange(of: written) else { continue }
                let above = text[..<place.lowerBound]
                let column = above.utf16.distance(
                    from: above.lastIndex(of: "\n").map(above.index(after:)) ?? above.startIndex, to: above.endIndex)
                let start = EditorPosition(line: above.utf8.count { $0 == 0x0A }, character: column)
                return [
                    "uri": .string(FileAddress.address(of: path)), "range": EditorRange(start: start, end: start).json,
                ]
            }
        }
        return .null
    }

    // MARK: Changes of a file

    private static func rename(_ feature: EditedFeature, _ params: JSONValue?) throws(EditorFault) -> JSONValue {
        guard feature.errors.isEmpty else { throw EditorFault(.requestFailed, "the file has syntax errors") }
        guard let found = feature.name(at: try position(in: params)) else {
            throw EditorFault(.requestFailed, "this is not the name of a person")
        }
        let name = params?["newName"]?.stringValue ?? ""
        guard ParameterReader.name([.word(name)], at: 0) != nil else {
            throw EditorFault(.requestFailed, "“\(name)” is no name: it is one word that begins with a capital letter")
        }
        guard feature.occurrences(of: name).isEmpty else {
            throw EditorFault(.requestFailed, "the file already has a \(name)")
        }
        let edits = feature.occurrences(of: found.name).map { edit($0, name) }
        return ["changes": [feature.uri: .array(edits)]]
    }

    private static func format(_ feature: EditedFeature) throws(EditorFault) -> JSONValue {
        do throws(SyntaxErrors) {
            guard Notation(path: feature.uri) == .plain else { return [] }
            let formatted = try Gherkin.formatted(feature.text, columns: { TextWidth.columns(of: $0) })
            return formatted == feature.text ? [] : [edit(feature.whole, formatted)]
        } catch {
            throw EditorFault(.requestFailed, error.complaints.first.map { "\($0)" } ?? "the file has syntax errors")
        }
    }

    /// Returns an action for each undefined step in a range with a phrase near it.
    private mutating func fixes(_ feature: EditedFeature, _ params: JSONValue?) -> JSONValue {
        let wanted = params?["range"]
        guard let start = EditorPosition(wanted?["start"]), let end = EditorPosition(wanted?["end"]) else { return [] }
        var actions: [JSONValue] = []
        for line in max(0, start.line)...max(start.line, min(end.line, start.line + 100)) {
            guard let step = feature.step(atLine: line), findings.meaning(of: step.played) == nil,
                let suggestion = findings.suggestion(for: step.played)
            else { continue }
            actions.append([
                "title": .string("Write: \(suggestion)"), "kind": "quickfix",
                "edit": ["changes": [feature.uri: [Self.edit(step.range, suggestion)]]],
            ])
        }
        return .array(actions)
    }

    private static func edit(_ range: EditorRange, _ text: String) -> JSONValue {
        ["range": range.json, "newText": .string(text)]
    }

    private static func lenses(_ feature: EditedFeature) -> JSONValue {
        guard let parsed = feature.document?.feature, FileAddress.path(of: feature.uri) != nil else { return [] }
        func lens(_ title: String, _ heading: Heading) -> JSONValue {
            [
                "range": feature.range(from: heading.location).json,
                "command": [
                    "title": .string(title), "command": .string(playCommand),
                    "arguments": [.string(feature.uri), .integer(Int64(heading.location.line))],
                ],
            ]
        }
        return .array([lens("Play all", parsed.heading)] + parsed.scenarios.map { lens("Play", $0.heading) })
    }

    private static func symbols(_ feature: EditedFeature) -> [JSONValue] {
        (feature.document?.feature?.scenarios ?? []).map { scenario in
            let start = feature.range(from: scenario.heading.location)
            let last = scenario.steps.last?.location ?? scenario.heading.location
            let whole = EditorRange(start: start.start, end: feature.range(from: last).end)
            return [
                // The kind is that of a method, which outlines show.
                "name": .string(scenario.heading.name.isEmpty ? scenario.heading.keyword : scenario.heading.name),
                "kind": 6, "range": whole.json, "selectionRange": start.json,
            ]
        }
    }
}

extension Substring {
    /// The letters after the last white space.
    fileprivate var lastWord: Substring { self[(lastIndex(where: \.isWhitespace).map(index(after:)) ?? startIndex)...] }
}
