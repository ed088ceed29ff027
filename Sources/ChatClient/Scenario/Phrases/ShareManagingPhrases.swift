import ChatProtocol

extension PlayPhrases {
    /// Who is on a share, what they may do, and how it ends.
    static let shareManaging: [StepDefinition<Troupe>] = [
        step(
            "{person} adds {person} to the share at {url}",
            example: #"Anna adds Dee to the share at "https://notes.example/d/1""#,
            summary: "Invites somebody to the document, who then has to open it."
        ) { troupe, arguments throws(StepFailure) in
            let other = try troupe.person(arguments.person(1)).handle
            try troupe.manage(arguments, "share.addParticipant", device: nil) { $0.member("handle", other) }
        },
        step(
            "{person} adds {person} to the share at {url} so that they can (view|edit)",
            example: #"Anna adds Dee to the share at "https://notes.example/d/1" so that they can view"#,
            summary: "Invites somebody with a permission of their own, or changes it for who is there."
        ) { troupe, arguments throws(StepFailure) in
            let other = try troupe.person(arguments.person(1)).handle
            let permission = Troupe.permission(arguments.choice())
            try troupe.manage(arguments, "share.addParticipant") {
                $0.member("handle", other)
                $0.member("permission", permission.rawValue)
            }
        },
        step(
            "{person} removes {person} from the share at {url}",
            example: #"Anna removes Dee from the share at "https://notes.example/d/1""#,
            summary: "Takes somebody off the document."
        ) { troupe, arguments throws(StepFailure) in
            let other = try troupe.person(arguments.person(1)).handle
            try troupe.manage(arguments, "share.removeParticipant", device: nil) { $0.member("handle", other) }
        },
        step(
            "{person} removes {persons} from the share at {url} in one save",
            example: #"Anna removes Bea and Dee from the share at "https://notes.example/d/1" in one save"#,
            summary: "Takes several off the document at once, all or none of them."
        ) { troupe, arguments throws(StepFailure) in
            let others = try troupe.handles(of: arguments.persons())
            try troupe.manage(arguments, "share.removeParticipant") { $0.member("handles", others) }
        },
        step(
            "{person} opens the share at {url} to anyone with the link [on the second device]",
            example: #"Anna opens the share at "https://notes.example/d/1" to anyone with the link"#,
            summary: "Lets everyone in who has the link; who was invited and has not come loses the invitation."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.manage(arguments, "share.setAccess") {
                $0.member("access", Share.Access.public.rawValue)
            }
        },
        step(
            "{person} closes the share at {url} to invited people [keeping {persons}] [on the second device]",
            example: #"Anna closes the share at "https://notes.example/d/1" to invited people keeping Bea"#,
            summary: "Takes everyone off but the owner; who is kept is invited anew in the same save."
        ) { troupe, arguments throws(StepFailure) in
            let kept = try arguments.personsIfGiven().map { names throws(StepFailure) in
                try troupe.handles(of: names)
            }
            try troupe.manage(arguments, "share.setAccess", device: 1) {
                $0.member("access", Share.Access.private.rawValue)
                if let kept { $0.member("handles", kept) }
            }
        },
        step(
            "{person} lets everyone (only view|edit) the share at {url} [on the second device]",
            example: #"Anna lets everyone only view the share at "https://notes.example/d/1""#,
            summary: "Sets what all may do who have no permission of their own."
        ) { troupe, arguments throws(StepFailure) in
            let permission = Troupe.permission(arguments.choice())
            try troupe.manage(arguments, "share.setPermission", device: 1) {
                $0.member("permission", permission.rawValue)
            }
        },
        step(
            "{person} lets {person} (only view|edit) the share at {url}",
            example: #"Anna lets Bea only view the share at "https://notes.example/d/1""#,
            summary: "Sets what one person may do, whatever the others may."
        ) { troupe, arguments throws(StepFailure) in
            let other = try troupe.person(arguments.person(1)).handle
            let permission = Troupe.permission(arguments.choice())
            try troupe.manage(arguments, "share.setPermission", device: nil) {
                $0.member("handle", other)
                $0.member("permission", permission.rawValue)
            }
        },
        step(
            "{person} makes {person} (an administrator|an ordinary participant) of the share at {url}",
            example: #"Anna makes Bea an administrator of the share at "https://notes.example/d/1""#,
            summary: "Lets somebody manage the share for its owner, or no longer."
        ) { troupe, arguments throws(StepFailure) in
            let other = try troupe.person(arguments.person(1)).handle
            let role: Share.Role = arguments.choice() == "an administrator" ? .administrator : .privateUser
            try troupe.manage(arguments, "share.setRole", device: nil) {
                $0.member("handle", other)
                $0.member("role", role.rawValue)
            }
        },
        step(
            "{person} lets (people|nobody else) invite others to the share at {url}",
            example: #"Anna lets people invite others to the share at "https://notes.example/d/1""#,
            summary: "Says whether participants may add people."
        ) { troupe, arguments throws(StepFailure) in
            let allows = arguments.choice() == "people"
            try troupe.manage(arguments, "share.setInviting", device: nil) { $0.member("allowsInviting", allows) }
        },
        step(
            "{person} accepts the share at {url}", example: #"Bea accepts the share at "https://notes.example/d/1""#,
            summary: "Opens the share with this person's own invitation, or by its link if it is open to everyone."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.manage(arguments, "share.accept", device: nil)
        },
        step(
            "{person} leaves the share at {url}", example: #"Bea leaves the share at "https://notes.example/d/1""#,
            summary: "Stops taking part in the document."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.manage(arguments, "share.leave", device: nil)
        },
        step(
            "{person} stops sharing {url}", example: #"Anna stops sharing "https://notes.example/d/1""#,
            summary: "Ends the share for everyone."
        ) { troupe, arguments throws(StepFailure) in
            let url = try arguments.url()
            guard try troupe.manage(arguments, "share.stop", device: nil) else { return }
            // Shared again at this link, it is another share.
            troupe.documents[url] = nil
        },
        step(
            "{person} looks at the share at {url} on a second device",
            example: #"Anna looks at the share at "https://notes.example/d/1" on a second device"#,
            summary: "Has the share on another screen, which does not follow what is changed on the first."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let url = try arguments.url()
            let share = try troupe.look(person, "share.get") { $0.member("url", url) }["share"]
            guard let revision = share?["revision"]?.integerValue else { throw StepFailure("a share has no revision") }
            person.revisionsLookedAt[url] = revision
        },
    ]
}

extension Troupe {
    fileprivate static func permission(_ words: String?) -> Share.Permission {
        words == "edit" ? .readWrite : .readOnly
    }

    func handles(of names: [String]) throws(StepFailure) -> [Handle] {
        var handles: [Handle] = []
        for name in names { handles.append(try person(name).handle) }
        return handles
    }

    /// Asks for a change of the share at the step's link.
    ///
    /// - Parameter device: the number of the group that says on which device; nil for a step that has none.
    /// - Returns: whether it was done; if not, the next step says so.
    @discardableResult
    fileprivate func manage(
        _ arguments: StepArguments, _ method: String, device: Int? = 0,
        _ params: (inout JSONWriter) -> Void = { _ in }
    ) throws(StepFailure) -> Bool {
        let person = try self.person(arguments.person())
        let url = try arguments.url()
        guard device.flatMap({ arguments.choice($0) }) == "on the second device" else {
            let answer = try ask(person, method) {
                $0.member("url", url)
                params(&$0)
            }
            return answer != nil
        }
        guard let revision = person.revisionsLookedAt[url] else {
            throw StepFailure(
                "\(person.name) looks at nothing on a second device",
                expected: #"a step like: \#(person.name) looks at the share at "\#(url)" on a second device"#)
        }
        let client = try otherDevice(of: person)
        defer { client.close() }
        let answer = try ask(person, on: client, method) {
            $0.member("url", url)
            $0.member("revision", revision)
            params(&$0)
        }
        return answer != nil
    }
}
