/// A command: the words that a person writes after a slash, in the composer or on a line of `--plain`, and their effect.
/// ``CommandTable`` has all of them.
package struct Command: Sendable {
    /// The name and the arguments.
    package let pattern: Pattern<CommandGrammar>
    /// The effect, for the help.
    let summary: String
    let scope: Scope
    let traits: Traits
    private let run: Run
    /// Returns the values with which the command performs an action; nil if it cannot.
    let values: Values

    // A closure without a signature throws any error, so these types do. `perform` has the typed error again.
    typealias Run = @Sendable (inout ChatUpdate, CommandCall) throws -> Void
    typealias Making = @Sendable (ChatUpdate, CommandCall) throws -> ChatAction
    typealias Values = @Sendable (ChatAction, ChatState) -> [CommandValue?]?

    /// The part of the client on which a command acts.
    enum Scope: Sendable {
        /// The program, the person's settings, or what the words name.
        case program
        /// The open conversation, of which it only shows something.
        case shows
        /// The open conversation, for this person only.
        case own
        /// The open conversation, which changes for others or ends.
        case shared
        /// The open conversation, unless the words name another thing than a number in it.
        case numbered
    }

    struct Traits: OptionSet, Sendable {
        let rawValue: Int
        /// It replaces a key or a sheet for a client that reads lines, so only the help for lines has it.
        static let forLines = Traits(rawValue: 1)
        /// See ``Command/isReported``.
        static let isReported = Traits(rawValue: 2)
    }

    private init?(
        _ form: String, _ summary: String, _ scope: Scope, _ traits: Traits, run: @escaping Run,
        values: @escaping Values
    ) {
        guard let pattern = try? Pattern<CommandGrammar>(form) else { return nil }
        self.pattern = pattern
        (self.summary, self.scope, self.traits, self.run, self.values) = (summary, scope, traits, run, values)
    }

    /// Returns a command that changes the screen or does several things; nil if the form is no pattern.
    static func step(
        _ form: String, _ summary: String, _ scope: Scope = .program, _ traits: Traits = [],
        from values: @escaping Values = { _, _ in nil }, run: @escaping Run
    ) -> Command? { Command(form, summary, scope, traits, run: run, values: values) }

    /// Returns a command for one action, which is refused with the action's obstacle; nil if the form is no pattern.
    static func act(
        _ form: String, _ summary: String, _ scope: Scope = .program, _ traits: Traits = [],
        from values: @escaping Values, action: @escaping Making
    ) -> Command? {
        Command(
            form, summary, scope, traits,
            run: { update, call in try update.attempt(try action(update, call)) },
            values: values)
    }

    /// Returns a command for an action of the message menu; nil if the form is no pattern.
    ///
    /// - Parameters:
    ///   - nothing: The sentence if no message fits.
    ///   - fits: Returns true if a command without a number can mean the message.
    static func onMessage(
        _ form: String, _ summary: String, _ deed: MessageMenu.Deed, _ scope: Scope = .shows,
        else nothing: String, from values: @escaping Values = { _, _ in nil },
        where fits: @escaping @Sendable (MessageEntry) -> Bool
    ) -> Command? {
        Command(
            form, summary, scope, [],
            run: { update, call in
                update.perform(deed, on: try update.message(call.message, to: deed, else: nothing, where: fits))
            }, values: values)
    }

    /// Performs the command.
    ///
    /// - Throws: A `SlashCommand.Mistake` with the sentence to show.
    func perform(_ call: CommandCall, on update: inout ChatUpdate) throws(SlashCommand.Mistake) {
        do { try run(&update, call) } catch let mistake as SlashCommand.Mistake { throw mistake } catch {
            throw SlashCommand.Mistake(text: "\(error)")
        }
    }

    /// True if its only result is the hint, which a client that reads lines prints.
    package var isReported: Bool { traits.contains(.isReported) }

    /// The usage and the effect in one line, for a command with wrong arguments.
    func usage(_ name: String) -> SlashCommand.Mistake {
        let arguments = pattern.arguments
        return SlashCommand.Mistake(text: "/\(name)" + (arguments.isEmpty ? "" : " \(arguments)") + ": \(summary)")
    }

    /// The command as the help shows it: `/pin N|URL`.
    var shown: String {
        (pattern.names.map { "/\($0)" }.joined(separator: ", ") + " \(pattern.arguments)").trimmed
    }

    /// Returns true if the arguments make the command act on the open conversation, or on an item of it by number.
    func actsOnConversation(_ arguments: [Substring]) -> Bool {
        switch scope {
        case .program, .shows: false
        case .own, .shared: true
        case .numbered: arguments.first.map { Int($0) != nil } ?? true || arguments.last == "here"
        }
    }
}

/// A command as a person wrote it.
package struct CommandCall: Sendable {
    let command: Command
    /// The name that the person used.
    let name: String
    /// The arguments as they were written.
    let rest: String
    private let values: [CommandValue?]

    /// Reads the arguments of a command.
    ///
    /// - Throws: A `SlashCommand.Mistake` with the usage if they do not fit the pattern.
    init(_ command: Command, _ line: String) throws(SlashCommand.Mistake) {
        let words = line.dropFirst().split(whereSeparator: \.isWhitespace)
        let name = words.first.map(String.init) ?? ""
        (self.command, self.name) = (command, name)
        rest = words.count > 1 ? String(line[words[1].startIndex...]).trimmed : ""
        guard let values = command.pattern.values(in: words) else {
            guard command.pattern.arguments.isEmpty else { throw command.usage(name) }
            throw SlashCommand.Mistake(
                text: command.scope == .program
                    ? "/\(name) takes no words after it"
                    : "/\(name) takes no name: it is about the open conversation. /to NAME opens another")
        }
        self.values = values
    }

    /// The mistake if the arguments fit the pattern, but have no meaning.
    var usage: SlashCommand.Mistake { command.usage(name) }

    /// Returns the text of a parameter; nil if its group was left out.
    subscript(_ parameter: CommandGrammar.Parameter) -> String? {
        if case .text(let text)? = value(of: parameter) { text } else { nil }
    }

    /// Returns the words of a parameter; empty if its group was left out.
    func words(of parameter: CommandGrammar.Parameter) -> [String] {
        if case .list(let words)? = value(of: parameter) { words } else { [] }
    }

    /// Returns the text of a parameter.
    ///
    /// - Throws: The usage if its group was left out.
    func needed(_ parameter: CommandGrammar.Parameter) throws(SlashCommand.Mistake) -> String {
        guard let text = self[parameter] else { throw usage }
        return text
    }

    /// Returns true if a group of the command has this alternative.
    func says(_ word: String) -> Bool {
        zip(command.pattern.slots, values).contains { $0 == .choice && $1 == .text(word) }
    }

    /// The number; nil if it was left out.
    var number: Int? { self[.number].flatMap { Int($0) } }

    /// The number of the message; nil if it was left out.
    var message: Int? { self[.message].flatMap { Int($0.dropFirst()) } }

    private func value(of parameter: CommandGrammar.Parameter) -> CommandValue? {
        zip(command.pattern.slots, values).first { $0.0 == .parameter(parameter) }?.1
    }

    /// Returns typed handles as the server stores them, each once.
    ///
    /// - Throws: A `SlashCommand.Mistake` that names the word that is not a valid handle.
    func handles(_ words: [String]) throws(SlashCommand.Mistake) -> [String] {
        var handles: [String] = []
        for word in words {
            let handle = try SlashCommand.handle(word)
            if !handles.contains(handle) { handles.append(handle) }
        }
        return handles
    }
}

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
