import ChatProtocol

extension PlayPhrases {
    /// Both sides of universal links, and what becomes of a link that is opened.
    static let universalLinks: [StepDefinition<Troupe>] = [
        step(
            "the site {text} publishes:", example: #"the site "notes.example" publishes:"#,
            summary:
                "Makes a domain, or *. and a domain, serve this apple-app-site-association, whatever its apps say.",
            argument: .docString
        ) { troupe, arguments throws(StepFailure) in
            let association = try Troupe.json(arguments.docString())
            try troupe.publish(association, on: arguments.text())
        },
        step(
            "the site {text} publishes nothing", example: #"the site "notes.example" publishes nothing"#,
            summary: "Makes a domain serve no apple-app-site-association, whatever its apps say."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.publish(.null, on: arguments.text())
        },
        check(
            "the site {text} cannot publish because of {text}:",
            example: #"the site "notes.example" cannot publish because of "details[0].appIDs[0]":"#,
            summary: "Checks that this is refused as no association, with the place of the fault.",
            argument: .docString
        ) { troupe, arguments throws(StepFailure) in
            let association = try Troupe.json(arguments.docString())
            let site = try arguments.text()
            let refusal = try troupe.observerRefusal("site.publish") {
                $0.member("domain", site)
                $0.member("association", association)
            }
            try Troupe.expect(refusal, toName: arguments.text(1), "the association was not refused for that")
        },
        check(
            "{url} opens in {app}", summary: "Checks which app a link belongs to."
        ) { troupe, arguments throws(StepFailure) in
            let app = try troupe.apps[troupe.app(arguments.app())].id
            let explanation = try troupe.explanation(of: arguments.url())
            try Troupe.expect(
                explanation.app == app, or: "the link does not open in \(arguments.app())", expected: app.rawValue,
                actual: Troupe.words(explanation))
        },
        check(
            "{url} stays in the browser [because {text}]",
            example: #""https://notes.example/d/1" stays in the browser because "ul-two-way""#,
            summary: "Checks that no app opens the link, and with because which rule of the feature table settled it."
        ) { troupe, arguments throws(StepFailure) in
            let explanation = try troupe.explanation(of: arguments.url())
            try Troupe.expect(
                explanation.app == nil, or: "an app opens the link", expected: "it stays in the browser",
                actual: Troupe.words(explanation))
            guard let rule = arguments.textIfGiven(.text) else { return }
            try Troupe.expect(
                explanation.steps.last?.reason.rule == rule, or: "another rule settled it", expected: rule,
                actual: Troupe.words(explanation))
        },
        check(
            "the app {app} is handed ({url}|nothing) for {person}",
            summary:
                "Checks that the app, as it runs for this person, was handed the activity for this link, or for none."
        ) { troupe, arguments throws(StepFailure) in
            let (app, handed) = (try arguments.app(), try troupe.handed(arguments))
            guard arguments.choice() != "nothing" else {
                return try Troupe.expectNone(handed, or: "\(app) was handed a link")
            }
            try Troupe.expect(handed, has: arguments.url(), or: "\(app) was not handed the link")
        },
        step(
            "the app {app} shows {url} as {text} [with the subtitle {text}] [with the glyph {text} on {text}]",
            example: #"the app "Notes" shows "https://notes.example/d/*" as "A note" with the subtitle "On paper""#,
            summary:
                "Registers what the app shows for its links of that path; of several the first that matches decides."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.addPreview(arguments)
        },
        step(
            "the app {app} calls its (hide action|manage button) {text}",
            example: #"the app "Notes" calls its hide action "Remove Item""#,
            summary: """
                Gives the entry that hides one of the app's highlights, or the button that manages a shared document, a \
                title of the app's own.
                """
        ) { troupe, arguments throws(StepFailure) in
            let title = arguments.choice() == "hide action" ? \CastApp.hideTitle : \.manageTitle
            let text = try arguments.text()
            try troupe.reregister(arguments.app()) { $0[keyPath: title] = text }
        },
        check(
            "the app {app} cannot call its hide action {text}",
            example: #"the app "Notes" cannot call its hide action "Get Rid of It""#,
            summary: "Checks that such a title is refused."
        ) { troupe, arguments throws(StepFailure) in
            var app = troupe.apps[try troupe.app(arguments.app())]
            app.hideTitle = try arguments.text()
            let refusal = try troupe.observerRefusal("app.register") { app.writeParams(to: &$0) }
            try Troupe.expect(refusal, toName: "menuTitleForHideAction", "the title was not refused")
        },
        step(
            "the sample apps are installed",
            summary: "Registers News, Music, Podcasts, TV and Photos, each with its website and previews."
        ) { troupe, _ throws(StepFailure) in
            for sample in SampleApps.all where !troupe.apps.contains(where: { $0.id == sample.id }) {
                troupe.apps.append(sample)
                try troupe.register(troupe.apps.count - 1)
            }
        },
    ]
}

extension Troupe {
    fileprivate static func json(_ text: String) throws(StepFailure) -> JSONValue {
        do throws(JSONText.Problem) { return try JSONText.read(Array(text.utf8)) } catch {
            throw StepFailure("the doc string is no association: \(error)")
        }
    }

    fileprivate func publish(_ association: JSONValue, on site: String) throws(StepFailure) {
        try observe("site.publish") {
            $0.member("domain", site)
            $0.member("association", association)
        }
    }

    /// The words in which the observer is refused something; nil if it was done.
    fileprivate func observerRefusal(
        _ method: String, _ params: (inout JSONWriter) -> Void
    ) throws(StepFailure) -> String? {
        do throws(StepFailure) {
            try observe(method, params)
            return nil
        } catch {
            return error.actual ?? error.message
        }
    }

    fileprivate static func expect(
        _ refusal: String?, toName text: String, _ complaint: String
    ) throws(StepFailure) {
        guard refusal?.utf8.contains(sequence: text) != true else { return }
        throw StepFailure(complaint, expected: "a refusal that names \(text)", actual: refusal ?? "it was done")
    }

    fileprivate func explanation(of url: String) throws(StepFailure) -> LinkExplanation {
        let answer = try observe("link.explain") { $0.member("url", url) }
        return try read("the explanation") { () throws(InvalidField) in
            var fields = try JSONFields(answer)
            return try LinkExplanation(from: &fields)
        }
    }

    /// The steps of a decision, as `chat-client link explain` shows them.
    fileprivate static func words(_ explanation: LinkExplanation) -> String {
        let head = explanation.app.map { "it opens in \($0)" } ?? "it stays in the browser"
        return ([head] + explanation.steps.map { "\($0.reason.text) (\($0.reason.rule))" }).joined(separator: "\n")
    }

    /// The links that a running app was handed, in order.
    fileprivate func handed(_ arguments: StepArguments) throws(StepFailure) -> [String] {
        try running(arguments).told.filter {
            $0.method == "userActivity" && $0.params["activityType"]?.stringValue == UserActivity.activityType
        }.compactMap { $0.params["webpageURL"]?.stringValue }
    }

    fileprivate func addPreview(_ arguments: StepArguments) throws(StepFailure) {
        let app = try app(arguments.app())
        guard let rule = CastApp.Rule(try arguments.url(), isExcluded: false) else {
            throw StepFailure(
                "\"\(try arguments.url())\" names no path", expected: #"such as "https://notes.example/d/*""#)
        }
        var content = LinkPreview(title: try arguments.text(), subtitle: arguments.textIfGiven(.text, 1))
        content.glyph = arguments.textIfGiven(.text, 2)
        if let word = arguments.textIfGiven(.text, 3) {
            guard let colour = LinkPreview.Colour(rawValue: word) else {
                let colours = LinkPreview.Colour.allCases.map(\.rawValue).joined(separator: ", ")
                throw StepFailure("a preview cannot be \(word)", expected: colours)
            }
            content.colour = colour
        }
        apps[app].previews.append(AppPreview(path: rule.path, content: content))
        try register(app)
    }
}
