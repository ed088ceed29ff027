import ChatProtocol

/// Drafts and what apps answer, for the phrases of starting a collaboration.
extension Troupe {
    // MARK: Apps

    /// Registers an app anew.
    func reregister(_ name: String, _ change: (inout CastApp) -> Void) throws(StepFailure) {
        let index = try app(name)
        change(&apps[index])
        try register(index)
    }

    static func expect(_ actual: String?, is expected: String, _ what: String) throws(StepFailure) {
        if actual == expected { return }
        throw StepFailure("\(what) something else", expected: expected, actual: actual ?? "(nothing)")
    }

    // MARK: Drafts

    func draft(of person: CastPerson) throws(StepFailure) -> CollaborationDraft {
        guard let draft = drafts[person.handle] else {
            throw StepFailure("\(person.name) has no draft", expected: "\(person.name) stages a draft of …")
        }
        return draft
    }

    func stage(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let app = try apps[self.app(arguments.app())]
        let conversation = try self.conversation(arguments.conversation())
        let title = try arguments.text()
        let forms: [String: Share.Representation] = ["with a file": .file, "with a plain text": .text]
        let representations = arguments.choice().flatMap { forms[$0] }.map { [$0] } ?? []
        let answer = try ask(person, "collaboration.offer") {
            $0.member("app", app.id)
            if !representations.isEmpty { $0.member("representations", representations.map(\.rawValue)) }
        }
        guard let answer else { return }
        let offer = try read("an offer") { () throws(InvalidField) in
            var fields = try JSONFields(answer["offer"])
            return try CollaborationOffer(from: &fields)
        }
        guard
            var draft = CollaborationDraft(
                .new(title: title), offer: offer, for: conversation, representations: representations)
        else { throw StepFailure("there is no way to share it") }
        (draft.initiatorHandle, draft.initiatorName) = (person.handle, person.name)
        drafts[person.handle] = draft
        draftCursors[person.handle] = try observe("session.fence")["cursor"]?.integerValue ?? 0
    }

    func choose(_ arguments: StepArguments, _ isOn: Bool) throws(StepFailure) {
        let person = try self.person(arguments.person())
        var draft = try draft(of: person)
        let text = try arguments.text()
        guard let thing = draft.thing(text), draft.choose(thing, isOn) else {
            throw StepFailure("\(text) cannot be chosen", actual: draft.shown)
        }
        drafts[person.handle] = draft
    }

    func sendDraft(of person: CastPerson) throws(StepFailure) {
        let draft = try draft(of: person)
        let clientID = person.nextClientID()
        let answer = try ask(person, "collaboration.start") {
            draft.writeParams(to: &$0)
            $0.member("clientID", clientID)
        }
        guard let answer else { return }
        drafts[person.handle] = nil
        starts[person.handle] = try readStart(answer)
    }

    private func readStart(_ value: JSONValue) throws(StepFailure) -> CollaborationStart {
        try read("a start") { () throws(InvalidField) in
            var fields = try JSONFields(value["start"])
            return try CollaborationStart(from: &fields)
        }
    }

    func start(of person: CastPerson) throws(StepFailure) -> StartID {
        guard let start = starts[person.handle] else { throw StepFailure("\(person.name) has started nothing") }
        return start.id
    }

    /// The last start as the person's own stream tells of it.
    func currentStart(of person: CastPerson) throws(StepFailure) -> CollaborationStart {
        let id = try start(of: person)
        try settle(person)
        if case .success(let answer) = person.lastRequest, answer["start"]?["id"]?.stringValue == id.rawValue,
            answer["start"]?["state"]?.stringValue != CollaborationStart.State.waiting.rawValue
        {
            return try readStart(answer)
        }
        for told in person.told.reversed() where told["start"]?["id"]?.stringValue == id.rawValue {
            return try readStart(told)
        }
        guard let start = starts[person.handle] else { throw StepFailure("\(person.name) has started nothing") }
        return start
    }

    // MARK: Actions

    /// What an app has to answer as it runs for a person: what it was greeted with and told, without what ended.
    func openActions(of app: Int, for person: CastPerson) throws(StepFailure) -> [RequestedAction] {
        let client = try session(of: app, as: person)
        try observe("session.fence")
        do throws(ClientFailure) { try client.catchUp() } catch {
            throw StepFailure("the stream of \(apps[app].name) ended", actual: error.description)
        }
        var actions: [RequestedAction] = []
        func take(_ value: JSONValue?) throws(StepFailure) {
            let action = try read("an action") { () throws(InvalidField) in
                var fields = try JSONFields(value)
                return try RequestedAction(from: &fields)
            }
            if !actions.contains(where: { $0.id == action.id }) { actions.append(action) }
        }
        for value in apps[app].greetedActions[person.handle] ?? [] { try take(value) }
        for told in client.inbox where told.method == "action.requested" { try take(told.params["action"]) }
        let ended = client.inbox.filter { $0.method == "action.ended" }.compactMap { $0.params["action"]?.stringValue }
        let answered = apps[app].answeredActions
        return actions.filter { !ended.contains($0.id.rawValue) && !answered.contains($0.id) }
    }

    func checkAction(_ arguments: StepArguments) throws(StepFailure) {
        let actions = try openActions(of: app(arguments.app()), for: person(arguments.person()))
        let title = try arguments.text()
        let shown = actions.map { action in
            action.kind == .startCollaboration
                ? "start \(action.metadata.title)"
                : "let \(action.added.count) in and \(action.removed.count) out of \(action.metadata.title)"
        }
        guard actions.count == 1, let action = actions.first, action.metadata.title == title else {
            throw StepFailure("the app is asked something else", expected: title, actual: Self.list(shown))
        }
        let isExpected: Bool
        switch arguments.choice() {
        case "start": isExpected = action.kind == .startCollaboration
        case "update the people of": isExpected = action.kind == .updateCollaborationParticipants
        default:
            let count = try arguments.count()
            isExpected = action.kind == .updateCollaborationParticipants && action.added.count == count
        }
        if !isExpected {
            throw StepFailure("the app is asked something else", expected: title, actual: Self.list(shown))
        }
    }

    func answer(
        _ arguments: StepArguments, _ method: String, _ params: (inout JSONWriter) -> Void
    ) throws(StepFailure) {
        let index = try app(arguments.app())
        let person = try self.person(arguments.person())
        guard let action = try openActions(of: index, for: person).first?.id ?? apps[index].lastAction else {
            throw StepFailure("\(apps[index].name) was never asked anything for \(person.name)")
        }
        apps[index].lastAction = action
        let answer = try ask(index, as: person, method) {
            $0.member("action", action)
            params(&$0)
        }
        if answer != nil { apps[index].answeredActions.insert(action) }
    }

    // MARK: Shares

    func sendOn(_ arguments: StepArguments, mode: SharingMethod) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let conversation = try self.conversation(arguments.conversation())
        try settle(person)
        guard let share = person.share(titled: try arguments.text())?["id"]?.stringValue else {
            throw StepFailure("\(person.name) knows of no such share")
        }
        // To send something on as what it is is to have opened it.
        if mode == .collaborate {
            guard try ask(person, "share.accept", { $0.member("share", share) }) != nil else { return }
        }
        let answer = try ask(person, "share.send") {
            $0.member("share", share)
            $0.member("conversation", conversation)
            $0.member("mode", mode.rawValue)
        }
        // Where an app lets people in first there is no message yet.
        if let answer, answer["message"] != nil { try take(messageOf: answer, for: person) }
    }

    func checkShare(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let title = try arguments.text()
        try settle(person)
        guard let id = person.share(titled: title)?["id"]?.stringValue else {
            throw StepFailure("\(person.name) knows of no share of \(title)")
        }
        let share = try look(person, "share.get") { $0.member("share", id) }["share"]
        var wanted: [String] = []
        for name in try arguments.persons() { wanted.append(try self.person(name).handle.rawValue) }
        let others = (share?["participants"]?.arrayValue ?? []).compactMap { $0["handle"]?.stringValue }
            .filter { $0 != person.handle.rawValue }
        try Self.expect(
            others.sorted().joined(separator: ", "), is: wanted.sorted().joined(separator: ", "), "on it is")
        if let summary = arguments.textIfGiven(.text, 1) {
            try Self.expect(share?["summary"]?.stringValue, is: summary, "it says")
        }
    }
}

extension CastPerson {
    /// The share of that title that this person was told of last.
    func share(titled title: String) -> JSONValue? {
        told.last { $0["share"]?["title"]?.stringValue == title }?["share"]
    }
}

extension CollaborationDraft {
    /// What can be chosen in a draft.
    enum Thing {
        case method(SharingMethod)
        case option(String)
    }

    /// What a story means by a title.
    func thing(_ title: String) -> Thing? {
        if title == "Send Copy" { return .method(.copy) }
        if title == "Collaborate" { return .method(.collaborate) }
        return options.options.first { $0.title == title }.map { .option($0.identifier) }
    }

    mutating func choose(_ thing: Thing, _ isOn: Bool) -> Bool {
        switch thing {
        case .method(let method): isOn && choose(method)
        case .option(let identifier): choose(option: identifier, isOn)
        }
    }

    /// The draft in lines of text.
    var shown: String {
        var lines = methods.map { "\($0 == method ? "●" : "○") \($0 == .copy ? "Send Copy" : "Collaborate")" }
        guard let summary else { return lines.joined(separator: "\n") }
        for group in options.groups {
            if let title = group.title { lines.append("\(title):") }
            for option in group.options {
                let mark = option.isSelected ? "●" : options.isUsable(option) ? "○" : "–"
                lines.append("  \(mark) \(option.title)")
            }
        }
        return (lines + [summary]).joined(separator: "\n")
    }
}

extension CastApp {
    /// The options of a table: columns group, kind, option, title, needs, does, summary.
    static func options(_ rows: [[String: String]]) throws(StepFailure) -> ShareOptions {
        var groups: [ShareOptions.Group] = []
        var summaries: [ShareOptions.Summary] = []
        for row in rows {
            guard let group = row["group"], let identifier = row["option"], let title = row["title"],
                let kind = ShareOptions.Group.Kind(rawValue: row["kind"] ?? "switches")
            else { throw StepFailure("the table needs the columns group, kind, option and title") }
            func given(_ column: String) -> String? { row[column].flatMap { $0.isEmpty ? nil : $0 } }
            let option = ShareOptions.Option(
                identifier: identifier, title: title, requires: given("needs").map { [$0] } ?? [],
                effect: given("does").flatMap { ShareOptions.Effect(rawValue: $0) })
            if let summary = given("summary") { summaries.append(.init(when: [identifier], summary: summary)) }
            if let index = groups.firstIndex(where: { $0.identifier == group }) {
                groups[index].options.append(option)
            } else {
                groups.append(.init(kind: kind, identifier: group, title: group, options: [option]))
            }
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
}
