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
            case []: environment.output(references + (try PlayPhrases.table().listing()))
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

    /// What stands above the phrases.
    private static let references = """
        Where {url} or {text} stands, these need no quotes:
            the link that was just sent        the link that Bea just shared
            the message that was just sent     the message that Bea just sent
            the link called "the plan"         the message called "the question"


        """

    /// All of `docs/steps.md`.
    public static func markdown() throws -> String {
        var text = """
            # The phrases of scenarios

            <!-- Written by `chat-client steps --markdown`; a test holds this file to the table in the code. -->

            A step matches whatever its keyword is. `{person}` is a name such as Anna, `{persons}` a list of them;
            `{app}`, `{conversation}`, `{text}` and `{url}` stand in quotes; `{duration}` is a time such as 10 minutes,
            `{count}` a number or a word up to ten. What stands in square brackets may be left out, and a bar divides
            alternatives.

            No two phrases can say the same step: a table with two that could is refused before anything is played.

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
