import ChatProtocol
import ChatSystem
import Gherkin

/// `play --ui`: a person runs, pauses and steps the scenarios on a page.
///
/// Everything happens on the thread of the player. It reads the messages of pages between steps, while the run is
/// paused, and while nothing is played. So no request arrives in the middle of a step, and only the player begins steps.
final class UIMode {
    private let run: PlayRun
    private let server: UIServer
    private let gate = RunGate()
    private var watch: FileWatch
    private var scenarios = UIScenarios()
    private var plan = RunPlan(pickles: [])
    /// The scenario that each page shows.
    private var shown: [Int: Int] = [:]
    /// The scenarios of the last run.
    private var last: Set<Int> = []
    /// The run that begins when the current one has ended.
    private var next: Request?
    private var hasEnded = false
    /// The numbers of scenarios of the run, and of those that have ended; nil while nothing is played.
    private var played: (count: Int, ended: Int)?
    private var summary = ""
    private var problem: String?

    private struct Request {
        var ids: Set<Int>
        var pausesAtOnce = false
        /// The files whose scenarios are played if none of the ids exists.
        var files: Set<String> = []
    }

    /// - Throws: `SystemFailure` if the machine gives no port.
    init(_ run: PlayRun) throws(SystemFailure) {
        self.run = run
        server = try UIServer()
        watch = FileWatch(run.arguments.paths)
    }

    /// Serves the page until the person ends it at the keyboard, and returns the exit status of the last run.
    func follow() -> Int32 {
        guard prepared(gated) != nil || run.arguments.watches else { return PlayCommand.unusable }
        let environment = run.environment
        environment.output("the page: \(server.access.address)\n\(Self.hint)")
        var status = PlayCommand.passed
        while !hasEnded {
            pass(PlayWatch.period)
            lookAtFiles()
            guard let request = next, !hasEnded else { continue }
            next = nil
            status = play(request)
            environment.output("\nthe page: \(server.access.address)\n\(Self.hint)")
        }
        return status
    }

    private static let hint = "Return plays all, q and Return ends\n"

    // MARK: Runs

    /// A run whose steps pass the gate, and whose events go to the pages.
    private var gated: PlayRun {
        var environment = run.environment
        let (onEvent, complaints) = (environment.onEvent, environment.complaints)
        environment.gate = { [unowned self] step, pickle in admits(step, of: pickle) }
        environment.onEvent = { [unowned self] event in
            receive(event)
            onEvent?(event)
        }
        environment.complaints = { [unowned self] text in
            if !text.isEmpty { problem = (problem ?? "") + text }
            complaints(text)
        }
        if environment.pause != nil { environment.pause = { [unowned self] in pass($0, isWhole: true) } }
        return PlayRun(arguments: run.arguments, stage: run.stage, environment: environment)
    }

    /// Reads the files, and sends the list to the pages.
    /// - Returns: The plan; nil if a file has errors.
    private func prepared(_ run: PlayRun) -> PlayRun.Preparation? {
        do {
            let preparation = try run.prepare()
            scenarios.update(preparation.plan.pickles)
            gate.breakpoints.formIntersection(scenarios.lines)
            last.formIntersection(scenarios.entries.map(\.id))
            server.broadcast(scenarios.list(breakpoints: gate.breakpoints))
            for (page, id) in shown { send(story: id, to: page) }
            broadcastState()
            return preparation
        } catch {
            run.environment.complaints("chat-client play: \(error)\n")
            broadcastState()
            return nil
        }
    }

    private func play(_ request: Request) -> Int32 {
        problem = nil
        summary = ""
        let run = gated
        guard var preparation = prepared(run) else { return PlayCommand.unusable }
        var ids = request.ids.filter(scenarios.has)
        if ids.isEmpty { ids = scenarios.ids(of: request.files) }
        guard !ids.isEmpty else { return PlayCommand.passed }
        last = ids
        preparation.choose { pickle in scenarios.id(of: pickle).map(ids.contains) ?? false }
        gate.begin(pausesAtOnce: request.pausesAtOnce)
        played = (preparation.plan.count, 0)
        defer {
            played = nil
            broadcastState()
        }
        do { return try run.play(preparation) } catch {
            run.environment.complaints("chat-client play: \(error)\n")
            return PlayCommand.unusable
        }
    }

    private func receive(_ event: RunEvent) {
        switch event {
        case .started(let plan):
            self.plan = plan
            broadcastState()
        case .scenarioStarted(let pickle, _):
            guard let id = scenarios.id(of: pickle) else { return }
            scenarios.begin(id, again: plan.command(for: pickle))
            server.broadcast(Self.message("begin", id: id))
            broadcastResult(of: id)
            for (page, shown) in shown where shown == id { send(story: id, to: page) }
        case .stepFinished(let outcome):
            guard let id = scenarios.running?.id, let message = scenarios.add(outcome) else { return }
            send(message, toPagesOf: id)
        case .scenarioFinished(let outcome):
            guard let id = scenarios.running?.id else { return }
            if let message = scenarios.end(outcome) { send(message, toPagesOf: id) }
            if !outcome.isRetried { played?.ended += 1 }
            broadcastResult(of: id)
            broadcastState()
        case .finished(let counts): summary = counts.line
        }
    }

    /// Returns when a step may begin: at once, or when the person lets it.
    /// - Returns: False if the scenario is stopped.
    private func admits(_ step: Gherkin.PickleStep, of pickle: Gherkin.Pickle) -> Bool {
        pass(.zero)
        var wasPaused = false
        let isAdmitted = gate.admits(.init(path: pickle.path, line: step.location.line)) {
            if !wasPaused { broadcastState() }
            wasPaused = true
            pass(PlayWatch.period)
            lookAtFiles()
        }
        guard wasPaused else { return isAdmitted }
        broadcastState()
        // Sent before the step, which can take long.
        pass(.zero)
        return isAdmitted
    }

    // MARK: Files and keyboard

    /// Plays the last scenarios again if a file has changed: with `--watch`, and even if the run is paused. Before the
    /// first run, it plays those of the file.
    private func lookAtFiles() {
        guard run.arguments.watches, let changed = watch.changes() else { return }
        if played != nil { gate.take(.stop) }
        next = Request(ids: last, files: changed)
    }

    private func lookAtKeyboard() {
        switch run.environment.idle?(.zero) {
        case .again: if played == nil { next = Request(ids: Set(scenarios.entries.map(\.id))) }
        case .end:
            hasEnded = true
            gate.take(.stop)
        case nil: break
        }
    }

    // MARK: Pages

    /// Handles the messages of pages, after a wait of at most that time.
    ///
    /// - Parameter isWhole: True to wait for the whole time, for `--pace`.
    private func pass(_ duration: Duration, isWhole: Bool = false) {
        let end = Clocks.steady() + duration.wholeMilliseconds
        repeat {
            let left = max(0, end - Clocks.steady())
            for event in server.pass(milliseconds: Int(left)) { handle(event) }
            if duration > .zero { lookAtKeyboard() }
        } while isWhole && Clocks.steady() < end
    }

    private func handle(_ event: UIServer.Event) {
        switch event {
        case .opened(let page):
            server.send(scenarios.list(breakpoints: gate.breakpoints), to: page)
            server.send(state, to: page)
        case .closed(let page): shown[page] = nil
        case .message(let page, let text):
            guard let command = UICommand(text) else { return server.refuse(page, "not a message of this page") }
            handle(command, of: page)
        }
    }

    private func handle(_ command: UICommand, of page: Int) {
        switch command {
        case .run(let ids, let pausesAtOnce):
            if played == nil { next = Request(ids: ids.filter(scenarios.has), pausesAtOnce: pausesAtOnce) }
        case .gate(let command): if played != nil { gate.take(command) }
        case .breakpoint(let place, let isSet):
            if isSet, scenarios.lines.contains(place) { gate.breakpoints.insert(place) }
            if !isSet { gate.breakpoints.remove(place) }
            server.broadcast(
                JSONWriter.object { json in
                    json.member("type", "breakpoint")
                    json.member("place", "\(place.path):\(place.line)")
                    json.member("set", gate.breakpoints.contains(place))
                })
        case .open(let id):
            guard scenarios.has(id) else { return }
            shown[page] = id
            send(story: id, to: page)
        }
    }

    private func send(story id: Int, to page: Int) {
        server.send(scenarios.story(of: id) ?? Self.message("nothing", id: id), to: page)
    }

    private func send(_ message: [UInt8], toPagesOf id: Int) {
        for (page, shown) in shown where shown == id { server.send(message, to: page) }
    }

    private func broadcastResult(of id: Int) {
        if let message = scenarios.result(of: id) { server.broadcast(message) }
    }

    private func broadcastState() { server.broadcast(state) }

    private static func message(_ type: String, id: Int) -> [UInt8] {
        JSONWriter.object { json in
            json.member("type", type)
            json.member("id", id)
        }
    }

    /// The message with the state of the run.
    private var state: [UInt8] {
        JSONWriter.object { json in
            json.member("type", "state")
            json.member("state", played == nil ? "idle" : gate.isPaused ? "paused" : "running")
            if let running = scenarios.running {
                json.member("id", running.id)
                json.member("step", running.count)
            }
            if let played {
                json.member("count", played.count)
                json.member("ended", played.ended)
            }
            json.member("summary", summary)
            json.member("watches", run.arguments.watches)
            json.member("problem", problem)
        }
    }
}
