import ChatProtocol

extension PlayPhrases {
    /// Whether a step sets the clock that the server goes by, which not every stage can follow.
    static func setsServerClock(_ step: String) -> Bool { step.hasPrefix("the server's clock ") }

    /// The clock that a server goes by whose world is on a real one.
    static let serverClock: [StepDefinition<Troupe>] = [
        step(
            "the server's clock steps (back|forward) by {duration}",
            summary: "Sets the clock of the machine, as a person or a time server does; the world is on a real clock."
        ) { troupe, arguments throws(StepFailure) in
            let milliseconds = try arguments.duration().wholeMilliseconds
            try troupe.stepServerClock(by: arguments.choice() == "back" ? -milliseconds : milliseconds)
        },
        step(
            "the server's clock stands still",
            summary: "Puts the world on a real clock, which goes on only as the scenario says."
        ) { troupe, _ throws(StepFailure) in
            try troupe.stepServerClock(by: 0)
        },
    ]
}

extension Troupe {
    /// Whether this scenario sets the clock that the server goes by, so that its time passes by it alone.
    var setsServerClock: Bool { pickle?.steps.contains { PlayPhrases.setsServerClock($0.text) } ?? false }

    func stepServerClock(by milliseconds: Int64) throws(StepFailure) {
        do throws(TransportError) { try stage.stepClock(byMilliseconds: milliseconds) } catch {
            throw StepFailure("the server's clock cannot be set", actual: error.description)
        }
        // What is due by now is told before anything else is asked.
        try observe("session.fence")
    }
}
