import Pages

/// The rules with their sources, as `docs/reference/rules.md` lists them.
struct RuleReference {
    /// A rule.
    struct Rule: Hashable {
        /// The sentences of the rule, in Markdown.
        var text: String
        /// The marks of its sources, such as `D10` or `c`.
        var sources: [String]
    }

    /// The rules by their id.
    private(set) var rules: [String: Rule] = [:]
    /// The ids in the order of the page.
    private(set) var ids: [String] = []
    /// The names of the sources by their mark.
    private var names: [String: String] = ["c": "remembered behaviour of Messages, without a document"]

    /// Reads the page. A line that is neither a rule nor a source is skipped.
    init(page: String = RulesPage.text) {
        for line in page.utf8.split(separator: 0x0A).map({ Substring($0) }) {
            if line.hasPrefix("- `"), let end = line.dropFirst(3).firstIndex(of: "`") {
                let id = String(line[line.index(line.startIndex, offsetBy: 3)..<end])
                ids.append(id)
                rules[id] = Self.rule(line[line.index(after: end)...].drop { $0 == " " })
            } else if line.hasPrefix("- **") {
                // A line can name several sources: `- **P** tutorials; **M** answers`.
                let parts = line.dropFirst(4).split(separator: "**")
                for (mark, name) in zip(parts, parts.dropFirst()) where mark.count <= 3 {
                    names[String(mark)] = name.trimmingPrefix(" ").split(separator: ";").first.map(String.init)
                }
            }
        }
    }

    private static func rule(_ text: Substring) -> Rule {
        guard text.last == ")", let start = text.lastIndex(of: "(") else {
            return Rule(text: String(text), sources: [])
        }
        let marks = text[start...].split { " (),;".contains($0) }.map(String.init)
        return Rule(text: String(text[..<start].dropLast()), sources: marks)
    }

    /// Returns the name of a source by its mark, such as `D10`; nil if the page has none.
    func source(of mark: String) -> String? { names[mark] }

    /// Returns a rule with its sources in Markdown; nil if the page has no rule with that id.
    func markdown(of id: String) -> String? {
        guard let rule = rules[id] else { return nil }
        let sources = rule.sources.map { "- \($0): \(names[$0] ?? "see docs/reference/rules.md")" }
        return (["**`\(id)`** \(rule.text)"] + (sources.isEmpty ? [] : ["", "Sources:", ""] + sources))
            .joined(separator: "\n")
    }
}
