import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

extension PlayPhrases {
    /// Phrases about data that only people online receive and that is not stored: typing, and delivery receipts.
    static let presence: PhraseChapter = [
        "{person} (is|stops) typing in {conversation}": .step(
            "Types in the conversation for a minute, or clears the composer.", as: .types,
            from: .request(.conversationTyping, .word("typing", "is", "stops"))
        ) { try $0.type($0.says("is")) },
        "{person} (sees|does not see) that {person} is typing in {conversation}": .check(
            "Checks if the first person sees that the second one is typing.", as: .seesTyping
        ) { step in
            let (id, other) = (try step.conversation, try step.person(1).name)
            let typing = try step.settledPerson().state.threads[id]?.typing ?? []
            try step.expect(
                typing.contains(other) != step.denies, or: "{person} \(step.denies ? "sees" : "does not see") it",
                expected: "\(other) is \(step.denies ? "not " : "")typing",
                actual: typing.isEmpty ? "no one is typing" : "typing: " + typing.joined(separator: ", "))
        },
        "{person} (sees|does not see) that {text} was delivered": .reads(
            "Checks the delivery receipt of this person's own message. A group has none.", example: [],
            is: { "\(try $0.text), \($0.denies ? "sent" : "delivered")" }
        ) { step in
            let (text, person) = (try step.text, try step.settledPerson())
            let own = person.model?.known.messages.all.filter { $0.sender == person.handle && $0.text == text } ?? []
            let message = try step.found(
                own.max { ($0.sentAt, $0.id.rawValue) < ($1.sentAt, $1.id.rawValue) },
                or: "{person} sent no such message", expected: text)
            let isDelivered = person.model?.known[message.conversation].receipt.delivered ?? 0 >= message.sequence
            return "\(text), \(isDelivered ? "delivered" : "sent")"
        },
    ]

    /// Phrases about faults on the way to a person.
    static let faults: PhraseChapter = [
        next("notice"): fault(of: "notice", on: .noticePosted, as: .faultOfNotice),
        next("message"): fault(of: "message", on: .messagePosted, as: .faultOfMessage),
        next("question"): fault(of: "question", on: .consentRequested),
        "the next message to {person} comes after the one behind it": .step(
            "Delivers the next message to this person after the one that follows it.", as: .reordersMessage
        ) { try $0.inject(.reorder, on: .messagePosted) },
        "{person}'s connection breaks at the next message|notice": .step(
            "Ends this person's connection instead of delivering the notification; they log in again.", as: .breaks
        ) { try $0.inject(.disconnect, on: $0.says("notice") ? .noticePosted : .messagePosted) },
    ]

    private static func next(_ kind: String) -> String {
        "the next \(kind) to {person} is (lost|delayed by {duration}|delivered twice)"
    }

    /// Returns the meaning of a phrase for a fault on the next notification of a kind.
    private static func fault(
        of kind: String, on notification: NotificationName, as name: PhraseName? = nil
    ) -> PhraseMeaning {
        .step("Loses, delays or duplicates the next \(kind) on its way to this person.", as: name) { step in
            let delay = step.arguments.durationIfGiven().map { FaultEffect.delay(milliseconds: $0.wholeMilliseconds) }
            try step.inject(delay ?? (step.says("delivered twice") ? .duplicate : .drop), on: notification)
        }
    }
}

extension PlayStep {
    fileprivate func type(_ isTyping: Bool) throws(StepFailure) {
        let (person, id) = (try presentPerson(), try conversation)
        if context.isOverTheWire {
            _ = try context.ask(person, .conversationTyping) {
                $0.ask(.live(.conversationTyping(.init(conversation: id, isTyping: isTyping))))
            }
        } else if person.state.threads[id] == nil {
            let refusal = RPCError(.notFound, "This conversation is not on this client")
            _ = try context.checked(.failure(refusal), of: person, byScreen: true)
        } else {
            // A longer text makes the client notify about typing again.
            context.type(isTyping ? person.state.view.draft.text + "…" : "", in: id, by: person)
        }
    }

    fileprivate func inject(_ effect: FaultEffect, on notification: NotificationName) throws(StepFailure) {
        // Reads all earlier messages, so that the fault applies to the next one, and loads the threads, so that they
        // need not be requested later.
        let person = try settledPerson()
        for row in person.state.conversations { person.load(row.id) }
        person.bearsFaults = true
        let target = FaultTarget(
            notification: notification, to: person.handle,
            device: person.isSecondDevice ? .name(CastPerson.secondDevice) : nil)
        try context.observe(.faultInject(.init(target: target, effect: effect)))
    }
}
