import ChatConnection
import ChatProtocol
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
        return AppScreenLoop(line, palette: palette).run()
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
