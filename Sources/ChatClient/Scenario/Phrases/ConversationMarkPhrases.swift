import ChatProtocol

extension PlayPhrases {
    /// How each keeps their conversations: unread, muted, pinned; and who learns what they have read.
    static let conversationMarks: [StepDefinition<Troupe>] = [
        step(
            "{person} marks {conversation} as unread", summary: "Puts the mark of what is still to be read."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.act(arguments, .conversationMarkUnread) { .markUnread(conversation: $0) }
        },
        check(
            "{person} has (no|{count}) unread message|messages in {conversation}",
            summary: "Checks the number beside the conversation in this person's list; a mark of unread is one."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let id = try troupe.conversation(arguments.conversation()).rawValue
            let expected = arguments.choice() == "no" ? 0 : try arguments.count()
            try troupe.settle(person)
            guard let row = person.state.conversations.first(where: { $0.id == id }) else {
                throw StepFailure("\(person.name) is not in \"\(try arguments.conversation())\"")
            }
            let unread = max(row.unread, row.isMarkedUnread ? 1 : 0)
            try Troupe.expect("\(unread)", is: "\(expected)", or: "another number is unread")
        },
        step(
            "{person} mutes|unmutes {conversation}",
            summary: "Hides the alerts of the conversation, for this person alone; or shows them again."
        ) { troupe, arguments throws(StepFailure) in
            let isMuted = arguments.choice() == "mutes"
            try troupe.act(arguments, .conversationMute) { .mute(conversation: $0, isMuted: isMuted) }
        },
        step(
            "{person} pins|unpins the conversation {conversation} [in place {count}]",
            summary: "Keeps the conversation at the top of this person's list, behind the pinned ones or in a place."
        ) { troupe, arguments throws(StepFailure) in
            let isPinned = arguments.choice() == "pins"
            let place = arguments.choice(1) == nil ? nil : try arguments.count()
            try troupe.act(arguments, .conversationPin) { .pinConversation(id: $0, isPinned: isPinned, place: place) }
        },
        step(
            "{person} turns read receipts on|off [for {conversation}]",
            summary: "Lets others know what this person has read, or not; everywhere or in one conversation."
        ) { troupe, arguments throws(StepFailure) in
            let isOn = arguments.choice() == "on"
            let conversation = try arguments.textIfGiven(.conversation).map { name throws(StepFailure) in
                try troupe.conversation(name).rawValue
            }
            try troupe.act(
                troupe.person(arguments.person()), .setReadReceipts(isOn: isOn, conversation: conversation),
                .settingsSet)
        },
        check(
            "{person} sees that {text} was (read|not read) in {conversation}",
            example: #"Anna sees that "See you there" was read in "Us""#,
            summary: "Checks what stands under one's own message: whether the other one is known to have read it."
        ) { troupe, arguments throws(StepFailure) in
            let message = try troupe.seenMessage(arguments)
            let person = try troupe.person(arguments.person())
            guard message.sender == person.handle else {
                throw StepFailure("a receipt stands only under one's own message", actual: message.shownText)
            }
            let read = person.model?.receipts[message.conversation]?.read ?? 0
            try Troupe.expect(
                read >= message.sequence ? "read" : "not read", is: arguments.choice() ?? "",
                or: "\(person.name) knows otherwise")
        },
    ]
}
