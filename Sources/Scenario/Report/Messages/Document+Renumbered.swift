import Gherkin

extension Gherkin.Document {
    /// With every node's number so much higher: documents number their nodes from 0, and in a stream of messages no two
    /// things may have one number.
    func renumbered(by offset: Int) -> Gherkin.Document {
        var document = self
        document.nextID += offset
        document.feature?.renumber(by: offset)
        return document
    }
}

extension Gherkin.Feature {
    fileprivate mutating func renumber(by offset: Int) {
        heading.renumber(by: offset)
        children = children.map { child in
            switch child {
            case .background(var background):
                background.renumber(by: offset)
                return .background(background)
            case .scenario(var scenario):
                scenario.renumber(by: offset)
                return .scenario(scenario)
            case .rule(var rule):
                rule.id += offset
                rule.heading.renumber(by: offset)
                rule.background?.renumber(by: offset)
                for index in rule.scenarios.indices { rule.scenarios[index].renumber(by: offset) }
                return .rule(rule)
            }
        }
    }
}

extension Gherkin.Heading {
    fileprivate mutating func renumber(by offset: Int) {
        for index in tags.indices { tags[index].id += offset }
    }
}

extension Gherkin.Background {
    fileprivate mutating func renumber(by offset: Int) {
        id += offset
        heading.renumber(by: offset)
        for index in steps.indices { steps[index].renumber(by: offset) }
    }
}

extension Gherkin.Scenario {
    fileprivate mutating func renumber(by offset: Int) {
        id += offset
        heading.renumber(by: offset)
        for index in steps.indices { steps[index].renumber(by: offset) }
        for index in examples.indices {
            examples[index].id += offset
            examples[index].heading.renumber(by: offset)
            examples[index].header?.id += offset
            for row in examples[index].rows.indices { examples[index].rows[row].id += offset }
        }
    }
}

extension Gherkin.Step {
    fileprivate mutating func renumber(by offset: Int) {
        id += offset
        guard var table else { return }
        for row in table.rows.indices { table.rows[row].id += offset }
        self.table = table
    }
}

extension Gherkin.Pickle {
    /// With its own number, its steps' and those of the nodes that it was made of so much higher.
    func renumbered(by offset: Int) -> Gherkin.Pickle {
        var pickle = self
        pickle.id += offset
        pickle.nodeIDs = nodeIDs.map { $0 + offset }
        for index in tags.indices { pickle.tags[index].nodeID += offset }
        for index in steps.indices {
            pickle.steps[index].id += offset
            pickle.steps[index].nodeIDs = steps[index].nodeIDs.map { $0 + offset }
        }
        return pickle
    }
}
