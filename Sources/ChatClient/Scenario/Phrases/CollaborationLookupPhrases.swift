import ChatProtocol

extension PlayPhrases {
    /// Collaborations that an app looks up, to tell of what was done in them.
    static let collaborationLookups: [StepDefinition<Troupe>] = [
        check(
            "the app {app} finds the collaboration at {url} for {person}",
            summary: "Checks that the highlight center finds the collaboration of the link, listed or not."
        ) { troupe, arguments throws(StepFailure) in
            let url = try arguments.url()
            let found = try troupe.lookCollaborationUp(arguments)
            switch found {
            case .success(let highlight): try Troupe.expect(highlight.url, is: url, "the collaboration is at")
            case .failure(let error):
                throw StepFailure("it is not found", expected: url, actual: "\(error.code): \(error)")
            }
        },
        check(
            "the app {app} does not find the collaboration at {url} for {person} because {text}",
            example: """
                the app "Notes" does not find the collaboration at "https://notes.example/d/1" for Dana because \
                "accessDenied"
                """,
            summary: "Checks the highlight center's error: internalError, invalidURL or accessDenied."
        ) { troupe, arguments throws(StepFailure) in
            switch try troupe.lookCollaborationUp(arguments) {
            case .success(let highlight): throw StepFailure("it is found", actual: highlight.url)
            case .failure(let error): try Troupe.expect("\(error.code)", is: arguments.text(), "the lookup ended with")
            }
        },
    ]
}

extension Troupe {
    /// What the center of the step's app answers.
    fileprivate func lookCollaborationUp(
        _ arguments: StepArguments
    ) throws(StepFailure) -> Result<CollaborationHighlight, HighlightCenterError> {
        let screen = try screen(arguments)
        var answers: [Result<CollaborationHighlight, HighlightCenterError>] = []
        screen.runtime.center.getCollaborationHighlight(for: try arguments.url()) { highlight, error in
            answers.append(
                highlight.map { .success($0) } ?? .failure(error ?? HighlightCenterError(.internalError, "no answer")))
        }
        screen.catchUp()
        guard let answer = answers.first, answers.count == 1 else {
            throw StepFailure("the handler was called \(answers.count) times")
        }
        return answer
    }
}
