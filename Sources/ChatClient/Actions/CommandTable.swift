/// All commands: their names and arguments, their effects, and the actions that they perform. Completion, the help, the
/// usage in errors and the lines of scenarios come from it.
package enum CommandTable {
    /// The commands, in the order of the help and of completion.
    package static let all = rows.compactMap(\.self)

    /// The rows of the table. One that is nil has a form that is no pattern.
    static let rows = places + conversation + messages + collaborations + program

    /// The names of all commands.
    static let names = all.flatMap(\.pattern.names)

    private static let byName = Dictionary(
        all.flatMap { command in command.pattern.names.map { ($0, command) } }, uniquingKeysWith: { first, _ in first })

    /// Returns the command with this name.
    static func command(_ name: some StringProtocol) -> Command? { byName[String(name)] }

    /// Returns the command of a line that begins with a slash; nil if it is none.
    package static func command(ofLine line: String) -> Command? {
        line.dropFirst().split(maxSplits: 1, whereSeparator: \.isWhitespace).first.flatMap(command)
    }

    /// Returns the line that performs an action; nil if no command does.
    package static func line(for action: ChatAction, in state: ChatState) -> String? {
        for command in all {
            guard let values = command.values(action, state), let words = command.pattern.pieces(with: values) else {
                continue
            }
            return "/" + words.joined(separator: " ")
        }
        return nil
    }

    /// Returns true if a line changes the open conversation, or acts on an item of it by number.
    package static func actsOnOpenConversation(_ line: String) -> Bool {
        let words = line.dropFirst().split(whereSeparator: \.isWhitespace)
        return words.first.flatMap(command)?.actsOnConversation(Array(words.dropFirst())) ?? false
    }

    /// Returns a command with the address of its link in place of the number, because the number may later refer to
    /// another link.
    ///
    /// - Parameter address: Returns the address for the parameter and the number. Without an address the command gets a
    ///   question mark, and is refused.
    package static func addressed(
        _ text: String, by address: (CommandGrammar.Parameter, _ number: Int) -> String?
    ) -> String {
        guard text.hasPrefix("/"), let parameter = command(ofLine: text)?.pattern.parameters.first, parameter.isLink
        else { return text }
        let words = text.dropFirst().split(maxSplits: 2, whereSeparator: \.isWhitespace)
        guard words.count > 1, let number = Int(words[1]) else { return text }
        let link = address(parameter, number) ?? "?"
        return text[..<words[1].startIndex] + link + text[words[1].endIndex...]
    }

    /// The lines of the help, with the effects in a column.
    ///
    /// - Parameter forLines: True for a client that reads lines and has no keys.
    static func help(forLines: Bool) -> [String] {
        all.filter { forLines || !$0.traits.contains(.forLines) }.flatMap { command -> [String] in
            let (form, width) = (command.shown, 25)
            guard form.count < width else { return [form, String(repeating: " ", count: width) + command.summary] }
            return [form + String(repeating: " ", count: width - form.count) + command.summary]
        }
    }
}
