import ChatProtocol

extension PlayPhrases {
    /// The phrase that not every stage can follow.
    static let restart = "the server restarts"

    /// Time, the line to the server, what was refused, and the screen.
    static let timeAndLine: [StepDefinition<Troupe>] = [
        step(
            "{duration} pass|passes",
            summary: "Lets time pass: at once on a virtual clock; on a real one only in a play that is paced."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.pass(arguments.duration())
        },
        step(
            "{person} goes offline",
            summary: "Leaves with everything read that came so far; what comes later is told when they are back."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            try troupe.settle(person)
            person.goAway()
        },
        step(
            "{person} comes back online",
            summary: "Logs in again where they left, and is told what they missed: everything, in order, once."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            guard person.isAway else { throw StepFailure("\(person.name) is online already") }
            person.comeBack()
            try troupe.settle(person)
        },
        step(
            "{person}'s connection drops [{count} times]", example: "Bea's connection drops 20 times",
            summary:
                "Ends the connection, and each time they log in again where they were and are told what they missed."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            for _ in 0..<(arguments.choice() == nil ? 1 : try arguments.count()) {
                person.loseConnection()
                try troupe.settle(person)
            }
        },
        step(
            restart, example: restart,
            summary: "Ends the server and starts it on the same log; whoever was online logs in again."
        ) { troupe, _ throws(StepFailure) in
            for person in troupe.people + troupe.secondDevices { try troupe.settle(person) }
            try troupe.observe("session.ping")
            troupe.loseStreams()
            do throws(TransportError) { try troupe.stage.restart() } catch {
                throw StepFailure("the server cannot be restarted", actual: error.description)
            }
        },
        check(
            "the last request of {person} fails with {text}",
            example: #"the last request of Carl fails with "forbidden""#,
            summary: "Checks that what this person asked for in the step before was refused, by the reason's name."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let reason = try arguments.text()
            switch person.lastRequest {
            case nil: throw StepFailure("\(person.name) asked for nothing", expected: reason)
            case .success: throw StepFailure("the request was not refused", expected: reason, actual: "it was done")
            case .failure(let refusal) where refusal.reason.rawValue == reason: return
            case .failure(let refusal):
                throw StepFailure(
                    "the request was refused for another reason", expected: reason,
                    actual: "\(refusal.reason.rawValue): \(refusal.message)")
            }
        },
        check(
            "{person}'s screen (shows:|shows for {text}:)", example: #"Bea's screen shows for "/notices":"#,
            summary: """
                Checks the rows of the terminal, 80 by 24, from the first to the last, where … stands for anything; or \
                after this command is typed there, which is closed again.
                """,
            argument: .docString
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkScreen(arguments, behind: arguments.textIfGiven(.text))
        },
        step(
            "{person} presses {text}", example: #"Bea presses "Ctrl-T Return""#,
            summary: """
                Presses keys on the terminal, with blanks between them: Return, Esc, Tab, Up, PgDn, Home, F1, Ctrl-S, \
                Alt-b, Space, or a character.
                """
        ) { troupe, arguments throws(StepFailure) in
            try troupe.press(Troupe.keys(arguments.text()), arguments)
        },
        step(
            "{person} types|pastes {text}", example: #"Bea types "/to Trip""#,
            summary: "Types a text on the terminal, character by character, or pastes it; Return is pressed apart."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.press(Troupe.keys(writing: arguments), arguments)
        },
    ]
}

extension Troupe {
    /// Lets time pass in the world, or on the wall where the play is paced and the clock is real.
    func pass(_ duration: Duration) throws(StepFailure) {
        let milliseconds = duration.wholeMilliseconds
        let clock = try observe("clock.now")["clock"]?.stringValue
        if clock == ClockKind.virtual.rawValue {
            try observe("clock.advance") { $0.member("milliseconds", milliseconds) }
        } else if setsServerClock {
            try stepServerClock(by: milliseconds)
        } else if !passOnTheWall(duration) {
            throw StepFailure(
                "the clock of this world is real, and this play does not wait",
                expected: "a world on a virtual clock, or --pace", actual: "a real clock")
        }
        noteElapsed(duration)
    }

    /// The keys of a step, with blanks between them.
    static func keys(_ text: String) throws(StepFailure) -> [Key] {
        var keys: [Key] = []
        for name in text.split(separator: " ") {
            guard let key = KeyNames.key(String(name)) else {
                throw StepFailure("there is no key “\(name)”", expected: KeyNames.shown)
            }
            keys.append(key)
        }
        return keys
    }

    /// The keys that type the text of a step, or paste it in one piece.
    static func keys(writing arguments: StepArguments) throws(StepFailure) -> [Key] {
        let text = try arguments.text()
        return arguments.choice() == "pastes" ? [.paste(text)] : text.map { .character($0) }
    }

    /// Presses keys on the terminal of the step's person, who looks at it meanwhile.
    fileprivate func press(_ keys: [Key], _ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        try beThere(person)
        if let outcome = person.press(keys) { _ = try take(outcome, of: person) }
    }
}
