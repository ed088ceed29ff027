import ChatProtocol

extension PlayPhrases {
    /// What may surface by itself, and who was asked about it.
    static let settings: [StepDefinition<Troupe>] = [
        step(
            "{person} turns automatic sharing on|off [for {app}] [for {conversation}]",
            example: #"Bea turns automatic sharing off for "Notes""#,
            summary: "Moves the switch for everything, or only that of an app or of a conversation."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.switchSharing(arguments)
        },
        check(
            "{person} is asked to share {app} automatically",
            example: #"Bea is asked to share "Notes" automatically"#,
            summary: "Checks that the question about this app waits for an answer, once."
        ) { troupe, arguments throws(StepFailure) in
            let count = try troupe.questions(arguments)
            if count == 1 { return }
            throw StepFailure(
                "\(try arguments.person()) is not asked about \(try arguments.app())", expected: "one question",
                actual: "\(count) questions")
        },
        check(
            "{person} is not asked to share {app} automatically",
            example: #"Carl is not asked to share "Notes" automatically"#,
            summary: "Checks that no question about this app waits."
        ) { troupe, arguments throws(StepFailure) in
            let count = try troupe.questions(arguments)
            if count == 0 { return }
            throw StepFailure(
                "\(try arguments.person()) is asked about \(try arguments.app())", expected: "no question",
                actual: "\(count) questions")
        },
        step(
            #"{person} answers "Allow"|"Not Now"|"Never""#, example: #"Bea answers "Allow""#,
            summary: "Answers the question that has waited longest."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.answer(arguments)
        },
        step(
            "{person} answers {text} on another device", example: #"Bea answers "Allow" on another device"#,
            summary: "Answers the question that has waited longest, on a device that this step has."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.answerElsewhere(arguments)
        },
        step(
            "{person} answers {text} on one device and {text} on another at once",
            example: #"Bea answers "Never" on one device and "Allow" on another at once"#,
            summary: "Answers the same question twice, the second before that device has heard of the first."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.answerTwice(arguments)
        },
        check(
            "{person} reads how automatic sharing changed:", example: "Bea reads how automatic sharing changed:",
            summary:
                "Checks the audit, oldest first: columns what (everywhere, or a name), from, to, why (a rule), words.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.readAudit(arguments)
        },
        check(
            "{person} reads how automatic sharing changed for {app}:",
            example: #"Bea reads how automatic sharing changed for "Notes":"#,
            summary: "Checks the audit of one app alone: the same columns.", argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.readAudit(arguments)
        },
        check(
            "{person}'s screen shows the settings:", example: "Bea's screen shows the settings:",
            summary: "Checks the rows of the terminal with the settings over the thread; … stands for anything.",
            argument: .docString
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkScreen(of: arguments.person(), arguments) { $0.view.sheet = .settings }
        },
    ]
}

extension Troupe {
    fileprivate func switchSharing(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let isOn = arguments.choice() == "on"
        var apps: [(key: String, value: Bool)] = []
        var chats: [(key: String, value: Bool)] = []
        // One name in quotes may be an app's or a conversation's: the phrase alone cannot tell.
        for name in [arguments.textIfGiven(.app), arguments.textIfGiven(.conversation)].compactMap({ $0 }) {
            if let app = self.apps.first(where: { $0.name == name }) {
                apps.append((app.id.rawValue, isOn))
            } else if let conversation = conversations[name] {
                chats.append((conversation.rawValue, isOn))
            } else {
                throw StepFailure("there is no app and no conversation \"\(name)\"")
            }
        }
        let answer = try ask(person, "settings.set") {
            $0.key("automaticSharing")
            $0.object {
                if apps.isEmpty, chats.isEmpty { $0.member("everywhere", isOn) }
                if !apps.isEmpty { $0.member("apps", pairs: apps) }
                if !chats.isEmpty { $0.member("conversations", pairs: chats) }
            }
        }
        if let answer { try take(settingsOf: answer, for: person) }
    }

    fileprivate func questions(_ arguments: StepArguments) throws(StepFailure) -> Int {
        let app = try apps[self.app(arguments.app())].id
        let person = try self.person(arguments.person())
        try settle(person)
        return person.notebook.consents.count { $0.app == app }
    }

    fileprivate func answer(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let request = try question(to: person)
        let word = try Self.word(arguments.choice() ?? "")
        let answer = try ask(person, "consent.answer") { Self.write(word, to: request, &$0) }
        if let answer { try take(settingsOf: answer, for: person) }
    }

    fileprivate func answerElsewhere(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let request = try question(to: person)
        let word = try Self.word(arguments.text())
        let device = try otherDevice(of: person)
        defer { device.close() }
        _ = try ask(person, on: device, "consent.answer") { Self.write(word, to: request, &$0) }
    }

    fileprivate func answerTwice(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let request = try question(to: person)
        let (first, second) = (try Self.word(arguments.text()), try Self.word(arguments.text(1)))
        let device = try otherDevice(of: person)
        defer { device.close() }
        _ = try ask(person, "consent.answer") { Self.write(first, to: request, &$0) }
        _ = try ask(person, on: device, "consent.answer") { Self.write(second, to: request, &$0) }
        try take(settingsOf: try look(person, "settings.get"), for: person)
    }

    /// The question that has waited longest.
    private func question(to person: CastPerson) throws(StepFailure) -> ConsentRequest {
        try settle(person)
        guard let request = person.notebook.consents.first else {
            throw StepFailure("\(person.name) is asked nothing", expected: "a question that waits")
        }
        return request
    }

    private static func word(_ text: String) throws(StepFailure) -> ConsentRequest.Answer {
        let words: [String: ConsentRequest.Answer] = ["Allow": .allow, "Not Now": .notNow, "Never": .never]
        guard let word = words[text] else {
            throw StepFailure("nobody can answer that", expected: "Allow, Not Now or Never", actual: text)
        }
        return word
    }

    private static func write(
        _ answer: ConsentRequest.Answer, to request: ConsentRequest, _ json: inout JSONWriter
    ) {
        json.member("consent", request.id)
        json.member("answer", answer.rawValue)
    }

    fileprivate func readAudit(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let app = try arguments.textIfGiven(.app).map { name throws(StepFailure) in apps[try self.app(name)].id }
        let answer = try look(person, "settings.audit") { $0.member("app", app) }
        let changes = try read("an audit") { () throws(InvalidField) in
            var fields = try JSONFields(answer)
            return try fields.list("changes") { fields throws(InvalidField) in try SettingChange(from: &fields) }
        }
        let columns = try arguments.table().first ?? []
        let actual = try changes.map { change throws(StepFailure) in
            try columns.map { column throws(StepFailure) in try cell(column, of: change) }
        }
        let expected = Array(try arguments.table().dropFirst())
        if expected == actual { return }
        throw StepFailure(
            "\(person.name) reads something else", expected: Self.list(expected.map { $0.joined(separator: " | ") }),
            actual: Self.list(actual.map { $0.joined(separator: " | ") }))
    }

    private func cell(_ column: String, of change: SettingChange) throws(StepFailure) -> String {
        switch (column, change.scope) {
        case ("what", .everywhere): return "everywhere"
        case ("what", .app(let app)): return names.apps[app] ?? app.rawValue
        case ("what", .conversation(let conversation)): return name(of: conversation)
        case ("from", _): return change.from.rawValue
        case ("to", _): return change.to.rawValue
        case ("why", _): return change.cause.rule
        case ("words", _): return change.cause.text
        default: throw StepFailure("an audit has no column \(column)", expected: "what, from, to, why, words")
        }
    }

    /// Notes the settings that an answer has.
    func take(settingsOf answer: JSONValue, for person: CastPerson) throws(StepFailure) {
        let settings = try read("settings") { () throws(InvalidField) in
            var fields = try JSONFields(answer["settings"])
            return try Settings(from: &fields)
        }
        try settle(person)
        person.notebook.take(settings)
    }
}
