import ChatScenario
import ChatSystem
import ChatTerminal

/// The result for one `.ranking` file, from the function that ranks shelves.
public enum RankVerdict: Hashable, Sendable {
    /// The report on the shelf, and true if its order is as the file expects.
    case ranked(report: String, isAsExpected: Bool)
    /// The file cannot be read: the first line with an error, and the problem.
    case malformed(line: Int, problem: String)
}

/// `chat-client rank`: prints the order of links with given signals on a shelf, and their scores.
enum RankCommand {
    /// The most bytes of a file, which is far more than a table for people has.
    static let bytesMax = 1_048_576

    static let description = CommandDescription(
        "rank", "compute the order of links on a shelf, with scores",
        help: """
            Computes the order of links on a shelf from given signals, and prints each link's score and its parts.

            usage: chat-client rank FILE...

            FILE is a .ranking file, a table of links and their expected order:

              | link | shared | pinned | viewed | detail |
              | L1   | 5d     |        |        |        |
              | L2   | 4d     | 3h 20m |        |        |
              | L3   | 3d     |        |        | 2h     |

              order: L3 L2 L1
              curated: L3

            docs/reference/ranking.md describes all columns and the score.

              --help  this text

            exit status: 0 every order is as expected, 1 an order differs, 2 bad usage or a file that cannot be read

            """)

    /// Ranks the shelves of the given files.
    ///
    /// - Parameter rank: Ranks a file with that text.
    /// - Returns: The exit status.
    static func run(
        _ words: [String], rank: (String) -> RankVerdict, environment: PlayEnvironment
    ) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description, help: environment.output) else { return 0 }
        guard !words.rest.isEmpty else { throw words.problem("give a .ranking file: chat-client rank FILE...") }
        var (isAsExpected, isReadable) = (true, true)
        for (index, path) in words.rest.enumerated() {
            let text: String
            do throws(FileProblem) {
                text = String(decoding: try FileSystem.bytes(ofTextFile: path, max: bytesMax), as: UTF8.self)
            } catch {
                isReadable = false
                environment.complaints("chat-client rank: \(error)\n")
                continue
            }
            switch rank(text) {
            case .malformed where !isRanking(text):
                isReadable = false
                let lead = TextLayout.truncate(CleanText.line(String(firstLine(of: text))), to: 40)
                environment.complaints(
                    "chat-client rank: \(path): not a ranking file: it begins with “\(lead)”, not with a table "
                        + "such as | link | shared |\n")
            case .malformed(let line, let problem):
                isReadable = false
                environment.complaints("chat-client rank: \(path):\(line): \(problem)\n")
            case .ranked(let report, let isRight):
                isAsExpected = isAsExpected && isRight
                let space = index == 0 ? "" : "\n"
                environment.output("\(space)\(path): \(isRight ? "as expected" : "not as expected")\n\(report)")
            }
        }
        if !isReadable { return 2 }
        return isAsExpected ? 0 : 1
    }

    /// Returns the first line that is neither blank nor a comment; empty if none is.
    private static func firstLine(of text: String) -> Substring {
        // The text is split by scalars: a CR LF is one character, which equals neither of the two.
        let lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { Substring($0) }
        return lines.lazy.map { $0.drop(while: \.isWhitespace) }.first { !$0.isEmpty && $0.first != "#" } ?? ""
    }

    /// True if a text is meant as a ranking file: it begins with a table, or with a line that may precede one.
    private static func isRanking(_ text: String) -> Bool {
        let line = firstLine(of: text)
        return line.isEmpty || line.first == "|" || line.prefix { $0 != ":" }.allSatisfy { $0.isLetter || $0 == " " }
    }
}
