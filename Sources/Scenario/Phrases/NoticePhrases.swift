import ChatProtocol
import ChatScreens

extension PlayPhrases {
    /// Phrases about notices of collaborations.
    static let notices: PhraseChapter = [
        "{person} sees the notice {text} in {conversation}": seenNotices.sees(
            "Checks that the thread has a notice with exactly this text.",
            example: ["Bea", "Anna edited “Trip plan”"], as: .seesNotice),
        "{person} does not see the notice {text} in {conversation}": seenNotices.doesNotSee(
            "Checks that the thread has no notice with this text.",
            example: ["Carl", "Bea mentioned you in “Trip plan”"], as: .doesNotSeeNotice),
        "{person} sees {count} notice|notices in {conversation}": seenNotices.seesCount(
            "Checks the number of notices in the thread. A notice that grew is one."),
        "{person} sees no notice in {conversation}": seenNotices.seesCount(
            "Checks that the thread has no notice."),
        "{person} has ({count}|no) notice|notices waiting in {conversation}": SeenThings(
            columns: ["text"],
            number: "another number of notices waits in the banner of {person} in \"{conversation}\"",
            find: { try $0.waitingNotices().map { [$0.text] } }
        ).seesCount("Checks the number of notices in the banner, without opened, closed and forgotten ones."),
        "{person} closes the notice {text} in {conversation}": .act(
            "Closes a notice of the banner; its row in the thread stays.",
            example: ["Bea", "Anna edited “Trip plan”"], as: .closesNotice
        ) { try .dismissNotice(id: $0.named(in: $0.waitingNotices(), or: "no such notice waits").id) },
        "{person} was not notified because {text}": .check(
            "Checks that the newest notice did not reach this person, and the deciding rule.",
            example: ["Carl", "ck-accept"]
        ) { try $0.expectSilence() },
    ]

    /// The notices of a thread, the oldest first.
    static let seenNotices = SeenThings(
        columns: ["text"], missing: "{person} does not see the notice", present: "{person} sees the notice",
        others: "{person} sees other notices",
        number: "The number of {person}'s notices in \"{conversation}\" is different"
    ) { try $0.thread.notices.map { [$0.text] } }

    /// Phrases about the prompts to owners of documents when a group changes.
    static let groupPrompts: PhraseChapter = [
        "{person} is asked {text} in {conversation}": .check(
            "Checks that the banner and the thread show this question with its button.",
            example: ["", "Add Emil to your 3 shared documents"], as: .isAsked
        ) { step in
            let asked = try step.waitingNotices().filter { !$0.actions.isEmpty }
            let prompt = try step.named(in: asked, or: "there is no such question")
            try step.expect(
                step.newest { $0.notices.last { $0.id == prompt.id && $0.actions == prompt.actions } } != nil,
                or: "the question is not in the thread", expected: step.text)
        },
        "{person} is asked nothing in {conversation}": .none(
            "Checks that the banner has no question, and that no question in the thread can be answered.",
            or: "there is a question"
        ) { try ($0.waitingNotices() + $0.thread.notices).filter { !$0.actions.isEmpty }.map(\.text) },
        #"{person} answers "Add"|"Remove"|"Approve"|"Deny"|"Block" to {text} in {conversation}"#: .act(
            "Presses the button of a question, even if it is already answered.",
            example: ["", "Add Emil to your 3 shared documents"], as: .answersPrompt
        ) { try $0.answer(to: $0.named(in: $0.thread.notices, or: "there is no such question")) },
        #"{person} answers "Add"|"Remove"|"Approve"|"Deny"|"Block" to what {person} is asked in {conversation}"#: .act(
            "Tries to answer another person's question.", as: .answersPromptOfOther
        ) { step in
            let asked = try step.waitingNotices(of: 1).last { !$0.actions.isEmpty }
            return try step.answer(to: step.found(asked, or: "\(step.person(1).name) has no question"))
        },
    ]

    /// The buttons of questions, as steps name them. The ids of the answers are the same words in lower case.
    static let promptAnswers = ["Add", "Remove", "Approve", "Deny", "Block"]
}

extension PlayStep {
    /// Returns the notices in the banner of one of the step's people, the oldest first.
    fileprivate func waitingNotices(of number: Int = 0) throws(StepFailure) -> [NoticeEntry] {
        let (person, id) = (try person(number), try conversation)
        try person.settle()
        return (person.state.threads[id]?.waiting ?? []).reversed()
    }

    /// Returns the newest of some notices with the step's text.
    /// - Throws: ``StepFailure`` if none has it.
    fileprivate func named(in notices: [NoticeEntry], or complaint: String) throws(StepFailure) -> NoticeEntry {
        let text = try text
        return try found(
            notices.last { $0.text == text }, or: complaint, expected: text, actual: notices.map(\.text).listed)
    }

    fileprivate func answer(to prompt: NoticeEntry) -> ChatAction {
        .answerNotice(id: prompt.id, action: PlayPhrases.promptAnswers.first(where: says)?.lowercased() ?? "")
    }

    fileprivate func expectSilence() throws(StepFailure) {
        let person = try person
        try context.observe(.sessionFence)
        try expect(!context.memory.lastNotices.isEmpty, or: "no event has notified anyone yet")
        try person.settle()
        for row in person.state.conversations { person.load(row.id) }
        var (trails, isFound) = ([String](), false)
        for id in context.memory.lastNotices {
            let trail = try context.trail(of: id.rawValue, for: person, .noticePosted)
            let isTold = person.isShown(id.rawValue)
            try expect(
                !trail.isDelivered && !isTold, or: "{person} was notified", expected: "no notice", actual: trail.text)
            trails.append(trail.text)
            if trail.rules.contains(try text) { isFound = true }
        }
        try expect(
            isFound, or: "{person} was not notified, but for another reason", expected: text,
            actual: trails.listed)
    }
}
