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
