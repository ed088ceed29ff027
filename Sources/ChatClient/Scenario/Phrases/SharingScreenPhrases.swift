import ChatProtocol

extension PlayPhrases {
    /// The sharing screens and the collaboration panel over a document, as its app has them on the screen.
    static let sharingScreens: [StepDefinition<Troupe>] = [
        step(
            "{person} opens the (sharing|panel) of {url} in {app}",
            summary: """
                Opens the document on the app's screen, and over it who takes part (s) or the panel behind the \
                collaboration button (p).
                """
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.screen(arguments)
            screen.show(try arguments.url())
            screen.press([.character(arguments.choice() == "panel" ? "p" : "s")])
        },
        check(
            "{person}'s sharing screen shows:",
            summary: "Checks what stands on the sharing screen or the panel, row by row; … stands for anything.",
            argument: .docString
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expect(
                troupe.sharingScreen(arguments).sheetRows, areThoseOf: arguments,
                or: "something else is on the sharing screen")
        },
        check(
            "{person}'s sharing screen (offers|does not offer) {text}",
            example: #"Anna's sharing screen offers "Stop Sharing""#,
            summary: "Checks whether a row of the sharing screen or the panel is called so."
        ) { troupe, arguments throws(StepFailure) in
            let labels = try troupe.sharingScreen(arguments).sheetLabels
            let text = try arguments.text()
            let (isOffered, isWanted) = (labels.contains(text), arguments.choice() == "offers")
            try Troupe.expect(
                isOffered == isWanted,
                or: "\(arguments.person())'s sharing screen \(isOffered ? "offers" : "does not offer") “\(text)”",
                expected: isWanted ? text : "no \(text)", actual: Troupe.list(labels))
        },
        step(
            "{person} chooses {text} on the sharing screen",
            example: #"Anna chooses "Stop Sharing" on the sharing screen"#,
            summary: "Moves to that row or button of the sharing screen or the panel, and presses Return."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.sharingScreen(arguments).choose(arguments.text())
        },
        step(
            "{person} adds {persons} on the sharing screen", summary: "Chooses Add People and writes their handles."
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.sharingScreen(arguments)
            let handles = try troupe.handles(of: arguments.persons()).map(\.rawValue)
            try screen.choose("Add People…")
            screen.write(handles.joined(separator: " "))
        },
        step(
            "{person} removes {person} on the sharing screen",
            summary:
                "Moves to their row and presses x; where they lose access by it, a question stands over the screen."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.sharingScreen(arguments).choose(arguments.person(1), by: .character("x"))
        },
        step(
            "{person} makes {person} an administrator on the sharing screen",
            summary: "Moves to their row and presses a."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.sharingScreen(arguments).choose(arguments.person(1), by: .character("a"))
        },
        step(
            "{person} saves the sharing",
            summary: "Presses d on the sharing screen: everything that was chosen is saved together."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.sharingScreen(arguments).press([.character("d")])
        },
        step(
            "{person} closes the sharing screen", summary: "Presses Esc: what was not saved is gone."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.sharingScreen(arguments).press([.escape])
        },
        step(
            "{person} sends the link to {conversation} from the sharing screen",
            summary: "Chooses Send on the Invitation screen, and the conversation."
        ) { troupe, arguments throws(StepFailure) in
            let id = try troupe.conversation(arguments.conversation())
            let screen = try troupe.sharingScreen(arguments)
            try screen.choose("Send")
            guard let title = screen.runtime.conversations.first(where: { $0.id == id })?.title else {
                throw StepFailure("the conversation is not offered", actual: Troupe.list(screen.sheetLabels))
            }
            try screen.choose(title)
        },
        check(
            "the app {app} says {text} to {person}", example: #"the app "Notes" says "Sharing is saved" to Anna"#,
            summary: "Checks the line for the person at the foot of the app's screen; … stands for anything."
        ) { troupe, arguments throws(StepFailure) in
            let hint = try troupe.screen(arguments).runtime.state.view.hint ?? ""
            let text = try arguments.text()
            try Troupe.expect(
                ScreenPattern.matches([text], [hint]), or: "it says something else", expected: text, actual: hint)
        },
        step(
            "the app {app} allows only {text} when sharing",
            example: #"the app "Notes" allows only "private, read only" when sharing"#,
            summary: "Sets what its sharing screens offer: private or public, read only or read and write; or standard."
        ) { troupe, arguments throws(StepFailure) in
            let index = try troupe.app(arguments.app())
            troupe.apps[index].sharingChoices = try Troupe.sharingChoices(arguments.text())
        },
        step(
            "the app {app} does not name what it shares",
            summary: "Leaves the sharing screens without a delegate's title and picture."
        ) { troupe, arguments throws(StepFailure) in
            troupe.apps[try troupe.app(arguments.app())].namesItems = false
        },
        check(
            "the observer of {app} was told that sharing was (saved|not saved|stopped|not stopped) by {person}",
            summary: "Checks the last thing that the app's observer of the system's sharing screens was told."
        ) { troupe, arguments throws(StepFailure) in
            let observed = try troupe.screen(arguments).observed.map(\.rawValue)
            try Troupe.expect(
                observed.last == arguments.choice(), or: "the observer was told otherwise",
                expected: arguments.choice(), actual: Troupe.list(observed))
        },
        check(
            "the observer of {app} was told nothing by {person}",
            summary: "Checks that the system's sharing screens saved and stopped nothing."
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expectNone(troupe.screen(arguments).observed.map(\.rawValue), or: "it was told something")
        },
        check(
            "{person} has copied {url} in {app}", summary: "Checks what the app put on the clipboard last."
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expect(
                troupe.screen(arguments).clipboard, is: arguments.url(), or: "something else was copied")
        },
        step(
            "{person} agrees to what is asked in {conversation}",
            summary: "Presses the one button of the question that waits in the banner: to add or to remove somebody."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let id = try troupe.conversation(arguments.conversation())
            try troupe.settle(person)
            let waiting = person.state.threads[id.rawValue]?.waiting ?? []
            guard let notice = waiting.last(where: { !$0.actions.isEmpty }), let action = notice.actions.first else {
                throw StepFailure("\(person.name) is asked nothing", actual: Troupe.list(waiting.map(\.text)))
            }
            try troupe.act(person, .answerNotice(id: notice.id, action: action.id), .noticeAnswer, in: id)
        },
        step(
            "the button of {url} in {app} reads {text} for {person}",
            example: #"the button of "https://notes.example/d/1" in "Notes" reads "(WT) 2" for Bea"#,
            summary: "Opens the document, and checks its collaboration button: the group, and how many are there."
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.screen(arguments)
            screen.show(try arguments.url())
            let button = screen.runtime.state.document?.button
            try Troupe.expect(button, is: arguments.text(), or: "the button is another")
        },
    ]
}

extension Troupe {
    /// The app screen of the step's person over which the sharing screen or the panel lies.
    fileprivate func sharingScreen(_ arguments: StepArguments) throws(StepFailure) -> CastAppScreen {
        let person = try self.person(arguments.person())
        for app in apps {
            guard let screen = app.screens[person.handle] else { continue }
            screen.settle()
            if screen.hasSheet { return screen }
        }
        throw StepFailure(
            "\(person.name) has no sharing screen open", expected: "\(person.name) opens the sharing of …",
            actual: apps.compactMap { $0.screens[person.handle]?.text }.joined(separator: "\n"))
    }

    fileprivate static func sharingChoices(
        _ text: String
    ) throws(StepFailure) -> CloudSharingController.PermissionOptions {
        var options: CloudSharingController.PermissionOptions = []
        for word in text.split(separator: ",").map({ String($0.drop { $0 == " " }) }) {
            switch word {
            case "standard": options.insert(.standard)
            case "public": options.insert(.allowPublic)
            case "private": options.insert(.allowPrivate)
            case "read only": options.insert(.allowReadOnly)
            case "read and write": options.insert(.allowReadWrite)
            default:
                throw StepFailure(
                    "“\(word)” is no choice of sharing",
                    expected: "standard, private, public, read only, read and write")
            }
        }
        return options
    }
}
