import ChatOptions
import ChatProtocol
import ChatScenario
import ChatSystem

/// `chat-client completion`: a script by which a shell completes commands and options.
enum CompletionCommand {
    static func run(_ words: [String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        try words.limit(to: 1)
        let script: String
        switch words.rest.first {
        case "bash": script = bash
        case "zsh": script = zsh
        case "fish": script = fish
        default: throw words.problem("say for which shell: bash, zsh or fish")
        }
        StandardStream.output.write(script)
        return 0
    }

    private static var names: String { ClientHelp.commands.map(\.name).joined(separator: " ") }

    /// The options whose values are words that are known.
    private static let values: [(option: String, words: String)] = [
        ("--report", ReportRequest.Kind.allCases.map(\.rawValue).joined(separator: " ")),
        ("--for", Set(NotificationName.allCases.map(\.rawValue)).sorted().joined(separator: " ")),
    ]

    static var bash: String {
        let cases = ClientHelp.commands.filter { $0.options.count > 1 }.map { command in
            let words = command.subcommands + command.options.map(\.name)
            return "        \(command.name)) words=\"\(words.joined(separator: " "))\" ;;"
        }
        let known = values.map {
            "        \($0.option)) COMPREPLY=($(compgen -W \"\($0.words)\" -- \"$word\")); return ;;"
        }
        return """
            _chat_client() {
                local word="${COMP_WORDS[COMP_CWORD]}" words="--help"
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(names) --version --help" -- "$word"))
                    return
                fi
                case "${COMP_WORDS[COMP_CWORD-1]}" in
            \(known.joined(separator: "\n"))
                esac
                case "${COMP_WORDS[1]}" in
            \(cases.joined(separator: "\n"))
                    completion) words="bash zsh fish" ;;
                    rank)
                        [[ $word == -* ]] || { COMPREPLY=($(compgen -f -- "$word")); return; } ;;
                    help) words="\(names)" ;;
                esac
                case "$word" in
                    -*|"") COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
                    *) COMPREPLY=($(compgen -W "$words" -f -- "$word")) ;;
                esac
            }
            complete -F _chat_client chat-client

            """
    }

    static var zsh: String {
        "#compdef chat-client\nautoload -U +X bashcompinit && bashcompinit\n" + bash
    }

    static var fish: String {
        var lines = ["complete -c chat-client -f"]
        for command in ClientHelp.commands {
            lines.append("complete -c chat-client -n __fish_use_subcommand -a \(command.name) -d '\(command.line)'")
            for word in command.subcommands {
                lines.append("complete -c chat-client -n '__fish_seen_subcommand_from \(command.name)' -a \(word)")
            }
            for option in command.options where option.name != "--help" {
                let words = values.first { $0.option == option.name }.map { " -x -a '\($0.words)'" } ?? ""
                let name = option.name.dropFirst(2)
                lines.append(
                    "complete -c chat-client -n '__fish_seen_subcommand_from \(command.name)' -l \(name)\(words)")
            }
        }
        lines.append("complete -c chat-client -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'")
        lines.append("complete -c chat-client -n '__fish_seen_subcommand_from play record format gherkin rank link' -F")
        return lines.joined(separator: "\n") + "\n"
    }

    static let description = CommandDescription(
        "completion", "print a completion script for bash, zsh or fish",
        help: """
            Prints a script by which a shell completes commands and options.

            usage: chat-client completion bash|zsh|fish

              bash  source <(chat-client completion bash)
              zsh   source <(chat-client completion zsh)
              fish  chat-client completion fish | source

            """)
}
