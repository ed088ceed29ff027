import ChatProtocol

/// What apps are asked for collaborations of their own.
extension Troupe {
    /// Registers an app anew.
    func reregister(_ name: String, _ change: (inout CastApp) -> Void) throws(StepFailure) {
        let index = try app(name)
        change(&apps[index])
        try register(index)
    }

    /// What an app has to answer as it runs for a person: what it was told, without what ended.
    func openActions(_ arguments: StepArguments) throws(StepFailure) -> [RequestedAction] {
        let screen = try screen(arguments)
        var actions: [RequestedAction] = []
        for told in screen.told where told.method == "action.requested" {
            let action = try read("an action") { () throws(InvalidField) in
                var fields = try JSONFields(told.params["action"])
                return try RequestedAction(from: &fields)
            }
            if !actions.contains(where: { $0.id == action.id }) { actions.append(action) }
        }
        let ended = screen.told.filter { $0.method == "action.ended" }.compactMap { $0.params["action"]?.stringValue }
        return actions.filter { !ended.contains($0.id.rawValue) && !screen.answered.contains($0.id) }
    }

    func checkAction(_ arguments: StepArguments) throws(StepFailure) {
        let actions = try openActions(arguments)
        let title = try arguments.text()
        let shown = actions.map { action in
            action.kind == .startCollaboration
                ? "start \(action.metadata.title)"
                : "let \(action.added.count) in and \(action.removed.count) out of \(action.metadata.title)"
        }
        var isExpected = actions.count == 1 && actions[0].metadata.title == title
        if isExpected {
            switch arguments.choice() {
            case "start": isExpected = actions[0].kind == .startCollaboration
            case "update the people of": isExpected = actions[0].kind == .updateCollaborationParticipants
            default:
                let count = try arguments.count()
                isExpected = actions[0].kind == .updateCollaborationParticipants && actions[0].added.count == count
            }
        }
        try Self.expect(isExpected, or: "the app is asked something else", expected: title, actual: Self.list(shown))
    }

    /// Lets an app answer what it was asked, or try to answer what it answered before.
    func answer(_ arguments: StepArguments, _ answer: (String) -> AppRequest) throws(StepFailure) {
        let index = try app(arguments.app())
        let person = try self.person(arguments.person())
        guard let action = try openActions(arguments).first?.id ?? apps[index].lastAction else {
            throw StepFailure("\(apps[index].name) was never asked anything for \(person.name)")
        }
        apps[index].lastAction = action
        let screen = try screen(arguments)
        if try ask(screen, as: person, answer(action.rawValue)) != nil { screen.answered.insert(action) }
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

    /// Appends what it registers of its sharing, where that is not the usual.
    func writeSharing(to json: inout JSONWriter) {
        if let backends { json.member("backends", backends.map(\.rawValue)) }
        if let sharingMethods { json.member("sharingMethods", sharingMethods.map(\.rawValue)) }
        json.member("manageTitle", manageTitle)
        json.member("shareOptions", shareOptions)
    }

    /// Tells a screen of the app what the app says of its sharing screens and events.
    func configure(_ screen: CastAppScreen) {
        screen.runtime.documents.availablePermissions = sharingChoices
        screen.runtime.documents.namesItems = namesItems
        screen.runtime.documents.tellsOthers = postsNotices
    }
}
