import ChatProtocol

/// The words of a command line, sorted into options and the rest.
struct CommandWords {
    private let command: String
    private var flags: Set<String> = []
    private var values: [String: String] = [:]
    private var lists: [String: [String]] = [:]
    /// What is no option, in order.
    private(set) var rest: [String] = []

    /// Whether the command should only say how it is used.
    var wantsHelp: Bool { flags.contains("--help") }

    /// Reads the words behind the name of a command. An option's value follows it or stands behind a `=`; after `--`
    /// nothing is an option.
    ///
    /// - Parameters:
    ///   - flags: the options without a value; `--help` is always one.
    ///   - values: the options with one, each with the word for it.
    ///   - lists: the options with one that may be given again and again.
    /// - Throws: ``UsageError`` for the first that is wrong.
    init(
        _ words: [String], of command: String, flags: Set<String>, values: [String: String],
        lists: [String: String] = [:]
    ) throws(UsageError) {
        self.command = command
        var words = words[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("-"), word != "-" else {
                rest.append(word)
                continue
            }
            if word == "--" {
                rest += words
                return
            }
            var (option, attached): (String, String?) = (word == "-h" ? "--help" : word, nil)
            if let equals = word.firstIndex(of: "=") {
                (option, attached) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
            }
            if let what = values[option] ?? lists[option] {
                guard let value = attached ?? words.popFirst() else {
                    throw UsageError("\(command): \(option) needs a value: \(option) \(what)")
                }
                guard values[option] != nil else {
                    self.lists[option, default: []].append(value)
                    continue
                }
                guard self.values.updateValue(value, forKey: option) == nil else {
                    throw UsageError("\(command): give \(option) once")
                }
            } else if flags.contains(option) || option == "--help" {
                guard attached == nil else { throw UsageError("\(command): \(option) takes no value") }
                self.flags.insert(option)
            } else {
                let near = Spelling.nearest(
                    to: option, among: Array(flags) + Array(values.keys) + Array(lists.keys) + ["--help"])
                throw UsageError("\(command) has no option \(option)\(near.map { "; did you mean \($0)?" } ?? "")")
            }
        }
    }

    /// Whether a flag was given.
    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option, or nil if it was not given.
    func value(_ option: String) -> String? { values[option] }

    /// The values of an option that may be given again and again, in order.
    func list(_ option: String) -> [String] { lists[option] ?? [] }

    /// The server that the first word names.
    func endpoint() throws(UsageError) -> ServerEndpoint {
        guard let first = rest.first else {
            throw UsageError("\(command) needs a server: chat-client \(command) 127.0.0.1:7400 …")
        }
        do throws(ServerEndpoint.Problem) {
            return try ServerEndpoint(first)
        } catch {
            throw UsageError("\(command): \(error)")
        }
    }

    /// Refuses words that the command has no use for.
    func limit(to count: Int) throws(UsageError) {
        guard rest.count > count else { return }
        throw UsageError("\(command) has no use for “\(rest[count])”; words with spaces need quotes")
    }

    /// A complaint about this command.
    func problem(_ text: String) -> UsageError { UsageError("\(command): \(text)") }
}

/// A command line that cannot be followed: one line, and the exit status 2.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line.
    public let description: String

    init(_ description: String) { self.description = description }
}
