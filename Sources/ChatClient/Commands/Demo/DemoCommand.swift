import ChatConnection
import ChatProtocol
import ChatScenario
import ChatScreens
import ChatSession
import ChatSystem
import ChatTerminal
import Gherkin

/// `chat-client demo`: plays the tour, and then gives the keyboard to the person.
final class DemoCommand {
    private let arguments: DemoArguments
    private let dependencies: ClientCommand.Dependencies
    private let palette: Palette
    private var stage: DemoStage?
    private var last: PlayMoment?
    private var complaint = ""

    static func run(
        _ words: [String], environment: [String: String], dependencies: ClientCommand.Dependencies
    ) throws(UsageError) -> Int32 {
        guard var arguments = try DemoArguments(words, environment: environment) else { return 0 }
        var tour: String?
        if arguments.feature == nil {
            tour = try Self.tour()
            arguments.feature = tour
        }
        defer { tour.map(FileSystem.remove) }
        try arguments.refuseStranger()
        let demo = DemoCommand(arguments, dependencies: dependencies, palette: arguments.palette)
        defer { demo.stage?.server.close() }
        let hasTerminal =
            StandardStream.input.isTerminal
            && StandardStream.output.isTerminal
        return hasTerminal ? demo.perform() : demo.print()
    }

    private init(_ arguments: DemoArguments, dependencies: ClientCommand.Dependencies, palette: Palette) {
        self.arguments = arguments
        self.dependencies = dependencies
        self.palette = palette
    }

    // MARK: Without a terminal

    private func print() -> Int32 {
        var transcript = DemoTranscript()
        let status = play(pace: nil, pause: nil) { moment in
            let lines = transcript.lines(of: moment)
            guard !lines.isEmpty else { return }
            StandardStream.output.write(lines.joined(separator: "\n") + "\n")
        }
        return end(status)
    }

    // MARK: On the terminal

    private func perform() -> Int32 {
        let terminal: TerminalMode
        do throws(TerminalMode.Failure) {
            terminal = try TerminalMode()
        } catch {
            complaint = "chat-client demo: the terminal cannot be used (\(error))\n"
            return end(1)
        }
        let player = DemoPlayer(terminal, palette: palette)
        let status = play(pace: arguments.pace, pause: player.pause, onMoment: player.show)
        guard status == PlayCommand.passed, !player.hasLeft else {
            terminal.restore()
            return end(player.hasLeft ? 0 : status)
        }
        let (result, problem) = handOver(terminal)
        terminal.restore()
        if let problem { complaint = "chat-client demo: \(problem)\n" }
        return end(result)
    }

    /// Connects the person at the keyboard as one of the people of the feature.
    private func handOver(_ terminal: TerminalMode) -> (status: Int32, problem: String?) {
        guard let stage, let last, let first = last.panes.first else { return (1, "the feature has no people") }
        let me = arguments.me ?? Handle(first.state.handle)
        guard let me, let clock = try? DemoClock(stage) else {
            return (1, "the connection to the feature's server is lost")
        }
        let hello = Hello(.person(me, name: nil), world: WorldName(stage.world))
        let session = PersonSession(
            on: LiveConnection(to: ServerEndpoints(stage.server.endpoint), hello: hello), me: me, size: terminal.size,
            face: .utc)
        defer { session.close() }
        if let problem = ConnectCommand.connect(session) { return (1, problem) }
        while !session.isSettled, session.phase == .live { session.wait(besides: []) }
        let others = last.panes.map(\.state.handle).filter { $0 != me.rawValue }
        session.updateState { $0.view.sheet = welcome(me, others: others, endpoint: stage.server.endpoint) }
        return (
            PersonProgram(session, everyTurn: clock.follow).run(on: ScreenTerminal(terminal, palette: palette)), nil
        )
    }

    private func welcome(_ me: Handle, others: [String], endpoint: ServerEndpoint) -> SheetKind {
        let name = last?.panes.first { $0.state.handle == me.rawValue }?.name ?? me.rawValue
        var body = ["You are \(name) now: write something, or try /shelf, /settings, /help.", ""]
        if let other = others.first {
            let program = CommandLine.arguments.first ?? "chat-client"
            body += [
                "Join from a second terminal as one of the others:", "\(program) connect \(endpoint) --as \(other)",
            ]
        }
        return .text(title: "Your turn", body: body)
    }

    // MARK: The feature

    private func play(
        pace: String?, pause: ((Duration) -> Void)?, onMoment: @escaping (PlayMoment) -> Void
    ) -> Int32 {
        var environment = PlayEnvironment(
            output: { _ in }, complaints: { [self] in complaint += Self.own($0) }, pause: pause,
            onMoment: { [self] moment in
                last = moment
                onMoment(moment)
            })
        environment.onEvent = { [self] event in
            guard case .stepFinished(let outcome) = event, let failure = outcome.failure else { return }
            complaint += "chat-client demo: \(outcome.step.text): \(failure.message)\n"
        }
        let words = [arguments.feature ?? ""] + (pace.map { ["--pace", $0] } ?? [])
        return PlayCommand.run(
            words,
            stage: { [self] _ in
                stage?.server.close()
                let fresh = DemoStage(try dependencies.local(0))
                stage = fresh
                return fresh
            }, environment: environment)
    }

    /// Writes the built-in tour to a temporary file, and returns its path.
    private static func tour() throws(UsageError) -> String {
        let path = "/tmp/understudy-tour-\(Clocks.wall()).feature"
        do throws(FileProblem) {
            try FileSystem.create(path, with: PackageResources.weekend_trip_feature)
        } catch {
            throw UsageError("demo: \(error)")
        }
        return path
    }

    /// Returns a complaint of the player with the name of this command.
    private static func own(_ complaint: String) -> String {
        let foreign = "chat-client play:"
        return complaint.hasPrefix(foreign) ? "chat-client demo:" + complaint.dropFirst(foreign.count) : complaint
    }

    private func end(_ status: Int32) -> Int32 {
        if !complaint.isEmpty { StandardStream.error.write(complaint) }
        return status
    }
}

/// The command line of `chat-client demo`.
struct DemoArguments {
    /// The path of the feature to play; nil for the built-in tour.
    var feature: String?
    /// The speed of the play; at 1, a step takes a second or two.
    var pace = "1"
    /// The person at the keyboard after the play; nil for the first person of the feature.
    var me: Handle?
    var palette: Palette

    /// Reads the words after `demo`.
    ///
    /// - Returns: Nil if they ask for help.
    init?(_ words: [String], environment: [String: String] = [:]) throws(UsageError) {
        guard let words = try OptionWords.read(words, of: Self.description) else { return nil }
        try words.limit(to: 1)
        if let first = words.rest.first { feature = first }
        if let text = words.value("--pace") {
            guard let number = Double(text), PlayArguments.paces.contains(number) else {
                throw words.problem("--pace needs a number from 0.001 to 1000000, not “\(text)”")
            }
            pace = text
        }
        if words.value("--as") != nil { me = try words.handle() }
        palette = try words.colors(environment)
    }

    /// Refuses `--as` with a person who is not in the feature, before the play begins.
    ///
    /// A feature that cannot be read is not refused here, because the player reports it.
    func refuseStranger() throws(UsageError) {
        guard let me, let table = try? PlayPhrases.table(),
            // After the play, the keyboard controls a person in the world of the last scenario.
            let feature, let story = (try? ScenarioFiles(paths: [feature]).read())?.pickles.last
        else { return }
        var cast: [Handle] = []
        for step in story.steps {
            guard case .found(_, let arguments) = table.match(step) else { continue }
            for name in arguments.everyone {
                guard let handle = CastPerson.handle(of: name), !cast.contains(handle) else { continue }
                cast.append(handle)
            }
        }
        guard !cast.isEmpty, !cast.contains(me) else { return }
        let names = cast.map(\.rawValue).joined(separator: ", ")
        throw UsageError("demo: \(me) is not in this feature; use --as with one of: \(names)")
    }

    static let description = CommandDescription(
        "demo", "watch the tour, then take part in it",
        help: """
            Plays the tour with everyone's thread on the screen, then hands over the keyboard.

            usage: chat-client demo [FEATURE] [options]

              FEATURE        the feature to play (default: the built-in tour)
              --pace X       the speed; 2 is twice as fast
              --as HANDLE    the person that you are afterwards (default: the first one in the feature)
              --no-color     no colours (same as NO_COLOR)
              --theme NAME   dark, light, high-contrast, or auto, which asks the terminal
              --help         this text

            While it plays, Space pauses, → takes the next step, Tab shows another person, and q skips to the end.
            Without a terminal on standard output, it prints each person's screen without pauses.

            exit status: 0 if every step passed, 1 if a step failed, 2 bad usage

            """)
}

/// The server of a demo. It keeps running after the play, for the person at the keyboard.
final class DemoStage: Stage {
    let server: any ListeningStage
    var world: String { server.world }

    init(_ server: any ListeningStage) { self.server = server }

    func connect() throws(TransportError) -> any ClientTransport { try server.connect() }

    func restart() throws(TransportError) { try server.restart() }

    /// Does nothing, because the demo continues after the play.
    func close() {}
}

/// Advances the virtual time of the demo's world with real time, after the play has ended.
final class DemoClock {
    private let observer: ScriptedClient
    private var told: Int64

    /// Creates the clock of the stage's world, which does not advance before ``follow()``.
    init(_ stage: any Stage) throws {
        observer = ScriptedClient(try stage.connect())
        try observer.hello(Hello(.observer(nil), world: WorldName(stage.world)))
        told = Clocks.steady()
    }

    /// Advances the virtual time by the real time since the last call; at most once a second.
    func follow() {
        let now = Clocks.steady()
        guard now - told >= 1_000 else { return }
        let passed = now - told
        told = now
        // The demo continues even if its clock cannot be advanced.
        _ = try? observer.request(.clockAdvance(.milliseconds(passed)))
        _ = observer.takeInbox()
    }
}
