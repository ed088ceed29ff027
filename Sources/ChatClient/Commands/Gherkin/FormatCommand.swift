import ChatScenario
import ChatSystem
import ChatTerminal
import Gherkin

/// `chat-client format`: formats feature files without a change of their content.
enum FormatCommand {
    static let description = CommandDescription(
        "format", "format feature files",
        help: """
            Formats feature files: indentation, blank lines, tables. It changes no text, moves no comment, and keeps
            every character of a doc string.

            usage: chat-client format [--check] PATH…

            PATH is a .feature file or a folder; - reads standard input and prints the result. The command lists the
            changed files, and leaves a file with syntax errors unchanged.

              --check          changes nothing; lists the files that would change
              --language CODE  the language of the keywords in a file without “# language: CODE” (default: en)
              --help           this text

            exit status: 0 done, 1 with --check if a file would change, 2 bad usage, or a file that cannot be read,
            written or parsed

            """)

    /// Formats the given files.
    ///
    /// - Returns: The exit status.
    static func run(_ words: [String], environment: PlayEnvironment) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description, help: environment.output) else { return 0 }
        guard !words.rest.isEmpty else {
            throw words.problem("give a feature file or a folder: chat-client format PATH…")
        }
        let language = words.value("--language") ?? "en"
        guard Gherkin.isLanguage(language) else {
            throw words.problem("there is no language “\(language)”; chat-client gherkin --languages lists them")
        }
        let checks = words.has("--check")
        var (isUsable, isChanged) = (true, false)
        for path in try paths(words, environment, &isUsable) {
            do {
                if try format(path, language, checks: checks, environment) { isChanged = true }
            } catch let error as Gherkin.SyntaxErrors {
                isUsable = false
                let name = path == "-" ? "standard input" : path
                environment.complaints(error.problems(in: name).map { $0 + "\n" }.joined())
            } catch {
                isUsable = false
                environment.complaints("chat-client format: \(error)\n")
            }
        }
        if !isUsable { return 2 }
        return checks && isChanged ? 1 : 0
    }

    /// Returns the files to format, each once. Markdown files in a folder are left out.
    private static func paths(
        _ words: OptionWords, _ environment: PlayEnvironment, _ isUsable: inout Bool
    ) throws(UsageError) -> [String] {
        var (paths, known): ([String], Set<FileSystem.Identity>) = ([], [])
        for word in words.rest {
            do throws(FileProblem) {
                guard word != "-" else {
                    if known.insert(FileSystem.identity(of: word)).inserted { paths.append(word) }
                    continue
                }
                for file in try ScenarioFiles(paths: [word]).files {
                    guard file.lines == nil else {
                        throw FileProblem(path: word, reason: "format works on whole files; leave out the line numbers")
                    }
                    if Gherkin.Notation(path: file.path) == .markdown {
                        guard file.path != word else {
                            throw FileProblem(path: word, reason: "format does not support Markdown")
                        }
                    } else if known.insert(FileSystem.identity(of: file.path)).inserted {
                        paths.append(file.path)
                    }
                }
            } catch {
                isUsable = false
                environment.complaints("chat-client format: \(error)\n")
            }
        }
        return paths
    }

    /// Formats one file.
    ///
    /// - Returns: True if the formatted text differs from the file.
    private static func format(
        _ path: String, _ language: String, checks: Bool, _ environment: PlayEnvironment
    ) throws -> Bool {
        let bytes = try FileSystem.bytes(ofFileOrInput: path, max: GherkinLimits.sourceBytes)
        var formatted = try Gherkin.formatted(
            Gherkin.Source.text(of: bytes), language: language, columns: { TextWidth.columns(of: $0) })
        // Editors on Windows recognise UTF-8 by a byte order mark, so it is kept.
        if bytes.starts(with: "\u{FEFF}".utf8) { formatted = "\u{FEFF}" + formatted }
        let isChanged = !formatted.utf8.elementsEqual(bytes)
        if path == "-", !checks { environment.output(formatted) }
        guard isChanged else { return false }
        if path != "-", !checks { try FileSystem.replace(path, with: Array(formatted.utf8)) }
        if path != "-" || checks { environment.output(path == "-" ? "standard input\n" : path + "\n") }
        return true
    }
}
