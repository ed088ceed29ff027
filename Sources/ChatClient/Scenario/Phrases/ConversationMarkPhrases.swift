import ChatProtocol

extension PlayPhrases {
    /// How each keeps their conversations: unread, muted, pinned; and who learns what they have read.
    static let conversationMarks: [StepDefinition<Troupe>] = [
        step(
            "{person} marks {conversation} as unread", example: #"Bea marks "Trip" as unread"#,
            summary: "Puts the mark of what is still to be read."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.change(
                arguments.conversation(), by: troupe.person(arguments.person()), "conversation.markUnread")
        },
        check(
            "{person} has (no|{count}) unread message|messages in {conversation}",
            example: #"Bea has 2 unread messages in "Trip""#,
            summary: "Checks the number beside the conversation in this person's list."
        ) { troupe, arguments throws(StepFailure) in
            let id = try troupe.conversation(arguments.conversation())
            let expected = arguments.choice() == "no" ? 0 : try arguments.count()
            let conversation = try troupe.conversationList(of: arguments.person()).first { $0.id == id }
            guard let unread = conversation?.unread else {
                throw StepFailure("\(try arguments.person()) is not in \"\(try arguments.conversation())\"")
            }
            if unread == expected { return }
            throw StepFailure("another number is unread", expected: "\(expected)", actual: "\(unread)")
        },
        step(
            "{person} mutes|unmutes {conversation}", example: #"Bea mutes "Trip""#,
            summary: "Hides the alerts of the conversation, for this person alone; or shows them again."
        ) { troupe, arguments throws(StepFailure) in
            let isMuted = arguments.choice() == "mutes"
            let person = try troupe.person(arguments.person())
            try troupe.change(arguments.conversation(), by: person, "conversation.mute") {
                $0.member("muted", isMuted)
            }
        },
        step(
            "{person} pins|unpins the conversation {conversation} [in place {count}]",
            example: #"Bea pins the conversation "Trip" in place 1"#,
            summary: "Keeps the conversation at the top of this person's list, behind the pinned ones or in a place."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let id = try troupe.conversation(arguments.conversation())
            let isPinned = arguments.choice() == "pins"
            let place = arguments.choice(1) == nil ? nil : try arguments.count()
            let answer = try troupe.ask(person, "conversation.pin") {
                $0.member("conversation", id)
                $0.member("pinned", isPinned)
                if let place { $0.member("place", place) }
            }
            if let answer { try troupe.take(settingsOf: answer, for: person) }
        },
        step(
            "{person} turns read receipts on|off [for {conversation}]", example: #"Bea turns read receipts off"#,
            summary: "Lets others know what this person has read, or not; everywhere or in one conversation."
        ) { troupe, arguments throws(StepFailure) in
            let isOn = arguments.choice() == "on"
            var conversation: ConversationID?
            if let name = arguments.textIfGiven(.conversation) { conversation = try troupe.conversation(name) }
            try troupe.set(arguments.person()) {
                $0.key("readReceipts")
                $0.object {
                    if let conversation {
                        $0.member("conversations", pairs: [(conversation.rawValue, isOn)])
                    } else {
                        $0.member("everywhere", isOn)
                    }
                }
            }
        },
        check(
            "{person} sees that {text} was (read|not read) in {conversation}",
            example: #"Anna sees that "See you there" was read in "Us""#,
            summary: "Checks what stands under one's own message: whether the other one is known to have read it."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkReceipt(arguments)
        },
    ]
}

extension Troupe {
    /// Moves switches of a person.
    func set(_ name: String, _ params: (inout JSONWriter) -> Void) throws(StepFailure) {
        let person = try self.person(name)
        if let answer = try ask(person, "settings.set", params) { try take(settingsOf: answer, for: person) }
    }

    /// What was told and what stands in the list must say the same, so that no device knows more than another.
    fileprivate func checkReceipt(_ arguments: StepArguments) throws(StepFailure) {
        let message = try seenMessage(arguments)
        let person = try self.person(arguments.person())
        guard message.sender == person.handle else {
            throw StepFailure("a receipt stands only under one's own message", actual: message.shownText)
        }
        let listed = try conversationList(of: person.name).first { $0.id == message.conversation }?.receipt
        let known = [
            "told": person.notebook.thread(message.conversation)?.readThrough ?? 0,
            "in the list": listed?.status == .read ? listed?.sequence ?? 0 : 0,
        ].mapValues { $0 >= message.sequence }
        let isRead = arguments.choice() == "read"
        if known.values.allSatisfy({ $0 == isRead }) { return }
        throw StepFailure(
            "\(person.name) knows otherwise", expected: arguments.choice(),
            actual: known.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value ? "read" : "not read")" }
                .joined(separator: ", "))
    }
}
