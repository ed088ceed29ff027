import ChatConnection
import ChatOptions
import ChatProtocol
import ChatSystem
import ChatTerminal

extension OptionWords {
    /// Reads the words behind the name of a command.
    static func sorted(_ words: [String], of command: CommandDescription) throws(UsageError) -> OptionWords {
        do throws(OptionFault) {
            return try OptionWords(words, of: command)
        } catch {
            let line = error.line(of: command.name, help: "chat-client \(command.name) --help")
            if case .unknown = error { throw UsageError(line) }
            throw UsageError("\(command.name): \(line)")
        }
    }

    /// The words; nil where they ask for help, which is then given.
    static func read(
        _ words: [String], of command: CommandDescription, help: (String) -> Void = { StandardStream.output.write($0) }
    ) throws(UsageError) -> OptionWords? {
        let words = try sorted(words, of: command)
        if words.wantsHelp { help(command.help) }
        return words.wantsHelp ? nil : words
    }

    /// The colours of the screen; nil where it is to be line by line, as asked for or for want of a terminal.
    func palette(_ environment: [String: String]) throws(UsageError) -> Palette? {
        guard !has("--plain"), StandardStream.input.isTerminal, StandardStream.output.isTerminal else { return nil }
        return try colors(environment)
    }

    /// The colours of a screen: as many as the terminal shows, in the theme that is asked for or fits it.
    func colors(_ environment: [String: String]) throws(UsageError) -> Palette {
        var palette = Palette(environment: environment)
        if has("--no-color") {
            palette.depth = .monochrome
            return palette
        }
        let name = value("--theme") ?? "auto"
        palette.followsTerminal = name == "auto"
        if name != "auto" {
            guard let theme = Theme(rawValue: name) else {
                throw problem("there is no theme “\(name)”: auto, dark, light or high-contrast")
            }
            palette.theme = theme
        }
        return palette
    }

    /// The server that the first word names.
    func endpoint() throws(UsageError) -> ServerEndpoint {
        guard let first = rest.first else {
            throw UsageError("\(command.name) needs a server: chat-client \(command.name) 127.0.0.1:7400 …")
        }
        return try endpoint(first)
    }

    /// The server that `--server` names; where a server usually listens, if it is not given.
    func server() throws(UsageError) -> ServerEndpoint {
        try endpoint(value("--server") ?? "127.0.0.1:\(ServerEndpoint.standardPort)")
    }

    private func endpoint(_ text: String) throws(UsageError) -> ServerEndpoint {
        do throws(ServerEndpoint.Problem) {
            return try ServerEndpoint(text)
        } catch {
            throw problem("\(error)")
        }
    }

    /// Whom the session speaks for.
    func handle() throws(UsageError) -> Handle {
        guard let text = value("--as") else { throw problem("say who you are: --as HANDLE, such as --as anna") }
        guard let handle = Handle(text) else {
            throw problem("“\(text)” is no handle: letters, digits and . _ - + @ ' only")
        }
        return handle
    }

    /// The simulation to be in.
    var world: WorldName { value("--world").map { WorldName($0) } ?? .main }

    /// The secrets for a server that asks for tokens.
    ///
    /// - Throws: where a file or a command that is to have one does not.
    func credentials(_ environment: [String: String]) throws(UsageError) -> Credentials {
        var secret = value("--token")
        do {
            if let path = value("--token-file") {
                secret = String(decoding: try FileSystem.bytes(ofTextFile: path, max: 64 * 1024), as: UTF8.self)
            } else if let command = value("--token-command") {
                secret = try ChildProcess.output(of: ["sh", "-c", command])
            }
        } catch {
            throw problem("the token cannot be had: \(error)")
        }
        return Credentials(secret.map { $0.filter { !$0.isWhitespace } }, environment: environment)
    }

    /// Refuses words that the command has no use for.
    func limit(to count: Int) throws(UsageError) {
        guard rest.count > count else { return }
        throw UsageError("\(command.name) has no use for “\(rest[count])”; words with spaces need quotes")
    }

    /// A complaint about this command.
    func problem(_ text: String) -> UsageError { UsageError("\(command.name): \(text)") }
}

/// A command line that cannot be followed: one line, and the exit status 2.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line.
    public let description: String

    init(_ description: String) { self.description = description }
}
