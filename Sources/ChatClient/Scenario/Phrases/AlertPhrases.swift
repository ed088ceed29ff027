import ChatProtocol

extension PlayPhrases {
    /// What makes somebody's device ring.
    static let alerts: [StepDefinition<Troupe>] = [
        check(
            "{person} is alerted to {text} in {conversation}",
            example: #"Bea is alerted to "@Bea, who drives?" in "Trip""#,
            summary: "Checks that a message, a notice or “Bea reacted heart to “Hi”” alerted, as it read then."
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expect(
                troupe.alerts(arguments), has: arguments.text(), or: "\(arguments.person()) is not alerted to it")
        },
        check(
            "{person} is not alerted to {text} in {conversation}",
            example: #"Carl is not alerted to "who drives?" in "Trip""#,
            summary: "Checks that nothing with this in it alerted."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let alerts = try troupe.alerts(arguments)
            guard let alert = alerts.first(where: { $0.says(text) }) else { return }
            throw StepFailure("\(try arguments.person()) is alerted to it", expected: "no \(text)", actual: alert)
        },
        check(
            "{person} is alerted {count} time|times in {conversation}",
            summary: "Checks how often anything in the conversation alerted since it began."
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expect(
                troupe.alerts(arguments), count: arguments.count(),
                or: "\(arguments.person()) is alerted another number of times")
        },
        step(
            "{person} turns alerts of mentions on|off",
            summary: "Lets a mention alert in a muted conversation too, or not."
        ) { troupe, arguments throws(StepFailure) in
            let isOn = arguments.choice() == "on"
            try troupe.act(troupe.person(arguments.person()), .setMentionAlerts(isOn), .settingsSet)
        },
    ]
}

extension Troupe {
    /// What a person was alerted to in a conversation, oldest first, in words.
    fileprivate func alerts(_ arguments: StepArguments) throws(StepFailure) -> [String] {
        let person = try person(arguments.person())
        let id = try conversation(arguments.conversation())
        try settle(person)
        return person.alerts.filter { $0.conversation == id }.map { alert in
            switch alert.subject {
            case .text(let text): text
            case .reaction(let other, let reaction, let text):
                "\(person.session?.name(of: other) ?? other.rawValue) reacted \(reaction.spoken) to “\(text)”"
            }
        }
    }
}
