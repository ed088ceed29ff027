import ChatProtocol
import ChatSession

extension CastAppScreen {
    /// What the app has to answer as it runs for its person: what it was told, without what ended.
    func openActions() throws(StepFailure) -> [RequestedAction] {
        var actions: [RequestedAction] = []
        for told in told where told.method == NotificationName.actionRequested {
            let action = try RequestedAction(told: told.params["action"], as: "an action")
            if !actions.contains(where: { $0.id == action.id }) { actions.append(action) }
        }
        let ended = told.filter { $0.method == NotificationName.actionEnded }.compactMap { $0.params.text("action") }
        return actions.filter { !ended.contains($0.id.rawValue) && !answered.contains($0.id) }
    }
}

extension CastApp {
    /// The options of a table: columns group, kind, option, title, needs, does, summary, footer.
    static func options(_ arguments: StepArguments) throws(StepFailure) -> ShareOptions {
        let required = ["group", "kind", "option", "title"]
        let columns = required + ["needs", "does", "summary", "footer"]
        let rows = try arguments.records(columns: columns, required: required)
        var groups: [ShareOptions.Group] = []
        var summaries: [ShareOptions.Summary] = []
        for row in rows {
            guard let group = row["group"], let identifier = row["option"], let title = row["title"],
                let kind = ShareOptions.Group.Kind(rawValue: row["kind"] ?? "")
            else { throw StepFailure("options have another kind", expected: "switches, picker", actual: row["kind"]) }
            func given(_ column: String) -> String? { row[column].flatMap { $0.isEmpty ? nil : $0 } }
            let option = ShareOptions.Option(
                identifier: identifier, title: title, requires: given("needs").map { [$0] } ?? [],
                effect: given("does").flatMap { ShareOptions.Effect(rawValue: $0) })
            if let summary = given("summary") { summaries.append(.init(when: [identifier], summary: summary)) }
            let index = groups.firstIndex { $0.identifier == group } ?? groups.count
            if index < groups.count {
                groups[index].options.append(option)
            } else {
                groups.append(.init(kind: kind, identifier: group, title: group, options: [option]))
            }
            if let footer = given("footer") { groups[index].footer = footer }
        }
        return ShareOptions(groups: groups, summaries: summaries)
    }

    /// Tells a screen of the app what the app says of its sharing screens and events.
    func configure(_ screen: CastAppScreen) {
        screen.runtime.documents.availablePermissions = sharingChoices
        screen.runtime.documents.namesItems = namesItems
        screen.runtime.documents.tellsOthers = postsNotices
    }
}
