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
            "the app {app} is asked nothing for {person}", example: #"the app "Board" is asked nothing for Anna"#,
            summary: "Checks that the app has nothing to answer for this person."
        ) { troupe, arguments throws(StepFailure) in
            let actions = try troupe.openActions(
                of: troupe.app(arguments.app()), for: troupe.person(arguments.person()))
            if !actions.isEmpty {
                throw StepFailure("the app is asked something", actual: Troupe.list(actions.map(\.kind.rawValue)))
            }
        },
        step(
            "the app {app} answers the start for {person} with {url} known as {text}",
            example: #"the app "Board" answers the start for Anna with "https://board.example/b/1" known as "board-1""#,
            summary: "Lets the app fulfil the start action with a link and an identifier of its own."
        ) { troupe, arguments throws(StepFailure) in
            let url = try arguments.url()
            let identifier = try arguments.text()
            try troupe.answer(arguments, "action.fulfill") {
                $0.member("url", url)
                $0.member("collaborationIdentifier", identifier)
            }
            // What it stands for is a document that people work on, once they are let in.
            let app = try troupe.app(arguments.app())
            troupe.documentApps[url] = troupe.apps[app].name
        },
        step(
            "the app {app} answers the start for {person} without (a link|an identifier)",
            example: #"the app "Board" answers the start for Anna without a link"#,
            summary: "Lets the app fulfil the start action with one of the two things that it needs."
        ) { troupe, arguments throws(StepFailure) in
            let hasLink = arguments.choice() == "an identifier"
            try troupe.answer(arguments, "action.fulfill") {
                if hasLink { $0.member("url", "https://board.example/b/1") }
                if !hasLink { $0.member("collaborationIdentifier", "board-1") }
            }
        },
        step(
            "the app {app} lets the people in for {person}", example: #"the app "Board" lets the people in for Anna"#,
            summary: "Lets the app fulfil the participants action."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.answer(arguments, "action.fulfill") { _ in }
        },
        step(
            "the app {app} fails for {person} with {text}",
            example: #"the app "Board" fails for Anna with "No space left""#,
            summary: "Lets the app fail what it was asked, for a reason."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            try troupe.answer(arguments, "action.fail") { $0.member("message", text) }
        },
        check(
            "the app {app} knows the document as {text} for {person}",
            example: #"the app "Board" knows the document as "row 7" for Anna"#,
            summary: "Checks the app's own name for its document in what it is asked."
        ) { troupe, arguments throws(StepFailure) in
            let actions = try troupe.openActions(
                of: troupe.app(arguments.app()), for: troupe.person(arguments.person()))
            try Troupe.expect(actions.first?.metadata.localIdentifier ?? "", is: arguments.text(), "the app is told")
        },
        step(
            "{person} calls the document {text} in the draft",
            example: #"Anna calls the document "row 7" in the draft"#,
            summary: "Gives the draft the sending app's own name for its document."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            var draft = try troupe.draft(of: person)
            draft.localIdentifier = try arguments.text()
            troupe.drafts[person.handle] = draft
        },
        check(
            "{person} was never told {text}", example: #"Bea was never told "row 7""#,
            summary: "Checks that nothing this person was sent has this text in it."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let text = try arguments.text()
            try troupe.settle(person)
            let told = person.told.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) }
            if let line = told.first(where: { $0.utf8.contains(sequence: text) }) {
                throw StepFailure("\(person.name) was told \(text)", expected: "no \(text)", actual: line)
            }
        },
        check(
            "the start of {person} (waits|was sent|failed|was cancelled)", example: "the start of Anna waits",
            summary: "Checks how far the last collaboration got that this person sent."
        ) { troupe, arguments throws(StepFailure) in
            let states: [String: CollaborationStart.State] = ["waits": .waiting, "was sent": .sent, "failed": .failed]
            let state = states[arguments.choice() ?? ""] ?? .cancelled
            let start = try troupe.currentStart(of: troupe.person(arguments.person()))
            try Troupe.expect(start.state.rawValue, is: state.rawValue, "the start is")
        },
        check(
            "the start of {person} failed because {text}", example: #"the start of Anna failed because "act-contract""#,
            summary: "Checks by which rule of the feature table the last start failed."
        ) { troupe, arguments throws(StepFailure) in
            let start = try troupe.currentStart(of: troupe.person(arguments.person()))
            try Troupe.expect(start.failure?.rule ?? "", is: arguments.text(), "the start failed because")
        },
        check(
            "{person} finds {text} shared with {persons} [saying {text}]",
            example: #"Anna finds "Trip plan" shared with Bea and Carl saying "Everyone can view.""#,
            summary: "Checks who is on the share of that title beside the one who looks, and the line that sums it up."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkShare(arguments)
        },
        check(
            "{person} finds no share of {text}", example: #"Bea finds no share of "Trip plan""#,
            summary: "Checks that this person was never told of a share of that title."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let title = try arguments.text()
            try troupe.settle(person)
            if let share = person.share(titled: title) {
                throw StepFailure(
                    "\(person.name) knows of a share", expected: "none", actual: "\(share["id"] ?? .null)")
            }
        },
        step(
            "{person} sends {text} on to {conversation}", example: #"Bea sends "Trip plan" on to "Choir""#,
            summary: "Sends the link of what is shared to another conversation."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.sendOn(arguments, mode: .collaborate)
        },
        step(
            "{person} sends a copy of {text} to {conversation}",
            example: #"Anna sends a copy of "Trip plan" to "Lake weekend""#,
            summary: "Hands a copy of what is shared on: nobody is added to the share."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.sendOn(arguments, mode: .copy)
        },
        step(
            "{person} reads {text} in the copy {text} in {conversation}",
            example: #"Bea reads "Trip plan" in the copy "Trip plan.txt" in "Lake weekend""#,
            summary: "Opens the file that came with a message, and checks what it says."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let name = try arguments.text(1)
            let messages = try troupe.told(arguments.conversation(), of: person)?.messages ?? []
            guard let message = messages.last(where: { $0.attachment?.name == name }) else {
                throw StepFailure("there is no such document", expected: name)
            }
            let answer = try troupe.look(person, "message.attachment") { $0.member("message", message.id) }
            let bytes = Base64.decode(answer["attachment"]?["content"]?.stringValue ?? "") ?? []
            try Troupe.expect(String(decoding: bytes, as: UTF8.self), is: arguments.text(), "the copy says")
        },
    ]
}
