import ChatProtocol

extension PlayPhrases {
    /// Collaborations from the draft to the message.
    static let starting: [StepDefinition<Troupe>] = [
        step(
            "the app {app} keeps its documents (in the cloud|as files|itself)",
            summary: "Registers the one back end with which the app shares: cloud records, files, or its own service."
        ) { troupe, arguments throws(StepFailure) in
            let backends: [String: Share.Backend] = ["in the cloud": .cloudRecord, "as files": .file]
            let backend = backends[arguments.choice() ?? ""] ?? .custom
            try troupe.reregister(arguments.app()) { $0.backends = [backend] }
        },
        step(
            "the app {app} (only collaborates|sends copies only)",
            summary: "Registers the one way in which the app's documents can be handed on."
        ) { troupe, arguments throws(StepFailure) in
            let method = arguments.choice() == "sends copies only" ? SharingMethod.copy : .collaborate
            try troupe.reregister(arguments.app()) { $0.sharingMethods = [method] }
        },
        check(
            "the manage button of the app {app} says {text} to {person}",
            example: #"the manage button of the app "Board" says "Manage Shared File" to Anna"#,
            summary: "Checks the title of the button that manages a shared document."
        ) { troupe, arguments throws(StepFailure) in
            let app = try troupe.apps[troupe.app(arguments.app())]
            let outcome = try troupe.look(troupe.person(arguments.person()), .appName(app.id))
            try Troupe.expect(
                outcome.answer?["app"]?["manageTitle"]?.stringValue, is: arguments.text(), "the manage button says")
        },
        step(
            "the app {app} offers when sharing:",
            summary: """
                Registers the app's own options: columns group, kind (picker or switches), option, title, needs, does, \
                summary, footer.
                """, argument: .table
        ) { troupe, arguments throws(StepFailure) in
            let options = try CastApp.options(arguments)
            try troupe.reregister(arguments.app()) { $0.shareOptions = options }
        },
        check(
            "the app {app} is warned about {text}", example: #"the app "Board" is warned about "at a glance""#,
            summary: "Checks that the last registration of the app was taken, with a warning that has this in it."
        ) { troupe, arguments throws(StepFailure) in
            let warnings = try troupe.apps[troupe.app(arguments.app())].warnings
            let text = try arguments.text()
            try Troupe.expect(
                warnings.contains { $0.utf8.contains(sequence: text) }, or: "there is no such warning",
                expected: text, actual: Troupe.list(warnings))
        },
        check(
            "the app {app} is not warned",
            summary: "Checks that the last registration of the app was taken without a warning."
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expectNone(troupe.apps[troupe.app(arguments.app())].warnings, or: "there is a warning")
        },
        step(
            "{person} stages a draft of {text} from {app} for {conversation} [with a file|with a plain text]",
            example: #"Anna stages a draft of "Trip plan" from "Notes" for "Lake weekend""#,
            summary:
                "Chooses the conversation in the share sheet: the draft stands in the composer, and nothing is sent."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.stage(arguments)
        },
        step(
            "{person} drops {text} from {app} into {conversation} [with a file|with a plain text]",
            example: #"Anna drops "Trip plan" from "Notes" into "Lake weekend""#,
            summary: "Drops a document straight into the thread: the same draft stands in the composer."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.stage(arguments)
        },
        step(
            "{person} chooses {text} in the draft", example: #"Anna chooses "Only people you invite" in the draft"#,
            summary: "Chooses an option by its title, or Collaborate or Send Copy."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.set(arguments, true)
        },
        step(
            "{person} turns {text} off in the draft", example: #"Anna turns "Allow mentions" off in the draft"#,
            summary: "Turns an option off by its title."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.set(arguments, false)
        },
        check(
            "{person} cannot choose {text} in the draft", example: #"Anna cannot choose "Send Copy" in the draft"#,
            summary: "Checks that the draft does not offer this, or not as long as what it needs is off."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let before = try troupe.draft(of: person)
            guard try troupe.choose(arguments, true) else { return }
            person.session?.updateState { $0.view.staged[before.conversation.rawValue] = before }
            throw StepFailure("\(try arguments.text()) can be chosen")
        },
        step(
            "{person} writes {text} in the draft", example: #"Anna writes "Have a look" in the draft"#,
            summary: "Writes what is said with the document."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            _ = try troupe.draft(of: person)
            let text = try arguments.text()
            person.session?.updateState { $0.view.draft = LineEditor(text) }
        },
        check(
            "the draft of {person} says {text}", example: #"the draft of Anna says "Everyone can view.""#,
            summary: "Checks the line that sums up what was chosen."
        ) { troupe, arguments throws(StepFailure) in
            let draft = try troupe.draft(of: troupe.person(arguments.person()))
            try Troupe.expect(draft.summary ?? "", is: arguments.text(), "the draft says")
        },
        check(
            "the draft of {person} shows:",
            summary: "Checks the options sheet of the draft, row by row; … stands for anything.",
            argument: .docString
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expect(
                troupe.optionRows(of: troupe.person(arguments.person())), areThoseOf: arguments,
                or: "the draft shows something else")
        },
        check(
            "nothing has happened since the draft of {person}",
            summary: "Checks that the server has noted nothing since the draft was staged: no share, no message."
        ) { troupe, arguments throws(StepFailure) in
            let handle = try troupe.person(arguments.person()).handle
            let now = try troupe.observe("session.fence")["cursor"]?.integerValue ?? 0
            let then = troupe.draftCursors[handle] ?? 0
            try Troupe.expect("\(now)", is: "\(then)", or: "something happened")
        },
        step(
            "{person} sends the draft",
            summary: "Presses Return: only now the document is shared, or its app is asked to."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            _ = try troupe.draft(of: person)
            let answer = try troupe.ask(person, .collaborationStart) { session in
                let _: [ChatSession.Request] = session.apply(.enter)
            }
            guard let id = answer?["start"]?["id"]?.stringValue else { return }
            troupe.starts[person.handle] = StartID(id)
        },
        step(
            "{person} cancels the draft",
            summary: "Takes the draft out of the composer; if it was sent and waits for its app, takes it back."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            try troupe.beThere(person)
            guard person.state.view.staged.isEmpty else {
                let _: [ChatSession.Request]? = person.session?.apply(.escape)
                return
            }
            let start = try troupe.start(of: person)
            try troupe.act(person, .cancelStart(id: start.rawValue), .collaborationCancel)
        },
    ]
}

extension Troupe {
    /// What stands staged in the composer of the conversation that a person has open.
    func draft(of person: CastPerson) throws(StepFailure) -> CollaborationDraft {
        guard let id = person.state.view.selected, let draft = person.state.view.staged[id] else {
            throw StepFailure("\(person.name) has no draft", expected: "\(person.name) stages a draft of …")
        }
        return draft
    }

    /// The start that a person sent last.
    func start(of person: CastPerson) throws(StepFailure) -> StartID {
        guard let start = starts[person.handle] else { throw StepFailure("\(person.name) has started nothing") }
        return start
    }

    fileprivate func stage(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let app = try apps[self.app(arguments.app())].id
        let title = try arguments.text()
        let forms: [String: Share.Representation] = ["with a file": .file, "with a plain text": .text]
        let representations = arguments.choice().flatMap { forms[$0] }.map { [$0] } ?? []
        let answer = try act(arguments, .collaborationOffer) {
            .stage(
                ShareWish(
                    title: title, app: app.rawValue, conversation: $0, effects: [], isCopy: false,
                    representations: representations))
        }
        guard answer != nil else { return }
        _ = try draft(of: person)
        draftCursors[person.handle] = try observe("session.fence")["cursor"]?.integerValue ?? 0
    }

    /// Chooses what is called so among the options of a draft, or turns it off.
    ///
    /// - Returns: whether it can be chosen now.
    fileprivate func choose(_ arguments: StepArguments, _ isOn: Bool) throws(StepFailure) -> Bool {
        let person = try self.person(arguments.person())
        let draft = try draft(of: person)
        let title = try arguments.text()
        guard let index = draft.choices.firstIndex(where: { $0.title == title }) else {
            // Of one way alone nothing is to be chosen.
            return isOn && draft.methods.map(\.title) == [title]
        }
        let choice = draft.choices[index]
        guard choice.isOn != isOn else { return true }
        return person.session?.updateState {
            ChatUpdate.choose(index, of: draft.conversation.rawValue, &$0)
        } ?? false
    }

    /// Chooses what has to be there to be chosen, or turns it off.
    fileprivate func set(_ arguments: StepArguments, _ isOn: Bool) throws(StepFailure) {
        if try choose(arguments, isOn) { return }
        throw StepFailure(
            "\(try arguments.text()) cannot be \(isOn ? "chosen" : "turned off")",
            actual: try optionRows(of: person(arguments.person())).joined(separator: "\n"))
    }

    /// The rows of the options sheet of a draft.
    fileprivate func optionRows(of person: CastPerson) throws(StepFailure) -> [String] {
        let draft = try draft(of: person)
        return Sheets.sheet(.options(draft.conversation.rawValue), in: person.state).rows
    }
}
