import ChatProtocol

extension PlayPhrases {
    /// Who is on a share, what they may do, and how it ends.
    static let shareManaging: [StepDefinition<Troupe>] = [
        step(
            "{person} adds {persons} to the share at {url} [so that they can (view|edit)]",
            summary: "Invites people to the document, who then have to open it; with a permission of their own, or not."
        ) { troupe, arguments throws(StepFailure) in
            let handles = try troupe.handles(of: arguments.persons()).map(\.rawValue)
            let permission = arguments.choice(1).map(Troupe.permission)
            try troupe.manage(arguments, .shareAddParticipant, .invite(handles, permission))
        },
        step(
            "{person} removes {persons} from the share at {url}",
            summary: "Takes people off the document, all or none of them."
        ) { troupe, arguments throws(StepFailure) in
            let handles = try troupe.handles(of: arguments.persons()).map(\.rawValue)
            try troupe.manage(arguments, .shareRemoveParticipant, .uninvite(handles))
        },
        step(
            "{person} opens the share at {url} to anyone with the link",
            summary: "Lets everyone in who has the link; who was invited and has not come loses the invitation."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.manage(arguments, .shareSetAccess, .access(.public, again: []))
        },
        step(
            "{person} closes the share at {url} to invited people [keeping {persons}]",
            summary: "Takes everyone off but the owner; who is kept is invited anew in the same save."
        ) { troupe, arguments throws(StepFailure) in
            let kept = try troupe.handles(of: arguments.personsIfGiven() ?? []).map(\.rawValue)
            try troupe.manage(arguments, .shareSetAccess, .access(.private, again: kept))
        },
        step(
            "{person} lets ({person}|everyone) (only view|edit) the share at {url}",
            summary: "Sets what one person may do, whatever the others may; or all who have no permission of their own."
        ) { troupe, arguments throws(StepFailure) in
            let handle = arguments.choice() == "everyone" ? nil : try troupe.handle(arguments, 1)
            try troupe.manage(
                arguments, .shareSetPermission, .permission(Troupe.permission(arguments.choice(1)), handle: handle))
        },
        step(
            "{person} makes {person} (an administrator|an ordinary participant) of the share at {url}",
            summary: "Lets somebody manage the share for its owner, or no longer."
        ) { troupe, arguments throws(StepFailure) in
            let handle = try troupe.handle(arguments, 1)
            let isOn = arguments.choice() == "an administrator"
            try troupe.manage(arguments, .shareSetRole, .administrator(handle, isOn))
        },
        step(
            "{person} lets (people|nobody else) invite others to the share at {url}",
            summary: "Says whether participants may add people."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.manage(arguments, .shareSetInviting, .inviting(arguments.choice() == "people"))
        },
        step(
            "{person} leaves the share at {url}", summary: "Stops taking part in the document."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.manage(arguments, .shareLeave, .leave)
        },
        step(
            "{person} stops sharing {url}", summary: "Ends the share for everyone."
        ) { troupe, arguments throws(StepFailure) in
            guard try troupe.manage(arguments, .shareStop, .stop) else { return }
            // Shared again at this link, it is another share.
            troupe.documents[try arguments.url()] = nil
        },
        step(
            "{person} keeps the share at {url} on the screen",
            summary: "Has the share on a screen that does not follow: their next change is of what they saw."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let url = try arguments.url()
            try troupe.settle(person)
            guard let row = person.state.shares[url] else {
                throw StepFailure("\(person.name) has no such share on the screen", expected: url)
            }
            person.lookedAt[url] = row
        },
    ]
}

extension Troupe {
    fileprivate static func permission(_ words: String?) -> Share.Permission {
        words == "edit" ? .readWrite : .readOnly
    }

    /// Changes the share at the step's link, as its person has it on the screen.
    ///
    /// - Returns: whether it was done; if not, the next step says so.
    @discardableResult
    func manage(
        _ arguments: StepArguments, _ method: Method, _ deed: CollaborationDeed
    ) throws(StepFailure) -> Bool {
        let person = try self.person(arguments.person())
        let url = try arguments.url()
        try settle(person)
        if let row = person.lookedAt[url] ?? person.state.shares[url] ?? (isOverTheWire ? anyRow(url) : nil) {
            return try act(person, .manage(row, deed), method) != nil
        }
        let obstacle = person.state.lostShares[url]?.obstacle
        let refusal = RPCError(obstacle?.reason ?? .notFound, obstacle?.text ?? "This is not shared with you")
        return try take(.failure(refusal), of: person, byScreen: true) != nil
    }

    /// A share as anybody has it, for who has only got hold of its id.
    private func anyRow(_ url: String) -> CollaborationRow? {
        people.lazy.compactMap { $0.state.shares[url] }.first
    }
}
