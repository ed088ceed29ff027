import ChatProtocol
import ChatScenario
import ChatSystem
import Gherkin

/// `chat-client gherkin`: prints parsed feature files as the official tools do.
enum GherkinCommand {
    static let description = CommandDescription(
        "gherkin", "print parsed feature files as Gherkin's official tools do",
        help: """
            Prints parsed feature files in the official format of Gherkin's test data: JSON messages, one a line.

            usage: chat-client gherkin [--source] [--ast] [--pickles] FILE…
                   chat-client gherkin --tokens FILE…
                   chat-client gherkin --corpus DIR

            FILE is a .feature file, or one in Markdown, .feature.md; - is standard input. A syntax error is printed as
            a parseError message.

              --ast            the document (the default)
              --pickles        the scenarios to play, with expanded outlines and with background steps
              --source         the text of the file
              --tokens         tokens instead of messages, one a line
              --language CODE  the language of the keywords in a file without “# language: CODE” (default: en)
              --languages      lists the language codes
              --corpus DIR     compares with a copy of the official test data; DIR has the folders good and bad
              --help           this text

            exit status: 0 done, 1 the corpus differs, 2 bad usage, or a file that cannot be read or parsed

            """)

    /// The parts of a file to print.
    private struct Choice {
        var tokens: Bool
        var source: Bool
        var ast: Bool
        var pickles: Bool
        var language: String
    }

    /// Prints the given files.
    ///
    /// - Returns: The exit status.
    static func run(_ words: [String], environment: PlayEnvironment) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description, help: environment.output) else { return 0 }
        if words.has("--languages") {
            environment.output(Gherkin.languages.joined(separator: "\n") + "\n")
            return 0
        }
        if let folder = words.value("--corpus") {
            try words.limit(to: 0)
            return GherkinCorpus(folder: folder).compare(environment)
        }
        let choice = try choice(words)
        guard !words.rest.isEmpty else { throw words.problem("give a feature file: chat-client gherkin FILE…") }
        var status: Int32 = 0
        for path in words.rest {
            do throws(FileProblem) {
                let bytes = try FileSystem.bytes(ofFileOrInput: path, max: GherkinLimits.sourceBytes)
                if !show(bytes, path, choice, environment) { status = 2 }
            } catch {
                status = 2
                environment.complaints("chat-client gherkin: \(error)\n")
            }
        }
        return status
    }

    private static func choice(_ words: OptionWords) throws(UsageError) -> Choice {
        let hasMessages = ["--source", "--ast", "--pickles"].contains { words.has($0) }
        guard !hasMessages || !words.has("--tokens") else {
            throw words.problem("--tokens prints no messages: leave out the other options")
        }
        let language = words.value("--language") ?? "en"
        guard Gherkin.isLanguage(language) else {
            let near = Spelling.nearest(to: language, among: Gherkin.languages)
            throw words.problem(
                "there is no language “\(language)”\(near.map { "; did you mean \($0)?" } ?? "; --languages lists them")"
            )
        }
        return Choice(
            tokens: words.has("--tokens"), source: words.has("--source"),
            ast: words.has("--ast") || !(hasMessages || words.has("--tokens")), pickles: words.has("--pickles"),
            language: language)
    }

    /// Prints one file.
    ///
    /// - Returns: True if the file has no syntax errors.
    private static func show(
        _ bytes: [UInt8], _ path: String, _ choice: Choice, _ environment: PlayEnvironment
    ) -> Bool {
        let notation = Gherkin.Notation(path: path)
        do throws(Gherkin.SyntaxErrors) {
            let text = try Gherkin.Source.text(of: bytes)
            if choice.tokens {
                environment.output(try Gherkin.tokens(text, language: choice.language, notation: notation))
                return true
            }
            if choice.source {
                environment.output(Gherkin.Messages.line(forSource: text, path: path, notation: notation) + "\n")
            }
            guard choice.ast || choice.pickles else { return true }
            let document = try Gherkin.parse(text, language: choice.language, notation: notation)
            if choice.ast { environment.output(Gherkin.Messages.line(for: document, path: path) + "\n") }
            guard choice.pickles else { return true }
            for pickle in try Gherkin.pickles(of: document, path: path) {
                environment.output(Gherkin.Messages.line(for: pickle) + "\n")
            }
            return true
        } catch {
            for complaint in error.complaints {
                if choice.tokens {
                    environment.complaints("\(path):\(complaint.location): \(complaint.message)\n")
                } else {
                    environment.output(Gherkin.Messages.line(for: complaint, path: path) + "\n")
                }
            }
            return false
        }
    }
}
