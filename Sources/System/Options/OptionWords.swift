import ChatProtocol

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
