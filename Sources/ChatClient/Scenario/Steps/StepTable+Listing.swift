extension StepTable {
    /// Every phrase with one example, in the order of the table: what `chat-client steps` prints.
    public func listing() -> String {
        let around = modifiers.map { "\($0.shown)\n    \($0.summary)\n    \($0.example)\n" }
        return
            (around
            + definitions.map { definition in
                var lines = [definition.phrase, "    \(definition.summary)", "    \(definition.example)"]
                switch definition.argument {
                case .none: break
                case .table: lines.append("      + a data table")
                case .docString: lines.append("      + a doc string")
                }
                return lines.joined(separator: "\n") + "\n"
            }).joined(separator: "\n")
    }

    /// The same as a Markdown table, for `docs/steps.md`.
    public func markdown() -> String {
        let rows = definitions.map { definition in
            let below =
                switch definition.argument {
                case .none: ""
                case .table: " + data table"
                case .docString: " + doc string"
                }
            return "| \(Self.code(definition.phrase))\(below) | \(Self.escaped(definition.summary)) "
                + "| \(Self.code(definition.example)) |"
        }
        return (["| phrase | what it does | example |", "| --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
    }

    private static func code(_ text: String) -> String { "`\(escaped(text))`" }

    /// A bar would end the cell, even within code.
    private static func escaped(_ text: String) -> String { text.replacingBytes(of: "|", with: "\\|") }
}
