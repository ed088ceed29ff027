import AppModel
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

extension PlayPhrases {
    /// Phrases about collaborations from the draft to the message.
    static let starting: PhraseChapter = [
        "the app {app} keeps its documents (in the cloud|as files|itself)": .registers(
            "Registers the only back end of the app: cloud records, files, or its own service.",
            as: .keepsDocuments
        ) { step, app in app.backends = backends.filter { step.says($0.value) }.map(\.key) },
        "the app {app} opens files that end in {text}": .registers(
            "Registers an extension, without a dot, of files that become documents of the app.",
            example: ["Notes", "note"], as: .opensFiles
        ) { step, app in app.documentTypes.append(try step.text) },
        "the app {app} (only collaborates|sends copies only)": .registers(
            "Registers the only method of sharing the app's documents.", as: .sharesOneWay
        ) { step, app in app.sharingMethods = sharingWays.filter { step.says($0.value) }.map(\.key) },
        "the manage button of the app {app} says {text} to {person}": .reads(
            "Checks the title of the button that manages a shared document.", example: ["Board", "Manage Shared File"]
        ) { try $0.look(.appName($0.app.id)).answer?["app"]?.text("manageTitle") },
        "the app {app} offers when sharing:": .registers(
            """
            Registers the app's own options: columns group, kind (picker or switches), option, title, needs, does, \
            summary, footer.
            """, argument: .table, as: .offersOptions
        ) { step, app in
            app.shareOptions = try ShareOptions(
                step.arguments.records(columns: ShareOptions.columns, required: ShareOptions.requiredColumns))
        },
        "the app {app} is warned about {text}": .check(
            "Checks that the last registration of the app was accepted, with a warning that contains this text.",
            example: ["Board", "at a glance"]
        ) { step in
            let (warnings, text) = (try step.app.warnings, try step.text)
            try step.expect(
                warnings.contains { $0.has(bytesOf: text) }, or: "there is no such warning", expected: text,
                actual: warnings.listed)
        },
        "the app {app} is not warned": .none(
            "Checks that the last registration of the app was accepted without a warning.", or: "there is a warning"
        ) { try $0.app.warnings },
        "{person} stages a draft of {text} from {app} for {conversation} [with a file|with a plain text]": .step(
            "Chooses the conversation in the share sheet: the composer shows the draft, unsent.",
            example: ["", "Trip plan", "", "Lake weekend"], as: .stages
        ) { try $0.stage() },
        "{person} drops {text} from {app} into {conversation} [with a file|with a plain text]": .step(
            "Drops a document into the thread: the composer shows the draft, unsent.",
            example: ["", "Trip plan", "", "Lake weekend"]
        ) { try $0.stage() },
        "{person} chooses {text} in the draft": .step(
            "Chooses an option by its title, or Collaborate or Send Copy.",
            example: ["", "Only people you invite"], as: .choosesInDraft
        ) { try $0.set(true) },
        "{person} turns {text} off in the draft": .step(
            "Turns an option off by its title.", example: ["", "Allow mentions"], as: .turnsOffInDraft
        ) { try $0.set(false) },
        "{person} cannot choose {text} in the draft": .check(
            "Checks that the draft does not offer this option, or that a required option is off.",
            example: ["", "Send Copy"]
        ) { step in
            let before = try step.draft()
            guard try step.choose(true) else { return }
            try step.person.session?.updateState { $0.view.staged[before.conversation] = before }
            throw step.failure("{text} can be chosen")
        },
        "{person} writes {text} in the draft": .step(
            "Writes the text that is sent with the document.", example: ["", "Have a look"], as: .writesInDraft
        ) { step in
            _ = try step.draft()
            let text = try step.text
            try step.person.session?.updateState { $0.view.draft = LineEditor(text) }
        },
        "the draft of {person} says {text}": .reads(
            "Checks the summary of the chosen options.",
            example: ["", "Everyone can view."]
        ) { try $0.draft().summary },
        "the draft of {person} shows:": .shows(
            "Checks the rows of the draft's options sheet; … matches anything."
        ) { try $0.optionRows() },
        "nothing has happened since the draft of {person}": .reads(
            "Checks that the server has recorded nothing since the draft was staged: no share, no message.",
            or: "something happened", is: { "\($0.context.record.draftCursors[try $0.person.handle] ?? 0)" }
        ) { "\(try $0.cursor())" },
        "{person} sends the draft": .step(
            "Presses Return, which shares the document or asks its app to share it.",
            from: .request(.collaborationStart)
        ) { step in
            _ = try step.draft()
            let answer = try step.ask(.collaborationStart) { let _: [PersonSession.Request] = $0.apply(.enter) }
            guard let id = answer?["start"]?.text("id") else { return }
            step.context.record.starts[try step.person.handle] = StartID(id)
        },
        "{person} cancels the draft": .step(
            "Removes the draft from the composer, or cancels it while it waits for its app.",
            from: .request(.collaborationCancel)
        ) { step in
            let person = try step.presentPerson()
            guard person.state.view.staged.isEmpty else {
                let _: [PersonSession.Request]? = person.session?.apply(.escape)
                return
            }
            try step.act(.cancelStart(id: step.lastStart().rawValue))
        },
    ]

    /// The words for the only backend of an app.
    static let backends: [Share.Backend: String] = [.cloudRecord: "in the cloud", .file: "as files", .custom: "itself"]

    /// The words for the only way in which an app shares its documents.
    static let sharingWays: [SharingMethod: String] = [.collaborate: "only collaborates", .copy: "sends copies only"]
}

extension PlayStep {
    /// Returns the staged draft in the composer of the conversation that the person has open.
    func draft() throws(StepFailure) -> CollaborationDraft {
        let view = try person.state.view
        guard let id = view.selected, let draft = view.staged[id] else {
            throw failure("{person} has no draft", expected: "\(try name) stages a draft of …")
        }
        return draft
    }

    /// Returns the last start that the person sent.
    func lastStart() throws(StepFailure) -> StartID {
        try found(context.record.starts[person.handle], or: "{person} has started nothing")
    }

    /// Returns the cursor of the world.
    fileprivate func cursor() throws(StepFailure) -> Int64 {
        try context.observe(.sessionFence)["cursor"]?.integerValue ?? 0
    }

    fileprivate func stage() throws(StepFailure) {
        let forms: [String: Share.Representation] = ["with a file": .file, "with a plain text": .text]
        let (person, app, id) = (try person, try app.id, try conversation)
        let wish = ShareWish(
            title: try text, app: app, conversation: id,
            representations: forms[choice].map { [$0] } ?? [])
        guard try act(.stage(wish), .collaborationOffer, in: id) != nil else { return }
        _ = try draft()
        context.record.draftCursors[person.handle] = try cursor()
    }

    /// Chooses the option with the step's text in the draft, or turns it off.
    ///
    /// - Returns: True if the draft has this choice now.
    fileprivate func choose(_ isOn: Bool) throws(StepFailure) -> Bool {
        let (person, draft, title) = (try person, try draft(), try text)
        guard let index = draft.choices.firstIndex(where: { $0.title == title }) else {
            // With a single sharing method, the draft offers no choice of it.
            return isOn && draft.methods.map(\.title) == [title]
        }
        guard draft.choices[index].isOn != isOn else { return true }
        var isChosen = false
        _ = person.session?.updateState { state in
            ChatUpdate.run(on: &state) { isChosen = $0.choose(index, of: .composer(draft.conversation)) }
        }
        return isChosen
    }

    /// Chooses the option with the step's text, or turns it off.
    /// - Throws: ``StepFailure`` if that is impossible.
    fileprivate func set(_ isOn: Bool) throws(StepFailure) {
        if try choose(isOn) { return }
        throw failure(
            "{text} cannot be \(isOn ? "chosen" : "turned off")", actual: try optionRows().joined(separator: "\n"))
    }

    /// Returns the rows of the options sheet of a draft.
    fileprivate func optionRows() throws(StepFailure) -> [String] {
        let draft = try draft()
        return Sheets.sheet(.options(.composer(draft.conversation)), in: try person.state).rows
    }
}
