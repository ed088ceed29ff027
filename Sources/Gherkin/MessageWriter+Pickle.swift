extension MessageWriter {
    package static func pickle(_ pickle: Pickle) -> JSONLine {
        let tags = pickle.tags.map {
            JSONLine.object([("astNodeId", .string(String($0.nodeID))), ("name", .string($0.name))])
        }
        return .object([
            ("id", .string(String(pickle.id))), ("uri", .string(pickle.path)), ("name", .string(pickle.name)),
            ("language", .string(pickle.language)), ("location", location(pickle.location)), ("tags", .array(tags)),
            ("astNodeIds", nodes(pickle.nodeIDs)), ("steps", .array(pickle.steps.map(step))),
        ])
    }

    private static func step(_ step: PickleStep) -> JSONLine {
        .object(
            [
                ("id", .string(String(step.id))), ("astNodeIds", nodes(step.nodeIDs)),
                ("type", .string(step.type.rawValue)), ("text", .string(step.text)),
            ] + argument(of: step))
    }

    private static func argument(of step: PickleStep) -> [(String, JSONLine)] {
        let hasBoth = step.table != nil && step.docString != nil
        func index(isFirst: Bool) -> [(String, JSONLine)] {
            hasBoth ? [("argumentIndex", .integer(isFirst ? 1 : 2))] : []
        }
        var members: [(String, JSONLine)] = []
        if let table = step.table {
            let rows = table.map { row in
                JSONLine.object([("cells", .array(row.map { .object([("value", .string($0))]) }))])
            }
            members.append(("dataTable", .object(index(isFirst: step.tableIsFirst) + [("rows", .array(rows))])))
        }
        if let docString = step.docString {
            let mediaType = docString.mediaType.map { [("mediaType", JSONLine.string($0))] } ?? []
            members.append(
                (
                    "docString",
                    .object(
                        index(isFirst: !step.tableIsFirst) + [("content", .string(docString.content))] + mediaType)
                ))
        }
        return members.isEmpty ? [] : [("argument", .object(members))]
    }

    private static func nodes(_ ids: [Int]) -> JSONLine { .array(ids.map { .string(String($0)) }) }
}
