import ChatScenario
import ChatScreens
import ChatSystem
import Gherkin

/// `chat-client steps`: lists the phrases of scenarios.
enum StepsCommand {
    /// The help of `chat-client steps`.
    static let description = CommandDescription(
        "steps", "list or find the phrases of scenarios",
        help: """
            Lists the phrases of scenarios, each with a summary and an example.

            usage: chat-client steps [WORD…] [--json | --markdown] [--steps COMMAND] [--no-color]

            With words, it lists the phrases that contain all of them in any order, the nearest first. With a whole
            step, it prints the phrase that the step matches.

              --json      for editors and other programs; see docs/reference/gherkin.md
              --markdown  prints docs/reference/steps.md
              --steps COMMAND
                          with the steps that this program does, as for play
              --no-color  no colours (same as NO_COLOR)
              --help      this text

            exit status: 0 found, 1 nothing found; similar phrases are listed, if there are any; 2 bad usage

            """)

    /// Lists the phrases.
    ///
    /// - Parameter words: The words after `steps` on the command line.
    /// - Returns: The exit status: 0, or 1 if no phrase was found.
    static func run(_ words: [String], environment: PlayEnvironment) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description, help: environment.output) else { return 0 }
        let query = words.rest.joined(separator: " ")
        let wantsPage = words.has("--json") || words.has("--markdown")
        if words.has("--json"), words.has("--markdown") { throw words.problem("give --json or --markdown") }
        if wantsPage, !query.isEmpty {
            throw words.problem("--json and --markdown list all phrases; leave out the words")
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

    /// Returns the steps of the program that `--steps` names.
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
        let problem = "chat-client steps: no phrase contains all of “\(ReportStyle.oneLine(query))”"
        environment.complaints(
            nearest.isEmpty
                ? "\(problem); chat-client steps lists all phrases\n"
                : "\(problem); nearest:\n\n\(text(nearest))")
        return PlayCommand.failed
    }

    /// The text above the phrases.
    private static let references = """
        In place of {url} or {text}, these need no quotes:
            the link that was just sent        the link that Bea just shared
            the message that was just sent     the message that Bea just sent
            the link called "the plan"         the message called "the question"


        """

    /// Returns the whole page `docs/reference/steps.md`.
    static func markdown() throws(PatternError) -> String {
        var text = """
            # Steps

            <!-- Written by `chat-client steps --markdown`; a test compares this page with the code. -->

            ```gherkin
            Scenario: A mention is for the mentioned person
              Given a conversation "Trip" between Anna, Bea and Carl
              And the app "Notes" opens links at "notes.example"
              And Anna shares "Trip plan" from "Notes" at "https://notes.example/d/1" in "Trip"
              When Anna mentions Bea in "https://notes.example/d/1" in "Notes"
              Then within 1 minute, Bea sees the notice "Anna mentioned you in “Trip plan”" in "Trip"
              And Carl sees no notice in "Trip"
            ```

            Find a phrase by its words; the answer has an example of each:

            ```sh
            chat-client steps pins url
            ```

            - Every keyword (Given, When, Then, And, But, `*`) takes every phrase.
            - `{person}` is a name, and `{persons}` a list of names. `{app}`, `{conversation}`, `{text}` and `{url}` are in
              quotes. `{duration}` is a time such as 10 minutes. `{count}` is a number, or a word up to ten.
            - `[…]` is optional. `|` separates alternatives.
            - `chat-client steps --json` has all phrases for [editors](gherkin.md#for-editors).

            ## References

            These need no quotes, and can replace `{url}` or `{text}`:

            - `the link that was just sent`, `the link that Bea just sent`: the newest link in a message.
            - `the link that was just shared`, `the link that Bea just shared`: the newest link of a document.
            - `the message that was just sent`, `the message that Bea just sent`: the current text of the newest message.
            - `the link called "the plan"`, `the message called "the question"`: a name from an earlier step.

            These steps give a name:

            ```gherkin
            Given a conversation "Trip" between Anna and Bea
            When Anna sends "Who drives? https://notes.example/d/1" to "Trip"
            Then the link "https://notes.example/d/1" is called "the plan"
            And the message that was just sent is called "the question"
            When Bea pins "the plan" in "Trip"
            ```

            ## Modifiers

            A modifier can surround every phrase below, and modifiers can be combined.

            ```gherkin
            Given a conversation "Trip" between Anna and Bea
            When Anna sends "Who drives?" to "Trip" on the second device
            Then within 1 minute, Bea sees "Who drives?" in "Trip"
            And for 1 hour, Bea sees no notice in "Trip"
            When Bea edits "Who drives?" to "Who cooks?" in "Trip" over the wire
            Then the last request of Bea fails with "forbidden"
            And Anna types "/settings" on a screen of 100 by 30
            ```


            """
        for modifier in PlayPhrases.modifiers { text += "- `\(modifier.shown)`. \(modifier.summary)\n" }
        for (title, definitions) in PlayPhrases.chapters {
            text += "\n## \(title)\n\n" + (try StepTable(definitions).markdown())
        }
        return text
    }
}
