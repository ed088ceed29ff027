import ChatOptions
import ChatScenario
import Gherkin

/// `chat-client steps`: every phrase that scenarios may say.
enum StepsCommand {
    /// What `chat-client steps --help` prints.
    static let description = CommandDescription(
        "steps", "list or look up the phrases that scenarios may say",
        help: """
            Lists the phrases that scenarios may say, each with what it does and an example.

            usage: chat-client steps [WORD…] [--json | --markdown] [--steps COMMAND] [--no-color]

            With words only the phrases that have all of them, in any order, the nearest first; with a whole step the phrase
            that it says.

              --json      for editors and other programs; docs/reference/gherkin.md tells the form
              --markdown  as docs/reference/steps.md has it: chat-client steps --markdown > docs/reference/steps.md
              --steps COMMAND
                          with the steps that this program does, as for play
              --no-color  no colours (so does NO_COLOR)
              --help      this text

            exit status: 0 something was found, 1 nothing was: then the nearest are told; 2 bad usage

            """)

    /// Lists the phrases.
    ///
    /// - Parameter words: what stands behind `steps` on the command line.
    /// - Returns: the exit status: 0, or 1 where nothing was found.
    static func run(_ words: [String], environment: PlayEnvironment) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description, help: environment.output) else { return 0 }
        let query = words.rest.joined(separator: " ")
        let wantsPage = words.has("--json") || words.has("--markdown")
        if words.has("--json"), words.has("--markdown") { throw words.problem("give --json or --markdown") }
        if wantsPage, !query.isEmpty {
            throw words.problem("--json and --markdown give all phrases, and take no words")
        }
        do {
            let own = try own(words)
            let table = try PlayPhrases.table(own)
            let chapters = PlayPhrases.chapters + (own.isEmpty ? [] : [(title: "Steps of your own", phrases: own)])
            if words.has("--json") {
                let titles = chapters.flatMap { chapter in chapter.phrases.map { _ in chapter.title } }
                environment.output(table.json(chapters: titles))
            } else if words.has("--markdown") {
                environment.output(try markdown())
            } else {
                let hasColors = environment.hasColors && !words.has("--no-color")
                let catalogue = StepCatalogue(chapters: chapters, modifiers: PlayPhrases.modifiers)
                return list(query, table, catalogue, ReportStyle(hasColors: hasColors), environment)
            }
            return PlayCommand.passed
        } catch {
            throw words.problem("\(error)")
        }
    }

    /// What the program does that `--steps` names.
    private static func own(_ words: OptionWords) throws -> [StepDefinition<ScenarioContext>] {
        try words.value("--steps").map { try StepProgram(command: $0).definitions() } ?? []
    }

    private static func list(
        _ query: String, _ table: StepTable<ScenarioContext>, _ catalogue: StepCatalogue, _ style: ReportStyle,
        _ environment: PlayEnvironment
    ) -> Int32 {
        let asked = StepCatalogue.Entry.words(of: query)
        let text = { (entries: [StepCatalogue.Entry]) in
            entries.map { $0.text(style, marking: asked) }.joined(separator: "\n")
        }
        guard !asked.isEmpty else {
            environment.output(references + text(catalogue.entries))
            return PlayCommand.passed
        }
        let said: [String]
        var found: [StepCatalogue.Entry] = []
        switch table.match(Gherkin.PickleStep(query)) {
        case .found(let definition, _):
            said = [definition.phrase]
            found = catalogue.entries(said)
        case .undefined(let nearest, _):
            said = nearest
            found = catalogue.found(by: asked)
        }
        guard found.isEmpty else {
            environment.output(text(found))
            return PlayCommand.passed
        }
        let nearest = said.isEmpty ? catalogue.nearest(to: asked) : catalogue.entries(said)
        let problem = "chat-client steps: no phrase has all of “\(ReportStyle.oneLine(query))”"
        environment.complaints(
            nearest.isEmpty
                ? "\(problem); chat-client steps lists all that there are\n"
                : "\(problem); the nearest:\n\n\(text(nearest))")
        return PlayCommand.failed
    }

    /// What stands above the phrases.
    private static let references = """
        Where {url} or {text} stands, these need no quotes:
            the link that was just sent        the link that Bea just shared
            the message that was just sent     the message that Bea just sent
            the link called "the plan"         the message called "the question"


        """

    /// All of `docs/reference/steps.md`.
    static func markdown() throws(PhraseError) -> String {
        var text = """
            # The phrases of scenarios

            <!-- Written by `chat-client steps --markdown`; a test holds this file to the table in the code. -->

            A step matches whatever its keyword is. `{person}` is a name such as Anna, `{persons}` a list of them;
            `{app}`, `{conversation}`, `{text}` and `{url}` stand in quotes; `{duration}` is a time such as 10 minutes,
            `{count}` a number or a word up to ten. What stands in square brackets may be left out, and a bar divides
            alternatives.

            No two phrases can say the same step: a table with two that could is refused before anything is played.

            `chat-client steps WORD…` finds phrases by words in any order, or the phrase that a whole step says;
            `chat-client steps --json` gives them all to [editors](gherkin.md#for-editors).

            ## What a step need not spell out

            Without quotes, wherever `{url}` or `{text}` stands:

            | written | stands for |
            | --- | --- |
            | `the link that was just sent`, `the link that Bea just sent` | the newest link in a message, of anybody or of her |
            | `the link that was just shared`, `the link that Bea just shared` | the newest link of a document |
            | `the message that was just sent`, `the message that Bea just sent` | the newest message, as it reads now |
            | `the link called "the plan"`, `the message called "the question"` | what a step gave that name |

            Names are given by steps such as `the link "https://notes.example/d/1" is called "the plan"`, `the link that
            was just shared is called "the plan"` and `the message "Who drives?" in "Trip" is called "the question"`. Where
            `{url}` stands, the name of a link in quotes is enough: `Bea pins "the plan" in "Trip"`. A text in quotes is
            always that text.

            ## Words around a step

            They stand around the phrases below, also together. A step that a phrase says as a whole is that phrase.

            | words | what they change | example |
            | --- | --- | --- |

            """
        for modifier in PlayPhrases.modifiers {
            let cells = ["`\(modifier.shown)`", modifier.summary, "`\(modifier.example)`"]
            text += "| " + cells.map { $0.replacingBytes(of: "|", with: "\\|") }.joined(separator: " | ") + " |\n"
        }
        for (title, definitions) in PlayPhrases.chapters {
            text += "\n## \(title)\n\n" + (try StepTable(definitions).markdown())
        }
        return text
    }
}
