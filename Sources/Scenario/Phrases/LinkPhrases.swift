import ChatProtocol

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
