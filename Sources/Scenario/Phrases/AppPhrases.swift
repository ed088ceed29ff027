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
                person.load(row.id)
                check.ids.insert(row.id.rawValue)
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

extension PlayPhrases {
    /// Phrases about both sides of universal links, and the opening of links.
    static let universalLinks: PhraseChapter = [
        "the site {text} publishes:": .step(
            "Publishes this apple-app-site-association for a domain or *.domain.",
            example: ["notes.example"], argument: .docString, as: .publishes
        ) { try $0.context.observe($0.publication()) },
        "the site {text} publishes nothing": .step(
            "Removes the apple-app-site-association of a domain.",
            example: ["notes.example"], as: .publishesNothing
        ) { try $0.context.observe(.sitePublish(.init(domain: $0.text))) },
        "the site {text} cannot publish because of {text}:": .refuses(
            "Checks that this association is refused, with the place of the error.",
            example: ["notes.example", "details[0].appIDs[0]"], argument: .docString, naming: { try $0.text(1) },
            or: "the association was not refused for that"
        ) { try $0.publication() },
        "{url} opens in {app}": .check("Checks the app that opens a link.") { step in
            let (app, explanation) = (try step.app.id, try step.explanation())
            try step.expect(
                explanation.app == app, or: "the link does not open in {app}", expected: app.rawValue,
                actual: explanation.words)
        },
        "{url} stays in the browser [because {text}]": .check(
            "Checks that no app opens the link, and with “because” the deciding rule.",
            example: ["", "ul-two-way"]
        ) { step in
            let explanation = try step.explanation()
            try step.expect(
                explanation.app == nil, or: "an app opens the link", expected: "it stays in the browser",
                actual: explanation.words)
            guard let rule = step.given(.text) else { return }
            try step.expect(
                explanation.steps.last?.reason.rule == rule, or: "another rule decided it", expected: rule,
                actual: explanation.words)
        },
        "the app {app} is handed ({url}|nothing) for {person}": .check(
            "Checks the link of the last activity that the app received, or that it received none."
        ) { step in
            let handed = try step.runningScreen().told.filter {
                $0.method == NotificationName.userActivity
                    && $0.params.text("activityType") == UserActivity.activityType
            }.compactMap { $0.params.text("webpageURL") }
            let url = step.given(.url)
            try step.expect(
                url.map(handed.contains) ?? handed.isEmpty, or: "{app} was handed something else",
                expected: url ?? [].listed, actual: handed.listed)
        },
        "the app {app} shows {url} as {text} [with the subtitle {text}] [with the glyph {text} on {text}]": .registers(
            "Registers the app's preview of links with that path; the first matching preview decides.",
            example: ["", "https://notes.example/d/*", "A note", "On paper"], as: .showsPreview
        ) { try $1.previews.append($0.preview()) },
        "the app {app} calls its (hide action|manage button) {text}": .registers(
            """
            Sets the title of the menu item that hides a highlight, or of the button that manages a shared document.
            """, example: ["", "Remove Item"], as: .callsButton
        ) { step, app in
            let title = step.says("hide action") ? \CastApp.hideTitle : \.manageTitle
            app[keyPath: title] = try step.text
        },
        "the app {app} cannot call its hide action {text}": .refuses(
            "Checks that such a title is refused.", example: ["", "Get Rid of It"],
            naming: { _ in "menuTitleForHideAction" }, or: "the title was not refused"
        ) { step in
            var app = try step.app
            app.hideTitle = try step.text
            return .appRegister(app.registration)
        },
        "the sample apps are installed": .step(
            "Registers News, Music, Podcasts, TV and Photos, each with its website and previews."
        ) { step in
            for sample in SampleApps.all where !step.context.apps.contains(where: { $0.id == sample.id }) {
                try step.context.register(sample)
            }
        },
    ]
}

extension PlayStep {
    /// Returns the request that publishes the doc string as the association of the step's site.
    fileprivate func publication() throws(StepFailure) -> Request {
        let (site, text) = (try self.text, try arguments.docString())
        do throws(JSONText.Problem) {
            return .sitePublish(.init(domain: site, association: try JSONText.read(Array(text.utf8))))
        } catch {
            throw StepFailure("the doc string is not an association: \(error)")
        }
    }

    fileprivate func explanation() throws(StepFailure) -> LinkExplanation {
        try LinkExplanation(told: context.observe(.linkExplain(.init(url: url))), as: "the explanation")
    }

    fileprivate func preview() throws(StepFailure) -> AppPreview {
        let rule = try found(
            CastApp.Rule(url, isExcluded: false), or: "\"\(url)\" names no path",
            expected: #"such as "https://notes.example/d/*""#)
        var content = LinkPreview(title: try text, subtitle: given(.text, 1))
        content.glyph = given(.text, 2)
        if let word = given(.text, 3) {
            let colours = LinkPreview.Colour.allCases.map(\.rawValue).joined(separator: ", ")
            content.colour = try found(
                LinkPreview.Colour(rawValue: word), or: "a preview cannot be \(word)", expected: colours)
        }
        return AppPreview(path: rule.path, content: content)
    }
}

extension LinkExplanation {
    /// The steps of a decision, as `chat-client link explain` shows them.
    fileprivate var words: String {
        let head = app.map { "it opens in \($0)" } ?? "it stays in the browser"
        return ([head] + steps.map { "\($0.reason.text) (\($0.reason.rule))" }).joined(separator: "\n")
    }
}
