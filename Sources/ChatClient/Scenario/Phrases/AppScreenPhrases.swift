import ChatProtocol

extension PlayPhrases {
    /// An app as its person has it on the screen: the shelf, what is open, and who shared it.
    static let appScreens: [StepDefinition<Troupe>] = [
        check(
            "{person}'s app {app} shows:",
            summary:
                "Checks the rows of the app's screen, 80 by 24, from the first to the last; … stands for anything.",
            argument: .docString
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expect(
                ScreenPattern.lines(troupe.screen(arguments).text), areThoseOf: arguments,
                or: "\(arguments.app()) shows \(arguments.person()) something else")
        },
        check(
            "the attribution of {url} in {app} reads {text} for {person}",
            example: #"the attribution of "https://notes.example/d/1" in "Notes" reads "(A) From Anna ›" for Bea"#,
            summary: "Checks who shared the link, as the system draws it in the app."
        ) { troupe, arguments throws(StepFailure) in
            let drawn = try troupe.screen(arguments).attribution(arguments.url())
            try Troupe.expect(drawn, is: arguments.text(), or: "the attribution is another")
        },
        check(
            "{url} has no attribution in {app} for {person}",
            summary: "Checks that the app shows nowhere that the link was shared, wherever the person is in it."
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.screen(arguments)
            let url = try arguments.url()
            let isOpen = screen.runtime.state.view.page.detail == screen.runtime.state.view.openedItem?.id
            let shows = isOpen && screen.runtime.state.view.openedItem?.url == url && screen.text.contains("From ")
            try Troupe.expect(
                screen.attribution(url) == nil && !shows, or: "it has one", expected: "(nothing)",
                actual: screen.attribution(url) ?? screen.text)
        },
        step(
            "{person} opens {url} from the shelf of {app}",
            summary: "Opens the content in the app; it has the same attribution there."
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.screen(arguments)
            screen.runtime.open(try troupe.listed(arguments, on: screen).id)
            screen.catchUp()
        },
        step(
            "{person} presses {text} in {app}", example: #"Bea presses "PgDn" in "Notes""#,
            summary: "Presses keys in the app, with blanks between them: PgDn, Up, Return, Esc, Ctrl-S, or a letter."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.screen(arguments).press(Troupe.keys(arguments.text()))
        },
        step(
            "{person} types|pastes {text} in {app}", example: #"Bea types "Two tents?" in "Notes""#,
            summary: "Types a text in the app, character by character, or pastes it in one piece."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.screen(arguments).press(Troupe.keys(writing: arguments))
        },
        step(
            "{person} replies {text} from {url} in {app} [to {conversation}]",
            example: #"Bea replies "Nice!" from "https://notes.example/d/1" in "Notes""#,
            summary:
                "Activates the attribution, writes in the conversation that lies over the app, and closes it again."
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.screen(arguments)
            let item = try troupe.listed(arguments, on: screen)
            screen.runtime.activate(item.id)
            screen.catchUp()
            if let name = arguments.textIfGiven(.conversation) {
                let id = try troupe.conversation(name).rawValue
                let places = screen.runtime.state.attributions[item.id]?.places ?? []
                guard case .places? = screen.runtime.state.view.sheet else {
                    throw StepFailure("it is not asked where to reply", actual: screen.text)
                }
                guard let index = places.firstIndex(where: { $0.conversation == id }) else {
                    throw StepFailure("“\(name)” is not offered", actual: screen.text)
                }
                screen.press(Array(repeating: .down, count: index) + [.enter])
            }
            guard screen.runtime.state.view.reply != nil else {
                throw StepFailure("no conversation is open over \(try arguments.app())", actual: screen.text)
            }
            screen.write(try arguments.text())
            screen.press([.escape])
            guard screen.runtime.state.view.reply == nil else {
                throw StepFailure("the conversation does not close", actual: screen.text)
            }
        },
        check(
            "the menu of {url} in {app} offers {text} to {person}",
            example: #"the menu of "https://notes.example/d/1" in "Notes" offers "Open, Reply, Remove" to Bea"#,
            summary: "Checks the app's own menu about the content: the system's entries stand behind the app's."
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.screen(arguments)
            let menu = screen.runtime.state.contentMenu(of: try troupe.listed(arguments, on: screen).id)
            try troupe.check(menu, says: arguments.text())
        },
        check(
            "the attribution's menu of {url} in {app} offers {text} to {person}",
            example: #"the attribution's menu of "https://notes.example/d/1" in "Notes" offers "Reply, Remove" to Bea"#,
            summary:
                "Checks the menu of who shared the content: the app's supplement stands behind the system's entries."
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.screen(arguments)
            let menu = screen.runtime.state.attributionMenu(of: try troupe.listed(arguments, on: screen).id)
            try troupe.check(menu, says: arguments.text())
        },
        step(
            "{person} chooses {text} in the menu of {url} in {app}",
            example: #"Bea chooses "Remove" in the menu of "https://notes.example/d/1" in "Notes""#,
            summary: "Opens the app's own menu about the content, and does what the entry says."
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.screen(arguments)
            let item = try troupe.listed(arguments, on: screen)
            let titles = screen.runtime.state.contentMenu(of: item.id).entries.map(\.title)
            guard let index = titles.firstIndex(of: try arguments.text()) else {
                throw StepFailure(
                    "there is no such entry", expected: try arguments.text(), actual: titles.joined(separator: ", "))
            }
            if screen.runtime.state.view.page.detail != item.id {
                screen.press(
                    [.home] + Array(repeating: .down, count: screen.runtime.state.items.firstIndex(of: item) ?? 0))
            }
            screen.press([.character("m")] + Array(repeating: .down, count: index) + [.enter])
        },
        step(
            "{person}'s text size in {app} is {text}", example: #"Bea's text size in "Notes" is "accessibilityLarge""#,
            summary: "Sets how large the person reads: from extraSmall to accessibilityLarge."
        ) { troupe, arguments throws(StepFailure) in
            let name = try arguments.text()
            guard let size = ContentSizeCategory.allCases.first(where: { "\($0)" == name }) else {
                throw StepFailure(
                    "there is no such text size",
                    expected: ContentSizeCategory.allCases.map { "\($0)" }.joined(separator: ", "), actual: name)
            }
            try troupe.screen(arguments).runtime.set(size)
        },
        step(
            "the app {app} draws attributions {text} for {person}",
            example: #"the app "Notes" draws attributions "trailing, material, 40 columns" for Bea"#,
            summary: "Sets how the app wants them: leading, center or trailing; color or material; so many columns."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.screen(arguments).runtime.set(Troupe.look(arguments.text()))
        },
        check(
            "the app {app} showed {person} {url} {count} time|times in {text}",
            example: #"the app "Notes" showed Bea "https://notes.example/d/1" one time in "detail""#,
            summary: "Checks what the app told of how it shows the link: in summary or in detail."
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.screen(arguments)
            let url = try arguments.url()
            let context: AttributionView.DisplayContext
            switch try arguments.text() {
            case "detail": context = .detail
            case "summary": context = .summary
            case let other:
                throw StepFailure(
                    "a link is shown in summary or in detail", expected: "summary or detail", actual: other)
            }
            try Troupe.expect(
                screen.reports.count { $0.url == url && $0.context == context } == arguments.count(),
                or: "it was told otherwise", expected: "\(arguments.count())",
                actual: Troupe.list(screen.reports.map { "\($0.url) in \($0.context)" }))
        },
    ]
}

extension Troupe {
    /// Looks a step's link up in the center of the step's app.
    ///
    /// - Returns: why it was not found; nil if it was.
    func lookUp(_ arguments: StepArguments) throws(StepFailure) -> HighlightCenterError? {
        let screen = try screen(arguments)
        let runtime = screen.runtime
        let url = try arguments.url()
        var answers: [HighlightCenterError?] = []
        runtime.center.getHighlightFor(url) { highlight, error in
            answers.append(highlight?.url == url ? nil : error ?? HighlightCenterError(.internalError, "another link"))
        }
        guard answers.isEmpty else { throw StepFailure("the handler was called from within the lookup") }
        screen.catchUp()
        guard answers.count == 1 else { throw StepFailure("the handler was called \(answers.count) times") }
        return answers[0]
    }

    /// The item of a step's link.
    fileprivate func listed(_ arguments: StepArguments, on screen: CastAppScreen) throws(StepFailure) -> AppItem {
        if let item = screen.item(try arguments.url()) { return item }
        throw StepFailure(
            "\(try arguments.app()) does not list it", expected: try arguments.url(),
            actual: Self.list(screen.runtime.state.items.map(\.url)))
    }

    fileprivate func check(_ menu: AttributionMenu, says text: String) throws(StepFailure) {
        try Self.expect(
            menu.entries.map(\.title).joined(separator: ", "), is: text, or: "the menu is another")
    }

    /// A look in words.
    fileprivate static func look(_ text: String) throws(StepFailure) -> AttributionLook {
        var look = AttributionLook()
        for word in text.split(separator: ",").map({ $0.drop { $0 == " " } }) {
            switch word {
            case "default": look = AttributionLook()
            case "leading": look.alignment = .leading
            case "center": look.alignment = .center
            case "trailing": look.alignment = .trailing
            case "color": look.background = .color
            case "material": look.background = .material
            default:
                guard word.hasSuffix(" columns"), let columns = Int(word.dropLast(8)), columns > 0 else {
                    throw StepFailure(
                        "attributions cannot be drawn “\(word)”",
                        expected: "default, leading, center, trailing, color, material, 40 columns")
                }
                look.columnsMax = columns
            }
        }
        return look
    }
}
