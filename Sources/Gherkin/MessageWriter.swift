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
