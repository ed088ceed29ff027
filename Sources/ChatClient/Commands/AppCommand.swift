import ChatConnection
import ChatOptions
import ChatProtocol
import ChatSession
import ChatSystem
import ChatTerminal

/// `chat-client app`: an app's side, on the screen or line by line.
enum AppCommand {
    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        let (servers, others) = try words.servers(environment) { $0.count > 1 || $0[0].contains(":") }
        try words.limit(others, to: 1)
        guard let bundle = others.first, !bundle.isEmpty else {
            throw words.problem(
                "no app was given; name it by its bundle id: chat-client app com.example.notes --as anna")
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
        if let problem = host.load().problems.first { line.runtime?.tell("An extension is left out: \(problem)") }
        guard let palette else { return AppPlainLoop(line).run() }
        return AppScreenLoop(line, palette: palette).run()
    }

    static let description = CommandDescription(
        "app", "an app's side: its Shared with You shelf, on the screen or line by line",
        help: """
            Runs an app as a person: its Shared with You shelf, the person's documents in it, what is open, and the
            conversation it came from.

            usage: chat-client app [HOST:PORT[,…]] BUNDLE --as HANDLE [options]

              BUNDLE              the app's bundle id, as it was registered: com.example.notes
              --as HANDLE         whom it runs as: anna, or anna@example.com
              --world NAME        the simulation to be in (default: main)
            \(CommandDescription.serverRow(at: 22))
            \(CommandDescription.timeoutRow(at: 22, "for the login"))
            \(CommandDescription.tokenRows(at: 22, "The app and the person both log in: com.example.notes=ust_…,anna=ust_…"))
              --plain             line by line, for pipes and screen readers; by itself where there is no terminal:
                                  the lists, and again when they change; a line is new TITLE, open N, text N,
                                  edit N TEXT, comment N TEXT, rename N TITLE, delete N, reply N TEXT (N/WHICH where
                                  it was shared in several conversations), remove N, undo, more, list or quit
              --no-color          no colours (so does NO_COLOR)
              --theme NAME        dark, light, high-contrast, or auto: the one that fits the terminal
              --help              this text

            ? shows the keys. Who shared what is drawn by the system, in a session of the person's: the app's own session
            never learns of it.

            exit status: 0 at the end, 1 if the server cannot be reached or refuses, 2 bad usage

            """)
}
