import Gherkin

extension StepTable {
    /// Every phrase with one example, as a Markdown table: for `docs/reference/steps.md`.
    package func markdown() -> String {
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
