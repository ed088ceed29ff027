import ChatProtocol

/// The table form of an app's options.
extension ShareOptions {
    /// The columns of a table of options.
    static let columns = requiredColumns + ["needs", "does", "summary", "footer"]
    static let requiredColumns = ["group", "kind", "option", "title"]

    /// Reads the options of a table.
    /// - Throws: ``StepFailure`` for an unknown kind.
    init(_ rows: [[String: String]]) throws(StepFailure) {
        self.init(groups: [])
        for row in rows {
            guard let group = row["group"], let identifier = row["option"], let title = row["title"],
                let kind = Group.Kind(rawValue: row["kind"] ?? "")
            else { throw StepFailure("options have another kind", expected: "switches, picker", actual: row["kind"]) }
            func given(_ column: String) -> String? { row[column].flatMap { $0.isEmpty ? nil : $0 } }
            let option = Option(
                identifier: identifier, title: title, requires: given("needs").map { [$0] } ?? [],
                effect: given("does").flatMap { Effect(rawValue: $0) })
            if let summary = given("summary") { summaries.append(.init(when: [identifier], summary: summary)) }
            let index = groups.firstIndex { $0.identifier == group } ?? groups.count
            if index < groups.count {
                groups[index].options.append(option)
            } else {
                groups.append(.init(kind: kind, identifier: group, title: group, options: [option]))
            }
            if let footer = given("footer") { groups[index].footer = footer }
        }
    }

    /// The options as a table; nil if a table cannot represent them.
    var table: [[String]]? {
        let rows = groups.flatMap { group in
            group.options.map { option in
                let summary = summaries.first { $0.when == [option.identifier] }?.summary
                return [
                    group.identifier, group.kind.rawValue, option.identifier, option.title,
                    option.requires.first ?? "", option.effect?.rawValue ?? "", summary ?? "", group.footer ?? "",
                ]
            }
        }
        let records = rows.map { Dictionary(uniqueKeysWithValues: zip(Self.columns, $0)) }
        guard rows.joined().allSatisfy(StepText.fitsLine), (try? ShareOptions(records)) == self else { return nil }
        // Columns without any value are left out.
        let used = Self.columns.indices.filter { column in column < 4 || rows.contains { !$0[column].isEmpty } }
        return ([Self.columns] + rows).map { row in used.map { row[$0] } }
    }
}
