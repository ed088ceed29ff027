import ChatProtocol

extension PlayPhrases {
    /// Devices whose systems know nothing of edits, undo send and tapbacks.
    static let oldSystems: [StepDefinition<Troupe>] = [
        step(
            "{person} has a device with an older system", example: "Bea has a device with an older system",
            summary: "From now on their device knows nothing of edits, undo send and tapbacks."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            person.leave()
            person.system = .old
        },
        check(
            "{person} is warned that {person} may still see it",
            example: "Anna is warned that Bea may still see it",
            summary: "Checks that the answer to what somebody just unsent names the other, and nobody else."
        ) { troupe, arguments throws(StepFailure) in
            let name = try arguments.person(1)
            try troupe.checkWarning(of: arguments.person(), names: [troupe.person(name)])
        },
        check(
            "{person} is warned of nobody", example: "Anna is warned of nobody",
            summary: "Checks that the answer to what somebody just unsent has no warning."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkWarning(of: arguments.person(), names: [])
        },
    ]
}

extension Troupe {
    fileprivate func checkWarning(of name: String, names people: [CastPerson]) throws(StepFailure) {
        guard case .success(let answer)? = try person(name).lastRequest else {
            throw StepFailure("\(name) asked for nothing, or was refused")
        }
        let handles = (answer["keptBy"]?.arrayValue ?? []).compactMap(\.stringValue)
        let warning = answer["warning"]?.stringValue
        let isRight =
            handles == people.map(\.handle.rawValue) && (warning != nil) == !people.isEmpty
            && people.allSatisfy { warning?.hasPrefix($0.name) == true }
        if isRight { return }
        throw StepFailure(
            "\(name) is warned otherwise", expected: Self.list(people.map(\.name)), actual: warning ?? "no warning")
    }
}
