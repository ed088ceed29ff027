import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import ChatSystem
import ChatTerminal

/// `chat-client connect`: one person, on the screen or line by line.
enum ConnectCommand {
    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        let words = try Profile.expand(words, environment: environment)
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        let (servers, others) = try words.servers(environment)
        try words.limit(others, to: 0)
        let timeout = Int64(try words.timeoutMilliseconds())
        let me = try words.handle()
        let palette = try words.palette(environment)
        // A script has no unfinished text at its end, so drafts are stored only with a screen.
        let drafts = palette.flatMap { _ in
            DraftStore.folder(
                server: "\(servers)", world: words.world.rawValue, handle: me.rawValue, environment: environment)
        }
        let host = ActivityHost.onDisk(
            environment: environment, owner: "\(servers) \(words.world.rawValue) \(me)")
        let session = PersonSession(
            to: servers, me: me, name: words.value("--name"), device: words.value("--device"),
            world: words.world, size: Size(columns: 80, rows: 24), credentials: try words.credentials(environment),
            drafts: drafts.map {
                ExternalEditor.addLeftTexts(of: me, environment: environment, to: .inFolder($0))
            }, activities: host, timeoutMilliseconds: timeout)
        session.loadsUnread = palette != nil
        if words.has("--desktop") { session.updateState { $0.view.look = .desktop } }
        defer { session.close() }
        let start = Clocks.steady()
        if let problem = connect(session, until: palette.map { _ in start + Self.blankMilliseconds }) {
            return ClientCommand.fail(problem)
        }
        let leftOut = host.load().problems.map { "Skipped an extension: \($0)" }
        guard let palette else {
            for line in leftOut { session.tell(.hint(line)) }
            return PlainLoop(session, in: words.value("--to")).run()
        }
        let (keys, problem) = KeyFile.read(environment)
        let unusable = [problem].compactMap { $0 } + leftOut
        session.updateState { state in
            state.keys = keys
            // A sheet shows the whole reasons; the line at the foot of the screen would cut them.
            if !unusable.isEmpty { state.arrive(.text(title: "Files That Cannot Be Used", body: unusable)) }
        }
        let status = PersonProgram(
            session, ringsBell: !words.has("--quiet"), notifies: words.has("--notify"),
            conversation: words.value("--to")
        ).run(palette)
        return status == 0 || session.wasWelcome ? status : ClientCommand.fail(session.problem)
    }

    /// The time before the screen appears, in milliseconds. A wrong address is reported on the shell in that time.
    private static let blankMilliseconds: Int64 = 100

    /// Waits for the first login.
    ///
    /// - Parameter deadline: The time at which to stop, in milliseconds of the steady clock; nil waits for the outcome.
    /// - Returns: The reason for which no server accepted the login; nil if one did, or if the deadline came first.
    static func connect(_ session: PersonSession, until deadline: Int64? = nil) -> String? {
        session.start()
        while session.phase != .live {
            if session.isAway { return session.problem }
            let left = deadline.map { Int($0 - Clocks.steady()) }
            if let left, left <= 0 { return nil }
            session.wait(besides: [], milliseconds: left)
        }
        return nil
    }

    static let description = CommandDescription(
        "connect", "take part in conversations, on the screen or line by line",
        help: """
            Takes part in conversations: list, thread, composer, notices, Shared with You.

            usage: chat-client connect [HOST:PORT[,…]] --as HANDLE [options]

              --as HANDLE     your handle: anna, or anna@example.com
              --name NAME     your name, as others see it
              --device NAME   the name of this device
              --to NAME       opens the conversation with that name or id, or the one with that person
              --world NAME    the world to connect to (default: main)
            \(CommandDescription.serverRow(at: 18))
            \(CommandDescription.timeoutRow(at: 18, "for the login"))
            \(CommandDescription.tokenRows(at: 18))
              --profile NAME  adds the options that profiles.json in $XDG_CONFIG_HOME/understudy has under that name
              --plain         reads and prints lines, for pipes and screen readers; the default without a terminal. A
                              line is a message, or a command such as /help, /to NAME, /new HANDLE. Piped input needs
                              /to or --to before its first message
              --no-color      no colours (same as NO_COLOR)
              --theme NAME    dark, light, high-contrast, or auto, which asks the terminal
              --desktop       sheets as on a desktop: buttons at the bottom, and the list stays usable
              --notify        shows alerts as desktop notifications too, if the terminal supports them
              --quiet         no bell for alerts; the list still marks them
              --help          this text

            F1 shows the keys. The client reconnects by itself, and shows and sends nothing twice. Given several servers
            of one log (HOST:PORT,HOST:PORT), it fails over to the next one and shows its address. Drafts are stored in
            $XDG_STATE_HOME/understudy/drafts, one for each conversation, until you send them.

            exit status: 0 when you quit, 1 if the server is unreachable or refuses, 2 bad usage

            """)
}

extension PersonSession {
    /// Waits for the connection or one of the descriptors, and lets the connection read and write.
    ///
    /// - Returns: The readiness of each descriptor.
    @discardableResult
    func wait(
        besides descriptors: [Int32], milliseconds: Int? = nil
    ) -> [Readiness] {
        var interests = descriptors.map { Interest(descriptor: $0) }
        let hasSocket = interest != nil
        if let interest { interests.append(interest) }
        let left = deadline.map { Int(clamping: max(0, $0 - Clocks.steady())) }
        let limit = [left, milliseconds].compactMap { $0 }.min()
        var ready = Readiness.wait(for: interests, milliseconds: limit)
        turn(hasSocket ? ready.removeLast() : .init())
        return ready
    }
}

/// Command line words that a person stores under a name: `profiles.json` in the configuration folder, an object that
/// maps each name to a list of words.
enum Profile {
    /// Returns the words with those of the profile in place of `--profile NAME`. Options of the profile that are also
    /// on the command line are left out.
    ///
    /// - Throws: ``UsageError`` if the profile does not exist or cannot be read.
    static func expand(_ words: [String], environment: [String: String]) throws(UsageError) -> [String] {
        guard let index = words.firstIndex(of: "--profile") else { return words }
        guard words.indices.contains(index + 1) else { throw UsageError("--profile needs a name") }
        let name = words[index + 1]
        guard let path = BaseDirectory.configuration.path(environment: environment).map({ $0 + "/profiles.json" })
        else {
            throw UsageError("--profile: set XDG_CONFIG_HOME or HOME, the folder of profiles.json")
        }
        let value: JSONValue
        do {
            value = try JSONReader.read(try FileSystem.bytes(ofTextFile: path, max: 1 << 20)).value
        } catch {
            throw UsageError("--profile \(name): \(error is JSONError ? "\(path): " : "")\(error)")
        }
        guard let kept = value[name]?.arrayValue?.compactMap(\.stringValue) else {
            guard value[name] == nil else {
                throw UsageError(
                    "\(path): “\(name)” must be a list of words, such as [\"localhost:7777\", \"--as\", \"anna\"]")
            }
            let names = value.objectValue?.members.map { "\($0.key)" }.sorted().joined(separator: ", ") ?? ""
            throw UsageError("\(path) has no profile “\(name)”" + (names.isEmpty ? "" : "; available: \(names)"))
        }
        let rest = Array(words[(index + 2)...])
        return Array(words[..<index]) + left(of: kept, besides: Array(words[..<index]) + rest) + rest
    }

    /// Returns the words of a profile without the options that are also on the command line.
    private static func left(of kept: [String], besides given: [String]) -> [String] {
        var left: [String] = []
        var rest = kept[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--"), given.contains(word) else {
                left.append(word)
                continue
            }
            let takesValue = ConnectCommand.description.options.contains { $0.name == word && $0.value != nil }
            if takesValue { rest = rest.dropFirst() }
        }
        return left
    }
}

/// The keys that a person chose: `keys.json` in the configuration folder, an object that maps names to keys.
enum KeyFile {
    /// Returns the keys of the file. If the file cannot be used, returns the standard keys and the problem.
    static func read(_ environment: [String: String]) -> (KeyBindings, problem: String?) {
        guard let path = BaseDirectory.configuration.path(environment: environment).map({ $0 + "/keys.json" }),
            (try? FileSystem.kind(of: path)) == .file
        else { return (KeyBindings(), nil) }
        do {
            let value = try JSONReader.read(try FileSystem.bytes(ofTextFile: path, max: 64 * 1024)).value
            let members = value.objectValue?.members ?? []
            let names = members.map { (name: "\($0.key)", key: $0.value.stringValue ?? "") }
            return (try KeyBindings(names), nil)
        } catch {
            return (KeyBindings(), "\(path): \(error). Using the standard keys")
        }
    }
}
