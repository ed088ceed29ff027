import ChatProtocol

extension PlayPhrases {
    /// Devices whose systems know nothing of edits, undo send and tapbacks.
    static let oldSystems: [StepDefinition<Troupe>] = [
        step(
            "{person} has a device with an older system",
            summary: "From now on their device knows nothing of edits, undo send and tapbacks."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.change(arguments.person(), to: .old)
        },
        check(
            "{person} is warned that {person} may still see it",
            summary: "Checks that the screen says so after something was unsent: the other's name, and nobody else's."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkWarning(of: arguments.person(), names: troupe.person(arguments.person(1)).name)
        },
        check(
            "{person} is warned of nobody",
            summary: "Checks that the screen warns of nobody after something was unsent."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkWarning(of: arguments.person(), names: nil)
        },
    ]
}

extension Troupe {
    fileprivate func change(_ name: String, to system: DeviceSystem) throws(StepFailure) {
        let person = try person(name)
        person.change(to: system)
        logIn(person)
    }

    fileprivate func checkWarning(of name: String, names other: String?) throws(StepFailure) {
        let person = try person(name)
        guard case .success? = person.lastRequest else {
            throw StepFailure("\(name) unsent nothing in the step before")
        }
        let said = person.lastSaid
        let others = people.filter { said.says($0.name) }.map(\.name)
        try Self.expect(
            others == [other].compactMap { $0 }, or: "\(name) is warned otherwise",
            expected: other.map { "a warning that names \($0)" } ?? "no warning", actual: said)
    }
}
