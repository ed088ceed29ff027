import ChatProtocol

extension PlayPhrases {
    /// Who knows whom, and who talks with whom.
    static let conversations: [StepDefinition<Troupe>] = [
        step(
            "{persons} are contacts", summary: "Each of them has each other's card."
        ) { troupe, arguments throws(StepFailure) in
            let all = try troupe.handles(of: arguments.persons())
            guard all.count > 1 else { throw StepFailure("contacts are two or more") }
            for owner in all {
                try troupe.observe("contact.add") {
                    $0.member("person", owner)
                    $0.member("handles", all.filter { $0 != owner })
                }
            }
        },
        step(
            "{person} saves {person} as a contact", summary: "One of them has the other's card."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.act(
                troupe.person(arguments.person()), .addContact(handle: troupe.handle(arguments, 1)), .contactAdd)
        },
        step(
            "{person} deletes the contact {person}", summary: "One of them no longer has the other's card."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.act(
                troupe.person(arguments.person()), .removeContact(handle: troupe.handle(arguments, 1)), .contactRemove)
        },
        step(
            "{person} (blocks|unblocks) {person}",
            summary: "One of them wants no links of the other in Shared with You, or wants them again."
        ) { troupe, arguments throws(StepFailure) in
            let isBlocked = arguments.choice() == "blocks"
            try troupe.act(
                troupe.person(arguments.person()), .block(handle: troupe.handle(arguments, 1), isBlocked),
                isBlocked ? .contactBlock : .contactUnblock)
        },
        step(
            "a conversation {conversation} between {persons}",
            summary: "The first of them begins a conversation with the others."
        ) { troupe, arguments throws(StepFailure) in
            let name = try arguments.conversation()
            guard troupe.conversations[name] == nil else {
                throw StepFailure("there is a conversation \"\(name)\" already")
            }
            let names = try arguments.persons()
            guard names.count > 1 else { throw StepFailure("a conversation needs two persons") }
            let others = try troupe.handles(of: names).dropFirst().map(\.rawValue)
            let answer = try troupe.act(
                troupe.person(names[0]), .createConversation(handles: others, name: name), .conversationCreate)
            guard let id = answer?["conversation"]?["id"]?.stringValue else { return }
            troupe.conversations[name] = ConversationID(id)
        },
        check(
            "{person} sees the conversations:",
            summary: "Checks the whole list, in order: columns name, unread, last (message), pinned and muted.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            try troupe.settle(person)
            try troupe.check(
                person.state.conversations, arguments, columns: ["name", "unread", "last", "pinned", "muted"],
                "\(person.name) sees another list"
            ) { row in
                let id = ConversationID(row.id)
                let name = person.model?.conversations[id]?.name ?? troupe.name(of: id)
                return [
                    name.isEmpty ? row.title : name, "\(row.unread)", row.lastText, row.isPinned ? "yes" : "no",
                    row.isMuted ? "yes" : "no",
                ]
            }
        },
        step(
            "{person} reads {conversation}", summary: "Opens the conversation: everything in it is read."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let id = try troupe.conversation(arguments.conversation())
            try troupe.beThere(person)
            guard troupe.isOverTheWire || person.state.threads[id.rawValue] == nil else { return person.open(id) }
            try troupe.act(person, .markRead(conversation: id.rawValue), .conversationMarkRead)
        },
    ]
}

extension ConversationRow {
    /// The newest message, without who said it.
    fileprivate var lastText: String {
        guard let colon = preview.firstIndex(of: ":") else { return preview }
        return String(preview[colon...].dropFirst(2))
    }
}

extension Troupe {
    /// The handle of a person whom the step names.
    func handle(_ arguments: StepArguments, _ number: Int = 0) throws(StepFailure) -> String {
        try person(arguments.person(number)).handle.rawValue
    }

    func handles(of names: [String]) throws(StepFailure) -> [Handle] {
        var handles: [Handle] = []
        for name in names { handles.append(try person(name).handle) }
        return handles
    }

    /// Compares things in the columns that the step's table has.
    ///
    /// - Parameters:
    ///   - columns: all that there are; another one in the table is named.
    ///   - cells: what a thing has in each of them.
    func check<Thing>(
        _ things: [Thing], _ arguments: StepArguments, columns: [String], inAnyOrder: Bool = false,
        _ complaint: String, _ cells: (Thing) -> [String]
    ) throws(StepFailure) {
        let places = try arguments.columns(of: columns).compactMap { columns.firstIndex(of: $0) }
        var expected = Array(try arguments.table().dropFirst())
        var actual = things.map { thing in
            let cells = cells(thing)
            return places.map { cells[$0] }
        }
        if inAnyOrder {
            expected.sort { $0.lexicographicallyPrecedes($1) }
            actual.sort { $0.lexicographicallyPrecedes($1) }
        }
        guard expected != actual else { return }
        throw StepFailure(
            complaint, expected: Self.list(expected.map { $0.joined(separator: " | ") }),
            actual: Self.list(actual.map { $0.joined(separator: " | ") }))
    }
}
