import AppModel
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

extension PlayPhrases {
    /// Phrases about an app's screen: the shelf, the open item, and its attribution.
    static let appScreens: PhraseChapter = [
        "{person}'s app {app} shows:": .shows(
            "Checks the rows of the app's screen, 80 by 24; … matches anything."
        ) { step in
            let grid = try step.screen.grid
            try step.context.draw(grid, of: "\(step.person.name)-\(step.appName)")
            return ScreenPattern.lines(grid.text)
        },
        "{person}'s app {app} does not show {text}": .none(
            "Checks that no row of the app's screen has this text.", example: ["Anna", "", "Quit?"]
        ) { step in
            let text = try step.text
            return ScreenPattern.lines(try step.screen.text).filter { $0.has(bytesOf: text) }
        },
        "the attribution of {url} in {app} reads {text} for {person}": .reads(
            "Checks the attribution of the link, as the system draws it in the app.",
            example: ["", "", "(A) From Anna ›", "Bea"]
        ) { try $0.screen.attribution($0.url) },
        "{url} has no attribution in {app} for {person}": .none(
            "Checks that no screen of the app has an attribution of the link."
        ) { step in
            let (screen, url) = (try step.screen, try step.url)
            let view = screen.runtime.state.view
            let isOpen = view.page.detail == view.openedItem?.id && view.openedItem?.url == url
            let shown = isOpen && screen.text.contains("From ") ? screen.text : nil
            return [screen.attribution(url) ?? shown].compactMap { $0 }
        },
        "{person} opens {url} from the shelf of {app}": .step(
            "Opens the link's content in the app, which shows the same attribution.", as: .opensFromShelf
        ) { step in
            let screen = try step.screen
            screen.runtime.open(try step.listed(on: screen).id)
            screen.catchUp()
        },
        "{person} presses {text} in {app}": .step(
            "Presses keys in the app, separated by spaces: PgDn, Up, Return, Esc, Ctrl-S, or a letter.",
            example: ["Bea", "PgDn"]
        ) { try $0.screen.press($0.keys()) },
        "{person} types|pastes {text} in {app}": .step(
            "Types a text in the app, character by character, or pastes it in one piece.",
            example: ["Bea", "Two tents?"]
        ) { try $0.screen.press($0.writingKeys()) },
        "{person} replies {text} from {url} in {app} [to {conversation}]": .step(
            "Activates the attribution, writes in the conversation over the app, and closes the conversation.",
            example: ["Bea", "Nice!"], as: .repliesFromApp
        ) { try $0.replyFromApp() },
        "the menu of {url} in {app} offers {text} to {person}": .reads(
            "Checks the app's own menu of the content: its entries, then the system's.",
            example: ["", "", "Open, Reply, Remove", "Bea"]
        ) { try $0.menu { $0.contentMenu(of: $1) } },
        "the attribution's menu of {url} in {app} offers {text} to {person}": .reads(
            "Checks the menu of the attribution: the system's entries, then the app's.",
            example: ["", "", "Reply, Remove", "Bea"]
        ) { try $0.menu { $0.attributionMenu(of: $1) } },
        "{person} chooses {text} in the menu of {url} in {app}": .step(
            "Chooses an entry in the app's own menu of the content.", example: ["Bea", "Remove"]
        ) { step in
            let screen = try step.screen
            let (item, state) = (try step.listed(on: screen), screen.runtime.state)
            let titles = state.contentMenu(of: item.id).entries.map(\.title)
            let index = try step.found(
                titles.firstIndex(of: step.text), or: "there is no such entry", expected: step.text,
                actual: titles.joined(separator: ", "))
            if state.view.page.detail != item.id {
                screen.press([.home] + Array(repeating: .down, count: state.items.firstIndex(of: item) ?? 0))
            }
            screen.press([.character("m")] + Array(repeating: .down, count: index) + [.enter])
        },
        "{person}'s text size in {app} is {text}": .step(
            "Sets the person's text size: from extraSmall to accessibilityLarge.",
            example: ["Bea", "", "accessibilityLarge"]
        ) { step in
            let sizes = Dictionary(uniqueKeysWithValues: ContentSizeCategory.allCases.map { ("\($0)", $0) })
            try step.screen.runtime.set(step.value(in: sizes))
        },
        "the app {app} draws attributions {text} for {person}": .step(
            "Sets the style of attributions: leading, center or trailing; color or material; their columns.",
            example: ["", "trailing, material, 40 columns", "Bea"]
        ) { try $0.screen.runtime.set($0.look()) },
        "the app {app} showed {person} {url} {count} time|times in {text}": .reads(
            "Checks the number of the app's reports that it shows the link: in summary or in detail.",
            example: ["", "Bea", "", "one", "detail"], is: { "\(try $0.count)" }
        ) { step in
            let context = try step.value(in: ["detail": AttributionView.DisplayContext.detail, "summary": .summary])
            let url = try step.url
            return "\(try step.screen.reports.count { $0.url == url && $0.context == context })"
        },
    ]

    /// Phrases about an app's home, new documents, and the app's part of the system's panel.
    static let appHome: PhraseChapter = [
        "{person} begins {text} in {app}": .step(
            "Presses n on the app's home, types a title and presses Return, which opens the new document.",
            example: ["", "Trip plan"]
        ) { step in try step.screen.press([.character("n")] + step.text.map { .character($0) } + [.enter]) },
        "the app {app} adds nothing to the panel for {person}": .step(
            "Removes the app's own part from the collaboration panel."
        ) { try $0.screen.runtime.documents.hasPanelContent = false },
    ]
}

extension PlayStep {
    /// Returns the item of the step's link.
    fileprivate func listed(on screen: CastAppScreen) throws(StepFailure) -> AppItem {
        try found(
            screen.item(url), or: "{app} does not list it", expected: url,
            actual: screen.runtime.state.items.map(\.url).listed)
    }

    fileprivate func menu(_ menu: (AppState, String) -> AttributionMenu) throws(StepFailure) -> String {
        let screen = try screen
        return menu(screen.runtime.state, try listed(on: screen).id).entries.map(\.title).joined(separator: ", ")
    }

    fileprivate func replyFromApp() throws(StepFailure) {
        let screen = try screen
        let item = try listed(on: screen)
        screen.runtime.activate(item.id)
        screen.catchUp()
        if let name = given(.conversation) {
            let id = try conversation.rawValue
            let places = screen.runtime.state.attributions[item.id]?.places ?? []
            guard case .places? = screen.runtime.state.view.sheet else {
                throw StepFailure("it is not asked where to reply", actual: screen.text)
            }
            let index = try found(
                places.firstIndex { $0.conversation == id }, or: "“\(name)” is not offered", actual: screen.text)
            screen.press(Array(repeating: .down, count: index) + [.enter])
        }
        try expect(
            screen.runtime.state.view.reply != nil, or: "no conversation is open over {app}", actual: screen.text)
        screen.write(try text)
        screen.press([.escape])
        try expect(screen.runtime.state.view.reply == nil, or: "the conversation does not close", actual: screen.text)
    }

    /// Returns the style of attributions that the step describes.
    fileprivate func look() throws(StepFailure) -> AttributionLook {
        var look = AttributionLook()
        let alignments = [
            "leading": AttributionView.HorizontalAlignment.leading, "center": .center, "trailing": .trailing,
        ]
        let backgrounds = ["color": AttributionView.BackgroundStyle.color, "material": .material]
        for word in try text.split(separator: ",").map({ String($0.drop { $0 == " " }) }) where word != "default" {
            if let alignment = alignments[word] {
                look.alignment = alignment
            } else if let background = backgrounds[word] {
                look.background = background
            } else if word.hasSuffix(" columns"), let columns = Int(word.dropLast(8)), columns > 0 {
                look.columnsMax = columns
            } else {
                throw StepFailure(
                    "attributions cannot be drawn “\(word)”",
                    expected: "default, leading, center, trailing, color, material, 40 columns")
            }
        }
        return look
    }
}
