import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

extension PlayPhrases {
    /// Phrases about messages.
    static let messages: PhraseChapter = [
        "{person} sends {text} to {conversation}": .act(
            "Sends a message, with its links and mentions.", example: [], as: .sends
        ) { try .send(text: $0.text, conversation: $1) },
        "{person} sends {text} to {conversation} and sends it again when the line breaks": .step(
            "Ends the connection before the answer arrives; the client sends the request again.",
            example: [], as: .sendsAgain
        ) { step in
            let (person, id, text) = (try step.presentPerson(), try step.conversation, try step.text)
            person.open(id)
            let outcome = try person.outcome(of: .messageSend) { _ throws(StepFailure) in
                try person.perform(.send(text: text, conversation: id.rawValue))
                person.loseConnection()
            }
            step.context.record.say(messageOf: try step.context.answered(outcome, of: person), in: id)
        },
        "{person} sees {text} in {conversation}": seenLines.sees(
            "Checks that the thread has a message or a line with exactly this text.", example: ["Bea"], as: .sees),
        "{person} does not see {text} in {conversation}": seenLines.doesNotSee(
            "Checks that no message or line of the thread contains this text.", example: ["Carl"], as: .doesNotSee),
        "in {conversation} {person} (sees:|sees in any order:)": .check(
            "Checks the whole thread: columns from (a name, notice, note or system) and text.",
            argument: .table
        ) { try $0.expect(thread: $0.thread, inAnyOrder: !$0.says("sees:")) },
        "in {conversation} {person} sees on a new device:": .check(
            "Checks the whole thread on a device that logs in for the first time.", argument: .table
        ) { try $0.expect(thread: $0.context.threadOnNewDevice($0.place, of: $0.name)) },
        "{person} sees that {text} mentions (nobody|{persons}) in {conversation}": .lists(
            "Checks that the message mentions exactly these people.", example: ["Carl", "@Anna, who drives?", "Anna"],
            or: "the message mentions others"
        ) { try $0.seenMessage().mentions.map(\.handle.rawValue) },
    ]

    /// The messages, notices and lines of a thread.
    private static let seenLines = SeenThings(
        columns: ["from", "text"], key: 1, missing: "{person} does not see it in \"{conversation}\"",
        present: "{person} sees it in \"{conversation}\"", hasWords: true, separator: ": "
    ) { step in
        let lines = try step.thread.lines
        guard let printed = try step.person.printedText else { return lines.map { [$0.from, $0.text] } }
        // With the line-by-line client, a person sees only what was printed.
        return lines.filter { line in CleanText.lines(line.text, keepsTabs: true).allSatisfy(printed.contains) }
            .map { [$0.from, $0.text] }
    }

    /// Phrases about alerts.
    static let alerts: PhraseChapter = [
        "{person} is alerted to {text} in {conversation}": seenAlerts.sees(
            "Checks that a message, a notice or “Bea reacted heart to “Hi”” alerted, with its text at that time.",
            example: ["Bea", "@Bea, who drives?"], as: .isAlerted),
        "{person} is not alerted to {text} in {conversation}": seenAlerts.doesNotSee(
            "Checks that no alert contains this text.", example: ["Carl", "who drives?"]),
        "{person} is alerted {count} time|times in {conversation}": seenAlerts.seesCount(
            "Checks the number of alerts of the conversation since it began."),
        "{person} turns alerts of mentions on|off": .act(
            "Lets a mention alert in a muted conversation too, or not.", as: .turnsMentionAlerts
        ) { .setMentionAlerts($0.says("on")) },
    ]

    /// The texts of a person's alerts in a conversation, the oldest first.
    private static let seenAlerts = SeenThings(
        columns: ["text"], missing: "{person} is not alerted to it", present: "{person} is alerted to it",
        number: "{person} is alerted another number of times", hasWords: true
    ) { step in
        let (id, person) = (try step.conversation, try step.settledPerson())
        return person.alerts.filter { $0.conversation == id }.map { alert in
            switch alert.subject {
            case .text(let text): [text]
            case .reaction(let other, let reaction, let text):
                ["\(person.session?.name(of: other) ?? other.rawValue) reacted \(reaction.spoken) to “\(text)”"]
            }
        }
    }

    /// Phrases about numbers of items, and about lists in any order.
    static let amounts: PhraseChapter = [
        "{person} sees {text} {count} time|times in {conversation}": .check(
            "Checks the number of messages and lines of the thread with exactly this text.",
            example: ["Bea", "Hi", "2", "times"]
        ) { step in
            let (text, lines) = (try step.text, try step.thread.lines)
            let count = lines.count { $0.text == text }
            try step.expect(
                count == step.count, or: "{person} sees it \(count) times in \"{conversation}\"",
                expected: "\(step.count) × \(text)", actual: lines.map(\.description).listed)
        },
        "{person} sees {count} message|messages in {conversation}": SeenThings(
            columns: ["message"], number: "{person} sees another number of messages",
            find: { step in
                let others = [ShownLine.notice, ShownLine.system, ShownLine.note]
                return try step.thread.lines.filter { !others.contains($0.from) }.map { [$0.description] }
            }
        ).seesCount("Checks the number of messages in the thread, without notices, notes and lines."),
        "{person} sees the notices in {conversation}:": seenNotices.seesThese(
            "Checks all notices of the thread, the oldest first: column text."),
        "{person} sees the notices in {conversation} in any order:": seenNotices.seesThese(
            "Checks all notices of the thread in any order: column text.", inAnyOrder: true),
        "{person} sees {count} link|links in Shared with You": seenShelf.seesCount(
            "Checks the number of links that surface."),
    ]
}
