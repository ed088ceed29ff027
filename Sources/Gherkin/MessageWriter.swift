/// The members of the official messages.
package enum MessageWriter {
    static func location(_ location: Location) -> JSONLine {
        .object([("line", .integer(location.line))] + (location.column.map { [("column", .integer($0))] } ?? []))
    }

    package static func document(_ document: Document, path: String) -> JSONLine {
        let comments = document.comments.map {
            JSONLine.object([("location", location($0.location)), ("text", .string($0.text))])
        }
        return .object(
            (document.feature.map { [("feature", feature($0))] } ?? [])
                + [("comments", .array(comments)), ("uri", .string(path))])
    }

    private static func feature(_ feature: Feature) -> JSONLine {
        let children = feature.children.map { child -> JSONLine in
            switch child {
            case .background(let value): .object([("background", background(value))])
            case .scenario(let value): .object([("scenario", scenario(value))])
            case .rule(let value): .object([("rule", rule(value))])
            }
        }
        return .object(
            heading(feature.heading) + [
                tags(feature.heading.tags), ("language", .string(feature.language)), ("children", .array(children)),
            ])
    }

    private static func rule(_ rule: Rule) -> JSONLine {
        let backgrounds = rule.background.map { [JSONLine.object([("background", background($0))])] } ?? []
        let scenarios = rule.scenarios.map { JSONLine.object([("scenario", scenario($0))]) }
        return .object(
            [id(rule.id)] + heading(rule.heading) + [
                tags(rule.heading.tags), ("children", .array(backgrounds + scenarios)),
            ])
    }

    private static func background(_ background: Background) -> JSONLine {
        .object([id(background.id)] + heading(background.heading) + [("steps", .array(background.steps.map(step)))])
    }

    private static func scenario(_ scenario: Scenario) -> JSONLine {
        .object(
            [id(scenario.id)] + heading(scenario.heading) + [
                tags(scenario.heading.tags), ("steps", .array(scenario.steps.map(step))),
                ("examples", .array(scenario.examples.map(examples))),
            ])
    }

    private static func examples(_ examples: Examples) -> JSONLine {
        .object(
            [id(examples.id)] + heading(examples.heading) + [tags(examples.heading.tags)]
                + (examples.header.map { [("tableHeader", row($0))] } ?? [])
                + [("tableBody", .array(examples.rows.map(row)))])
    }

    private static func step(_ step: Step) -> JSONLine {
        var members = [
            id(step.id), ("location", location(step.location)), ("keyword", .string(step.keyword)),
            ("keywordType", .string(step.keywordType.rawValue)), ("text", .string(step.text)),
        ]
        if let table = step.table {
            members.append(
                (
                    "dataTable",
                    .object([("location", location(table.location)), ("rows", .array(table.rows.map(row)))])
                ))
        }
        if let docString = step.docString {
            members.append(
                (
                    "docString",
                    .object(
                        [
                            ("location", location(docString.location)), ("content", .string(docString.content)),
                            ("delimiter", .string(docString.delimiter)),
                        ] + (docString.mediaType.map { [("mediaType", .string($0))] } ?? []))
                ))
        }
        return .object(members)
    }

    private static func row(_ row: TableRow) -> JSONLine {
        let cells = row.cells.map {
            JSONLine.object([("location", location($0.location)), ("value", .string($0.value))])
        }
        return .object([id(row.id), ("location", location(row.location)), ("cells", .array(cells))])
    }

    private static func heading(_ heading: Heading) -> [(String, JSONLine)] {
        [("location", location(heading.location))]
            + (heading.keyword.isEmpty ? [] : [("keyword", .string(heading.keyword))])
            + [("name", .string(heading.name)), ("description", .string(heading.description))]
    }

    private static func tags(_ tags: [Tag]) -> (String, JSONLine) {
        (
            "tags",
            .array(
                tags.map {
                    .object([id($0.id), ("location", location($0.location)), ("name", .string($0.name))])
                })
        )
    }

    private static func id(_ id: Int) -> (String, JSONLine) { ("id", .string(String(id))) }
}
