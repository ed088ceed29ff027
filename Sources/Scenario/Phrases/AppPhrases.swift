import AppModel
import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// Phrases about apps and the links that they open.
    static let apps: PhraseChapter = [
        "the app {app} (opens|does not open) links at {text}": .step(
            """
            Registers an app for a domain or some of its paths, or excludes paths. The first matching rule decides.
            """, example: ["", "notes.example/d/*"], as: .opensLinks
        ) { try $0.context.addRule($0.text, to: $0.appName, isExcluded: !$0.says("opens")) },
        "the app {app} (has not adopted Shared with You|has no mentions)": .registers(
            "Removes this capability from a registered app.", as: .lacksCapability
        ) { step, app in
            for one in CastApp.capabilities where step.says(one.lack) { app[keyPath: one.member] = false }
        },
        "the app {app} (sees|does not see) {url} for {person}": .has(
            "Checks if the app's own list of highlights has the link.", { try $0.url }
        ) { try $0.screen.runtime.center.highlights.map(\.url) },
        "the app {app} runs for {person}": .step(
            "Starts the app as this person, online or not. It then receives changes.", as: .runs
        ) { _ = try $0.screen },
        "the highlights of the app {app} changed {count} time|times for {person}": .step(
            "Compares the number of changes since the app's start or the last count."
        ) { step in
            let screen = try step.runningScreen()
            let all = screen.told.count { $0.method == NotificationName.highlightsChanged }
            let count = all - screen.countedChanges
            screen.countedChanges = all
            try step.expect("\(count)", is: "\(step.count)", or: "{app} was told of other changes")
        },
        "the app {app} (learns|on the screen learned) nothing of people for {person}": .none(
            "Checks that the app received no name, handle, conversation or message.",
            or: "{app} was sent what it may not know"
        ) { try $0.context.privacyCheck().leaks(in: PrivacyCheck.payloads(of: $0.screen.received)) },
    ]
}

extension PlayStep {
    /// Returns the running app of the step's person.
    /// - Throws: ``StepFailure`` if it does not run.
    func runningScreen() throws(StepFailure) -> CastAppScreen {
        let person = try person
        try expect(
            app.screens[person.device] != nil, or: "{app} does not run for {person}",
            expected: "the app \"\(appName)\" runs for \(person.name)")
        return try screen
    }
}

extension ScenarioContext {
    fileprivate func addRule(_ text: String, to name: String, isExcluded: Bool) throws(StepFailure) {
        guard let rule = CastApp.Rule(text, isExcluded: isExcluded) else {
            throw StepFailure("\"\(text)\" names no domain", expected: #"such as "notes.example/d/*""#)
        }
        var app = apps.first { $0.name == name } ?? CastApp(name: name)
        if let other = apps.first(where: { $0.id == app.id && $0.name != name }) {
            throw StepFailure("the apps \"\(name)\" and \"\(other.name)\" would have one bundle id: \(app.id)")
        }
        app.rules.append(rule)
        if app.domains.count > 1, app.rules.contains(where: { $0.path != "*" }) {
            throw StepFailure("an app with several domains opens every path of them", actual: text)
        }
        try register(app)
    }

    /// Registers an app with its current settings.
    func register(_ app: CastApp) throws(StepFailure) {
        let answer = try observe(.appRegister(app.registration))
        let index = apps.firstIndex { $0.id == app.id } ?? apps.count
        if index == apps.count { apps.append(app) } else { apps[index] = app }
        apps[index].warnings = answer.texts("warnings")
        for screen in app.screens.values { screen.runtime.reload() }
    }

    /// Returns a check with all the names, handles, conversations and messages that no app may receive.
    fileprivate func privacyCheck() throws(StepFailure) -> PrivacyCheck {
        var check = PrivacyCheck(words: Set(record.conversations.keys))
        for person in roster.people {
            try settle(person)
            check.words.formUnion([person.name, person.handle.rawValue])
            for row in person.state.conversations {
                person.load(ConversationID(row.id))
                check.ids.insert(row.id)
                for message in person.state.threads[row.id]?.messages ?? [] {
                    check.ids.insert(message.id)
                    // A message that is only a link adds no words to the link, and an unsent message has no text.
                    if !message.text.isEmpty, !message.isOnlyLink { check.words.insert(message.text) }
                }
            }
        }
        return check
    }
}
