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
            "{person} is [not] asked to share {app} automatically",
            summary: "Checks that the question about this app waits for an answer, once; or that none does."
        ) { troupe, arguments throws(StepFailure) in
            let count = try troupe.questions(arguments)
            let isAsked = arguments.choice() == nil
            try Troupe.expect(
                count == (isAsked ? 1 : 0),
                or: "\(arguments.person()) is \(isAsked ? "not " : "")asked about \(arguments.app())",
                expected: isAsked ? "one question" : "no question", actual: "\(count) questions")
        },
        step(
            #"{person} answers "Allow"|"Not Now"|"Never""#, summary: "Answers the question that has waited longest."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.answer(arguments)
        },
        step(
            "{person} answers {text} on one device and {text} on another at once",
            example: #"Bea answers "Never" on one device and "Allow" on another at once"#,
            summary: "Answers the same question twice, the second before that device has heard of the first."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.answerTwice(arguments)
        },
        check(
            "{person} reads how automatic sharing (changed:|changed for {app}:)",
            summary:
                "Checks the audit, oldest first: columns what (everywhere, or a name), from, to, why (a rule), words.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.readAudit(arguments)
        },
        check(
            "{person}'s screen shows the settings:",
            summary: "Checks the rows of the terminal with the settings over the thread; … stands for anything.",
            argument: .docString
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkScreen(arguments, behind: "/settings")
        },
    ]
}

extension Troupe {
    fileprivate func switchSharing(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let isOn = arguments.choice() == "on"
        let names = [arguments.textIfGiven(.app), arguments.textIfGiven(.conversation)].compactMap { $0 }
        if names.isEmpty { try act(person, .setEverywhere(isOn), .settingsSet) }
        // One name in quotes may be an app's or a conversation's: the phrase alone cannot tell.
        for name in names {
            if let app = apps.first(where: { $0.name == name }) {
                try act(person, .setApp(id: app.id.rawValue, isOn: isOn), .settingsSet)
            } else if let conversation = conversations[name] {
                try act(person, .setConversation(id: conversation.rawValue, isOn: isOn), .settingsSet)
            } else {
                throw StepFailure("there is no app and no conversation \"\(name)\"")
            }
        }
    }

    /// How many questions about the step's app wait.
    fileprivate func questions(_ arguments: StepArguments) throws(StepFailure) -> Int {
        let app = try apps[self.app(arguments.app())].id
        let person = try self.person(arguments.person())
        try settle(person)
        return person.model?.questions.count { $0.app == app } ?? 0
    }

    fileprivate func answer(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let question = try question(to: person)
        try act(
            person, .answerConsent(id: question.id, answer: Self.word(arguments.choice() ?? "")), .consentAnswer)
    }

    fileprivate func answerTwice(_ arguments: StepArguments) throws(StepFailure) {
        let first = try owner(arguments.person())
        let (one, other) = (try Self.word(arguments.text()), try Self.word(arguments.text(1)))
        let question = try question(to: first)
        try onSecondDevice(of: first.name) { () throws(StepFailure) in
            let second = try person(first.name)
            try settle(second)
            try act(first, .answerConsent(id: question.id, answer: one), .consentAnswer)
            // It has not heard of the first: its screen still asks.
            let outcome = second.session.map { session in
                second.unread(of: .consentAnswer) {
                    _ = session.perform([.answerConsent(id: question.id, answer: other)])
                }
            }
            _ = try take(outcome ?? .failure(RPCError(.notFound, "Nothing asks now")), of: second)
        }
    }

    /// The question that has waited longest.
    private func question(to person: CastPerson) throws(StepFailure) -> ConsentPrompt {
        try settle(person)
        guard let question = person.state.consents.first else {
            throw StepFailure("\(person.name) is asked nothing", expected: "a question that waits")
        }
        return question
    }

    private static func word(_ text: String) throws(StepFailure) -> ConsentAnswer {
        let words: [String: ConsentAnswer] = ["Allow": .allow, "Not Now": .notNow, "Never": .never]
        guard let word = words[text] else {
            throw StepFailure("nobody can answer that", expected: "Allow, Not Now or Never", actual: text)
        }
        return word
    }

    fileprivate func readAudit(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let app = try arguments.textIfGiven(.app).map { name throws(StepFailure) in apps[try self.app(name)].id }
        let outcome = try look(person, .audit(app: app))
        let changes = try read("an audit") { () throws(InvalidField) in
            var fields = try JSONFields(outcome.answer)
            return try fields.list("changes", of: SettingChange.self)
        }
        let names = self.names.apps
        try check(
            changes, arguments, columns: ["what", "from", "to", "why", "words"], "\(person.name) reads something else"
        ) { change in
            let what =
                switch change.scope {
                case .everywhere: "everywhere"
                case .app(let app): names[app] ?? app.rawValue
                case .conversation(let conversation): self.name(of: conversation)
                }
            return [what, change.from.rawValue, change.to.rawValue, change.cause.rule, change.cause.text]
        }
    }
}

extension Result where Success == JSONValue {
    /// The result; nil where it was refused.
    var answer: JSONValue? { if case .success(let answer) = self { answer } else { nil } }
}
