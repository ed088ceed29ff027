import AppModel
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

extension PlayPhrases {
    /// Phrases about contacts and conversations.
    static let conversations: PhraseChapter = [
        "{persons} are contacts": .step("Makes these people contacts of each other.", as: .areContacts) { step in
            let all = try step.handles
            try step.expect(all.count > 1, or: "contacts are two or more")
            for owner in all {
                try step.context.observe(.contactAdd(.init(handles: all.filter { $0 != owner }, person: owner)))
            }
        },
        "{persons} is|are on the server": .step(
            "Adds people without a conversation: they are online and can receive messages.",
            example: ["Dana"]
        ) { step in
            for name in try step.arguments.persons() {
                let person = try step.context.roster.person(name)
                guard person.isAway else { continue }
                throw StepFailure(
                    "\(name) is offline", expected: "\(name) comes back online", actual: "\(name) went offline before")
            }
        },
        "{person} saves {person} as a contact": .act(
            "Adds a person to another person's contacts.", as: .savesContact
        ) { try .addContact(handle: $0.handle(1)) },
        "{person} deletes the contact {person}": .act(
            "Removes a person from another person's contacts.", from: .request(.contactRemove)
        ) { try .removeContact(handle: $0.handle(1)) },
        "{person} (blocks|unblocks) {person}": .act(
            "Blocks or unblocks a person, which keeps their links out of Shared with You.", as: .blocks,
            from: .requests([.contactBlock: "blocks", .contactUnblock: "unblocks"])
        ) { try .block(handle: $0.handle(1), $0.says("blocks")) },
        "a conversation {conversation} between {persons}": .step(
            "The first person begins a conversation with the others.", as: .beginsConversation
        ) { step in
            let (context, name, names) = (step.context, try step.place, try step.arguments.persons())
            try context.record.expectNew(name)
            try step.expect(names.count > 1, or: "a conversation needs two persons")
            let others = try step.handles.dropFirst().map(\.rawValue)
            let answer = try context.act(
                context.roster.person(names[0]), .createConversation(handles: others, name: name))
            if let id = answer?["conversation"]?.text("id") { context.record.conversations[name] = ConversationID(id) }
        },
        "{person} sees the conversations:": seenConversations.seesThese(
            "Checks the whole list, in order: columns name, unread, last (message), pinned and muted."),
        "{person} reads {conversation}": .step(
            "Opens the conversation, which marks it as read.", from: .request(.conversationMarkRead)
        ) { step in
            let (person, id) = (try step.presentPerson(), try step.conversation)
            guard step.context.isOverTheWire || person.state.threads[id] == nil else { return person.open(id) }
            try step.act(.markRead(conversation: id), .conversationMarkRead)
        },
    ]

    private static let seenConversations = SeenThings(
        columns: ["name", "unread", "last", "pinned", "muted"]
    ) { step in
        let person = try step.settledPerson()
        return person.state.conversations.map { row in
            let id = row.id
            let name = person.model?.known[id].conversation?.name ?? step.context.record.name(of: id)
            // The newest message without its sender.
            let last = row.preview.firstIndex(of: ":").map { String(row.preview[$0...].dropFirst(2)) } ?? row.preview
            let marks = [row.isPinned, row.isMuted].map { $0 ? "yes" : "no" }
            return [name.isEmpty ? row.title : name, "\(row.unread)", last] + marks
        }
    }

    /// Phrases about the members of groups.
    static let groups: PhraseChapter = [
        "{person} adds {person} to {conversation} [and so begins {conversation}]": .step(
            "Adds a person to a group. In a one-to-one conversation it begins a named group of three.",
            from: .request(.conversationAddParticipant)
        ) { try $0.addMember() },
        "{person} removes {person} from {conversation}": .act(
            "Removes a person from a group.", from: .request(.conversationRemoveParticipant)
        ) { try .removeMember(handle: $0.handle(1), conversation: $1) },
        "{person} leaves {conversation}": .act("Leaves a group.", from: .request(.conversationLeave)) {
            .leave(conversation: $1)
        },
        "{persons} are in {conversation}": .check(
            "Checks that each person has the conversation with exactly these members.", as: .areIn
        ) { step in
            let handles = try step.handles.map(\.rawValue).sorted()
            for name in try step.arguments.persons() {
                let members = try step.context.thread(step.place, of: name, .end).members.map(\.handle)
                try step.expect(members.sorted(), are: handles, or: "for \(name), others are in \"{conversation}\"")
            }
        },
        "{person} is not in {conversation}": .check(
            "Checks that the conversation is not in this person's list, and that its thread is refused."
        ) { step in
            let (id, person) = (try step.conversation, try step.settledPerson())
            try step.expect(
                !person.state.conversations.contains { $0.id == id },
                or: "{person} has \"{conversation}\" in the list", expected: "no \(step.place)")
            guard person.isOnline, case .success = try step.look(.live(.conversationHistory(.init(conversation: id))))
            else { return }
            throw step.failure("{person} can read the thread of \"{conversation}\"", expected: "not_found")
        },
        "{person} gives {conversation} the photo {text}": .act(
            "Sets the group's photo, one emoji; a line in the thread names the person.",
            example: ["", "", "🏕"], from: .request(.conversationSetPhoto, .text("photo"))
        ) { try .setPhoto(conversation: $1, photo: $0.text) },
        "{person} takes the photo from {conversation}": .act(
            "Removes the group's photo.", from: .request(.conversationSetPhoto)
        ) { .setPhoto(conversation: $1, photo: nil) },
    ]

    /// Phrases about the state of a conversation for each person: unread, muted and pinned, and about read receipts.
    static let conversationMarks: PhraseChapter = [
        "{person} marks {conversation} as unread": .act(
            "Marks the conversation as unread.", from: .request(.conversationMarkUnread)
        ) { .markUnread(conversation: $1) },
        "{person} has (no|{count}) unread message|messages in {conversation}": .reads(
            "Checks the unread count in this person's list. A mark of unread counts as one.",
            or: "another number is unread", is: { "\((try? $0.count) ?? 0)" }
        ) { step in
            let id = try step.conversation
            let row = try step.found(
                step.settledPerson().state.conversations.first { $0.id == id },
                or: "{person} is not in \"{conversation}\"")
            return "\(max(row.unread, row.isMarkedUnread ? 1 : 0))"
        },
        "{person} mutes|unmutes {conversation}": .act(
            "Hides the alerts of the conversation for this person, or shows them again.",
            from: .request(.conversationMute, .word("muted", "mutes", "unmutes"))
        ) { .mute(conversation: $1, isMuted: $0.says("mutes")) },
        "{person} pins|unpins the conversation {conversation} [in place {count}]": .act(
            "Pins the conversation to the top of this person's list, last or in this place.",
            from: .request(.conversationPin, .word("pinned", "pins", "unpins"), .count("place"))
        ) { .pinConversation(id: $1, isPinned: $0.says("pins"), place: try? $0.count) },
        "{person} turns read receipts on|off [for {conversation}]": .act(
            "Turns this person's read receipts on or off, everywhere or in one conversation.",
            as: .turnsReceipts
        ) { step in
            .setReadReceipts(
                isOn: step.says("on"),
                conversation: try step.given(.conversation).map { _ in try step.conversation })
        },
        "{person} sees that {text} was (read|not read) in {conversation}": .reads(
            "Checks the read receipt under this person's own message.",
            example: ["", "", "Us"], as: .seesThatRead, or: "{person} knows otherwise", is: \.choice
        ) { step in
            let (message, person) = (try step.seenMessage(), try step.person)
            try step.expect(
                message.sender == person.handle, or: "only a person's own message has a receipt",
                actual: message.shownText)
            let read = person.model?.known[message.conversation].receipt.read ?? 0
            return read >= message.sequence ? "read" : "not read"
        },
    ]
}

extension PlayStep {
    fileprivate func addMember() throws(StepFailure) {
        let (name, newName) = (try place, given(.conversation, 1))
        if let newName { try context.record.expectNew(newName) }
        let (handle, id) = (try handle(1), try conversation)
        let answer = try act(.addMember(handle: handle, conversation: id), in: id)
        guard let group = answer?["conversation"]?.text("id").map({ ConversationID($0) }) else { return }
        switch (newName, group == id) {
        case (let newName?, false): context.record.conversations[newName] = group
        case (nil, true): return
        case (_?, true): throw StepFailure("the step began no new conversation", expected: newName, actual: name)
        case (nil, false):
            throw StepFailure(
                "the step began a new conversation, which needs a name",
                expected: "… adds \(try arguments.person(1)) to \"\(name)\" and so begins \"…\"")
        }
    }
}

extension PlayPhrases {
    /// Phrases about pinned links, the menu of messages, search and details.
    static let pins: PhraseChapter = [
        "{person} pins|unpins {url} in {conversation}": .act(
            "Pins a link of the conversation for this person, or unpins it.", as: .pins,
            from: .requests([.linkPin: "pins", .linkUnpin: "unpins"], .sentLink)
        ) { step, id in
            let url = try step.url
            return step.says("pins") ? .pin(url: url, conversation: id) : .unpin(url: url, conversation: id)
        },
        "{person} is [not] offered {text} for {text} in {conversation}": .has(
            "Checks if the menu of the message with this text has this entry.",
            example: ["Bea", "Pin notes.example/d/1", "https://notes.example/d/1"]
        ) { step in
            let id = try step.meantMessage(1)
            var state = try step.person.state
            state.view.selected = try step.conversation
            let entry = try step.found(state.message(id.rawValue), or: "{person} does not see the message")
            return MessageMenu.deeds(for: entry, in: state).map { MessageMenu.label($0, entry, in: state) }
        },
        "{person} searches for {text} and finds:": SeenThings(
            columns: ["from", "text"], others: "{person} finds something else",
            find: { step in
                let (person, query) = (try step.presentPerson(), try step.text)
                person.session?.updateState { $0.search = SearchState() }
                _ = try person.outcome(of: .messageSearch, of: .search(text: query))
                return person.state.search.hits.map { [$0.sender == "You" ? person.name : $0.sender, $0.text] }
            }
        ).seesThese(
            "Checks the results of a search in all conversations, in order: columns from and text.",
            example: ["Bea", "lake"]),
        "{person}'s screen shows the details of {conversation}:": .shows(
            "Checks the rows of the terminal with the details over the thread; … matches anything."
        ) { try $0.screenRows(behind: "/details", in: $0.conversation) },
    ]
}

extension PlayStep {
    /// Returns the rows of the person's terminal.
    ///
    /// - Parameter command: A command that the person types first. The sheet that it opens is closed again afterwards.
    func screenRows(
        behind command: String? = nil, in conversation: ConversationID? = nil
    ) throws(StepFailure) -> [String] {
        let person = try settledPerson()
        let before = person.state.view
        if let command {
            let sheet = person.state.sheet.map { Sheets.sheet($0, in: person.state).title }
            try expect(sheet == nil, or: "{person} cannot type: a sheet is open", actual: sheet)
            // Without the focus, so that nothing is marked as read and no one is notified.
            if let conversation { person.open(conversation, reads: false) }
            person.session?.updateState { $0.view.draft = LineEditor(command) }
            _ = person.press([.enter], looks: false)
        }
        let grid = person.grid
        if command != nil {
            person.session?.updateState { state in
                state.view.sheet = nil
                state.view.isShelfShown = false
                state.view.draft = LineEditor()
                state.view.selected = before.selected
            }
        }
        try context.show(grid, of: person)
        return ScreenPattern.lines(grid.text)
    }
}
