import ChatConnection
import ChatProtocol
import ChatTerminal
import Gherkin

extension PlayPhrases {
    /// The phrase for a restart, which needs a stage that can restart.
    static let restart = "the server restarts"

    /// Returns true if a step is about keys or the rows of a terminal.
    static func needsScreen(_ step: String) -> Bool {
        let words = StepText(step).pieces.compactMap { if case .word(let word) = $0 { word } else { nil } }
        return words.contains { ["presses", "pastes", "screen"].contains($0) }
            || words.dropFirst().first == "types"
    }

    /// Returns true if a step sets the server's clock, which needs a stage that can do so.
    static func setsServerClock(_ step: String) -> Bool { step.hasPrefix("the server's clock ") }

    /// Phrases about the server's clock, in a world on a real clock.
    static let serverClock: PhraseChapter = [
        "the server's clock steps (back|forward) by {duration}": .step(
            "Sets the clock of the machine; the world uses a real clock."
        ) { step in
            let milliseconds = try step.duration.wholeMilliseconds
            try step.context.stepServerClock(by: step.says("back") ? -milliseconds : milliseconds)
        },
        "the server's clock stands still": .step(
            "Gives the world a real clock that only the scenario moves."
        ) { try $0.context.stepServerClock(by: 0) },
    ]

    /// Phrases that name links and messages for later steps.
    static let references: PhraseChapter = [
        "[the link] {url} is called {text}": .step(
            "Names a link, or a message that was just sent.",
            example: ["the link", "", "the plan"]
        ) { try $0.context.nameLink($0.arguments, as: $0.arguments.namedReference) },
        "the message {text} in {conversation} is called {text}": .step(
            "Names the newest message with this text; the name stays when it is edited.",
            example: ["Who drives?", "", "the question"]
        ) { try $0.context.nameMessage($0.arguments) },
    ]

    /// Phrases about time, connections, refusals and the screen.
    static let timeAndLine: PhraseChapter = [
        "{duration} pass|passes": .step(
            "Advances the clock: at once if it is virtual; a real clock needs a paced play.", as: .passes
        ) { try $0.context.pass($0.duration) },
        "{person} goes offline": .step(
            "Disconnects after reading everything. Later messages arrive when they return.",
            as: .goesOffline
        ) { try $0.settledPerson().goAway() },
        "{person} comes back online": .step(
            "Logs in again and receives everything missed: in order, once.", as: .comesBack
        ) { step in
            let person = try step.person
            try step.expect(person.isAway, or: "{person} is online already")
            person.comeBack()
            try person.settle()
        },
        "{person}'s connection drops [{count} times]": .step(
            "Ends the connection, this often. Each time they log in again and receive what they missed.",
            example: ["Bea", "20"]
        ) { step in
            let person = try step.person
            for _ in 0..<((try? step.count) ?? 1) {
                person.loseConnection()
                try person.settle()
            }
        },
        "{person} starts the client anew": .step(
            "Restarts the client on the same device. It logs in."
        ) { step in
            _ = try step.settledPerson()
            try step.startClientAnew()
        },
        "{person} logs in again with the name {text}": .step(
            "Restarts the client with another display name, which others then see.",
            example: ["Anna", "Anna Karenina"]
        ) { step in
            try step.settledPerson().displayName = step.text
            try step.startClientAnew()
        },
        restart: .step("Restarts the server on the same log; everyone online logs in again.") { step in
            let context = step.context
            for person in context.roster.people + context.roster.secondDevices { try person.settle() }
            try context.observe(.sessionPing)
            context.loseStreams()
            do throws(TransportError) { try context.stage.restart() } catch {
                throw StepFailure("the server cannot be restarted", actual: error.description)
            }
        },
        "the last request of {person} fails with {text}": .check(
            "Checks that this person's request in the previous step was refused, by the name of the reason.",
            example: ["Carl", "forbidden"], as: .requestFails
        ) { step in
            let (reason, refusal) = (try step.text, try step.lastRefusal())
            try step.expect(
                refusal.reason.rawValue == reason, or: "the request was refused for another reason", expected: reason,
                actual: "\(refusal.reason.rawValue): \(refusal.message)")
        },
        "{person}'s screen (shows:|shows for {text}:)": .shows(
            "Checks the rows of the terminal, 80 by 24, also after a typed command; … matches anything.",
            example: ["Bea", "/notices"]
        ) { try $0.screenRows(behind: $0.given(.text)) },
        "{person}'s screen does not show {text}": .none(
            "Checks that no row of the terminal has this text.", example: ["Bea", "New"]
        ) { step in
            let text = try step.text
            return try step.screenRows(behind: nil).filter { $0.has(bytesOf: text) }
        },
        "{person} presses {text}": .step(
            """
            Presses keys on the terminal, separated by spaces: Return, Esc, Tab, Up, PgDn, Home, F1, Ctrl-S, \
            Alt-b, Space, or a character.
            """, example: ["Bea", "Ctrl-T Return"]
        ) { try $0.press($0.keys()) },
        "{person} types|pastes {text}": .step(
            "Types a text on the terminal, character by character, or pastes it; Return is pressed apart.",
            example: ["Bea", "/to Trip"]
        ) { try $0.press($0.writingKeys()) },
        "everything has settled": .step(
            """
            Advances the clock until nothing is pending: growing notices, delays, actions of apps, the top of a \
            shelf.
            """, from: .request(.clockAdvance)
        ) { try $0.context.passUntilSettled() },
    ]
}

extension PlayStep {
    /// Returns the keys in the step's text, which are separated by spaces.
    func keys() throws(StepFailure) -> [Key] {
        try text.split(separator: " ").map { name throws(StepFailure) in
            if let key = KeyNames.key(String(name)) { return key }
            throw StepFailure("there is no key “\(name)”", expected: KeyNames.shown)
        }
    }

    /// Returns the keys that type the step's text, or that paste it in one piece.
    func writingKeys() throws(StepFailure) -> [Key] {
        let text = try text
        return says("pastes") ? [.paste(text)] : text.map { .character($0) }
    }

    /// Presses keys on the terminal of the step's person. A person who is offline uses a client without a connection.
    fileprivate func press(_ keys: [Key]) throws(StepFailure) {
        let person = try person.isAway ? person : presentPerson()
        if let outcome = person.press(keys) { _ = try context.checked(outcome, of: person) }
    }

    /// Ends the client of the step's person, and starts it on the same device.
    func startClientAnew() throws(StepFailure) {
        try person.close()
        context.logIn(try person)
        _ = try presentPerson()
    }

    /// Returns the refusal of the last request of the step's person.
    /// - Throws: ``StepFailure`` if they made no request or it succeeded.
    func lastRefusal() throws(StepFailure) -> RPCError {
        switch try person.lastRequest {
        case nil: throw failure("{person} asked for nothing", expected: try text)
        case .success: throw failure("the request was not refused", expected: try text, actual: "it succeeded")
        case .failure(let refusal): return refusal
        }
    }
}

extension ScenarioContext {
    /// True if this scenario sets the server's clock, which then advances only in its steps.
    var setsServerClock: Bool { pickle?.steps.contains { PlayPhrases.setsServerClock($0.text) } ?? false }

    fileprivate func stepServerClock(by milliseconds: Int64, passes: Bool = false) throws(StepFailure) {
        do throws(TransportError) {
            if passes {
                try stage.passTime(byMilliseconds: milliseconds)
            } else {
                try stage.stepClock(byMilliseconds: milliseconds)
            }
        } catch {
            throw StepFailure("the server's clock cannot be set", actual: error.description)
        }
        // Waits for the effects that are due by now.
        try observe(.sessionFence)
    }

    /// Lets time pass in the world; in real time if the run is paced and the clock is real.
    /// - Throws: ``StepFailure`` if the clock is real and the run is not paced.
    func pass(_ duration: Duration) throws(StepFailure) {
        let milliseconds = duration.wholeMilliseconds
        if try observe(.clockNow).text("clock") == ClockKind.virtual.rawValue {
            try observe(.clockAdvance(.milliseconds(milliseconds)))
        } else if setsServerClock {
            try stepServerClock(by: milliseconds, passes: true)
        } else if !passOnTheWall(duration) {
            throw StepFailure(
                "the clock of this world is real, and this play does not wait for it",
                expected: "a world on a virtual clock, or --pace", actual: "a real clock")
        }
        countElapsed(duration)
    }

    /// Lets time pass until no work is pending that depends on time.
    /// - Throws: ``StepFailure`` if the clock is real.
    fileprivate func passUntilSettled() throws(StepFailure) {
        let clock = try observe(.clockNow)
        guard clock.text("clock") == ClockKind.virtual.rawValue else {
            throw StepFailure(
                "the clock of this world is real, so its pending work has no known end",
                expected: "a world on a virtual clock", actual: "a real clock")
        }
        let after = try observe(.clockAdvance(.until(.quiescent)))
        countElapsed(.milliseconds(try moment("now", of: after) - moment("now", of: clock)))
    }
}
