import ChatProtocol

extension PlayPhrases {
    /// What people see of the shares that they are on.
    static let shares: [StepDefinition<Troupe>] = [
        check(
            "{person} sees on the share at {url}:",
            summary: """
                Checks whom this person sees on the share, in order: columns person, role (owner, administrator, \
                invited, by the link), may (edit, view) and came (yes, no).
                """, argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkParticipants(arguments)
        },
        check(
            "{person} sees that the share at {url} is open to (anyone with the link|invited people)",
            summary: "Checks who can open the share."
        ) { troupe, arguments throws(StepFailure) in
            let expected: Share.Access = arguments.choice() == "invited people" ? .private : .public
            try Troupe.expect(
                troupe.share(arguments).access.rawValue, is: expected.rawValue, or: "others can open the share")
        },
        check(
            "{person} has access to {url}", summary: "Checks that this person is on the share and has opened it."
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expect(
                troupe.share(arguments).own?.acceptance.rawValue ?? "not on the share",
                is: Share.Acceptance.accepted.rawValue, or: "\(arguments.person()) has no access")
        },
        check(
            "{person} has no access to {url}",
            summary: "Checks that this person is on no share there, can open none, and is listed none."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkNoAccess(arguments)
        },
        check(
            "{person} lists the collaborations in {conversation}:",
            summary: "Checks the details of a conversation: columns title and link, in the order they were shared.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkCollaborations(arguments)
        },
        check(
            "{person} is told that ({persons}|nobody) lost access",
            summary: "Checks whom the last change of a share took off it, besides those it named."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkDropped(troupe.handles(of: arguments.personsIfGiven() ?? []), arguments)
        },
    ]
}

extension Troupe {
    /// The share at the step's link as its person has it: on the screen, or by its public link.
    fileprivate func share(_ arguments: StepArguments) throws(StepFailure) -> CollaborationRow {
        let person = try self.person(arguments.person())
        let url = try arguments.url()
        try settle(person)
        if person.state.shares[url] == nil { _ = try look(person, .collaboration(.find(url: url))) }
        guard let row = person.state.shares[url] else {
            throw StepFailure(
                "\(person.name) has no such share", expected: url, actual: Self.list(person.state.shares.keys.sorted()))
        }
        return row
    }

    fileprivate func checkParticipants(_ arguments: StepArguments) throws(StepFailure) {
        let names = self.names.people
        try check(
            share(arguments).people, arguments, columns: ["person", "role", "may", "came"],
            "\(try arguments.person()) sees others on the share"
        ) { participant in
            let role =
                switch participant.role {
                case .owner: "owner"
                case .administrator: "administrator"
                case .privateUser: "invited"
                case .publicUser: "by the link"
                }
            return [
                Handle(participant.handle).flatMap { names[$0] } ?? participant.name, role,
                participant.permission == .readWrite ? "edit" : "view",
                participant.acceptance == .accepted ? "yes" : "no",
            ]
        }
    }

    fileprivate func checkCollaborations(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let id = try conversation(arguments.conversation())
        try settle(person)
        person.load(id)
        _ = person.outcome(of: .shareList) { _ = $0.perform([.loadCollaborations(conversation: id.rawValue)]) }
        try check(
            person.state.collaborations(in: id.rawValue), arguments, columns: ["title", "link"],
            "\(person.name) is listed other collaborations"
        ) { [$0.title, $0.url] }
    }

    fileprivate func checkNoAccess(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let url = try arguments.url()
        try settle(person)
        if person.state.shares[url]?.own != nil {
            throw StepFailure("\(person.name) is listed the share", expected: "no \(url)")
        }
        switch try look(person, .collaboration(.find(url: url))) {
        case .success: throw StepFailure("\(person.name) can open the share", expected: "not_found")
        case .failure(let refusal):
            // What was stopped is over for those who were on it.
            guard refusal.reason != .notFound, refusal.reason != .conflict else { return }
            throw StepFailure("share.get was refused for another reason", actual: refusal.message)
        }
    }

    /// Whom the screen names as those who lost access by the last change.
    fileprivate func checkDropped(_ expected: [Handle], _ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        guard case .success(let answer) = person.lastRequest, answer["dropped"] != nil else {
            throw StepFailure("\(person.name) changed no share in the step before")
        }
        // Such as: “Trip plan”: only invited people can open it; Bea, dana lost it
        let said = person.lastSaid
        let losers = said.split(separator: ";").last.flatMap { clause -> Substring? in
            clause.has(bytesOf: " lost it") ? clause.split(separator: ":").last?.dropLast(8) : nil
        }
        let names = (losers ?? "").split(separator: ",").map { String($0.drop { $0 == " " }).lowercased() }
        let wanted = expected.map(\.rawValue).sorted()
        try Self.expect(
            names.sorted() == wanted, or: "the screen says otherwise who lost access", expected: Self.list(wanted),
            actual: said)
    }
}
