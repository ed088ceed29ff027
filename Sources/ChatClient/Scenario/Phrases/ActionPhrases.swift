import ChatProtocol

extension PlayPhrases {
    /// What apps are asked for collaborations of their own, what they answer, and what comes of it.
    static let actions: [StepDefinition<Troupe>] = [
        check(
            "the app {app} is asked to (start|let {count} people into|update the people of) {text} for {person}",
            example: #"the app "Board" is asked to start "Trip plan" for Anna"#,
            summary: "Checks what the app, as it runs for this person, has to answer now: this and nothing else."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkAction(arguments)
        },
        check(
            "the app {app} is asked nothing for {person}",
            summary: "Checks that the app has nothing to answer for this person."
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expectNone(
                troupe.openActions(arguments).map(\.kind.rawValue), or: "the app is asked something")
        },
        step(
            "the app {app} answers the start for {person} with {url} known as {text}",
            example: #"the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1""#,
            summary: "Lets the app fulfil the start action with a link and an identifier of its own."
        ) { troupe, arguments throws(StepFailure) in
            let url = try arguments.url()
            let identifier = try arguments.text()
            try troupe.answer(arguments) { .fulfill(action: $0, url: url, collaborationIdentifier: identifier) }
            // What it stands for is a document that people work on, once they are let in.
            let app = try troupe.app(arguments.app())
            troupe.documentApps[url] = troupe.apps[app].name
        },
        step(
            "the app {app} answers the start for {person} without (a link|an identifier)",
            summary: "Lets the app fulfil the start action with one of the two things that it needs."
        ) { troupe, arguments throws(StepFailure) in
            let hasLink = arguments.choice() == "an identifier"
            try troupe.answer(arguments) {
                .fulfill(
                    action: $0, url: hasLink ? "https://board.example/b/1" : nil,
                    collaborationIdentifier: hasLink ? nil : "board-1")
            }
        },
        step(
            "the app {app} lets the people in for {person}", summary: "Lets the app fulfil the participants action."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.answer(arguments) { .fulfill(action: $0) }
        },
        step(
            "the app {app} fails for {person} with {text}",
            example: #"the app "Board" fails for Anna with "No space left""#,
            summary: "Lets the app fail what it was asked, for a reason."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            try troupe.answer(arguments) { .fail(action: $0, message: text) }
        },
        check(
            "the app {app} knows the document as {text} for {person}",
            example: #"the app "Board" knows the document as "row 7" for Anna"#,
            summary: "Checks the app's own name for its document in what it is asked."
        ) { troupe, arguments throws(StepFailure) in
            let actions = try troupe.openActions(arguments)
            try Troupe.expect(actions.first?.metadata.localIdentifier ?? "", is: arguments.text(), "the app is told")
        },
        step(
            "{person} calls the document {text} in the draft",
            example: #"Anna calls the document "row 7" in the draft"#,
            summary: "Gives the draft the sending app's own name for its document."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let text = try arguments.text()
            let id = try troupe.draft(of: person).conversation.rawValue
            person.session?.updateState { $0.view.staged[id]?.localIdentifier = text }
        },
        check(
            "{person} was never told {text}", example: #"Bea was never told "row 7""#,
            summary: "Checks that nothing this person was sent has this text in it."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let text = try arguments.text()
            try troupe.settle(person)
            let told = person.received.map { String(decoding: $0, as: UTF8.self) }
            if let line = told.first(where: { $0.utf8.contains(sequence: text) }) {
                throw StepFailure("\(person.name) was told \(text)", expected: "no \(text)", actual: line)
            }
        },
        check(
            "the start of {person} (waits|was sent|failed|was cancelled)",
            summary: "Checks how far the last collaboration got that this person sent."
        ) { troupe, arguments throws(StepFailure) in
            let states: [String: CollaborationStart.State] = ["waits": .waiting, "was sent": .sent, "failed": .failed]
            let state = states[arguments.choice() ?? ""] ?? .cancelled
            let start = try troupe.shownStart(of: troupe.person(arguments.person()))
            try Troupe.expect(start.state.rawValue, is: state.rawValue, "the start is")
        },
        check(
            "the start of {person} failed because {text}", example: #"the start of Anna failed because "act-contract""#,
            summary: "Checks by which rule of the feature table the last start failed."
        ) { troupe, arguments throws(StepFailure) in
            let start = try troupe.shownStart(of: troupe.person(arguments.person()))
            try Troupe.expect(start.failureRule ?? "", is: arguments.text(), "the start failed because")
        },
        check(
            "{person} finds {text} shared with {persons} [saying {text}]",
            example: #"Anna finds "Trip plan" shared with Bea and Carl saying "Everyone can view.""#,
            summary: "Checks who is on the share of that title beside the one who looks, and the line that sums it up."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let wanted = try troupe.handles(of: arguments.persons()).map(\.rawValue).sorted()
            guard let row = try troupe.share(titled: arguments.text(), of: person) else {
                throw StepFailure("\(person.name) knows of no share of \(try arguments.text())")
            }
            let others = row.people.filter { !$0.isOwn }.map(\.handle).sorted()
            try Troupe.expect(others.joined(separator: ", "), is: wanted.joined(separator: ", "), "on it is")
            if let summary = arguments.textIfGiven(.text, 1) {
                try Troupe.expect(row.summary, is: summary, "it says")
            }
        },
        check(
            "{person} finds no share of {text}", example: #"Bea finds no share of "Trip plan""#,
            summary: "Checks that this person has no share of that title."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            if let row = try troupe.share(titled: arguments.text(), of: person) {
                throw StepFailure("\(person.name) knows of a share", expected: "none", actual: row.url)
            }
        },
        step(
            "{person} sends {text} on to {conversation}", example: #"Bea sends "Trip plan" on to "Choir""#,
            summary: "Sends the link of what is shared to another conversation, as a sharing screen does."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let conversation = try troupe.conversation(arguments.conversation())
            let row = try troupe.knownShare(titled: arguments.text(), of: person)
            // To send something on as what it is is to have opened it.
            guard try troupe.ask(person, .accept(url: row.url)) != nil else { return }
            let answer = try troupe.ask(person, .send(ShareID(row.id), conversation, text: nil))
            troupe.note(messageOf: answer, in: conversation)
        },
        step(
            "{person} sends a copy of {text} to {conversation}",
            example: #"Anna sends a copy of "Trip plan" to "Lake weekend""#,
            summary: "Hands a copy of what is shared on: nobody is added to the share."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let conversation = try troupe.conversation(arguments.conversation())
            let row = try troupe.knownShare(titled: arguments.text(), of: person)
            let answer = try troupe.ask(person, .sendCopy(ShareID(row.id), conversation))
            troupe.note(messageOf: answer, in: conversation)
        },
        step(
            "{person} reads {text} in the copy {text} in {conversation}",
            example: #"Bea reads "Trip plan" in the copy "Trip plan.txt" in "Lake weekend""#,
            summary: "Saves the file that came with a message, and checks what it says."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let name = try arguments.text(1)
            let messages = try troupe.thread(arguments).messages
            guard let message = messages.last(where: { $0.attachment?.name == name }) else {
                throw StepFailure("there is no such document", expected: name)
            }
            let bytes = try troupe.save(MessageID(message.id), named: name, of: person, arguments)
            try Troupe.expect(String(decoding: bytes, as: UTF8.self), is: arguments.text(), "the copy says")
        },
    ]
}

extension Troupe {
    /// How far the last start of a person got, as their client told it.
    fileprivate func shownStart(of person: CastPerson) throws(StepFailure) -> StartRow {
        let id = try start(of: person)
        try settle(person)
        for case .start(let row, _) in person.printed.reversed() where row.id == id.rawValue { return row }
        throw StepFailure("the client of \(person.name) says nothing of it")
    }

    /// The share of that title that a person has; nil if there is none.
    fileprivate func share(titled title: String, of person: CastPerson) throws(StepFailure) -> CollaborationRow? {
        try settle(person)
        return person.state.shares.values.sorted { $0.url < $1.url }.last { $0.title == title && $0.own != nil }
    }

    fileprivate func knownShare(titled title: String, of person: CastPerson) throws(StepFailure) -> CollaborationRow {
        guard let row = try share(titled: title, of: person) else {
            throw StepFailure("\(person.name) knows of no such share", expected: title)
        }
        return row
    }
}
