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
