import ChatProtocol

extension PlayPhrases {
    /// Who knows whom, and who talks with whom.
    static let conversations: [StepDefinition<Troupe>] = [
        step(
            "{persons} are contacts", example: "Anna, Bea and Carl are contacts",
            summary: "Each of them has each other's card."
        ) { troupe, arguments throws(StepFailure) in
            var all: [CastPerson] = []
            for name in try arguments.persons() { all.append(try troupe.person(name)) }
            guard all.count > 1 else { throw StepFailure("contacts are two or more") }
            for owner in all {
                for other in all where other !== owner {
                    try troupe.observe("contact.add") {
                        $0.member("person", owner.handle)
                        $0.member("handle", other.handle)
                    }
                }
            }
        },
        step(
            "{person} saves {person} as a contact", example: "Bea saves Anna as a contact",
            summary: "One of them has the other's card."
        ) { troupe, arguments throws(StepFailure) in
            let other = try troupe.person(arguments.person(1))
            _ = try troupe.ask(troupe.person(arguments.person()), "contact.add") { $0.member("handle", other.handle) }
        },
        step(
            "{person} deletes the contact {person}", example: "Bea deletes the contact Anna",
            summary: "One of them no longer has the other's card."
        ) { troupe, arguments throws(StepFailure) in
            let other = try troupe.person(arguments.person(1))
            _ = try troupe.ask(troupe.person(arguments.person()), "contact.remove") {
                $0.member("handle", other.handle)
            }
        },
        step(
            "{person} blocks {person}", example: "Bea blocks Anna",
            summary: "One of them wants no links of the other in Shared with You."
        ) { troupe, arguments throws(StepFailure) in
            let other = try troupe.person(arguments.person(1))
            _ = try troupe.ask(troupe.person(arguments.person()), "contact.block") { $0.member("handle", other.handle) }
        },
        step(
            "{person} unblocks {person}", example: "Bea unblocks Anna",
            summary: "The other's links may be in Shared with You again."
        ) { troupe, arguments throws(StepFailure) in
            let other = try troupe.person(arguments.person(1))
            _ = try troupe.ask(troupe.person(arguments.person()), "contact.unblock") {
                $0.member("handle", other.handle)
            }
        },
        step(
            "a conversation {conversation} between {persons}",
            example: #"a conversation "Trip" between Anna, Bea and Carl"#,
            summary: "The first of them begins a conversation with the others."
        ) { troupe, arguments throws(StepFailure) in
            let name = try arguments.conversation()
            guard troupe.conversations[name] == nil else {
                throw StepFailure("there is a conversation \"\(name)\" already")
            }
            var all: [CastPerson] = []
            for name in try arguments.persons() { all.append(try troupe.person(name)) }
            guard let creator = all.first, all.count > 1 else { throw StepFailure("a conversation needs two persons") }
            let answer = try troupe.ask(creator, "conversation.create") {
                $0.member("participants", all.map(\.handle))
                $0.member("name", name)
            }
            guard let answer else { return }
            let conversation = try troupe.read("a conversation") { () throws(InvalidField) in
                var fields = try JSONFields(answer["conversation"])
                return try Conversation(from: &fields)
            }
            troupe.conversations[name] = conversation.id
            creator.notebook.take(conversation)
        },
        check(
            "{person} sees the conversations:", example: "Bea sees the conversations:",
            summary: "Checks the whole list, in order: columns name, unread, last (message), pinned and muted.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            let columns = try arguments.table().first ?? []
            var actual: [[String]] = []
            for conversation in try troupe.conversationList(of: arguments.person()) {
                var row: [String] = []
                for column in columns {
                    switch column {
                    case "name": row.append(conversation.name ?? troupe.name(of: conversation.id))
                    case "unread": row.append("\(conversation.unread)")
                    case "last": row.append(try troupe.lastLine(of: conversation, for: arguments.person()))
                    case "pinned": row.append(conversation.pinned ? "yes" : "no")
                    case "muted": row.append(conversation.muted ? "yes" : "no")
                    default:
                        throw StepFailure(
                            "the list has no column \(column)", expected: "name, unread, last, pinned, muted")
                    }
                }
                actual.append(row)
            }
            let expected = Array(try arguments.table().dropFirst())
            if expected == actual { return }
            throw StepFailure(
                "\(try arguments.person()) sees another list",
                expected: Troupe.list(expected.map { $0.joined(separator: " | ") }),
                actual: Troupe.list(actual.map { $0.joined(separator: " | ") }))
        },
        step(
            "{person} reads {conversation}", example: #"Bea reads "Trip""#,
            summary: "Marks everything in the conversation as read."
        ) { troupe, arguments throws(StepFailure) in
            let conversation = try troupe.conversation(arguments.conversation())
            let person = try troupe.person(arguments.person())
            _ = try troupe.ask(person, "conversation.markRead") { $0.member("conversation", conversation) }
        },
    ]
}

extension Troupe {
    /// What stands in the list of the newest message that a person may read; nothing where there is none.
    fileprivate func lastLine(of conversation: Conversation, for name: String) throws(StepFailure) -> String {
        guard let message = conversation.lastMessage else { return "" }
        return shown([.message(message)], to: try person(name), in: conversation.id).lines.first?.text ?? ""
    }

    /// A person's conversations, as the server has them now.
    func conversationList(of name: String) throws(StepFailure) -> [Conversation] {
        let person = try self.person(name)
        try settle(person)
        let answer = try look(person, "conversation.list")
        return try read("conversations") { () throws(InvalidField) in
            var fields = try JSONFields(answer)
            return try fields.list("conversations") { fields throws(InvalidField) in try Conversation(from: &fields) }
        }
    }
}
