import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import ChatSystem
import ChatTerminal

/// `chat-client app`: an app as one person runs it, on the screen or line by line.
enum AppCommand {
    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        let (servers, others) = try words.servers(environment) { $0.count > 1 || $0[0].contains(":") }
        try words.limit(others, to: 1)
        guard let bundle = others.first, !bundle.isEmpty else {
            throw words.problem(
                "no app was given; give its bundle id: chat-client app com.example.notes --as anna")
        }
        let timeout = Int64(try words.timeoutMilliseconds())
        let person = try words.handle()
        let palette = try words.palette(environment)
        let drafts = palette.flatMap { _ in
            DraftStore.folder(
                server: "\(servers)", world: words.world.rawValue, handle: person.rawValue, app: bundle,
                environment: environment)
        }
        let owner = "\(servers) \(words.world.rawValue) \(person)"
        let host = ActivityHost.onDisk(environment: environment, owner: owner)
        let line = AppLine(
            to: servers, app: AppID(bundle), person: person, world: words.world,
            credentials: try words.credentials(environment), drafts: drafts.map(DraftStore.inFolder), activities: host,
            timeoutMilliseconds: timeout)
        defer { line.close() }
        let progress = ConnectingLine(to: servers, isShown: palette != nil)
        let problem = line.connect(size: Size(columns: 80, rows: 24)) { progress.show() }
        progress.clear()
        if let problem { return ClientCommand.fail(problem) }
        line.runtime?.jobs = host.jobs
        if let problem = host.load().problems.first { line.runtime?.tell("Skipped an extension: \(problem)") }
        guard let palette else { return AppPlainLoop(line).run() }
        return line.runtime.map { AppProgram(line, $0).run(palette) } ?? 1
    }

    static let description = CommandDescription(
        "app", "run an app as a person: its Shared with You shelf and documents",
        help: """
            Runs an app as a person. It shows the app's Shared with You shelf, the person's documents in the app, the
            open document, and the conversation that a document comes from.

            usage: chat-client app [HOST:PORT[,…]] BUNDLE --as HANDLE [options]

              BUNDLE              the bundle id of a registered app: com.example.notes
              --as HANDLE         the person that the app runs for: anna, or anna@example.com
              --world NAME        the world to connect to (default: main)
            \(CommandDescription.serverRow(at: 22))
            \(CommandDescription.timeoutRow(at: 22, "for the login"))
            \(CommandDescription.tokenRows(at: 22, "One for the app, one for the person: com.example.notes=ust_…,anna=ust_…"))
              --plain             reads and prints lines, for pipes and screen readers; the default without a terminal.
                                  It prints the lists, and prints them again when they change. The commands are
                                  new TITLE, open N, text N, edit N TEXT, comment N TEXT, rename N TITLE, delete N
                                  (asks first: yes or no),
                                  reply N TEXT (N/WHICH if several conversations have the item), remove N, undo,
                                  more, list and quit
              --no-color          no colours (same as NO_COLOR)
              --theme NAME        dark, light, high-contrast, or auto, which asks the terminal
              --help              this text

            ? shows the keys. The system draws the names of the people who shared an item, in a session of its own. The
            app's own session never receives them.

            exit status: 0 when you quit, 1 if the server is unreachable or refuses, 2 bad usage

            """)
}

/// The screen of an app.
final class AppProgram: ScreenProgram {
    private let line: AppLine
    private let runtime: AppRuntime

    init(_ line: AppLine, _ runtime: AppRuntime) { (self.line, self.runtime) = (line, runtime) }

    func draw() -> Grid { AppScreen.render(runtime.state, messages: line.shownMessages, size: runtime.size) }

    func wait(besides descriptors: [Int32], milliseconds: Int?) -> [Readiness] {
        line.wait(besides: descriptors, milliseconds: milliseconds)
    }

    func turn(on terminal: ScreenTerminal) -> Int32? { nil }

    func resize(to size: Size) {
        runtime.resize(to: size)
        line.pump()
    }

    func apply(_ key: Key) -> [PersonSession.Request] {
        let wasSettled = line.isSettled
        let actions = runtime.apply(key)
        line.pump()
        // Keys that were typed ahead are meant for the screen that shows the answer.
        if wasSettled { line.settle(milliseconds: 200) }
        return actions.compactMap { action in
            switch action {
            case .quit: .quit
            case .redraw: .redraw
            case .suspend: .suspend
            case .copy(let text): .copy(text)
            default: nil
            }
        }
    }

    func tell(_ hint: String) { runtime.tell(hint) }

    func edit(_ text: String, on terminal: ScreenTerminal) {}
}

/// The line on the shell that counts the seconds of connecting, for a program that draws no screen before it is
/// connected.
final class ConnectingLine {
    private let text: String
    private let isShown: Bool
    private let startedAt = Clocks.steady()
    private var columns = 0

    /// Creates the line without writing it.
    ///
    /// - Parameter isShown: False if the output is no terminal, so that nothing is written.
    init(to servers: ServerEndpoints, isShown: Bool) {
        (text, self.isShown) = ("Connecting to \(servers)…", isShown)
    }

    /// Writes or updates the line, if at least a second has passed.
    func show() {
        let seconds = (Clocks.steady() - startedAt) / 1_000
        guard isShown, seconds > 0 else { return }
        let line = "\(text) \(seconds) s"
        columns = line.count
        StandardStream.error.write("\r" + line, of: .styled)
    }

    /// Removes the line.
    func clear() {
        if columns > 0 { StandardStream.error.write("\r" + String(repeating: " ", count: columns) + "\r", of: .styled) }
        columns = 0
    }
}
