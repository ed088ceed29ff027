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
            let id = try conversation
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

extension PlayPhrases {
    /// Phrases about the sharing screens and the collaboration panel over a document.
    static let sharingScreens: PhraseChapter = [
        "{person} opens the (sharing|panel) of {url} in {app}": .step(
            "Opens the document in the app, and over it the participants (s) or the collaboration panel (p)."
        ) { step in
            let screen = try step.screen
            screen.show(try step.url)
            screen.press([.character(step.says("panel") ? "p" : "s")])
        },
        "{person}'s sharing screen shows:": .shows(
            "Checks the rows of the sharing screen or the panel; … matches anything."
        ) { try $0.sharingScreen().sheetRows },
        "{person}'s sharing screen (offers|does not offer) {text}": .check(
            "Checks if the sharing screen or the panel has this row.", example: ["", "Stop Sharing"]
        ) { step in
            let verb = step.denies ? "offers" : "does not offer"
            try step.expect(
                step.sharingScreen().sheetLabels, has: step.text, !step.denies,
                or: "{person}'s sharing screen \(verb) “{text}”")
        },
        "{person} chooses {text} on the sharing screen": .step(
            "Moves to that row or button of the sharing screen or the panel, and presses Return.",
            example: ["", "Stop Sharing"]
        ) { try $0.sharingScreen().choose($0.text) },
        "{person} adds {persons} on the sharing screen": .step("Chooses Add People and writes their handles.") { step in
            let (screen, handles) = (try step.sharingScreen(), try step.handles.map(\.rawValue))
            try screen.choose("Add People…")
            screen.write(handles.joined(separator: " "))
        },
        "{person} removes {person} on the sharing screen": .step(
            "Presses x on their row. If they lose access, the screen asks first."
        ) { try $0.sharingScreen().choose($0.arguments.person(1), by: .character("x")) },
        "{person} makes {person} an administrator on the sharing screen": .step(
            "Moves to their row and presses a."
        ) { try $0.sharingScreen().choose($0.arguments.person(1), by: .character("a")) },
        "{person} saves the sharing": .step(
            "Saves the choices on the sharing screen, which stays open."
        ) { try $0.sharingScreen().perform(.saveSharing) },
        "{person} closes the sharing screen": .step(
            "Presses Esc, which discards unsaved changes."
        ) { try $0.sharingScreen().press([.escape]) },
        "{person} sends the link to {conversation} from the sharing screen": .step(
            "Chooses the conversation for the link on the Invitation screen, and then Send."
        ) { step in
            let (id, screen) = (try step.conversation, try step.sharingScreen())
            try screen.choose("Choose Conversation…")
            let title = screen.runtime.conversations.first { $0.id == id }?.title
            try screen.choose(
                step.found(title, or: "the conversation is not offered", actual: screen.sheetLabels.listed))
            try screen.choose("Send")
        },
        "the app {app} says {text} to {person}": .check(
            "Checks the last line of the app's screen; … matches anything.",
            example: ["", "Sharing is saved"]
        ) { try $0.expect([$0.screen.runtime.state.view.hint ?? ""], match: [$0.text], or: "it has another text") },
        "the app {app} allows only {text} when sharing": .step(
            "Sets the options of its sharing screens: private or public, read only or read and write; or standard.",
            example: ["", "private, read only"]
        ) { $0.context.apps[try $0.appIndex].sharingChoices = try $0.sharingChoices() },
        "the app {app} does not name what it shares": .step(
            "Leaves the sharing screens without a delegate's title and picture."
        ) { $0.context.apps[try $0.appIndex].namesItems = false },
        "the observer of {app} was told that sharing was (saved|not saved|stopped|not stopped) by {person}": .reads(
            "Checks the last report to the app's observer of the sharing screens.", is: \.choice
        ) { try $0.screen.observed.last },
        "the observer of {app} was told nothing by {person}": .none(
            "Checks that the system's sharing screens saved and stopped nothing.", or: "it received a report"
        ) { try $0.screen.observed },
        "{person} has copied {url} in {app}": .reads(
            "Checks the app's last copied text.", is: { try $0.url }
        ) { try $0.screen.clipboard },
        "{person} agrees to what is asked in {conversation}": .step(
            "Presses the button of the question in the banner: to add or to remove a person."
        ) { step in
            let (id, person) = (try step.conversation, try step.settledPerson())
            let waiting = person.state.threads[id]?.waiting ?? []
            guard let notice = waiting.last(where: { !$0.actions.isEmpty }), let action = notice.actions.first else {
                throw step.failure("{person} is asked nothing", actual: waiting.map(\.text).listed)
            }
            try step.act(.answerNotice(id: notice.id, action: action.id), in: id)
        },
        "the button of {url} in {app} reads {text} for {person}": .step(
            "Opens the document, and checks its collaboration button: the group and the number of active people.",
            example: ["", "", "(WT) 2", "Bea"]
        ) { step in
            let screen = try step.screen
            screen.show(try step.url)
            try step.expect(screen.runtime.state.document?.button, is: step.text, or: "the button differs")
        },
    ]
}

extension PlayStep {
    /// Returns the app screen of the step's person with an open sharing screen or panel.
    fileprivate func sharingScreen() throws(StepFailure) -> CastAppScreen {
        let person = try person
        for app in context.apps {
            guard let screen = app.screens[person.device] else { continue }
            screen.settle()
            if screen.hasSheet { return screen }
        }
        throw failure(
            "{person} has no sharing screen open", expected: "\(person.name) opens the sharing of …",
            actual: context.apps.compactMap { $0.screens[person.device]?.text }.joined(separator: "\n"))
    }

    fileprivate func sharingChoices() throws(StepFailure) -> CloudSharingController.PermissionOptions {
        let choices: [String: CloudSharingController.PermissionOptions] = [
            "standard": .standard, "public": .allowPublic, "private": .allowPrivate, "read only": .allowReadOnly,
            "read and write": .allowReadWrite,
        ]
        var options: CloudSharingController.PermissionOptions = []
        for word in try text.split(separator: ",") {
            options.formUnion(try value(of: String(word.drop { $0 == " " }), in: choices))
        }
        return options
    }
}
