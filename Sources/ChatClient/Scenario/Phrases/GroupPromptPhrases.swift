import ChatProtocol

extension PlayPhrases {
    /// What the owners of documents are asked when a group changes.
    static let groupPrompts: [StepDefinition<Troupe>] = [
        check(
            "{person} is asked {text} in {conversation}",
            example: #"Anna is asked "Add Emil to your 3 shared documents" in "Trip""#,
            summary: "Checks that this question waits in the banner and stands in the thread, with its button."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let asked = try troupe.prompts(arguments)
            guard let prompt = asked.last(where: { $0.text == text }) else {
                throw StepFailure("nothing of this is asked", expected: text, actual: Troupe.list(asked.map(\.text)))
            }
            let thread = try troupe.thread(arguments)
            if thread.notices.contains(where: { $0.id == prompt.id && $0.actions == prompt.actions }) { return }
            throw StepFailure("the question does not stand in the thread", expected: text)
        },
        check(
            "{person} is asked nothing in {conversation}",
            summary: "Checks that no question waits in the banner, and that none in the thread can be answered."
        ) { troupe, arguments throws(StepFailure) in
            let standing = try troupe.thread(arguments).notices.filter { !$0.actions.isEmpty }
            try Troupe.expectNone(
                (troupe.prompts(arguments) + standing).map(\.text), or: "something is asked", expected: "no question")
        },
        step(
            #"{person} answers "Add"|"Remove" to {text} in {conversation}"#,
            example: #"Anna answers "Add" to "Add Emil to your 3 shared documents" in "Trip""#,
            summary: "Presses the button of a question, also of one that was answered already."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let thread = try troupe.thread(arguments)
            guard let prompt = thread.notices.last(where: { $0.text == text }) else {
                throw StepFailure("no such question stands there", expected: text)
            }
            try troupe.answer(prompt.id, with: arguments.choice(), by: arguments.person())
        },
        step(
            #"{person} answers "Add"|"Remove" to what {person} is asked in {conversation}"#,
            summary: "Tries to answer a question that waits for somebody else."
        ) { troupe, arguments throws(StepFailure) in
            let asked = try troupe.prompts(arguments, of: arguments.person(1))
            guard let prompt = asked.last else { throw StepFailure("\(try arguments.person(1)) is asked nothing") }
            try troupe.answer(prompt.id, with: arguments.choice(), by: arguments.person())
        },
    ]
}

extension Troupe {
    /// The questions that wait in a banner.
    fileprivate func prompts(_ arguments: StepArguments, of name: String? = nil) throws(StepFailure) -> [NoticeEntry] {
        let who = if let name { name } else { try arguments.person() }
        let asked = try person(who)
        let id = try conversation(arguments.conversation())
        try settle(asked)
        return (asked.state.threads[id.rawValue]?.waiting ?? []).reversed().filter { !$0.actions.isEmpty }
    }

    fileprivate func answer(_ notice: String, with button: String?, by name: String) throws(StepFailure) {
        let action = button == "Add" ? "add" : "remove"
        try act(person(name), .answerNotice(id: notice, action: action), .noticeAnswer)
    }
}
