import ChatProtocol

extension PlayPhrases {
    /// What becomes of a change of a share whose app holds the document itself and is asked first.
    static let askedChanges: [StepDefinition<Troupe>] = [
        check(
            "the change of {person} (waits|is made|was cancelled|failed)",
            summary: "Checks how far the last change of a share got that this person wants and an app has to make."
        ) { troupe, arguments throws(StepFailure) in
            let states: [String: CollaborationStart.State] = [
                "waits": .waiting, "is made": .done, "was cancelled": .cancelled,
            ]
            let change = try troupe.lastChange(of: troupe.person(arguments.person()))
            let state = states[arguments.choice() ?? ""] ?? .failed
            try Troupe.expect(change.state.rawValue, is: state.rawValue, "the change is")
        },
        check(
            "the change of {person} failed because {text} saying {text}",
            example: #"the change of Anna failed because "act-contract" saying "Board did not answer in time.""#,
            summary: "Checks by which rule of the feature table the last change failed, and what its person is told."
        ) { troupe, arguments throws(StepFailure) in
            let change = try troupe.lastChange(of: troupe.person(arguments.person()))
            try Troupe.expect(change.failureRule ?? "", is: arguments.text(0), "the change failed because")
            try Troupe.expect(change.failure, is: arguments.text(1), "the person is told")
        },
    ]
}

extension Troupe {
    /// The last change that a person's app was asked for: one that waits, or how the last one ended as it was told.
    fileprivate func lastChange(of person: CastPerson) throws(StepFailure) -> StartRow {
        try settle(person)
        for case .start(let row, _) in person.printed.reversed() where row.isChange { return row }
        throw StepFailure("no app was asked for a change of \(person.name)")
    }
}
