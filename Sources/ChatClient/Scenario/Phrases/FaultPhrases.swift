import ChatProtocol

extension PlayPhrases {
    /// What goes wrong on the way to somebody, because the story wants it.
    static let faults: [StepDefinition<Troupe>] = [
        fault("notice", on: .noticePosted), fault("message", on: .messagePosted),
        fault("question", on: .consentRequested),
        step(
            "the next message to {person} comes after the one behind it",
            summary: "Lets the server put the next message to this person behind what they are told next."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.inject(.reorder, on: .messagePosted, to: arguments.person())
        },
        step(
            "{person}'s connection breaks at the next message|notice",
            summary: "Lets the server end this person's connection instead of telling them; they log in again."
        ) { troupe, arguments throws(StepFailure) in
            let notification: NotificationName = arguments.choice() == "notice" ? .noticePosted : .messagePosted
            try troupe.inject(.disconnect, on: notification, to: arguments.person())
        },
    ]

    /// What may become of the next thing of a kind.
    private static func fault(_ kind: String, on notification: NotificationName) -> StepDefinition<Troupe> {
        step(
            "the next \(kind) to {person} is (lost|delayed by {duration}|delivered twice)",
            summary: "Lets the server lose, delay or double the next \(kind) on its way to this person."
        ) { troupe, arguments throws(StepFailure) in
            let delay = arguments.durationIfGiven().map { FaultEffect.delay(milliseconds: $0.wholeMilliseconds) }
            let effect = delay ?? (arguments.choice() == "delivered twice" ? .duplicate : .drop)
            try troupe.inject(effect, on: notification, to: arguments.person())
        }
    }
}

extension Troupe {
    fileprivate func inject(
        _ effect: FaultEffect, on notification: NotificationName, to name: String
    ) throws(StepFailure) {
        let person = try person(name)
        // What was said before is not the next, and stands on the screen: nothing of it is asked for later.
        try settle(person)
        for row in person.state.conversations { person.load(ConversationID(row.id)) }
        person.bearsFaults = true
        try observe("fault.inject") {
            $0.key("on")
            $0.object {
                $0.member("notification", notification.rawValue)
                $0.member("to", person.handle)
                if person.isSecondDevice { $0.member("device", CastPerson.secondDevice) }
            }
            effect.writeMembers(to: &$0)
        }
    }
}
