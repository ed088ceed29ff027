/// `chat-client steps`: every phrase that scenarios may say.
public enum StepsCommand {
    /// What `chat-client steps --help` prints.
    public static let help = """
        Lists every phrase that scenarios may say, each with what it does and an example.

        usage: chat-client steps [--markdown]

          --markdown  as docs/steps.md has it: chat-client steps --markdown > docs/steps.md
          --help      this text

        """

    /// Lists the phrases.
    ///
    /// - Parameter words: what stands behind `steps` on the command line.
    /// - Returns: the exit status: 0, or 2 for words that it does not know.
    public static func run(_ words: [String], environment: PlayEnvironment) -> Int32 {
        do {
            switch words {
            case []: environment.output(try PlayPhrases.table().listing())
            case ["--markdown"]: environment.output(try markdown())
            case ["--help"], ["-h"]: environment.output(help)
            default: throw PlayUsageError("\"\(words.joined(separator: " "))\" is not known; see --help")
            }
            return PlayCommand.passed
        } catch {
            environment.complaints("chat-client steps: \(error)\n")
            return PlayCommand.unusable
        }
    }

    /// All of `docs/steps.md`.
    public static func markdown() throws -> String {
        var text = """
            # The phrases of scenarios

            <!-- Written by `chat-client steps --markdown`; a test holds this file to the table in the code. -->

            A step matches whatever its keyword is. `{person}` is a name such as Anna, `{persons}` a list of them;
            `{app}`, `{conversation}`, `{text}` and `{url}` stand in quotes; `{duration}` is a time such as 10 minutes,
            `{count}` a number or a word up to ten. What stands in square brackets may be left out, and a bar divides
            alternatives.

            """
        for (title, definitions) in PlayPhrases.chapters {
            text += "\n## \(title)\n\n" + (try StepTable(definitions).markdown())
        }
        return text
    }
}
