import ChatProtocol

extension PlayPhrases {
    /// What people see of the shares that they are on.
    static let shares: [StepDefinition<Troupe>] = [
        check(
            "{person} sees on the share at {url}:", example: #"Bea sees on the share at "https://notes.example/d/1":"#,
            summary: """
                Checks whom this person sees on the share, in order: columns person, role (owner, administrator, \
                invited, by the link), may (edit, view) and came (yes, no).
                """, argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkParticipants(arguments)
        },
        check(
            "{person} sees that the share at {url} is open to (anyone with the link|invited people)",
            example: #"Bea sees that the share at "https://notes.example/d/1" is open to invited people"#,
            summary: "Checks who can open the share."
        ) { troupe, arguments throws(StepFailure) in
            let expected: Share.Access = arguments.choice() == "invited people" ? .private : .public
            let actual = try troupe.share(arguments)["access"]?.stringValue
            if actual == expected.rawValue { return }
            throw StepFailure("others can open the share", expected: expected.rawValue, actual: actual)
        },
        check(
            "{person} has access to {url}", example: #"Bea has access to "https://notes.example/d/1""#,
            summary: "Checks that this person is on the share and has opened it."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let mine = try troupe.share(arguments)["participants"]?.arrayValue?.first {
                $0["handle"]?.stringValue == person.handle.rawValue
            }
            let acceptance = mine?["acceptance"]?.stringValue
            if acceptance == Share.Acceptance.accepted.rawValue { return }
            throw StepFailure(
                "\(person.name) has no access", expected: Share.Acceptance.accepted.rawValue,
                actual: acceptance ?? "not on the share")
        },
        check(
            "{person} has no access to {url}", example: #"Dana has no access to "https://notes.example/d/1""#,
            summary: "Checks that this person is on no share there, can open none, and is listed none."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkNoAccess(arguments)
        },
        check(
            "{person} lists the collaborations in {conversation}:",
            example: #"Bea lists the collaborations in "Trip":"#,
            summary: "Checks the details of a conversation: columns title and link, in the order they were shared.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkCollaborations(arguments)
        },
        check(
            "{person} is told that {persons} lost access", example: "Anna is told that Bea and Dee lost access",
            summary: "Checks whom the last change of a share took off it, besides those it named."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkDropped(troupe.handles(of: arguments.persons()), arguments)
        },
        check(
            "{person} is told that nobody lost access", example: "Anna is told that nobody lost access",
            summary: "Checks that the last change of a share took nobody off it whom it did not name."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkDropped([], arguments)
        },
    ]
}

extension Troupe {
    /// The share at the step's link as its person sees it.
    fileprivate func share(_ arguments: StepArguments) throws(StepFailure) -> JSONValue {
        let url = try arguments.url()
        let answer = try look(person(arguments.person()), "share.get") { $0.member("url", url) }
        guard let share = answer["share"] else { throw StepFailure("share.get has no share") }
        return share
    }

    fileprivate func checkParticipants(_ arguments: StepArguments) throws(StepFailure) {
        let names = self.names.people
        let roles = ["owner": "owner", "administrator": "administrator", "privateUser": "invited"]
        let actual = (try share(arguments)["participants"]?.arrayValue ?? []).map { participant -> [String: String] in
            let handle = participant["handle"]?.stringValue ?? ""
            return [
                "person": Handle(handle).flatMap { names[$0] } ?? handle,
                "role": roles[participant["role"]?.stringValue ?? ""] ?? "by the link",
                "may": participant["permission"]?.stringValue == Share.Permission.readWrite.rawValue ? "edit" : "view",
                "came": participant["acceptance"]?.stringValue == Share.Acceptance.accepted.rawValue ? "yes" : "no",
            ]
        }
        try check(actual, "\(try arguments.person()) sees others on the share", arguments)
    }

    fileprivate func checkCollaborations(_ arguments: StepArguments) throws(StepFailure) {
        let id = try conversation(arguments.conversation())
        let answer = try look(person(arguments.person()), "share.list") { $0.member("conversation", id) }
        let actual = (answer["shares"]?.arrayValue ?? []).map { share in
            ["title": share["title"]?.stringValue ?? "", "link": share["url"]?.stringValue ?? ""]
        }
        try check(actual, "\(try arguments.person()) is listed other collaborations", arguments)
    }

    /// Compares rows in the columns that the step's table has.
    private func check(
        _ actual: [[String: String]], _ problem: String, _ arguments: StepArguments
    ) throws(StepFailure) {
        let expected = try arguments.records()
        guard let columns = try arguments.table().first else { throw StepFailure("the table has no columns") }
        func lines(_ rows: [[String: String]]) -> [String] {
            rows.map { row in columns.map { row[$0] ?? "(no \($0))" }.joined(separator: " | ") }
        }
        if lines(actual) == lines(expected) { return }
        throw StepFailure(problem, expected: Self.list(lines(expected)), actual: Self.list(lines(actual)))
    }

    fileprivate func checkNoAccess(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        let url = try arguments.url()
        let listed = try look(person, "share.list")["shares"]?.arrayValue ?? []
        if listed.contains(where: { $0["url"]?.stringValue == url }) {
            throw StepFailure("\(person.name) is listed the share", expected: "no \(url)")
        }
        let client = try session(of: person)
        do throws(ClientFailure) {
            _ = try client.request("share.get") { $0.member("url", url) }
        } catch {
            guard case .refused(let refusal) = error else {
                throw StepFailure("share.get of \(person.name) was not answered", actual: error.description)
            }
            switch refusal.reason {
            // What was stopped is over for those who were on it.
            case .notFound, .conflict: return
            default: throw StepFailure("share.get was refused for another reason", actual: refusal.message)
            }
        }
        throw StepFailure("\(person.name) can open the share", expected: "not_found")
    }

    fileprivate func checkDropped(_ expected: [Handle], _ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        guard case .success(let answer) = person.lastRequest, let dropped = answer["dropped"]?.arrayValue else {
            throw StepFailure("\(person.name) changed no share in the step before")
        }
        let actual = dropped.compactMap(\.stringValue).sorted()
        if actual == expected.map(\.rawValue).sorted() { return }
        throw StepFailure(
            "others lost access", expected: Self.list(expected.map(\.rawValue).sorted()), actual: Self.list(actual))
    }
}
