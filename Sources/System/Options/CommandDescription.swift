/// A command: the source of its help, its completion and the parser of its words.
///
/// The options come from the table in its help, with one option a row as in docopt. A row has two spaces, the name, a
/// placeholder if the option has a value, at least two spaces, and the purpose.
package struct CommandDescription: Sendable {
    /// An option of a command.
    package struct Option: Sendable {
        /// The name with its dashes: `--port`.
        package let name: String
        /// The placeholder of the value in the help; nil if the option has no value.
        package let value: String?
    }

    /// The name of the command on the command line.
    package let name: String
    /// The purpose, for a list of commands.
    package let line: String
    /// The words that can follow the name.
    package let subcommands: [String]
    /// The text of `--help`.
    package let help: String
    /// The options in the order of the help. `--help` is always one of them.
    package private(set) var options: [Option]
    /// True if each option can be repeated; the last value counts.
    let repeats: Bool
    /// The options that can be repeated; each value counts.
    let lists: Set<String>
    private let letters: [String: String]

    /// Creates a command from its help.
    ///
    /// - Parameter letters: The short forms of options, such as `-j`. `-h` is always one of them.
    package init(
        _ name: String, _ line: String = "", subcommands: [String] = [], repeats: Bool = false, lists: Set<String> = [],
        letters: [String: String] = [:], help: String
    ) {
        (self.name, self.line, self.subcommands, self.repeats, self.help) = (name, line, subcommands, repeats, help)
        self.lists = lists
        self.letters = letters.merging(["-h": "--help"]) { $1 }
        // Split by bytes, because each start of a program reads its table. By characters it took a fifth of the start.
        options = help.utf8.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: "  --".utf8) }.map { row in
            let words = row.dropFirst(2).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            let label = words.prefix { !$0.isEmpty }.map { String(Substring($0)) }
            return Option(name: label[0], value: label.count > 1 ? label[1] : nil)
        }
        if !options.contains(where: { $0.name == "--help" }) { options.append(Option(name: "--help", value: nil)) }
    }

    /// Returns the command with only these options, and `--help`.
    package func with(options names: [String]) -> CommandDescription {
        var command = self
        command.options.removeAll { $0.name != "--help" && !names.contains($0.name) }
        return command
    }

    /// Returns the option with this name or short form; nil if it is unknown.
    func option(_ word: String) -> Option? { options.first { $0.name == letters[word] ?? word } }
}
