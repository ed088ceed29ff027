import AppFrameworks
import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// Apps, and which links they open.
    static let apps: PhraseChapter = [
        "the app {app} (opens|does not open) links at {text}": .step(
            """
            Registers an app for a domain, or for some of its paths, or excludes some from it; of several rules the \
            first decides.
            """, example: ["", "notes.example/d/*"], as: .opensLinks
        ) { try $0.context.addRule($0.text, to: $0.appName, isExcluded: !$0.says("opens")) },
        "the app {app} (has not adopted Shared with You|has no mentions)": .step(
            "Takes this capability away from a registered app.", as: .lacksCapability
        ) { step in
            try step.reregister { app in
                for one in CastApp.capabilities where step.says(one.lack) { app[keyPath: one.member] = false }
            }
        },
        "the app {app} (sees|does not see) {url} for {person}": .check(
            "Checks whether the app's own list of highlights has the link."
        ) { step in
            let (isThere, urls) = (step.says("sees"), try step.screen.runtime.center.highlights.map(\.url))
            let complaint = "{app} \(isThere ? "does not see" : "sees") the link for {person}"
            try step.expect(urls, has: step.url, isThere, or: complaint)
        },
        "the app {app} runs for {person}": .step(
            "Starts the app as this person, who need not be there; from then on it is told of changes.", as: .runs
        ) { _ = try $0.screen },
        "the highlights of the app {app} changed {count} time|times for {person}": .step(
            "Counts how often the running app was told so, from its start or the last count on, and checks it."
        ) { step in
            let screen = try step.runningScreen()
            let all = screen.told.count { $0.method == NotificationName.highlightsChanged }
            let count = all - screen.countedChanges
            screen.countedChanges = all
            try step.expect("\(count)", is: "\(step.count)", or: "{app} was told of other changes")
        },
        "the app {app} (learns|on the screen learned) nothing of people for {person}": .none(
            "Checks that nothing the app was sent has a name, a handle, a conversation or a message in it.",
            or: "{app} was sent what it may not know", expected: "links, identifiers, tokens"
        ) { step in
            let payloads = PrivacyCheck.payloads(of: try step.screen.received)
            return try step.context.privacyCheck().leaks(in: payloads)
        },
    ]
}

extension PlayStep {
    /// The app of the step as it runs for the step's person already.
    func runningScreen() throws(StepFailure) -> CastAppScreen {
        let person = try person
        try expect(
            app.screens[person.handle] != nil, or: "{app} does not run for {person}",
            expected: "the app \"\(appName)\" runs for \(person.name)")
        return try screen
    }
}

extension ScenarioContext {
    fileprivate func addRule(_ text: String, to name: String, isExcluded: Bool) throws(StepFailure) {
        guard let rule = CastApp.Rule(text, isExcluded: isExcluded) else {
            throw StepFailure("\"\(text)\" names no domain", expected: #"such as "notes.example/d/*""#)
        }
        let index = apps.firstIndex { $0.name == name } ?? apps.count
        if index == apps.count {
            let app = CastApp(name: name)
            if let other = apps.first(where: { $0.id == app.id }) {
                throw StepFailure("the apps \"\(name)\" and \"\(other.name)\" would have one bundle id: \(app.id)")
            }
            apps.append(app)
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
        let answer = try observe(.appRegister(app.registration))
        for screen in apps[index].screens.values { screen.runtime.reload() }
        apps[index].warnings = answer.texts("warnings")
    }

    /// Every name, handle, conversation and message that no app may be sent.
    fileprivate func privacyCheck() throws(StepFailure) -> PrivacyCheck {
        var check = PrivacyCheck(words: Set(record.conversations.keys))
        for person in roster.people {
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
}
