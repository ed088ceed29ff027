import ChatConnection
import ChatProtocol
import ChatScenario
import ChatScreens
import ChatSession
import ChatSystem
import ChatTerminal
import Gherkin

/// The calls of tools that only the client can perform.
enum MCPWork: Sendable {
    /// Plays scenarios: the words of the command line, and the text to play in place of a file.
    case play([String], text: String?)
    /// Searches phrases of steps.
    case search(String)
    /// Matches a step.
    case match(String)
    /// Draws a person's screen.
    case screen(MCPScreen)

    /// The tools with that work.
    static var tools: [MCPTool<MCPWork>] {
        [
            MCPTool(
                "play", "Play a scenario",
                "Plays scenarios in Gherkin and returns the counts and the failures: expected and actual values, what "
                    + "each person saw, and the rules that decided. Each scenario has a new world.", .reads,
                [
                    MCPArgument("text", "The text of a feature, in Gherkin."),
                    MCPArgument("path", "In place of text: a file, FILE:LINE or a folder in the working folder."),
                    MCPArgument("tags", "Only scenarios with these tags, such as @mention and not @slow."),
                    MCPArgument("dry_run", "Only checks that every step is known.", type: "boolean"),
                ], read: play),
            MCPTool(
                "steps_search", "Search steps",
                "Finds the phrases of scenarios that contain the words, the nearest first, with an example of each.",
                .reads, [MCPArgument("words", "Words such as: mentions notice", isRequired: true)]
            ) { fields throws(InvalidField) in .local(.search(try fields.string("words"))) },
            MCPTool(
                "step_match", "Match a step",
                "Returns the phrase that a step of a scenario matches, or the nearest phrases and a corrected step.",
                .reads, [MCPArgument("step", "The step, such as: Anna sends \"Hi\" to \"Trip\"", isRequired: true)]
            ) { fields throws(InvalidField) in .local(.match(try fields.string("step"))) },
            MCPTool(
                "screen", "Draw a screen",
                "Logs a person in with the terminal client and returns their screen as text. Nothing is marked as "
                    + "read.", .adds,
                [
                    MCPArgument("person", "The handle of the person.", isRequired: true),
                    MCPArgument("conversation", "The id or title of the conversation to show."), .world,
                    MCPArgument("columns", "The width; 80 if left out.", type: "integer", more: MCPScreen.columns),
                    MCPArgument("rows", "The height; 24 if left out.", type: "integer", more: MCPScreen.rows),
                ]
            ) { fields throws(InvalidField) in .local(.screen(try MCPScreen(from: &fields))) },
        ]
    }

    @Sendable private static func play(
        _ fields: inout JSONFields
    ) throws(InvalidField) -> MCPAction<MCPWork> {
        let text = try fields.optionalString("text")
        let path = try fields.optionalString("path")
        guard (text == nil) != (path == nil) else {
            throw fields.invalid("text", "or path must be given, and not both")
        }
        if let path, !isInside(path) {
            throw fields.invalid("path", "must be in the working folder, without “..” and without links")
        }
        var words: [String] = []
        if let tags = try fields.optionalString("tags") { words += ["--tags=\(tags)"] }
        if try fields.optionalBool("dry_run") == true { words.append("--dry-run") }
        return .local(.play(words + ["--", path ?? "scenario.feature"], text: text))
    }

    /// Returns true if a path stays in the working folder.
    private static func isInside(_ path: String) -> Bool {
        guard let first = path.unicodeScalars.first, first != "/" else { return false }
        // A slash and a combining mark are one character, but the file system sees the slash.
        let parts = path.unicodeScalars.split(separator: "/").map { String($0) }
        return !parts.contains("..")
            && !parts.indices.contains { FileSystem.isLink(parts[...$0].joined(separator: "/")) }
    }

    /// Returns the phrases that contain the words, or the nearest ones.
    static func search(for words: String) throws -> MCPResult {
        let asked = StepCatalogue.Entry.words(of: words)
        guard !asked.isEmpty else {
            return MCPResult("Give words, such as “mentions”. understudy://steps has all phrases.", isError: true)
        }
        let catalogue = StepCatalogue(chapters: PlayPhrases.chapters, modifiers: PlayPhrases.modifiers)
        let found = catalogue.found(by: asked)
        let entries = found.isEmpty ? catalogue.nearest(to: asked) : found
        let text = entries.map { $0.text() }.joined(separator: "\n")
        let head =
            found.isEmpty
            ? "No phrase contains all the words"
                + (entries.isEmpty ? "; understudy://steps has all phrases." : ". The nearest are:\n\n") : ""
        let values = entries.map { entry -> JSONValue in
            ["phrase": .string(entry.shown), "summary": .string(entry.summary), "example": .string(entry.example)]
        }
        return MCPResult(head + text, ["phrases": .array(values), "containsAll": .bool(!found.isEmpty)])
    }

    /// Returns the phrase of a step, or the nearest phrases.
    static func match(_ step: String) throws -> MCPResult {
        let keywords = ["Given ", "When ", "Then ", "And ", "But ", "* "]
        let text = keywords.first { step.hasPrefix($0) }.map { String(step.dropFirst($0.count)) } ?? step
        switch try PlayPhrases.table().match(Gherkin.PickleStep(text)) {
        case .found(let definition, _):
            return MCPResult(
                "The step matches: \(definition.phrase)",
                ["matches": true, "phrase": .string(definition.phrase)])
        case .undefined(let nearest, let suggestion):
            var lines = ["No phrase matches the step."]
            if let suggestion { lines.append("Did you mean: \(suggestion)") }
            lines += nearest.map { "Nearest: \($0)" }
            return MCPResult(
                lines.joined(separator: "\n"),
                [
                    "matches": false, "phrases": .array(nearest.map(JSONValue.string)),
                    "suggestion": suggestion.map(JSONValue.string) ?? .null,
                ])
        }
    }
}

/// A screen to draw: whose, of which size, and with which conversation.
struct MCPScreen: Sendable {
    private let person: Handle
    private let world: WorldName
    private let conversation: String?
    private let size: Size

    private static let columnRange = 20...300
    private static let rowRange = 5...200
    static let columns = limits(columnRange)
    static let rows = limits(rowRange)

    private static func limits(_ range: ClosedRange<Int>) -> [(String, JSONValue)] {
        [("minimum", .integer(Int64(range.lowerBound))), ("maximum", .integer(Int64(range.upperBound)))]
    }

    /// Reads the arguments of the tool.
    init(from fields: inout JSONFields) throws(InvalidField) {
        person = try fields.read("person")
        conversation = try fields.optionalString("conversation")
        world = try fields.readOptional("world") ?? .main
        size = Size(
            columns: try fields.readOptional("columns", in: Self.columnRange) ?? 80,
            rows: try fields.readOptional("rows", in: Self.rowRange) ?? 24)
    }

    /// Logs the person in, and draws their screen without the focus, so that nothing is marked as read.
    func draw(on stage: any Stage, timeoutMilliseconds: Int) throws -> MCPResult {
        let hello = Hello(.person(person, name: nil), world: world).with(stage.credentials)
        let connection = TransportConnection<ClientRequest>(
            hello: hello, patienceMilliseconds: Int64(timeoutMilliseconds)
        ) { [person] () throws(TransportError) in try stage.connect(for: person.rawValue) }
        let session = PersonSession(
            on: connection, me: person, size: size, face: .utc, clock: SessionClock(steady: { 0 }, wall: { 0 }))
        session.updateState { $0.view.isFocused = false }
        session.start()
        session.catchUp()
        defer { session.close() }
        guard session.phase == .live else {
            return MCPResult("\(person) cannot log in: \(session.problem)", isError: true)
        }
        if let conversation {
            let rows = session.model.state.conversations
            guard let row = rows.first(where: { $0.id.rawValue == conversation || $0.title == conversation }) else {
                let titles = rows.prefix(20).map { "\($0.id) “\($0.title)”" }.joined(separator: ", ")
                return MCPResult(
                    "\(person) has no conversation “\(conversation)”. They have: \(titles.isEmpty ? "none" : titles).",
                    isError: true)
            }
            let actions = session.updateState { state in
                state.view.isShelfShown = false
                state.view.pane = .thread
                return ChatUpdate.run(on: &state) { $0.select(row.id) }
            }
            _ = session.perform(actions)
            session.pump()
            session.catchUp()
        }
        let text = session.grid.text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { JSONValue.string(String($0)) }
        return MCPResult(text, ["person": .string(person.rawValue), "lines": .array(lines)])
    }
}
