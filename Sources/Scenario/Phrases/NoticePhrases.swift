import ChatProtocol
import ChatScreens

extension PlayPhrases {
    /// What people are told of collaborations.
    static let notices: PhraseChapter = [
        "{person} sees the notice {text} in {conversation}": seenNotices.sees(
            "Checks that a notice with exactly this sentence stands in the thread.",
            example: ["Bea", "Anna edited “Trip plan”"], as: .seesNotice),
        "{person} does not see the notice {text} in {conversation}": seenNotices.doesNotSee(
            "Checks that no notice with this sentence stands in the thread.",
            example: ["Carl", "Bea mentioned you in “Trip plan”"], as: .doesNotSeeNotice),
        "{person} sees {count} notice|notices in {conversation}": seenNotices.seesCount(
            "Checks how many notices stand in the thread; one that grew is one."),
        "{person} sees no notice in {conversation}": seenNotices.seesCount(
            "Checks that no notice stands in the thread."),
        "{person} has ({count}|no) notice|notices waiting in {conversation}": SeenThings(
            columns: ["text"], number: "another number of notices waits for {person} in \"{conversation}\"",
            unit: "notice", find: { step throws(StepFailure) in try step.waitingNotices().map { [$0.text] } }
        ).seesCount("Checks how many notices wait in the banner: those that were not opened, closed or forgotten."),
        "{person} closes the notice {text} in {conversation}": .act(
            .noticeDismiss, "Closes a notice of the banner; its row in the thread stays.",
            example: ["Bea", "Anna edited “Trip plan”"], as: .closesNotice
        ) { step throws(StepFailure) in
            let (text, waiting) = (try step.text, try step.waitingNotices())
            guard let notice = waiting.last(where: { $0.text == text }) else {
                throw StepFailure("no such notice waits", expected: text, actual: Troupe.list(waiting.map(\.text)))
            }
            return .dismissNotice(id: notice.id)
        },
        "{person} was not notified because {text}": .check(
            "Checks that the last event told this person nothing, and which rule of the feature table says so.",
            example: ["Carl", "ck-accept"]
        ) { step throws(StepFailure) in try step.expectSilence() },
    ]

    /// The notices of a thread, the oldest first.
    static let seenNotices = SeenThings(
        columns: ["text"], missing: "{person} does not see the notice", present: "{person} sees the notice",
        others: "{person} sees other notices",
        number: "another number of notices stands before {person} in \"{conversation}\"", unit: "notice"
    ) { step throws(StepFailure) in try step.thread.notices.map { [$0.text] } }

    /// What the owners of documents are asked when a group changes.
    static let groupPrompts: PhraseChapter = [
        "{person} is asked {text} in {conversation}": .check(
            "Checks that this question waits in the banner and stands in the thread, with its button.",
            example: ["", "Add Emil to your 3 shared documents"], as: .isAsked
        ) { step throws(StepFailure) in
            let (text, asked) = (try step.text, try step.waitingNotices().filter { !$0.actions.isEmpty })
            guard let prompt = asked.last(where: { $0.text == text }) else {
                throw StepFailure("nothing of this is asked", expected: text, actual: Troupe.list(asked.map(\.text)))
            }
            if try step.thread.notices.contains(where: { $0.id == prompt.id && $0.actions == prompt.actions }) {
                return
            }
            throw StepFailure("the question does not stand in the thread", expected: text)
        },
        "{person} is asked nothing in {conversation}": .none(
            "Checks that no question waits in the banner, and that none in the thread can be answered.",
            or: "something is asked", expected: "no question"
        ) { step throws(StepFailure) in
            try (step.waitingNotices() + step.thread.notices).filter { !$0.actions.isEmpty }.map(\.text)
        },
        #"{person} answers "Add"|"Remove" to {text} in {conversation}"#: .act(
            .noticeAnswer, "Presses the button of a question, also of one that was answered already.",
            example: ["", "Add Emil to your 3 shared documents"], as: .answersPrompt
        ) { step throws(StepFailure) in
            let text = try step.text
            guard let prompt = try step.thread.notices.last(where: { $0.text == text }) else {
                throw StepFailure("no such question stands there", expected: text)
            }
            return .answerNotice(id: prompt.id, action: step.says("Add") ? "add" : "remove")
        },
        #"{person} answers "Add"|"Remove" to what {person} is asked in {conversation}"#: .act(
            .noticeAnswer, "Tries to answer a question that waits for somebody else.", as: .answersPromptOfOther
        ) { step throws(StepFailure) in
            guard let prompt = try step.waitingNotices(of: 1).last(where: { !$0.actions.isEmpty }) else {
                throw StepFailure("\(try step.arguments.person(1)) is asked nothing")
            }
            return .answerNotice(id: prompt.id, action: step.says("Add") ? "add" : "remove")
        },
    ]
}

extension PlayStep {
    /// The notices in the banner of one of the step's persons, the oldest first.
    fileprivate func waitingNotices(of number: Int = 0) throws(StepFailure) -> [NoticeEntry] {
        let (person, id) = (try person(number), try conversation)
        try troupe.settle(person)
        return (person.state.threads[id.rawValue]?.waiting ?? []).reversed()
    }

    fileprivate func expectSilence() throws(StepFailure) {
        let person = try person
        try troupe.observe(.sessionFence)
        try expect(!troupe.memory.lastNotices.isEmpty, or: "nothing happened yet that anyone is notified of")
        try troupe.settle(person)
        for row in person.state.conversations { person.load(ConversationID(row.id)) }
        var (trails, isFound) = ([String](), false)
        for id in troupe.memory.lastNotices {
            let trail = try troupe.trail(of: id.rawValue, for: person, .noticePosted)
            let isTold = person.state.threads.values.contains { $0.notices.contains { $0.id == id.rawValue } }
            try expect(
                !trail.isDelivered && !isTold, or: "{person} was notified", expected: "no notice", actual: trail.text)
            trails.append(trail.text)
            if trail.rules.contains(try text) { isFound = true }
        }
        try expect(
            isFound, or: "{person} was not notified, but for another reason", expected: text,
            actual: Troupe.list(trails))
    }
}
