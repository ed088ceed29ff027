import ChatProtocol

extension PlayPhrases {
    /// Time that passes until there is nothing left to wait for.
    static let settling: [StepDefinition<Troupe>] = [
        step(
            "everything has settled",
            summary: """
                Lets time pass until nothing is pending that only time brings: notices that grow, what was delayed, what \
                apps have to answer, the top of a shelf.
                """
        ) { troupe, _ throws(StepFailure) in
            try troupe.passUntilSettled()
        }
    ]
}

extension Troupe {
    /// Lets time pass until nothing is pending that only time brings.
    fileprivate func passUntilSettled() throws(StepFailure) {
        let clock = try observe("clock.now")
        guard clock["clock"]?.stringValue == ClockKind.virtual.rawValue else {
            throw StepFailure(
                "the clock of this world is real: nothing says when all is over",
                expected: "a world on a virtual clock", actual: "a real clock")
        }
        let after = try observe("clock.advance") { $0.member("until", "settled") }
        noteElapsed(.milliseconds(try moment("now", of: after) - moment("now", of: clock)))
    }
}
