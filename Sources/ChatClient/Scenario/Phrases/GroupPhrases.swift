import ChatProtocol

extension PlayPhrases {
    /// Who comes and goes.
    static let groups: [StepDefinition<Troupe>] = [
        step(
            "{person} adds {person} to {conversation} [and so begins {conversation}]",
            example: #"Anna adds Dee to "Trip""#,
            summary: "Adds somebody to a group; to two people, it begins a group of three, which gets a name here."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.add(arguments)
        },
        step(
            "{person} removes {person} from {conversation}", example: #"Anna removes Dee from "Trip""#,
            summary: "Takes somebody out of a group."
        ) { troupe, arguments throws(StepFailure) in
            let other = try troupe.person(arguments.person(1)).handle
            let person = try troupe.person(arguments.person())
            try troupe.change(arguments.conversation(), by: person, "conversation.removeParticipant") {
                $0.member("handle", other)
            }
        },
        step(
            "{person} leaves {conversation}", example: #"Dee leaves "Trip""#, summary: "Leaves a group."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.change(
                arguments.conversation(), by: troupe.person(arguments.person()), "conversation.leave")
        },
        check(
            "{persons} are in {conversation}", example: #"Anna, Bea and Dee are in "Trip""#,
            summary: "Checks that each of them has the conversation, with exactly these in it."
        ) { troupe, arguments throws(StepFailure) in
            let id = try troupe.conversation(arguments.conversation())
            var handles: [Handle] = []
            for name in try arguments.persons() { handles.append(try troupe.person(name).handle) }
            for name in try arguments.persons() {
                let conversation = try troupe.conversationList(of: name).first { $0.id == id }
                let actual = conversation?.participants ?? []
                if actual.sorted() == handles.sorted() { continue }
                throw StepFailure(
                    "for \(name), others are in \"\(try arguments.conversation())\"",
                    expected: Troupe.list(handles.map(\.rawValue)), actual: Troupe.list(actual.map(\.rawValue)))
            }
        },
        check(
            "{person} is not in {conversation}", example: #"Dee is not in "Trip""#,
            summary: "Checks that the conversation is not in this person's list, and that its thread is refused."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkAbsence(arguments)
        },
        step(
            "{person} gives {conversation} the photo {text}", example: #"Anna gives "Trip" the photo "🏕""#,
            summary: "Sets the group's photo, for which one emoji stands; a line in the thread says who did it."
        ) { troupe, arguments throws(StepFailure) in
            let photo = try arguments.text()
            _ = try troupe.change(
                arguments.conversation(), by: troupe.person(arguments.person()), "conversation.setPhoto"
            ) { $0.member("photo", photo) }
        },
        step(
            "{person} takes the photo from {conversation}", example: #"Bea takes the photo from "Trip""#,
            summary: "Removes the group's photo."
        ) { troupe, arguments throws(StepFailure) in
            _ = try troupe.change(
                arguments.conversation(), by: troupe.person(arguments.person()), "conversation.setPhoto")
        },
    ]
}

extension Troupe {
    /// Asks for a change of a conversation, and notes how it is then.
    ///
    /// - Returns: its id; nil if it was refused and the next step says so.
    @discardableResult
    func change(
        _ name: String, by person: CastPerson, _ method: String, _ params: (inout JSONWriter) -> Void = { _ in }
    ) throws(StepFailure) -> ConversationID? {
        let id = try conversation(name)
        let answer = try ask(person, method) {
            $0.member("conversation", id)
            params(&$0)
        }
        guard let answer else { return nil }
        let (conversation, line) = try read("a conversation") {
            () throws(InvalidField) -> (Conversation, ThreadEntry?) in
            var fields = try JSONFields(answer)
            var conversation = try fields.fields("conversation")
            var line: ThreadEntry?
            if var fields = try fields.optionalFields("line") { line = try ThreadEntry(from: &fields) }
            return (try Conversation(from: &conversation), line)
        }
        try settle(person)
        person.notebook.take(conversation, line: line)
        return conversation.id
    }

    fileprivate func add(_ arguments: StepArguments) throws(StepFailure) {
        let newcomer = try self.person(arguments.person(1))
        let person = try self.person(arguments.person())
        let name = try arguments.conversation()
        let newName = arguments.textIfGiven(.conversation, 1)
        if let newName, conversations[newName] != nil {
            throw StepFailure("there is a conversation \"\(newName)\" already")
        }
        let id = try change(name, by: person, "conversation.addParticipant") { $0.member("handle", newcomer.handle) }
        guard let id else { return }
        switch (newName, id == conversations[name]) {
        case (let newName?, false): conversations[newName] = id
        case (nil, true): return
        case (_?, true): throw StepFailure("this began no other conversation", expected: newName, actual: name)
        case (nil, false):
            throw StepFailure(
                "this began another conversation, which the story cannot speak of",
                expected: "… adds \(newcomer.name) to \"\(name)\" and so begins \"…\"")
        }
    }

    fileprivate func checkAbsence(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let name = try arguments.conversation()
        let id = try conversation(name)
        if try conversationList(of: person.name).contains(where: { $0.id == id }) {
            throw StepFailure("\(person.name) has \"\(name)\" in the list", expected: "no \(name)")
        }
        if try peek(person, "conversation.history", { $0.member("conversation", id) }) == nil { return }
        throw StepFailure("\(person.name) can read the thread of \"\(name)\"", expected: "not_found")
    }
}
