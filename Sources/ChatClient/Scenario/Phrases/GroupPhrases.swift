import ChatProtocol

extension PlayPhrases {
    /// Who comes and goes.
    static let groups: [StepDefinition<Troupe>] = [
        step(
            "{person} adds {person} to {conversation} [and so begins {conversation}]",
            summary: "Adds somebody to a group; to two people, it begins a group of three, which gets a name here."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.add(arguments)
        },
        step(
            "{person} removes {person} from {conversation}", summary: "Takes somebody out of a group."
        ) { troupe, arguments throws(StepFailure) in
            let handle = try troupe.handle(arguments, 1)
            try troupe.act(arguments, .conversationRemoveParticipant) {
                .removeMember(handle: handle, conversation: $0)
            }
        },
        step(
            "{person} leaves {conversation}", summary: "Leaves a group."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.act(arguments, .conversationLeave) { .leave(conversation: $0) }
        },
        check(
            "{persons} are in {conversation}",
            summary: "Checks that each of them has the conversation, with exactly these in it."
        ) { troupe, arguments throws(StepFailure) in
            let handles = try troupe.handles(of: arguments.persons()).map(\.rawValue).sorted()
            for name in try arguments.persons() {
                let person = try troupe.person(name)
                try troupe.settle(person)
                let id = try troupe.conversation(arguments.conversation()).rawValue
                let actual = (person.state.threads[id]?.members.map(\.handle) ?? []).sorted()
                try Troupe.expect(
                    Troupe.list(actual), is: Troupe.list(handles),
                    or: "for \(name), others are in \"\(arguments.conversation())\"")
            }
        },
        check(
            "{person} is not in {conversation}",
            summary: "Checks that the conversation is not in this person's list, and that its thread is refused."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let name = try arguments.conversation()
            let id = try troupe.conversation(name)
            try troupe.settle(person)
            if person.state.conversations.contains(where: { $0.id == id.rawValue }) {
                throw StepFailure("\(person.name) has \"\(name)\" in the list", expected: "no \(name)")
            }
            guard person.isOnline, case .success = try troupe.look(person, .history(id, before: nil)) else { return }
            throw StepFailure("\(person.name) can read the thread of \"\(name)\"", expected: "not_found")
        },
        step(
            "{person} gives {conversation} the photo {text}", example: #"Anna gives "Trip" the photo "🏕""#,
            summary: "Sets the group's photo, for which one emoji stands; a line in the thread says who did it."
        ) { troupe, arguments throws(StepFailure) in
            let photo = try arguments.text()
            try troupe.act(arguments, .conversationSetPhoto) { .setPhoto(conversation: $0, photo: photo) }
        },
        step(
            "{person} takes the photo from {conversation}", summary: "Removes the group's photo."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.act(arguments, .conversationSetPhoto) { .setPhoto(conversation: $0, photo: nil) }
        },
    ]
}

extension Troupe {
    /// Does something with the conversation of a step, which its person has open meanwhile.
    @discardableResult
    func act(
        _ arguments: StepArguments, _ method: Method, _ action: (String) -> ChatAction
    ) throws(StepFailure) -> JSONValue? {
        let id = try conversation(arguments.conversation())
        return try act(person(arguments.person()), action(id.rawValue), method, in: id)
    }

    fileprivate func add(_ arguments: StepArguments) throws(StepFailure) {
        let name = try arguments.conversation()
        let newName = arguments.textIfGiven(.conversation, 1)
        if let newName, conversations[newName] != nil {
            throw StepFailure("there is a conversation \"\(newName)\" already")
        }
        let handle = try handle(arguments, 1)
        let answer = try act(arguments, .conversationAddParticipant) {
            .addMember(handle: handle, conversation: $0)
        }
        guard let id = answer?["conversation"]?["id"]?.stringValue.map({ ConversationID($0) }) else { return }
        switch (newName, id == conversations[name]) {
        case (let newName?, false): conversations[newName] = id
        case (nil, true): return
        case (_?, true): throw StepFailure("this began no other conversation", expected: newName, actual: name)
        case (nil, false):
            throw StepFailure(
                "this began another conversation, which the story cannot speak of",
                expected: "… adds \(try arguments.person(1)) to \"\(name)\" and so begins \"…\"")
        }
    }
}
