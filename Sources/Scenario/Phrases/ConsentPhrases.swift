import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// Phrases about automatic sharing and consent requests.
    static let settings: PhraseChapter = [
        "{person} turns automatic sharing on|off [for {app}] [for {conversation}]": .step(
            "Sets the master switch, or the switch of an app or a conversation.",
            example: ["Bea", "off", "Notes"], as: .turnsSharing
        ) { try $0.switchSharing() },
        "{person} is [not] asked to share {app} automatically": .check(
            "Checks that exactly one question about this app is open, or none.", as: .isAskedToShare
        ) { step in
            let app = try step.app.id
            let count = try step.settledPerson().model?.known.consent.waiting.count { $0.app == app } ?? 0
            try step.expect(
                count == (step.denies ? 0 : 1), or: "{person} is \(step.denies ? "" : "not ")asked about {app}",
                expected: step.denies ? "no question" : "one question", actual: "\(count) questions")
        },
        #"{person} answers "Allow"|"Not Now"|"Never""#: .act(
            "Answers the oldest open question.", as: .answersConsent
        ) { try .answerConsent(id: $0.question(to: $0.person).id, answer: PlayStep.answer($0.choice)) },
        "{person} answers {text} on one device and {text} on another at once": .step(
            "Answers a question on two devices at the same time.",
            example: ["Bea", "Never", "Allow"], as: .answersConsentTwice
        ) { try $0.answerTwice() },
        "{person} reads how automatic sharing (changed:|changed for {app}:)": SeenThings(
            columns: ["what", "from", "to", "why", "words"],
            find: { step in
                let context = step.context
                let app = try step.given(.app).map { _ in try step.app.id }
                return try (step.look(.audit(app: app)).answer?.list("changes") ?? []).map { value in
                    let change = try SettingChange(told: value, as: "an audit")
                    let what =
                        switch change.scope {
                        case .everywhere: "everywhere"
                        case .app(let app): context.names.apps[app] ?? app.rawValue
                        case .conversation(let conversation): context.record.name(of: conversation)
                        }
                    return [what, change.from.rawValue, change.to.rawValue, change.cause.rule, change.cause.text]
                }
            }
        ).seesThese(
            "Checks the audit, oldest first: columns what (everywhere, or a name), from, to, why (a rule), words."),
        "{person}'s screen shows the settings:": .shows(
            "Checks the rows of the terminal with the settings over the thread; … matches anything."
        ) { try $0.screenRows(behind: "/settings") },
    ]

    /// The words for the answers to a consent request.
    static let consentAnswers: [ConsentAnswer: String] = [.allow: "Allow", .notNow: "Not Now", .never: "Never"]
}

extension PlayStep {
    fileprivate func switchSharing() throws(StepFailure) {
        let isOn = says("on")
        let names = [given(.app), given(.conversation)].compactMap { $0 }
        if names.isEmpty { try act(.setEverywhere(isOn)) }
        // A quoted name can be that of an app or a conversation. The phrase alone does not decide it.
        for name in names {
            let app = context.apps.first { $0.name == name }.map { ChatAction.setApp(id: $0.id, isOn: isOn) }
            let place = context.record.conversations[name].map {
                ChatAction.setConversation(id: $0, isOn: isOn)
            }
            try act(found(app ?? place, or: "there is no app and no conversation \"\(name)\""))
        }
    }

    fileprivate func answerTwice() throws(StepFailure) {
        let first = try context.roster.owner(name)
        let (one, other) = (try Self.answer(text), try Self.answer(text(1)))
        let question = try question(to: first)
        try context.onSecondDevice(of: first.name) { () throws(StepFailure) in
            let second = try person
            try second.settle()
            try context.act(first, .answerConsent(id: question.id, answer: one))
            // The second device has not received the first answer, and still shows the question.
            let outcome = try second.outcome(of: nil, of: .answerConsent(id: question.id, answer: other))
            let none = RPCError(.conflict, second.hint ?? "nothing was asked")
            _ = try context.checked(outcome ?? .failure(none), of: second)
        }
    }

    /// Returns the oldest pending consent request.
    fileprivate func question(to person: CastPerson) throws(StepFailure) -> ConsentPrompt {
        try person.settle()
        return try found(
            person.state.consents.first, or: "{person} is asked nothing", expected: "a question that waits")
    }

    fileprivate static func answer(_ words: String) throws(StepFailure) -> ConsentAnswer {
        if let answer = PlayPhrases.consentAnswers.first(where: { $0.value == words })?.key { return answer }
        throw StepFailure("this is not an answer", expected: "Allow, Not Now or Never", actual: words)
    }

}

extension Result where Success == JSONValue {
    /// The result; nil if the request was refused.
    var answer: JSONValue? { if case .success(let answer) = self { answer } else { nil } }
}
