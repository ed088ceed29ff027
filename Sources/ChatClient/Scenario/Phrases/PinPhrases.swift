import ChatProtocol

extension PlayPhrases {
    /// Links that matter to someone.
    static let pins: [StepDefinition<Troupe>] = [
        step(
            "{person} pins {url} in {conversation}", example: #"Bea pins "https://notes.example/d/1" in "Trip""#,
            summary: "Pins a link of the conversation, for this person alone."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.pin("link.pin", arguments, isPinned: true)
        },
        step(
            "{person} unpins {url} in {conversation}", example: #"Bea unpins "https://notes.example/d/1" in "Trip""#,
            summary: "Takes the pin away."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.pin("link.unpin", arguments, isPinned: false)
        },
    ]

    /// What may surface by itself, and who was asked about it.
    static let settings: [StepDefinition<Troupe>] = [
        step(
            "{person} turns automatic sharing on|off [for {app}] [for {conversation}]",
            example: #"Bea turns automatic sharing off for "Notes""#,
            summary: "Moves the switch for everything, or only that of an app or of a conversation."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.switchSharing(arguments)
        },
        step(
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
        step(
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
    ]
}

extension Troupe {
    fileprivate func pin(_ method: String, _ arguments: StepArguments, isPinned: Bool) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let conversation = try self.conversation(arguments.conversation())
        let url = try arguments.url()
        let answer = try ask(person, method) {
            $0.member("conversation", conversation)
            $0.member("url", url)
        }
        guard let link = answer?["pin"]?["url"]?.stringValue else { return }
        person.notebook.take(pin: link, isPinned: isPinned)
    }

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
        try settle(person)
        guard let request = person.notebook.consents.first else {
            throw StepFailure("\(person.name) is asked nothing", expected: "a question that waits")
        }
        let words: [String: ConsentRequest.Answer] = [
            "Allow": .allow, "Not Now": .notNow, "Never": .never,
        ]
        let word = words[arguments.choice() ?? ""] ?? .never
        let answer = try ask(person, "consent.answer") {
            $0.member("consent", request.id)
            $0.member("answer", word.rawValue)
        }
        if let answer { try take(settingsOf: answer, for: person) }
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
