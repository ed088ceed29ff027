/// A command: what help, completion and the reading of its words are made of.
///
/// Its help is the table of its options, each in a row of its own, as with docopt: two blanks, the name, the word for
/// its value if it has one, two blanks or more, and what it is for.
package struct CommandDescription: Sendable {
    /// An option of a command.
    package struct Option: Sendable {
        /// As it is written: `--port`.
        package let name: String
        /// What stands for its value in help; nil where it has none.
        package let value: String?
    }

    /// The word for it.
    package let name: String
    /// What it is for, in a list of commands.
    package let line: String
    /// The words that may follow its name.
    package let subcommands: [String]
    /// What `--help` prints.
    package let help: String
    /// Its options, in the order of its help; `--help` is always one.
    package private(set) var options: [Option]
    /// Whether any option may be given again, and the last one counts.
    let repeats: Bool
    /// The options that may be given again, and each counts.
    let lists: Set<String>
    private let letters: [String: String]

    /// Describes a command.
    ///
    /// - Parameter letters: the short ways to write options, such as `-j`; `-h` is always one.
    package init(
        _ name: String, _ line: String = "", subcommands: [String] = [], repeats: Bool = false, lists: Set<String> = [],
        letters: [String: String] = [:], help: String
    ) {
        (self.name, self.line, self.subcommands, self.repeats, self.help) = (name, line, subcommands, repeats, help)
        self.lists = lists
        self.letters = letters.merging(["-h": "--help"]) { $1 }
        // By bytes, for every start of a program reads its table: as characters it took a fifth of that.
        options = help.utf8.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: "  --".utf8) }.map { row in
            let words = row.dropFirst(2).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            let label = words.prefix { !$0.isEmpty }.map { String(Substring($0)) }
            return Option(name: label[0], value: label.count > 1 ? label[1] : nil)
        }
        if !options.contains(where: { $0.name == "--help" }) { options.append(Option(name: "--help", value: nil)) }
    }

    /// The same command with some of its options alone.
    package func with(options names: [String]) -> CommandDescription {
        var command = self
        command.options.removeAll { $0.name != "--help" && !names.contains($0.name) }
        return command
    }

    /// The option that is written so.
    func option(_ word: String) -> Option? { options.first { $0.name == letters[word] ?? word } }
}
