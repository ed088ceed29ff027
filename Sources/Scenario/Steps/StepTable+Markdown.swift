extension StepTable {
    /// Returns a list item for each phrase, for `docs/reference/steps.md`.
    package func markdown() -> String {
        definitions.map { definition in
            let below =
                switch definition.argument {
                case .none: ""
                case .table: " + data table"
                case .docString: " + doc string"
                }
            return "- `\(definition.phrase)`\(below). \(definition.summary)\n"
        }.joined()
    }
}
