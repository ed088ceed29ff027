import ChatConnection
import ChatProtocol
import ChatSystem
import ChatTerminal

extension OptionWords {
    /// Reads the words after the name of a command.
    ///
    /// - Throws: ``UsageError`` if an option is unknown or used wrongly.
    static func sorted(_ words: [String], of command: CommandDescription) throws(UsageError) -> OptionWords {
        do throws(OptionFault) {
            return try OptionWords(words, of: command)
        } catch {
            let line = error.line(of: command.name, help: "chat-client \(command.name) --help")
            if case .unknown = error { throw UsageError(line) }
            throw UsageError("\(command.name): \(line)")
        }
    }

    /// Reads the words after the name of a command. If they ask for help, prints it and returns nil.
    static func read(
        _ words: [String], of command: CommandDescription, help: (String) -> Void = { StandardStream.output.write($0) }
    ) throws(UsageError) -> OptionWords? {
        let words = try sorted(words, of: command)
        if words.wantsHelp { help(command.help) }
        return words.wantsHelp ? nil : words
    }

    /// Returns the colours of the screen; nil if the client must run line by line: with `--plain`, without a terminal,
    /// or on a terminal without cursor movement (`TERM=dumb`).
    ///
    /// - Throws: ``UsageError`` if the theme is unknown, even if no screen is drawn.
    func palette(_ environment: [String: String]) throws(UsageError) -> Palette? {
        let colors = try colors(environment)
        let hasScreen = StandardStream.input.isTerminal && StandardStream.output.isTerminal
        return has("--plain") || !hasScreen || environment["TERM"] == "dumb" ? nil : colors
    }

    /// Returns the colours of a screen: as many as the terminal shows, in the theme of `--theme`.
    func colors(_ environment: [String: String]) throws(UsageError) -> Palette {
        var palette = Palette(environment: environment)
        let name = value("--theme") ?? "auto"
        palette.followsTerminal = name == "auto"
        if name != "auto" {
            guard let theme = Theme(rawValue: name) else {
                throw problem("there is no theme “\(name)”: auto, dark, light or high-contrast")
            }
            palette.theme = theme
        }
        if has("--no-color") {
            palette.depth = .monochrome
            palette.followsTerminal = false
        }
        return palette
    }

    /// The environment variable that names the server if the command line does not.
    static let serverVariable = "UNDERSTUDY_SERVER"

    /// Returns the servers of one log to which a command connects, and its other words.
    ///
    /// `--server` comes first, then the first word if it is an address, then `UNDERSTUDY_SERVER`, then 127.0.0.1:7400.
    ///
    /// - Parameter isAddress: Returns true if the first of these words is an address; never called with `--server`.
    func servers(
        _ environment: [String: String], isAddress: ([String]) throws(UsageError) -> Bool = { _ in true }
    ) throws(UsageError) -> (servers: ServerEndpoints, words: [String]) {
        if value("--server") == nil, let first = rest.first, try isAddress(rest) {
            return (try read(first, ServerEndpoints.init), Array(rest.dropFirst()))
        }
        return (try server(environment, ServerEndpoints.init) ?? ServerEndpoints(.usual), rest)
    }

    /// Returns the server of `--server`, else that of `UNDERSTUDY_SERVER`, else 127.0.0.1:7400.
    func server(_ environment: [String: String]) throws(UsageError) -> ServerEndpoint {
        try server(environment, ServerEndpoint.init) ?? .usual
    }

    private func server<Place>(
        _ environment: [String: String], _ read: (String) throws(ServerEndpoint.Problem) -> Place
    ) throws(UsageError) -> Place? {
        if let text = value("--server") { return try self.read(text, read) }
        guard let text = environment[Self.serverVariable], !text.isEmpty else { return nil }
        do throws(ServerEndpoint.Problem) {
            return try read(text)
        } catch {
            throw UsageError("\(Self.serverVariable): \(error)")
        }
    }

    /// Returns the deadline of connecting and of each answer, in milliseconds: 10 s without `--timeout`.
    func timeoutMilliseconds() throws(UsageError) -> Int {
        let time = try milliseconds("--timeout") ?? 10_000
        guard time > 0 else { throw problem("--timeout needs a time above 0") }
        return Int(time)
    }

    private func read<Place>(
        _ text: String, _ read: (String) throws(ServerEndpoint.Problem) -> Place
    ) throws(UsageError) -> Place {
        do throws(ServerEndpoint.Problem) {
            return try read(text)
        } catch {
            throw problem("\(error)")
        }
    }

    /// Returns the handle of `--as`.
    ///
    /// - Throws: ``UsageError`` if it is missing or invalid.
    func handle() throws(UsageError) -> Handle {
        guard let text = value("--as") else { throw problem("no handle was given: --as HANDLE, such as --as anna") }
        guard let handle = Handle(typed: text) else {
            throw problem("“\(text)” is not a valid handle: \(Handle.rule)")
        }
        return handle
    }

    /// Returns the identity of the session: a person, an app that runs for a person, or an observer.
    func identity() throws(UsageError) -> Hello.Identity {
        let isObserver = has("--observer")
        guard let app = value("--app") else {
            if isObserver { return .observer(has("--as") ? try handle() : nil) }
            return .person(try handle(), name: nil)
        }
        guard !isObserver, !app.isEmpty else {
            throw problem(
                isObserver ? "give --app or --observer" : "--app needs a bundle id, such as com.example.notes")
        }
        return .app(AppID(app), person: try handle())
    }

    /// Returns the position in the log that an option gives; nil without the option.
    func cursor(_ option: String) throws(UsageError) -> Int64? {
        guard let text = value(option) else { return nil }
        guard let number = Int64(text), number >= 0 else {
            throw problem("\(option) needs a cursor: a whole number from 0, not “\(text)”")
        }
        return number
    }

    /// Returns the time that an option gives, in milliseconds and at most a day; nil without the option. A number
    /// without a unit means seconds.
    func milliseconds(_ option: String) throws(UsageError) -> Int64? {
        guard let text = value(option) else { return nil }
        let units: [(suffix: String, milliseconds: Int64)] = [
            ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("", 1_000),
        ]
        let unit = units.first { text.hasSuffix($0.suffix) } ?? ("", 1_000)
        guard let number = Int64(text.dropLast(unit.suffix.count)),
            (0...86_400_000 / unit.milliseconds).contains(number)
        else { throw problem("\(option) needs a time of up to 24h, such as 500ms, 5s or 2m, not “\(text)”") }
        return number * unit.milliseconds
    }

    /// Returns the condition of `--match`; without it, one that all notifications meet.
    ///
    /// - Parameter names: The names of the notifications, which must be able to meet the condition.
    func match(of names: [String]) throws(UsageError) -> NotificationMatch {
        guard let text = value("--match") else { return NotificationMatch() }
        let match: NotificationMatch
        do throws(NotificationMatch.Problem) {
            match = try NotificationMatch(text)
        } catch {
            throw problem("--match: \(error)")
        }
        let schema = NotificationSchema()
        for claim in match.claims {
            let path = claim.path.joined(separator: ".")
            if let stranger = schema.stranger(on: claim.path, of: names) {
                throw problem(
                    "--match: \(names.count == 1 ? "\(names[0]) never" : "no notification") has “\(path)”"
                        + (stranger.near.map { "; did you mean \($0) in place of \(stranger.member)?" } ?? ""))
            }
            if let words = schema.misfit(claim, of: names) {
                throw problem("--match: “\(claim)” cannot match: \(path) is \(words)")
            }
        }
        return match
    }

    /// Throws ``UsageError`` if no notification has that name.
    func checkNotification(_ name: String) throws(UsageError) {
        guard NotificationName(rawValue: name) == nil else { return }
        let near = Spelling.nearest(to: name, among: NotificationName.allCases.map(\.rawValue))
        throw problem(
            "there is no notification “\(name)”"
                + (near.map { "; did you mean \($0)?" } ?? "; docs/reference/methods.md lists them"))
    }

    /// Prints a value, or the part of it that `--get` selects.
    ///
    /// - Parameter whole: The line for the whole value.
    /// - Returns: The exit status: 1 if the value has no such part, or if the output could not be written.
    func print(_ value: JSONValue, whole: [UInt8]) -> Int32 {
        var lines = [String(decoding: whole, as: UTF8.self)]
        if let text = self.value("--get") {
            let found = MemberPath(text)?.values(in: value) ?? []
            guard !found.isEmpty else {
                return ClientCommand.fail("there is no \(text); \(MemberPath(text)?.alternatives(in: value) ?? "")")
            }
            lines = found.map { $0.stringValue ?? String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) }
        }
        guard let problem = StandardStream.output.write(lines.map { $0 + "\n" }.joined()) else { return 0 }
        return ClientCommand.fail("standard output is incomplete: \(problem)")
    }

    /// The world of `--world`, else the main one.
    var world: WorldName { value("--world").map { WorldName($0) } ?? .main }

    /// Returns the secrets for a server that requires tokens.
    ///
    /// - Throws: ``UsageError`` if the token file cannot be read, or if the token command fails.
    func credentials(_ environment: [String: String]) throws(UsageError) -> Credentials {
        var secret = value("--token")
        do {
            if let path = value("--token-file") {
                secret = String(decoding: try FileSystem.bytes(ofTextFile: path, max: 64 * 1024), as: UTF8.self)
            } else if let command = value("--token-command") {
                secret = try ChildProcess.output(of: ["sh", "-c", command])
            }
        } catch {
            throw problem(
                value("--token-file") == nil
                    ? "the token command `\(value("--token-command") ?? "")` failed: \(error)"
                    : "the token file cannot be read: \(error)")
        }
        return Credentials(secret.map { $0.filter { !$0.isWhitespace } }, environment: environment)
    }

    /// Throws ``UsageError`` if there are more words than the command takes.
    ///
    /// - Parameter words: The words to count; by default, all that are not options.
    func limit(_ words: [String]? = nil, to count: Int) throws(UsageError) {
        let words = words ?? rest
        guard words.count > count else { return }
        throw UsageError("\(command.name) does not take “\(words[count])”; put words with spaces in quotes")
    }

    /// Returns an error with the name of this command.
    func problem(_ text: String) -> UsageError { UsageError("\(command.name): \(text)") }
}

/// A command line that the program cannot follow: one line, and the exit status 2.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error as one line.
    public let description: String

    init(_ description: String) { self.description = description }
}

extension CommandDescription {
    /// Returns the row for `--server` in a command's help, which is the same for every command.
    static func serverRow(at column: Int) -> String {
        row("--server HOST:PORT", "the server (default: UNDERSTUDY_SERVER, else 127.0.0.1:7400)", at: column)
    }

    /// Returns the row for `--timeout` in a command's help.
    ///
    /// - Parameter what: The text that names the steps for which the time applies.
    static func timeoutRow(at column: Int, _ what: String = "for connecting, and for each answer") -> String {
        row("--timeout TIME", "the most time \(what): 500ms, 5s, 2m (default: 10s)", at: column)
    }

    /// Returns the row of an option in a command's help.
    static func row(_ option: String, _ what: String, at column: Int) -> String {
        let margin = String(repeating: " ", count: column)
        let label = "  \(option)"
        let room = column - label.count
        return room > 1 ? label + margin.suffix(room) + what : "\(label)\n\(margin)\(what)"
    }

    /// Returns the rows for the secrets in a command's help, for a server that requires tokens.
    ///
    /// - Parameters:
    ///   - column: The column in which the description of an option begins.
    ///   - note: A remark on the secrets that this command needs.
    static func tokenRows(at column: Int, _ note: String? = nil) -> String {
        let margin = String(repeating: " ", count: column)
        let options = [
            (
                "--token SECRET",
                "the token to log in with; UNDERSTUDY_TOKEN hides it from `ps`"
                    + (note.map { ".\n\(margin)\($0)" } ?? "")
            ), ("--token-file FILE", "a file that contains the token"),
            ("--token-command COMMAND", "a command that prints the token"),
        ]
        return options.map { row($0, $1, at: column) }.joined(separator: "\n")
    }
}
