import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// Phrases about changes of messages: edits, unsending and tapbacks.
    static let messageChanges: PhraseChapter = [
        "{person} edits {text} to {text} in {conversation}": .act(
            "Edits the newest message with this text.",
            example: ["", "", "See you at six"], from: .request(.messageEdit, .message, .text("text"))
        ) { step, _ in try .edit(message: step.meantMessage().rawValue, text: step.text(1)) },
        "{person} sees that {text} was (edited|not edited) in {conversation}": .check(
            "Checks if the message is marked as edited.", example: ["Bea", "See you at six"]
        ) { step in
            let message = try step.seenMessage()
            let isEdited = message.editedAt != nil
            try step.expect(
                isEdited != step.denies, or: "the message is \(isEdited ? "" : "not ")marked as edited",
                expected: step.choice, actual: message.versions.map(\.text).listed)
        },
        "{person} sees the earlier versions of {text} in {conversation}:": SeenThings(
            columns: ["text"], others: "the message had another text before",
            find: { step in try step.seenMessage().versions.map { [$0.text] } }
        ).seesThese(
            "Checks the earlier versions of the message, oldest first: column text.",
            example: ["Bea", "See you at six"]),
        "{person} unsends {text} in {conversation}": .act(
            "Unsends the message; a note replaces it.", example: [], from: .request(.messageUnsend, .message)
        ) { step, _ in try .unsend(message: step.meantMessage().rawValue) },
        "{person} reacts {text} to {text} in {conversation}": .act(
            "Sets a tapback: heart, thumbs up, thumbs down, ha ha, exclamation, question, or an emoji.",
            example: ["Bea", "thumbs up"], from: .request(.messageReact, .reaction, .message)
        ) { step, _ in
            try .react(message: step.meantMessage(1).rawValue, reaction: Reaction.word(spoken: step.text))
        },
        "{person} takes back the reaction to {text} in {conversation}": .act(
            "Chooses one's own tapback again, which removes it.",
            example: ["Bea"], from: .request(.messageReact, .message)
        ) { step, _ in
            let (message, me) = (try step.seenMessage(), try step.person.handle)
            let mine = try step.found(
                message.reactions.first { $0.handle == me }, or: "{person} did not react to it", expected: step.text)
            return .react(message: message.id.rawValue, reaction: mine.reaction.rawValue)
        },
        "{person} sees the reactions to {text} in {conversation}:": SeenThings(
            columns: ["from", "reaction"], others: "the tapbacks differ",
            find: { step in
                let session = try step.person.session
                return try step.seenMessage().reactions.map {
                    [session?.name(of: $0.handle) ?? $0.handle.rawValue, $0.reaction.spoken]
                }
            }
        ).seesThese(
            "Checks all tapbacks to the message, the oldest first: columns from and reaction.", example: ["Carl"]),
        "{person} sees no reaction to {text} in {conversation}": .none(
            "Checks that the message has no tapback.", example: ["Carl"]
        ) { try $0.seenMessage().reactions.map { "\($0.handle): \($0.reaction.spoken)" } },
    ]

    /// Phrases about devices whose systems have no edits, undo send and tapbacks.
    static let oldSystems: PhraseChapter = [
        "{person} has a device with an older system": .step(
            "Gives their device an old system, without edits, undo send and tapbacks.", as: .hasOlderSystem
        ) { step in
            let person = try step.person
            person.change(to: .old)
            step.context.logIn(person)
        },
        "{person} is warned that {person} may still see it": .check(
            "Checks that the screen warns of only this person after a message was unsent."
        ) { try $0.expectWarning(naming: $0.person(1).name) },
        "{person} is warned of nobody": .check(
            "Checks that the screen shows no warning after a message was unsent."
        ) { try $0.expectWarning(naming: nil) },
    ]
}

extension PlayStep {
    fileprivate func expectWarning(naming other: String?) throws(StepFailure) {
        let person = try person
        guard case .success? = person.lastRequest else { throw failure("{person} unsent nothing in the step before") }
        let said = person.lastSaid
        let others = context.roster.people.filter { said.says($0.name) }.map(\.name)
        try expect(
            others == [other].compactMap { $0 }, or: "{person} is warned otherwise",
            expected: other.map { "a warning that names \($0)" } ?? "no warning", actual: said)
    }
}

extension Reaction {
    /// The reaction in the words of a step: `thumbs up`. An emoji stays as it is.
    var spoken: String { rawValue.reduce(into: "") { $0 += ($1.isUppercase ? " " : "") + $1.lowercased() } }

    /// Returns the reaction on the wire for the words of a step: `thumbsUp`. Unknown words stay as they are, so that
    /// the server refuses them.
    static func word(spoken: String) -> String {
        Classic.allCases.map(Reaction.classic).first { $0.spoken == spoken }?.rawValue ?? spoken
    }
}
