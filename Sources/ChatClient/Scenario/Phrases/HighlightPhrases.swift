import ChatProtocol

extension PlayPhrases {
    /// Highlights one by one: what a person removes, and what an app looks up.
    static let highlights: [StepDefinition<Troupe>] = [
        step(
            "{person} removes {url} from Shared with You", summary: "Takes the link off this person's shelf, for good."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let url = try arguments.url()
            guard let item = try troupe.shelf(of: person.name).first(where: { $0.url == url }) else {
                throw StepFailure("\(person.name) does not see it in Shared with You", expected: url)
            }
            troupe.removed.append((person.handle, url, item.id))
            try troupe.act(person, .hideHighlight(id: item.id.rawValue), .highlightHide)
        },
        step(
            "{person} takes {url} back into Shared with You", summary: "Undoes that this person removed the link."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let url = try arguments.url()
            guard let id = troupe.removed.last(where: { $0.person == person.handle && $0.url == url })?.id else {
                throw StepFailure("\(person.name) removed no such link", expected: url)
            }
            try troupe.act(person, .restoreHighlight(id: id.rawValue), .highlightRestore)
        },
        check(
            "the app {app} finds {url} for {person}",
            summary: "Checks that the highlight center finds the link, by a handler that is called once, and later."
        ) { troupe, arguments throws(StepFailure) in
            guard let error = try troupe.lookUp(arguments) else { return }
            throw StepFailure("it is not found", expected: try arguments.url(), actual: "\(error.code): \(error)")
        },
        check(
            "the app {app} does not find {url} for {person} because {text}",
            example: #"the app "Notes" does not find "no link" for Bea because "invalidURL""#,
            summary: "Checks the highlight center's error: internalError, invalidURL or accessDenied."
        ) { troupe, arguments throws(StepFailure) in
            let code = try troupe.lookUp(arguments).map { "\($0.code)" } ?? "found"
            try Troupe.expect(code, is: arguments.text(), or: "the lookup ended otherwise")
        },
        check(
            "the app {app} finds the document {text} by its identifier for {person}",
            example: #"the app "Notes" finds the document "Trip plan" by its identifier for Bea"#,
            summary: "Checks that the highlight center finds the collaboration by its identifier, and no other one."
        ) { troupe, arguments throws(StepFailure) in
            let center = try troupe.screen(arguments).runtime.center
            let title = try arguments.text()
            guard
                let listed = center.highlights.lazy.compactMap({ $0 as? CollaborationHighlight })
                    .first(where: { $0.title == title })
            else { throw StepFailure("no such document is listed", expected: title) }
            do throws(HighlightCenterError) {
                let found = try center.collaborationHighlight(forIdentifier: listed.collaborationIdentifier)
                if found != listed { throw HighlightCenterError(.internalError, "another one: \(found)") }
            } catch {
                throw StepFailure("it is not found by its identifier", expected: title, actual: "\(error)")
            }
            if (try? center.collaborationHighlight(forIdentifier: listed.collaborationIdentifier + "x")) == nil {
                return
            }
            throw StepFailure("an identifier that nobody has is found", actual: title)
        },
    ]
}
