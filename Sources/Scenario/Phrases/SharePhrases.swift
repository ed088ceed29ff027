import AppFrameworks
import ChatProtocol
import ChatScreens
import ChatSession

extension PlayPhrases {
    /// Who is on a share, what they may do, and how it ends; what apps claim of that, and what people see of it.
    static let shares: PhraseChapter = [
        "{person} adds {persons} to the share at {url} [so that they can (view|edit)]": .manage(
            .shareAddParticipant,
            "Invites people to the document, who then have to open it; with a permission of their own, or not.",
            as: .addsToShare
        ) { step throws(StepFailure) in
            try .invite(step.handles.map(\.rawValue), step.arguments.choice(1).map(permission))
        },
        "{person} removes {persons} from the share at {url}": .manage(
            .shareRemoveParticipant, "Takes people off the document, all or none of them.", as: .removesFromShare
        ) { step throws(StepFailure) in try .uninvite(step.handles.map(\.rawValue)) },
        "{person} opens the share at {url} to anyone with the link": .manage(
            .shareSetAccess,
            "Lets everyone in who has the link; who was invited and has not come loses the invitation.", as: .opensShare
        ) { _ in .access(.public, again: []) },
        "{person} closes the share at {url} to invited people [keeping {persons}]": .manage(
            .shareSetAccess, "Takes everyone off but the owner; who is kept is invited anew in the same save.",
            as: .closesShare
        ) { step throws(StepFailure) in try .access(.private, again: step.handles.map(\.rawValue)) },
        "{person} lets ({person}|everyone) (only view|edit) the share at {url}": .manage(
            .shareSetPermission,
            "Sets what one person may do, whatever the others may; or all who have no permission of their own.",
            as: .setsPermission
        ) { step throws(StepFailure) in
            try .permission(
                permission(step.arguments.choice(1) ?? ""), handle: step.says("everyone") ? nil : step.handle(1))
        },
        "{person} makes {person} (an administrator|an ordinary participant) of the share at {url}": .manage(
            .shareSetRole, "Lets somebody manage the share for its owner, or no longer.", as: .setsRole
        ) { step throws(StepFailure) in try .administrator(step.handle(1), step.says("an administrator")) },
        "{person} lets (people|nobody else) invite others to the share at {url}": .manage(
            .shareSetInviting, "Says whether participants may add people.", as: .setsInviting
        ) { .inviting($0.says("people")) },
        "{person} leaves the share at {url}": .manage(
            .shareLeave, "Stops taking part in the document.", as: .leavesShare
        ) { _ in .leave },
        "{person} stops sharing {url}": .step("Ends the share for everyone.", as: .stopsSharing) {
            step throws(StepFailure) in
            // Shared again at this link, it is another share.
            if try step.manage(.shareStop, .stop) { step.troupe.documents[try step.url] = nil }
        },
        "{person} keeps the share at {url} on the screen": .step(
            "Has the share on a screen that does not follow: their next change is of what they saw."
        ) { step throws(StepFailure) in
            let (person, url) = (try step.settledPerson(), try step.url)
            let row = try step.found(
                person.state.shares[url], or: "{person} has no such share on the screen", expected: url)
            person.lookedAt[url] = row
        },
        "{person} adds {count} people to the share at {url}": .manage(
            .shareAddParticipant, "Invites so many whom the story does not name, all or none of them.",
            example: ["", "97"]
        ) { step throws(StepFailure) in try .invite((1...max(step.count, 1)).map { "guest\($0)" }, nil) },
        "{person} shares {text} from {app} at {url} with nobody yet": .step(
            "Makes a share and sends its link nowhere: there is no thread in which anything is told of it.",
            example: ["", "Trip plan"], as: .sharesWithNobody
        ) { step throws(StepFailure) in
            let answer = try step.create(.readWrite, step.app)
            // Where its app is asked first there is none yet.
            guard let id = answer?["share"]?["id"]?.stringValue, answer?["start"] == nil else { return }
            step.troupe.note(share: id, of: try step.appName, at: try step.url)
        },
        "the app {app} tells for {person} that {person} (was added to|was removed from|joined|left) {url}": .step(
            "Lets the app post the membership event, whether or not it is true.", as: .tellsMembership
        ) { step throws(StepFailure) in
            let isAdded = step.says("was added to") || step.says("joined")
            try step.troupe.post(
                .membership(isAdded ? .addedCollaborator : .removedCollaborator, person: step.person(1).handle),
                by: step.person, at: step.url, on: step.screen)
        },
        "{person} is told in {conversation} of the membership event {text} with the raw value {count}": .check(
            "Checks the trigger of the last notice that stands in the thread, and its number in the framework.",
            example: ["Bea", "", "addedCollaborator"]
        ) { step throws(StepFailure) in try step.expectMembership() },
        "the last request of {person} runs into the rule {text}": .reads(
            "Checks by which rule of the feature table this person's last request was refused.",
            example: ["Bea", "ev-membership"], or: "the rule is something else"
        ) { step throws(StepFailure) in
            guard case .failure(let refusal)? = try step.person.lastRequest else {
                throw StepFailure("the request was not refused", expected: try step.text)
            }
            return switch refusal.detail {
            case .rule(let id, _)?, .limit(_, _, let id?)?: id
            default: "none"
            }
        },
        "no membership event has the raw value {count}": .check(
            "Checks that the framework has no trigger of a membership event with this number.", example: ["3"]
        ) { step throws(StepFailure) in
            let trigger = HighlightMembershipEvent.Trigger(rawValue: try step.count)
            try step.expect(trigger.map { "\($0)" } ?? "none", is: "none", or: "the trigger is something else")
        },
        "{person} sees on the share at {url}:": SeenThings(
            columns: ["person", "role", "may", "came"], others: "{person} sees others on the share",
            find: { step throws(StepFailure) in
                let names = step.troupe.names.people
                return try step.seenShare.people.map { participant in
                    [
                        Handle(participant.handle).flatMap { names[$0] } ?? participant.name,
                        roles[participant.role] ?? "", participant.permission == .readWrite ? "edit" : "view",
                        participant.acceptance == .accepted ? "yes" : "no",
                    ]
                }
            }
        ).seesThese(
            """
            Checks whom this person sees on the share, in order: columns person, role (owner, administrator, \
            invited, by the link), may (edit, view) and came (yes, no).
            """),
        "{person} sees that the share at {url} is open to (anyone with the link|invited people)": .check(
            "Checks who can open the share."
        ) { step throws(StepFailure) in
            let expected: Share.Access = step.says("invited people") ? .private : .public
            try step.expect(step.seenShare.access.rawValue, is: expected.rawValue, or: "others can open the share")
        },
        "{person} has access to {url}": .check(
            "Checks that this person is on the share and has opened it."
        ) { step throws(StepFailure) in
            try step.expect(
                step.seenShare.own?.acceptance.rawValue ?? "not on the share",
                is: Share.Acceptance.accepted.rawValue, or: "{person} has no access")
        },
        "{person} has no access to {url}": .check(
            "Checks that this person is on no share there, can open none, and is listed none.", as: .hasNoAccess
        ) { step throws(StepFailure) in try step.expectNoAccess() },
        "{person} lists the collaborations in {conversation}:": SeenThings(
            columns: ["title", "link"], others: "{person} is listed other collaborations",
            find: { step throws(StepFailure) in
                let id = try step.conversation
                let person = try step.settledPerson()
                person.load(id)
                _ = person.outcome(of: .shareList) { _ = $0.perform([.loadCollaborations(conversation: id.rawValue)]) }
                return person.state.collaborations(in: id.rawValue).map { [$0.title, $0.url] }
            }
        ).seesThese("Checks the details of a conversation: columns title and link, in the order they were shared."),
        "{person} is told that ({persons}|nobody) lost access": .check(
            "Checks whom the last change of a share took off it, besides those it named."
        ) { step throws(StepFailure) in try step.expectDropped() },
    ]

    private static func permission(_ words: String) -> Share.Permission { words == "edit" ? .readWrite : .readOnly }

    private static let roles: [Share.Role: String] = [
        .owner: "owner", .administrator: "administrator", .privateUser: "invited", .publicUser: "by the link",
    ]
}

extension PhraseMeaning {
    /// What somebody does with the share at the step's link.
    fileprivate static func manage(
        _ method: Method, _ summary: String, example: [String]? = nil, as name: PhraseName? = nil,
        deed: @escaping Query<CollaborationDeed>
    ) -> PhraseMeaning {
        step(summary, example: example, as: name) { step throws(StepFailure) in
            _ = try step.manage(method, deed(step))
        }
    }
}
