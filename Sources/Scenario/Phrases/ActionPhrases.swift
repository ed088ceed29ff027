import AppModel
import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// Phrases about the actions that apps are asked for in collaborations of their own, their answers, and the
    /// effects.
    static let actions: PhraseChapter = [
        "the app {app} is asked to (start|let {count} people into|update the people of) {text} for {person}": .check(
            "Checks the app's open actions for this person: this one and no other.",
            example: ["Board", "start", "Trip plan"]
        ) { step in
            let (actions, title, count) = (try step.openActions, try step.text, try? step.count)
            let kind = step.says("start") ? RequestedAction.Kind.startCollaboration : .updateCollaborationParticipants
            let isIt = actions.allSatisfy {
                $0.metadata.title == title && $0.kind == kind && count ?? $0.added.count == $0.added.count
            }
            try step.expect(
                isIt && actions.count == 1, or: "the app has another action", expected: title,
                actual: actions.map(\.words).listed)
        },
        "the app {app} is asked nothing for {person}": .none(
            "Checks that the app has no open action for this person."
        ) { try $0.openActions.map(\.words) },
        "the app {app} answers the start for {person} with {url} known as {text}": .step(
            "Lets the app fulfil the start action with a link and an identifier of its own.",
            example: ["Board", "", "https://board.example/b/1", "board-1"],
            from: .request(.actionFulfill, .text("url"), .text("collaborationIdentifier"))
        ) { step in
            let (url, identifier) = (try step.url, try step.text)
            try step.answer { .actionFulfill(.init(action: $0, url: url, collaborationIdentifier: identifier)) }
            // The link refers to a document that people can change once the app has let them in.
            step.context.record.documentApps[url] = try step.appName
        },
        "the app {app} answers the start for {person} without (a link|an identifier)": .step(
            "Lets the app fulfil the start action with only a link or only an identifier.",
            from: .request(.actionFulfill, .missing(["url": "a link", "collaborationIdentifier": "an identifier"]))
        ) { step in
            let url = step.says("a link") ? nil : "https://board.example/b/1"
            let identifier = step.says("a link") ? "board-1" : nil
            try step.answer { .actionFulfill(.init(action: $0, url: url, collaborationIdentifier: identifier)) }
        },
        "the app {app} lets the people in for {person}": .step(
            "Lets the app fulfil the participants action.", from: .request(.actionFulfill)
        ) { try $0.answer { .actionFulfill(.init(action: $0)) } },
        "the app {app} fails for {person} with {text}": .step(
            "Lets the app fail its open action, with a reason.", example: ["Board", "", "No space left"],
            from: .request(.actionFail, .text("message", else: ""))
        ) { step in
            let text = try step.text
            try step.answer { .actionFail(.init(action: $0, message: text)) }
        },
        "the app {app} knows the document as {text} for {person}": .reads(
            "Checks the app's own name for its document in the open action.", example: ["Board", "row 7"]
        ) { try $0.openActions.first?.metadata.localIdentifier },
        "{person} calls the document {text} in the draft": .step(
            "Gives the draft the sending app's own name for its document.", example: ["", "row 7"]
        ) { step in
            let (text, id) = (try step.text, try step.draft().conversation)
            try step.person.session?.updateState { $0.view.staged[id]?.localIdentifier = text }
        },
        "{person} was never told {text}": .none(
            "Checks that no notification to this person contains this text.", example: ["Bea", "row 7"],
            or: "{person} was told {text}"
        ) { step in
            let text = try step.text
            return try step.settledPerson().received.map { String(decoding: $0, as: UTF8.self) }
                .filter { $0.has(bytesOf: text) }
        },
        "the start of {person} (waits|was sent|failed|was cancelled)": .reads(
            "Checks the state of this person's last collaboration.", as: .startIs, is: \.choice
        ) { try states[$0.shownStart().state] },
        "the start of {person} failed because {text}": .reads(
            "Checks the rule that failed the last start.", example: ["", "act-contract"]
        ) { try $0.shownStart().failureRule },
        "{person} finds {text} shared with {persons} [saying {text}]": .check(
            "Checks the other participants of the share, and its summary.",
            example: ["", "Trip plan", "", "Everyone can view."]
        ) { step in
            let row = try step.knownShare()
            let others = row.people.filter { !$0.isOwn }.map(\.handle).sorted()
            try step.expect(others, are: step.handles.map(\.rawValue).sorted(), or: "others are on it")
            guard let summary = step.given(.text, 1) else { return }
            try step.expect(row.summary, is: summary, or: "the summary differs")
        },
        "{person} finds no share of {text}": .none(
            "Checks that this person has no share with that title.", example: ["Bea", "Trip plan"]
        ) { try $0.titledShare().map { [$0.url] } ?? [] },
        "{person} sends {text} on to {conversation}": .step(
            "Sends the share's link to another conversation, as a sharing screen does.",
            example: ["Bea", "Trip plan", "Choir"], as: .sendsOn
        ) { step in
            // A share can be sent on only after it was opened.
            guard try step.ask(.shareAccept(.url(step.knownShare().url))) != nil else { return }
            try step.send(ShareID(step.knownShare().id))
        },
        "{person} sends a copy of {text} to {conversation}": .step(
            "Sends a copy, which adds no one to the share.",
            example: ["", "Trip plan", "Lake weekend"], as: .sendsCopy
        ) { try $0.send(ShareID($0.knownShare().id), as: .copy) },
        "{person} reads {text} in the copy {text} in {conversation}": .step(
            "Saves the file that came with a message, and checks its text.",
            example: ["Bea", "Trip plan", "Trip plan.txt", "Lake weekend"]
        ) { step in
            let name = try step.text(1)
            let message = try step.found(
                step.newest { $0.newestMessage { $0.delivery == .sent && $0.attachment?.name == name } },
                or: "there is no such document",
                expected: name)
            let copy = try step.saved(MessageID(message.id), named: name)
            try step.expect(copy, is: step.text, or: "the copy has another text")
        },
        "the change of {person} (waits|is made|was cancelled|failed)": .reads(
            "Checks the state of this person's last change of a share that an app must make.",
            as: .changeIs, is: \.choice
        ) { try states[$0.shownChange.state] },
        "the change of {person} failed because {text} saying {text}": .lists(
            "Checks the rule that failed the last change, and its message.",
            example: ["", "act-contract", "Board did not answer in time."],
            or: "it failed with another rule or message",
            are: { [try $0.text, try $0.text(1)] }
        ) { try [$0.shownChange.failureRule, $0.shownChange.failure].map { $0 ?? "" } },
    ]

    /// The words for the states of a start, or of a change that an app is asked for.
    static let states: [CollaborationStart.State: String] = [
        .waiting: "waits", .sent: "was sent", .done: "is made", .failed: "failed", .cancelled: "was cancelled",
    ]
}

extension RequestedAction {
    fileprivate var words: String {
        kind == .startCollaboration
            ? "start \(metadata.title)" : "let \(added.count) in and \(removed.count) out of \(metadata.title)"
    }
}

extension PlayStep {
    /// The open actions of the step's app for the step's person.
    fileprivate var openActions: [RequestedAction] { get throws(StepFailure) { try screen.openActions() } }

    /// Answers the open action as the app, or answers its last action again.
    fileprivate func answer(_ answer: (ActionID) -> Request) throws(StepFailure) {
        let (index, screen) = (try appIndex, try screen)
        let action = try found(
            openActions.first?.id ?? context.apps[index].lastAction, or: "{app} was never asked anything for {person}")
        context.apps[index].lastAction = action
        if try context.ask(screen, as: person, .request(answer(action))) != nil { screen.answered.insert(action) }
    }

    /// Sends a share to the step's conversation.
    func send(_ share: ShareID, as mode: SharingMethod = .collaborate) throws(StepFailure) {
        let place = try conversation
        let answer = try ask(.shareSend(.init(share: share, conversation: place, mode: mode)))
        context.record.say(messageOf: answer, in: place)
    }

    /// Returns the state of the person's last start, as their client received it.
    fileprivate func shownStart() throws(StepFailure) -> StartRow {
        let id = try lastStart().rawValue
        return try shownRow(or: "the client of {person} says nothing of it") { $0.id == id }
    }

    /// The last change of the person for which an app was asked: a pending one, or the last received result.
    fileprivate var shownChange: StartRow {
        get throws(StepFailure) { try shownRow(or: "no app was asked for a change of {person}", where: \.isChange) }
    }

    private func shownRow(or complaint: String, where isMeant: (StartRow) -> Bool) throws(StepFailure) -> StartRow {
        try found(settledPerson().starts.last(where: isMeant), or: complaint)
    }

    /// Returns the person's share with the step's title; nil without one.
    fileprivate func titledShare() throws(StepFailure) -> CollaborationRow? {
        let (shares, title) = (try settledPerson().state.shares.values, try text)
        return shares.sorted { $0.url < $1.url }.last { $0.title == title && $0.own != nil }
    }

    fileprivate func knownShare() throws(StepFailure) -> CollaborationRow {
        try found(titledShare(), or: "{person} knows of no such share", expected: text)
    }
}
