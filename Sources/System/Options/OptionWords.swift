import ChatProtocol

/// The words of a command line, sorted into options and the rest.
package struct OptionWords {
    /// What they are words of.
    package let command: CommandDescription
    private var values: [String: [String]] = [:]
    /// What is no option, in order.
    package private(set) var rest: [String] = []

    /// Whether the command should only say how it is used; then nothing behind it was read.
    package var wantsHelp: Bool { has("--help") }

    /// Reads the words behind the name of a command. An option's value follows it or stands behind a `=`; after `--`
    /// nothing is an option.
    ///
    /// - Throws: ``OptionFault`` for the first that is wrong.
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

    /// Whether an option was given.
    package func has(_ option: String) -> Bool { !list(option).isEmpty }

    /// The value of an option, or nil if it was not given.
    package func value(_ option: String) -> String? { list(option).last }

    /// The values of an option that may be given again and again, in order.
    package func list(_ option: String) -> [String] {
        assert(command.option(option) != nil, "\(command.name) does not describe \(option)")
        return values[option] ?? []
    }
}

/// Why words cannot be sorted.
package enum OptionFault: Error {
    /// There is no such option; the one that was meant, perhaps.
    case unknown(String, nearest: String?)
    /// Its value is missing.
    case needsValue(String, placeholder: String)
    /// It has a value and takes none.
    case takesNoValue(String)
    /// It was given before.
    case repeated(String)

    /// One line, of a command that is called so in it.
    ///
    /// - Parameter help: what lists the options there are.
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
