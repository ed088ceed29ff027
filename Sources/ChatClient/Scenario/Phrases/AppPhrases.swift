import ChatProtocol

extension PlayPhrases {
    /// Apps, and which links they open.
    static let apps: [StepDefinition<Troupe>] = [
        step(
            "the app {app} (opens|does not open) links at {text}",
            example: #"the app "Notes" opens links at "notes.example/d/*""#,
            summary: """
                Registers an app for a domain, or for some of its paths, or excludes some from it; of several rules the \
                first decides.
                """
        ) { troupe, arguments throws(StepFailure) in
            try troupe.addRule(arguments.text(), to: arguments.app(), isExcluded: arguments.choice() != "opens")
        },
        step(
            "the app {app} (has not adopted Shared with You|has no mentions)",
            summary: "Takes this capability away from a registered app."
        ) { troupe, arguments throws(StepFailure) in
            let capability = arguments.choice() == "has no mentions" ? \CastApp.hasMentions : \.hasSharedWithYou
            try troupe.reregister(arguments.app()) { $0[keyPath: capability] = false }
        },
        check(
            "the app {app} (sees|does not see) {url} for {person}",
            summary: "Checks whether the app's own list of highlights has the link."
        ) { troupe, arguments throws(StepFailure) in
            let isThere = arguments.choice() == "sees"
            try Troupe.expect(
                troupe.screen(arguments).runtime.center.highlights.map(\.url), has: arguments.url(), isThere,
                or: "\(arguments.app()) \(isThere ? "does not see" : "sees") the link for \(arguments.person())")
        },
        step(
            "the app {app} runs for {person}",
            summary: "Starts the app as this person, who need not be there; from then on it is told of changes."
        ) { troupe, arguments throws(StepFailure) in
            _ = try troupe.screen(arguments)
        },
        step(
            "the highlights of the app {app} changed {count} time|times for {person}",
            summary: "Counts how often the running app was told so, from its start or the last count on, and checks it."
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.running(arguments)
            let all = screen.told.count { $0.method == "highlights.changed" }
            let count = all - screen.countedChanges
            screen.countedChanges = all
            try Troupe.expect(
                "\(count)", is: "\(arguments.count())", or: "\(arguments.app()) was told of other changes")
        },
        check(
            "the app {app} (learns|on the screen learned) nothing of people for {person}",
            summary: "Checks that nothing the app was sent has a name, a handle, a conversation or a message in it."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkPrivacy(arguments)
        },
    ]
}

extension Troupe {
    fileprivate func addRule(_ text: String, to name: String, isExcluded: Bool) throws(StepFailure) {
        guard let rule = CastApp.Rule(text, isExcluded: isExcluded) else {
            throw StepFailure("\"\(text)\" names no domain", expected: #"such as "notes.example/d/*""#)
        }
        let index: Int
        if let known = apps.firstIndex(where: { $0.name == name }) {
            index = known
        } else {
            let app = CastApp(name: name)
            if let other = apps.first(where: { $0.id == app.id }) {
                throw StepFailure("the apps \"\(name)\" and \"\(other.name)\" would have one bundle id: \(app.id)")
            }
            apps.append(app)
            index = apps.count - 1
        }
        apps[index].rules.append(rule)
        if apps[index].domains.count > 1, apps[index].rules.contains(where: { $0.path != "*" }) {
            throw StepFailure("an app with several domains opens every path of them", actual: text)
        }
        try register(index)
    }

    /// Registers an app as it is now.
    func register(_ index: Int) throws(StepFailure) {
        let app = apps[index]
        let answer = try observe("app.register") { app.writeParams(to: &$0) }
        for screen in apps[index].screens.values { screen.runtime.reload() }
        apps[index].warnings = (answer["warnings"]?.arrayValue ?? []).compactMap(\.stringValue)
    }

    /// The app of a step as it runs for the step's person already.
    func running(_ arguments: StepArguments) throws(StepFailure) -> CastAppScreen {
        let person = try person(arguments.person())
        guard apps[try app(arguments.app())].screens[person.handle] != nil else {
            throw StepFailure(
                "\(try arguments.app()) does not run for \(person.name)",
                expected: "the app \"\(try arguments.app())\" runs for \(person.name)")
        }
        return try screen(arguments)
    }

    /// Every name, handle, conversation and message that no app may be sent.
    func privacyCheck() throws(StepFailure) -> PrivacyCheck {
        var check = PrivacyCheck(words: Set(conversations.keys))
        for person in people {
            try settle(person)
            check.words.formUnion([person.name, person.handle.rawValue])
            for row in person.state.conversations {
                check.ids.insert(row.id)
                for message in person.state.threads[row.id]?.messages ?? [] {
                    check.ids.insert(message.id)
                    // A message that is only a link says no more than the link, and one that was unsent nothing.
                    if !message.text.isEmpty, !message.isOnlyLink { check.words.insert(message.text) }
                }
            }
        }
        return check
    }

    /// Checks that an app was sent no member that it may not have, and no words of a person.
    func checkPrivacy(_ arguments: StepArguments) throws(StepFailure) {
        let screen = try screen(arguments)
        try Self.expectNone(
            privacyCheck().leaks(in: PrivacyCheck.payloads(of: screen.received)),
            or: "\(arguments.app()) was sent what it may not know", expected: "links, identifiers, tokens")
    }
}
