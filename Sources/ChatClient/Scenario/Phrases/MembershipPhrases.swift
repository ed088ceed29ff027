import ChatProtocol

extension PlayPhrases {
    /// Who comes to a share and goes from it, several at once, and what apps claim of that.
    static let membership: [StepDefinition<Troupe>] = [
        step(
            "{person} adds {count} people to the share at {url}",
            example: #"Anna adds 97 people to the share at "https://notes.example/d/1""#,
            summary: "Invites so many whom the story does not name, all or none of them."
        ) { troupe, arguments throws(StepFailure) in
            let handles = (1...max(try arguments.count(), 1)).map { "guest\($0)" }
            try troupe.manage(arguments, .shareAddParticipant, .invite(handles, nil))
        },
        step(
            "{person} shares {text} from {app} at {url} with nobody yet",
            example: #"Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" with nobody yet"#,
            summary: "Makes a share and sends its link nowhere: there is no thread in which anything is told of it."
        ) { troupe, arguments throws(StepFailure) in
            let app = try troupe.apps[troupe.app(arguments.app())].id
            let (title, url) = (try arguments.text(), try arguments.url())
            let answer = try troupe.ask(
                troupe.person(arguments.person()),
                .create(
                    app: app, title: title, document: nil, url: url, access: .private, permission: .readWrite,
                    allowsInviting: false))
            // Where its app is asked first there is none yet.
            guard let id = answer?["share"]?["id"]?.stringValue, answer?["start"] == nil else { return }
            try troupe.documents[url] = Troupe.Document(share: ShareID(id), app: arguments.app())
            try troupe.documentApps[url] = arguments.app()
        },
        step(
            "the app {app} tells for {person} that {person} (was added to|was removed from|joined|left) {url}",
            summary: "Lets the app post the membership event, whether or not it is true."
        ) { troupe, arguments throws(StepFailure) in
            let choice = arguments.choice()
            let trigger: ChatProtocol.HighlightEvent.MembershipTrigger =
                choice == "was added to" || choice == "joined" ? .addedCollaborator : .removedCollaborator
            try troupe.post(
                .membership(trigger, person: troupe.person(arguments.person(1)).handle),
                by: troupe.person(arguments.person()), at: arguments.url(), on: troupe.screen(arguments))
        },
        check(
            "{person} is told in {conversation} of the membership event {text} with the raw value {count}",
            example: #"Bea is told in "Trip" of the membership event "addedCollaborator" with the raw value 1"#,
            summary: "Checks the trigger of the last notice that stands in the thread, and its number in the framework."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let page = try troupe.look(person, .history(troupe.conversation(arguments.conversation()), before: nil))
            let entries = (page.answer?["entries"]?.arrayValue ?? []).compactMap { $0["notice"] }
            guard let word = entries.last?["event"]?["trigger"]?.stringValue,
                let trigger = ChatProtocol.HighlightEvent.MembershipTrigger(rawValue: word)
            else {
                let texts = entries.compactMap { $0["text"]?.stringValue }
                throw StepFailure("the last notice is of another kind", actual: Troupe.list(texts))
            }
            try Troupe.expect(trigger.rawValue, is: arguments.text(), "the event is")
            let ofFramework = HighlightMembershipEvent.Trigger(rawValue: trigger.triggerValue).map { "\($0)" }
            try Troupe.expect(ofFramework ?? "no trigger", is: trigger.rawValue, "in the framework it is")
            try Troupe.expect("\(trigger.triggerValue)", is: "\(arguments.count())", "its raw value is")
        },
        check(
            "the last request of {person} runs into the rule {text}",
            example: #"the last request of Bea runs into the rule "ev-membership""#,
            summary: "Checks by which rule of the feature table this person's last request was refused."
        ) { troupe, arguments throws(StepFailure) in
            let rule: String
            switch try troupe.person(arguments.person()).lastRequest {
            case .failure(let refusal):
                switch refusal.detail {
                case .rule(let id, _)?, .limit(_, _, let id?)?: rule = id
                default: rule = "none"
                }
            case .success, nil: throw StepFailure("the request was not refused", expected: try arguments.text())
            }
            try Troupe.expect(rule, is: arguments.text(), "the rule is")
        },
        check(
            "no membership event has the raw value {count}", example: "no membership event has the raw value 3",
            summary: "Checks that the framework has no trigger of a membership event with this number."
        ) { _, arguments throws(StepFailure) in
            let trigger = HighlightMembershipEvent.Trigger(rawValue: try arguments.count())
            try Troupe.expect(trigger.map { "\($0)" } ?? "none", is: "none", "the trigger is")
        },
    ]
}
