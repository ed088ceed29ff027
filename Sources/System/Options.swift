import ChatProtocol

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

/// The words of a command line, divided into options and other words.
package struct OptionWords {
    /// The command that the words belong to.
    package let command: CommandDescription
    private var values: [String: [String]] = [:]
    /// The words that are not options, in order.
    package private(set) var rest: [String] = []

    /// True if the command must only print its help. Words after `--help` were not read.
    package var wantsHelp: Bool { has("--help") }

    /// Reads the words after the name of a command. An option's value is the next word, or follows a `=`. After `--`
    /// all words are no options.
    ///
    /// - Throws: ``OptionFault`` for the first wrong word.
    package init(_ words: [String], of command: CommandDescription) throws(OptionFault) {
        self.command = command
        var words = words[...]
        while let word = words.popFirst(), !wantsHelp {
            guard word.hasPrefix("-"), word != "-" else {
                rest.append(word)
                continue
            }
            if word == "--" {
                rest += words
                return
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = command.option(parts[0]) else {
                throw .unknown(parts[0], nearest: Spelling.nearest(to: parts[0], among: command.options.map(\.name)))
            }
            var value = parts.count > 1 ? parts[1] : nil
            if let placeholder = option.value {
                if value == nil, words.first?.hasPrefix("--") == false { value = words.popFirst() }
                guard value != nil else { throw .needsValue(option.name, placeholder: placeholder) }
            } else if value != nil {
                throw .takesNoValue(option.name)
            }
            guard command.repeats || option.value == nil || command.lists.contains(option.name) || !has(option.name)
            else {
                throw .repeated(option.name)
            }
            values[option.name, default: []].append(value ?? "")
        }
    }

    /// Returns true if an option was given.
    package func has(_ option: String) -> Bool { !list(option).isEmpty }

    /// Returns the last value of an option; nil if it was not given.
    package func value(_ option: String) -> String? { list(option).last }

    /// Returns all values of an option that can be repeated, in order.
    package func list(_ option: String) -> [String] {
        assert(command.option(option) != nil, "\(command.name) does not describe \(option)")
        return values[option] ?? []
    }
}

/// The reason why the words are wrong.
package enum OptionFault: Error {
    /// The option is unknown. A similar known option is included, if one exists.
    case unknown(String, nearest: String?)
    /// The value of the option is missing.
    case needsValue(String, placeholder: String)
    /// The option has a value, but takes none.
    case takesNoValue(String)
    /// The option was given twice.
    case repeated(String)

    /// Returns the error in one line.
    ///
    /// - Parameters:
    ///   - command: The name of the command in the line.
    ///   - help: The command that lists the options.
    package func line(of command: String, help: String) -> String {
        switch self {
        case .unknown(let option, let nearest):
            "\(command) has no option \(option); \(nearest.map { "did you mean \($0)?" } ?? "see \(help)")"
        case .needsValue(let option, let placeholder): "\(option) needs a value: \(option) \(placeholder)"
        case .takesNoValue(let option): "\(option) takes no value"
        case .repeated(let option): "give \(option) once"
        }
    }
}

/// The script with which a shell completes a program's commands and options.
package struct CompletionScript: Sendable {
    /// The supported shells.
    package enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

    private let program: String
    private let commands: [CommandDescription]
    private let options: [String]
    private let values: [(option: String, words: String)]
    private let fileCommands: [String]

    /// Creates the script of a program.
    ///
    /// - Parameters:
    ///   - commands: The commands, with the words and options that each accepts.
    ///   - options: The options of the program without a command.
    ///   - values: The options with known values, and the values separated by spaces.
    ///   - fileCommands: The commands whose other words are files. fish completes no files for the other commands.
    package init(
        program: String, commands: [CommandDescription], options: [String],
        values: [(option: String, words: String)] = [], fileCommands: [String] = []
    ) {
        (self.program, self.commands, self.options) = (program, commands, options)
        (self.values, self.fileCommands) = (values, fileCommands)
    }

    /// Returns the script for a shell.
    package func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: "#compdef \(program)\nautoload -U +X bashcompinit && bashcompinit\n" + bash
        case .fish: fish
        }
    }

    private var names: String { commands.map(\.name).joined(separator: " ") }

    private var bash: String {
        let function = "_" + program.map { $0 == "-" ? "_" : String($0) }.joined()
        let cases = commands.map { command in
            let words = command.subcommands + command.options.map(\.name)
            return "        \(command.name)) words=\"\(words.joined(separator: " "))\" ;;"
        }
        let known = values.map {
            "        \($0.option)) COMPREPLY=($(compgen -W \"\($0.words)\" -- \"$word\")); return ;;"
        }
        return """
            \(function)() {
                local word="${COMP_WORDS[COMP_CWORD]}" words="--help"
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(names) \(options.joined(separator: " "))" -- "$word"))
                    return
                fi
                case "${COMP_WORDS[COMP_CWORD-1]}" in
            \((known + ["        --) return ;;"]).joined(separator: "\n"))
                esac
                case "${COMP_WORDS[1]}" in
            \(cases.joined(separator: "\n"))
                    -*) words="\(options.joined(separator: " "))" ;;
                esac
                case "$word" in
                    -*|"") COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
                    *) COMPREPLY=($(compgen -W "$words" -f -- "$word")) ;;
                esac
            }
            complete -F \(function) \(program)

            """
    }

    private var fish: String {
        var lines = ["complete -c \(program) -f"]
        func option(_ name: String, when condition: String) {
            let words = values.first { $0.option == name }.map { " -x -a '\($0.words)'" } ?? ""
            lines.append("complete -c \(program) -n '\(condition)' -l \(name.dropFirst(2))\(words)")
        }
        for name in options where name != "--help" { option(name, when: "__fish_use_subcommand") }
        for command in commands {
            lines.append(
                "complete -c \(program) -n __fish_use_subcommand -a \(command.name) -d '\(command.line)'")
            let isChosen = "__fish_seen_subcommand_from \(command.name)"
            for word in command.subcommands { lines.append("complete -c \(program) -n '\(isChosen)' -a \(word)") }
            for described in command.options where described.name != "--help" {
                option(described.name, when: isChosen)
            }
        }
        if !fileCommands.isEmpty {
            let list = fileCommands.joined(separator: " ")
            lines.append("complete -c \(program) -n '__fish_seen_subcommand_from \(list)' -F")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
