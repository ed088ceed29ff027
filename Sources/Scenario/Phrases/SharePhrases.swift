import AppModel
import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// Phrases about the participants of shares, their permissions and roles, the end of shares, and membership events.
    static let shares: PhraseChapter = [
        "{person} adds {persons} to the share at {url} [so that they can (view|edit)] [without sending the link]":
            .manage(
                "Invites people, who must open the document. People without the link receive it.", as: .addsToShare
            ) { try .invite($0.handles.map(\.rawValue), $0.choice(1).map(permission), sendsLink: $0.choice(2) == nil) },
        "{person} removes {persons} from the share at {url}": .manage(
            "Removes people from the share, all or none of them.", as: .removesFromShare
        ) { try .uninvite($0.handles.map(\.rawValue)) },
        "{person} opens the share at {url} to anyone with the link": .manage(
            "Gives everyone with the link access; pending invitations are withdrawn.", as: .opensShare
        ) { _ in .access(.public, again: []) },
        "{person} closes the share at {url} to invited people [keeping {persons}]": .manage(
            "Restricts access to the owner and the named people, who are invited again.",
            as: .closesShare
        ) { try .access(.private, again: $0.handles.map(\.rawValue)) },
        "{person} lets ({person}|everyone) (only view|edit) the share at {url}": .manage(
            "Sets the permission of one person, or of all who have none of their own.",
            as: .setsPermission
        ) { step in
            try .permission(
                permission(step.choice(1) ?? ""), handle: step.says("everyone") ? nil : step.handle(1))
        },
        "{person} makes {person} (an administrator|an ordinary participant) of the share at {url}": .manage(
            "Makes a person an administrator of the share, or an ordinary participant.", as: .setsRole
        ) { try .administrator($0.handle(1), $0.says("an administrator")) },
        "{person} lets (people|nobody else) invite others to the share at {url}": .manage(
            "Lets participants add people, or not.", as: .setsInviting
        ) { .inviting($0.says("people")) },
        "{person} lets (people|nobody) ask for access to {url}": .manage(
            "Lets people who were not invited ask for access, or not.", as: .setsAccessRequests
        ) { .accessRequests($0.says("people")) },
        "{person} asks for access to {url}": .act(
            "Asks the owner and the administrators of a private share for access.",
            from: .request(.shareRequestAccess, .link)
        ) { .request(.shareRequestAccess(.init(url: try $0.url))) },
        "{person} (approves|denies|blocks|unblocks) {persons} at {url}": .manage(
            "Answers requests for access, or lets blocked people ask again.", as: .answersAccessRequests
        ) { step in
            let answer = AccessAnswer.allCases.first { step.says(verb($0)) } ?? .deny
            return try .answer(answer, step.handles.map(\.rawValue))
        },
        "{person} makes a one-time link for {url} [to view]": .step(
            "Makes a link that admits the first person who opens it.", as: .makesOneTimeLink
        ) { step in
            let url = try step.url
            try step.manage(.makeLink(step.choice(0) == nil ? .readWrite : .readOnly))
            if let link = try step.person.state.shares[url]?.openLinks.last {
                step.context.record.oneTimeLinks[url] = link.url
            }
        },
        "{person} takes back the one-time link for {url}": .step(
            "Takes back the newest unopened one-time link.", as: .takesBackOneTimeLink
        ) { step in
            let link = try step.found(try step.seenShare().openLinks.last, or: "there is no such link")
            try step.manage(.takeBackLink(link.id))
        },
        "{person} opens the one-time link for {url}": .step(
            "Opens the newest one-time link, even if another person has opened it."
        ) { step in
            try step.openLink(step.found(step.context.record.oneTimeLinks[step.url], or: "there is no such link"))
        },
        "{person} sees that ({persons}|nobody) (asks for access to|is blocked at) {url}": .lists(
            "Checks the people who wait for an answer or who may not ask, as this person sees them.",
            or: "these are others"
        ) { step in
            let row = try step.seenShare()
            return (step.choice(1) == "is blocked at" ? row.blocked : row.requesters).map(\.handle)
        },
        "{person} leaves the share at {url}": .manage(
            "Leaves the share.", from: .request(.shareLeave, .link)
        ) { _ in .leave },
        "{person} stops sharing {url}": .manage(
            "Ends the share for everyone.", as: .stopsSharing, from: .request(.shareStop, .link)
        ) { _ in .stop },
        "{person} keeps the share at {url} on the screen": .step(
            "Opens the share on a screen that does not update, so that the next change is based on an old revision."
        ) { step in
            let (person, url) = (try step.settledPerson(), try step.url)
            person.lookedAt[url] = try step.found(
                person.state.shares[url], or: "{person} has no such share on the screen", expected: url)
        },
        "{person} adds {count} people to the share at {url}": .manage(
            "Invites that many unnamed people, all or none. They receive the link.",
            example: ["", "97"]
        ) { step in try .invite((1...max(step.count, 1)).map { "guest\($0)" }, nil) },
        "{person} shares {text} from {app} at {url} with nobody yet": .step(
            "Creates a share without sending its link.",
            example: ["", "Trip plan"], as: .sharesWithNobody
        ) { step in
            let answer = try step.create(.readWrite, step.app)
            // If its app must be asked first, no share exists yet.
            if answer?["start"] == nil { try step.keep(share: answer?["share"]?.text("id")) }
        },
        "the app {app} tells for {person} that {person} (was added to|was removed from|joined|left) {url}": .step(
            "Lets the app post the membership event, even if it is not true.", as: .tellsMembership
        ) { step in
            let isAdded = step.says("was added to") || step.says("joined")
            try step.context.post(
                .membership(isAdded ? .addedCollaborator : .removedCollaborator, person: step.person(1).handle),
                by: step.person, at: step.url, on: step.screen)
        },
        "{person} is told in {conversation} of the membership event {text} with the raw value {count}": .lists(
            "Checks the trigger of the thread's last notice, and its number in the framework.",
            example: ["Bea", "", "addedCollaborator"], or: "the event differs",
            are: { [try $0.text, try $0.text, "\(try $0.count)"] }
        ) { try $0.lastMembership() },
        "the last request of {person} runs into the rule {text}": .reads(
            "Checks the rule that refused this person's last request.",
            example: ["Bea", "ev-membership"], as: .requestRunsIntoRule
        ) { step in
            switch try step.lastRefusal().detail {
            case .rule(let id, _, _)?, .limit(_, _, let id?)?: id
            default: "none"
            }
        },
        "no membership event has the raw value {count}": .reads(
            "Checks that the framework has no trigger of a membership event with this number.", example: ["3"],
            or: "the trigger differs", is: { _ in "none" }
        ) { step in
            let count = try step.count
            return HighlightEvent.MembershipTrigger.allCases.first { $0.triggerValue == count }?.rawValue ?? "none"
        },
        "{person} sees on the share at {url}:": SeenThings(
            columns: ["person", "role", "may", "came"], others: "{person} sees others on the share",
            find: { step in
                let names = step.context.names.people
                return try step.seenShare().people.map { participant in
                    [
                        Handle(participant.handle).flatMap { names[$0] } ?? participant.name,
                        roles[participant.role] ?? "", participant.permission == .readWrite ? "edit" : "view",
                        participant.acceptance == .accepted ? "yes" : "no",
                    ]
                }
            }
        ).seesThese(
            """
            Checks the participants that this person sees, in order: columns person, role (owner, administrator, \
            invited, by the link), may (edit, view) and came (yes, no).
            """),
        "{person} sees that the share at {url} is open to (anyone with the link|invited people)": .reads(
            "Checks the access of the share.", or: "the share has another access", is: \.choice
        ) { try $0.seenShare().access == .public ? "anyone with the link" : "invited people" },
        "{person} has access to {url}": .reads(
            "Checks that this person is on the share and has opened it.", or: "{person} has no access",
            is: { _ in Share.Acceptance.accepted.rawValue }
        ) { try $0.seenShare().own?.acceptance.rawValue },
        "{person} has no access to {url}": .check(
            "Checks that this person is on no share there, can open none, and has none in their list.", as: .hasNoAccess
        ) { try $0.expectNoAccess() },
        "{person} lists the collaborations in {conversation}:": SeenThings(
            columns: ["title", "link"], others: "{person} is listed other collaborations",
            find: { step in
                let (id, person) = (try step.conversation, try step.settledPerson())
                person.load(id)
                _ = try person.outcome(of: .shareList, of: .loadCollaborations(conversation: id))
                return person.state.collaborations(in: id).map { [$0.title, $0.url] }
            }
        ).seesThese("Checks the details of a conversation: columns title and link, in the order they were shared."),
        "{person} is told that ({persons}|nobody) lost access": .lists(
            "Checks the people who lost access by the last change of a share without being named.",
            or: "the screen names other people who lost access", are: { try $0.handles.map(\.rawValue).sorted() }
        ) { try $0.dropped() },
    ]

    /// The word of a phrase for an answer to requests for access.
    static func verb(_ answer: AccessAnswer) -> String {
        switch answer {
        case .approve: "approves"
        case .deny: "denies"
        case .block: "blocks"
        case .unblock: "unblocks"
        }
    }

    private static func permission(_ words: String) -> Share.Permission { words == "edit" ? .readWrite : .readOnly }

    private static let roles: [Share.Role: String] = [
        .owner: "owner", .administrator: "administrator", .privateUser: "invited", .publicUser: "by the link",
    ]
}

extension PhraseMeaning {
    /// Returns the meaning of a phrase for a change of the share at the step's link.
    fileprivate static func manage(
        _ summary: String, example: [String]? = nil, as name: PhraseName? = nil, from request: PhraseRequest? = nil,
        deed: @escaping Query<CollaborationDeed>
    ) -> PhraseMeaning {
        step(summary, example: example, as: name, from: request) { try $0.manage(deed($0)) }
    }
}

/// Access to the share at a step's link.
extension PlayStep {
    /// Changes the share as the step's person sees it.
    func manage(_ deed: CollaborationDeed) throws(StepFailure) {
        let (person, url) = (try settledPerson(), try url)
        // Over the wire, the share of any person counts, for a test of a person who has only obtained its id.
        let others = context.isOverTheWire ? context.roster.people : []
        if let row = person.lookedAt[url] ?? ([person] + others).lazy.compactMap({ $0.state.shares[url] }).first {
            // A later share at the same link is a different one.
            if try context.act(person, .manage(row, deed)) != nil, deed == .stop { context.record.documents[url] = nil }
            return
        }
        let obstacle = person.state.lostShares[url]?.obstacle
        let refusal = RPCError(obstacle?.reason ?? .notFound, obstacle?.text ?? "This document is not shared with you")
        _ = try context.checked(.failure(refusal), of: person, byScreen: true)
    }

    /// Returns the share that the step's person has on the screen, or finds by its public link.
    func seenShare() throws(StepFailure) -> CollaborationRow {
        let (person, url) = (try settledPerson(), try url)
        if person.state.shares[url] == nil { _ = try look(.collaboration(.find(url: url))) }
        return try found(
            person.state.shares[url], or: "{person} has no such share", expected: url,
            actual: person.state.shares.keys.sorted().listed)
    }

    func expectNoAccess() throws(StepFailure) {
        let (person, url) = (try settledPerson(), try url)
        if person.state.shares[url]?.own != nil { throw failure("{person} is listed the share", expected: "no \(url)") }
        switch try look(.collaboration(.find(url: url))) {
        case .success: throw failure("{person} can open the share", expected: "not_found")
        case .failure(let refusal):
            // A stopped share is refused with a conflict for its former participants, and a share that takes requests
            // for access to others is forbidden.
            guard refusal.reason != .notFound, refusal.reason != .conflict, refusal.rule != "ck-access-requests" else {
                return
            }
            throw StepFailure("share.get was refused for another reason", actual: refusal.message)
        }
    }

    /// Returns the people who lost access by the last change, according to the screen.
    func dropped() throws(StepFailure) -> [String] {
        let person = try person
        guard case .success(let answer) = person.lastRequest, answer["dropped"] != nil else {
            throw failure("{person} changed no share in the step before")
        }
        // Such as: “Trip plan”: only invited people can open it; Bea and dana lost access
        let ends = [" lost access", " is no longer invited by name", " are no longer invited by name"]
        let losers = person.lastSaid.split(separator: ";").last.flatMap { clause in
            ends.first(where: clause.hasSuffix).flatMap { clause.split(separator: ":").last?.dropLast($0.count) }
        }
        return (losers ?? "").replacing(" and ", with: ",").split(separator: ",").map {
            $0.drop { $0 == " " }.lowercased()
        }.sorted()
    }

    /// Returns the trigger of the last notice in the step's conversation twice, for the server and for the framework,
    /// and its raw value.
    func lastMembership() throws(StepFailure) -> [String] {
        let page = try look(.live(.conversationHistory(.init(conversation: conversation)))).answer
        let notices = page?.list("entries").compactMap { try? Notice(told: $0["notice"], as: "a notice") } ?? []
        guard case .highlight(.membership(let trigger, _))? = notices.last?.event else {
            throw failure("the last notice is of another kind", actual: notices.map(\.text).listed)
        }
        return [trigger.rawValue, trigger.rawValue, "\(trigger.triggerValue)"]
    }
}
