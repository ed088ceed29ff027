extension GherkinDocument {
    /// The document without the parts that a layout may change: locations, the indentation of comments and
    /// descriptions, and white space at the end of their lines.
    var meaning: GherkinDocument {
        var result = self
        result.misspellings = []
        for index in result.comments.indices {
            result.comments[index].location = .nowhere
            result.comments[index].text = Self.trimmed(result.comments[index].text)
        }
        result.feature?.heading.forgetLayout()
        result.feature?.children = (feature?.children ?? []).map { child in
            switch child {
            case .background(let background): .background(Self.meaning(background))
            case .scenario(let scenario): .scenario(Self.meaning(scenario))
            case .rule(let rule): .rule(Self.meaning(rule))
            }
        }
        return result
    }

    private static func meaning(_ rule: Rule) -> Rule {
        var result = rule
        result.heading.forgetLayout()
        result.background = rule.background.map(meaning)
        result.scenarios = rule.scenarios.map(meaning)
        return result
    }

    private static func meaning(_ background: Background) -> Background {
        var result = background
        result.heading.forgetLayout()
        result.steps = background.steps.map(meaning)
        return result
    }

    private static func meaning(_ scenario: Scenario) -> Scenario {
        var result = scenario
        result.heading.forgetLayout()
        result.steps = scenario.steps.map(meaning)
        result.examples = scenario.examples.map { examples in
            var result = examples
            result.heading.forgetLayout()
            result.header = examples.header.map(meaning)
            result.rows = examples.rows.map(meaning)
            return result
        }
        return result
    }

    private static func meaning(_ step: Step) -> Step {
        var result = step
        result.location = .nowhere
        result.table?.location = .nowhere
        result.table?.rows = (step.table?.rows ?? []).map(meaning)
        result.docString?.location = .nowhere
        return result
    }

    private static func meaning(_ row: TableRow) -> TableRow {
        var result = row
        result.location = .nowhere
        for index in result.cells.indices { result.cells[index].location = .nowhere }
        return result
    }

    fileprivate static func trimmed(_ text: String) -> String { String(Substring(text).trimmingGherkinSpace()) }
}

extension Heading {
    fileprivate mutating func forgetLayout() {
        location = .nowhere
        for index in tags.indices { tags[index].location = .nowhere }
        let lines = description.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        description = lines.map { GherkinDocument.trimmed(String(Substring($0))) }.joined(separator: "\n")
    }
}

extension Location {
    fileprivate static var nowhere: Location { Location(line: 0) }
}
