import AppModel
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

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
            let waiting = person.state.threads[id.rawValue]?.waiting ?? []
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
