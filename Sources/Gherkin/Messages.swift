/// The official JSON messages of documents, pickles and errors, one per line. The command `chat-client gherkin FILE`
/// prints them, and tests compare them with those of the official parser.
public enum Messages {
    /// Returns the message of the file itself: `{"source": …}`.
    public static func line(forSource text: String, path: String, notation: Notation = .plain) -> String {
        let kind = notation == .plain ? "plain" : "markdown"
        let source: JSONLine = [
            "data": .string(text), "mediaType": .string("text/x.cucumber.gherkin+\(kind)"), "uri": .string(path),
        ]
        return (["source": source] as JSONLine).text
    }

    /// Returns the message of a document: `{"gherkinDocument": …}`.
    public static func line(for document: GherkinDocument, path: String) -> String {
        (["gherkinDocument": MessageWriter().document(document, path: path)] as JSONLine).text
    }

    /// Returns the message of a pickle: `{"pickle": …}`.
    public static func line(for pickle: Pickle) -> String {
        (["pickle": MessageWriter().pickle(pickle)] as JSONLine).text
    }

    /// Returns the message of an error: `{"parseError": …}`.
    public static func line(for complaint: Complaint, path: String) -> String {
        let source: JSONLine = ["location": MessageWriter.location(complaint.location), "uri": .string(path)]
        let error: JSONLine = ["message": .string(complaint.description), "source": source]
        return (["parseError": error] as JSONLine).text
    }
}

/// A writer of the members of the official messages.
package struct MessageWriter {
    private let offset: Int

    /// - Parameter offset: the number that is added to all ids of a document, because the ids in a stream of messages
    ///   must be unique.
    package init(offset: Int = 0) { self.offset = offset }

    static func location(_ location: Location) -> JSONLine {
        .object([("line", .integer(location.line))] + (location.column.map { [("column", .integer($0))] } ?? []))
    }

    package func document(_ document: GherkinDocument, path: String) -> JSONLine {
        let comments = document.comments.map { comment -> JSONLine in
            ["location": Self.location(comment.location), "text": .string(comment.text)]
        }
        return .object(
            (document.feature.map { [("feature", feature($0))] } ?? [])
                + [("comments", .array(comments)), ("uri", .string(path))])
    }

    private func feature(_ feature: Feature) -> JSONLine {
        let children = feature.children.map { child -> JSONLine in
            switch child {
            case .background(let value): ["background": background(value)]
            case .scenario(let value): ["scenario": scenario(value)]
            case .rule(let value): ["rule": rule(value)]
            }
        }
        return .object(
            heading(feature.heading) + [
                tags(feature.heading.tags), ("language", .string(feature.language)), ("children", .array(children)),
            ])
    }

    private func rule(_ rule: Rule) -> JSONLine {
        let backgrounds: [JSONLine] = rule.background.map { [["background": background($0)]] } ?? []
        let scenarios = rule.scenarios.map { ["scenario": scenario($0)] as JSONLine }
        return .object(
            [id(rule.id)] + heading(rule.heading) + [
                tags(rule.heading.tags), ("children", .array(backgrounds + scenarios)),
            ])
    }

    private func background(_ background: Background) -> JSONLine {
        .object([id(background.id)] + heading(background.heading) + [("steps", .array(background.steps.map(step)))])
    }

    private func scenario(_ scenario: Scenario) -> JSONLine {
        .object(
            [id(scenario.id)] + heading(scenario.heading) + [
                tags(scenario.heading.tags), ("steps", .array(scenario.steps.map(step))),
                ("examples", .array(scenario.examples.map(examples))),
            ])
    }

    private func examples(_ examples: Examples) -> JSONLine {
        .object(
            [id(examples.id)] + heading(examples.heading) + [tags(examples.heading.tags)]
                + (examples.header.map { [("tableHeader", row($0))] } ?? [])
                + [("tableBody", .array(examples.rows.map(row)))])
    }

    private func step(_ step: Step) -> JSONLine {
        var members = [
            id(step.id), ("location", Self.location(step.location)), ("keyword", .string(step.keyword)),
            ("keywordType", .string(step.keywordType.rawValue)), ("text", .string(step.text)),
        ]
        if let table = step.table {
            let rows = JSONLine.array(table.rows.map(row))
            members.append(("dataTable", ["location": Self.location(table.location), "rows": rows]))
        }
        if let docString = step.docString {
            let content = [
                ("location", Self.location(docString.location)), ("content", .string(docString.content)),
                ("delimiter", .string(docString.delimiter)),
            ]
            let mediaType = docString.mediaType.map { [("mediaType", JSONLine.string($0))] } ?? []
            members.append(("docString", .object(content + mediaType)))
        }
        return .object(members)
    }

    private func row(_ row: TableRow) -> JSONLine {
        let cells = row.cells.map { cell -> JSONLine in
            ["location": Self.location(cell.location), "value": .string(cell.value)]
        }
        return ["id": number(row.id), "location": Self.location(row.location), "cells": .array(cells)]
    }

    private func heading(_ heading: Heading) -> [(String, JSONLine)] {
        [("location", Self.location(heading.location))]
            + (heading.keyword.isEmpty ? [] : [("keyword", .string(heading.keyword))])
            + [("name", .string(heading.name)), ("description", .string(heading.description))]
    }

    private func tags(_ tags: [Tag]) -> (String, JSONLine) {
        let tags = tags.map { tag -> JSONLine in
            ["id": number(tag.id), "location": Self.location(tag.location), "name": .string(tag.name)]
        }
        return ("tags", .array(tags))
    }

    private func id(_ id: Int) -> (String, JSONLine) { ("id", number(id)) }

    func number(_ id: Int) -> JSONLine { .string(String(id + offset)) }
}

extension MessageWriter {
    package func pickle(_ pickle: Pickle) -> JSONLine {
        let tags = pickle.tags.map { ["astNodeId": number($0.nodeID), "name": .string($0.name)] as JSONLine }
        return [
            "id": number(pickle.id), "uri": .string(pickle.path), "name": .string(pickle.name),
            "language": .string(pickle.language), "location": Self.location(pickle.location), "tags": .array(tags),
            "astNodeIds": nodes(pickle.nodeIDs), "steps": .array(pickle.steps.map(step)),
        ]
    }

    private func step(_ step: PickleStep) -> JSONLine {
        .object(
            [
                ("id", number(step.id)), ("astNodeIds", nodes(step.nodeIDs)), ("type", .string(step.type.rawValue)),
                ("text", .string(step.text)),
            ] + argument(of: step))
    }

    private func argument(of step: PickleStep) -> [(String, JSONLine)] {
        let hasBoth = step.table != nil && step.docString != nil
        func index(isFirst: Bool) -> [(String, JSONLine)] {
            hasBoth ? [("argumentIndex", .integer(isFirst ? 1 : 2))] : []
        }
        var members: [(String, JSONLine)] = []
        if let table = step.table {
            let rows = table.map { ["cells": .array($0.map { ["value": .string($0)] })] as JSONLine }
            members.append(("dataTable", .object(index(isFirst: step.tableIsFirst) + [("rows", .array(rows))])))
        }
        if let docString = step.docString {
            let content = index(isFirst: !step.tableIsFirst) + [("content", .string(docString.content))]
            let mediaType = docString.mediaType.map { [("mediaType", JSONLine.string($0))] } ?? []
            members.append(("docString", .object(content + mediaType)))
        }
        return members.isEmpty ? [] : [("argument", .object(members))]
    }

    private func nodes(_ ids: [Int]) -> JSONLine { .array(ids.map(number)) }
}

/// A JSON value for writing only, with the types that messages about scenarios need.
package indirect enum JSONLine: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([JSONLine])
    case object([(String, JSONLine)])

    package init(dictionaryLiteral members: (String, JSONLine)...) { self = .object(members) }

    package init(stringLiteral value: String) { self = .string(value) }

    /// The value on one line, with the members of objects in the given order.
    package var text: String {
        var result = ""
        write(to: &result)
        return result
    }

    private func write(to result: inout String) {
        switch self {
        case .string(let value): Self.write(value, to: &result)
        case .integer(let value): result += String(value)
        case .boolean(let value): result += value ? "true" : "false"
        case .array(let values):
            result += "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            result += "{" + members.map { "\(JSONLine.string($0).text):\($1.text)" }.joined(separator: ",") + "}"
        }
    }

    private static func write(_ value: String, to result: inout String) {
        result += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        result += "\""
    }
}
