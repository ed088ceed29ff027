import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal
import Gherkin

/// The state of one scenario while it is played.
///
/// A person is created by the first step that names them, and logs in at their first action. Whether someone saw a
/// message is decided by the server's fence and the messages that precede it on that person's own stream, never by
/// waiting.
package final class ScenarioContext {
    /// The options of a run that concern the player.
    struct Direction {
        /// Called before and after every step; nil draws nothing and takes no state for it.
        var onMoment: ((PlayMoment) -> Void)?
        /// Waits in real time, so that a person can follow; nil does not wait.
        var pause: ((Duration) -> Void)?
        /// The speed of the people; 1 is real time.
        var pace = 1.0
        /// True if a scene is stored after each step, for reports.
        var wantsScenes = false
        /// True if every person stores all received messages, even if no step needs them.
        var keepsAll = false
        /// True if every person uses the line-by-line client (`--linear`).
        var isLinear = false
        /// The folder for pictures of the screens that steps check; nil stores none.
        var screensFolder: String?
    }

    let stage: any Stage
    /// The decoder of messages, shared by all people.
    private let reader = MessageReader()
    let world: WorldName
    let pickle: Gherkin.Pickle?
    /// A suffix that distinguishes the requests of this run from those of others in a shared world.
    let salt: String
    let direction: Direction
    /// True if every person stores all received messages, which are many in a long scenario.
    private let keepsAll: Bool
    /// The people of the scenario.
    private(set) var roster = Roster()
    /// The conversations, documents and messages of the scenario, by their names in the steps.
    var record = StoryRecord()
    /// The apps, in the order in which they were first named.
    var apps: [CastApp] = []
    var observerSession: ScriptedClient?
    /// The exchange with the program that does steps of this scenario; nil until a step needs it.
    var programTalk: StepConversation?
    /// The names and references that steps can use.
    var memory = StageMemory()
    /// The story time since the beginning of the scenario.
    private(set) var elapsed = Duration.zero
    /// True if this step bypasses the screens and sends its requests directly to the server.
    private(set) var isOverTheWire = false
    /// The scene of the last step; nil unless the direction wants scenes.
    var scene: StepScene?
    /// The taker of scenes; nil unless they are wanted.
    let camera: SceneCamera?
    private(set) var present: Gherkin.PickleStep?

    init(
        stage: any Stage, world: WorldName, pickle: Gherkin.Pickle? = nil, direction: Direction = Direction(),
        isWorldShared: Bool = false
    ) {
        salt = isWorldShared ? "-" + String(UInt64.random(in: .min ... .max), radix: 36) : ""
        camera = direction.wantsScenes ? SceneCamera(steps: pickle?.steps.count ?? 1) : nil
        self.stage = camera.map { RecordedStage(stage, $0.wire) } ?? stage
        self.world = world
        self.pickle = pickle
        self.direction = direction
        keepsAll =
            direction.keepsAll
            || pickle?.steps.contains { $0.text.utf8.contains(sequence: "was never told") } ?? false
    }

    // MARK: Steps

    /// Does a step. It reports the moments before and after, and adds all threads to a failure. A step within another
    /// one belongs to the outer one.
    func play(_ arguments: StepArguments, _ body: () throws(StepFailure) -> Void) throws(StepFailure) {
        guard present == nil else { return try body() }
        present = arguments.step
        defer { present = nil }
        beginScene()
        if stage.address != nil { hear(arguments.step) }
        if memory.isListening {
            try observe(.sessionPing)
            memory.endStep()
        }
        if memory.isNeeded(by: pickle) { try observer(isListening: true) }
        try tell(.begins)
        beginTyping(arguments)
        pause(Pace.typing(arguments.step.text))
        do throws(StepFailure) {
            try body()
        } catch {
            var failure = error
            explain(&failure, of: arguments)
            takeScene()
            try? tell(.failed(failure.message))
            throw failure
        }
        takeScene()
        try tell(.done)
        pause(Pace.reading(arguments.step.text))
    }

    /// Lets the people whom a step names read the notifications of the earlier steps. Without a socket, these have
    /// arrived already.
    private func hear(_ step: Gherkin.PickleStep) {
        let words = Set(StepText(step.text).pieces)
        for person in roster.devices where words.contains(.word(person.name)) { person.hear() }
    }

    /// Returns true if the next step checks why this person's request was refused. A refusal is then expected.
    func expectsRefusal(of person: CastPerson) -> Bool {
        guard let pickle, let index = pickle.steps.firstIndex(where: { $0.id == present?.id }),
            index + 1 < pickle.steps.count
        else { return false }
        let next = StepText(pickle.steps[index + 1].text).pieces
        return [PhraseName.requestFails, .requestRunsIntoRule].contains { name in
            PlayPhrases.named[name]?.beginning(of: next)?.values.first == .text(person.name)
        }
    }

    /// Waits in real time for a duration of the scenario, at the pace of the run. Returns false if the run is not
    /// paced.
    func passOnTheWall(_ duration: Duration) -> Bool {
        guard let pause = direction.pause else { return false }
        pause(duration / direction.pace)
        return true
    }

    /// Adds a duration to the story time.
    func countElapsed(_ duration: Duration) { elapsed += duration }

    /// True if the run waits in real time, so that a person can follow.
    var isPaced: Bool { direction.pause != nil }

    private func pause(_ duration: @autoclosure () -> Duration) { direction.pause?(duration() / direction.pace) }

    private func tell(_ phase: PlayMoment.Phase) throws(StepFailure) {
        guard let onMoment = direction.onMoment, let step = present else { return }
        for person in roster.people { try person.settle() }
        let looksAtShelf = step.text.utf8.contains(sequence: "in Shared with You")
        let current = actor(in: step)
        let panes = roster.people.enumerated().map { index, person in
            var state = person.state
            state.view.isShelfShown = looksAtShelf && index == current
            return PaneWall.Pane(name: person.name, state: state)
        }
        onMoment(
            PlayMoment(
                feature: pickle?.feature ?? "", scenario: pickle?.name ?? "", step: step.keyword + step.text,
                phase: phase, panes: panes, current: current ?? 0))
    }

    /// Returns the index of the first person whom the step names outside quotation marks.
    func actor(in step: Gherkin.PickleStep) -> Int? {
        for case .word(let word) in StepText(step.text).pieces {
            if let index = roster.people.firstIndex(where: { $0.name == word }) { return index }
        }
        return nil
    }

    // MARK: Names

    /// Does a step on a person's second device. It is created and logged in at its first use.
    func onSecondDevice(of name: String, _ body: () throws(StepFailure) -> Void) throws(StepFailure) {
        if let device = try roster.takeSecondDevice(of: name) { logIn(device) }
        defer { roster.leaveSecondDevice() }
        try body()
    }

    /// Does a step without the screens.
    func overTheWire(_ body: () throws(StepFailure) -> Void) throws(StepFailure) {
        isOverTheWire = true
        defer { isOverTheWire = false }
        try body()
    }

    /// Does a step on a terminal of another size.
    /// - Throws: ``StepFailure`` if the size is over 500 by 200, or the step fails.
    func onScreen(of name: String, _ size: Size, _ body: () throws(StepFailure) -> Void) throws(StepFailure) {
        guard size.columns <= 500, size.rows <= 200 else {
            throw StepFailure(
                "a screen has at most 500 columns and 200 rows", actual: "\(size.columns) by \(size.rows)")
        }
        try bringIn(name)
        let person = try roster.person(name)
        resize(person, to: size)
        defer { resize(person, to: CastPerson.size) }
        try body()
    }

    private func resize(_ person: CastPerson, to size: Size) {
        person.session?.size = size
        person.session?.pump()
        for app in apps { app.screens[person.device]?.runtime.resize(to: size) }
    }

    /// Adds a person to the scenario and logs them in. They stay online from then on, and so miss no notification.
    func bringIn(_ name: String) throws(StepFailure) {
        guard let person = try roster.bringIn(name) else { return }
        logIn(person)
        guard person.isOnline else { throw StepFailure("\(name) cannot log in", actual: person.session?.problem) }
    }

    func logIn(_ person: CastPerson) {
        // The clock of a terminal follows the story time only.
        let clock = SessionClock(steady: { [weak self] in self?.elapsed.wholeMilliseconds ?? 0 }, wall: { 0 })
        person.logIn(
            on: stage, world: world, clock: clock, salt: salt, isLinear: direction.isLinear,
            keepsAll: keepsAll, reader: reader)
    }

    /// Returns the index of the app with that name.
    /// - Throws: ``StepFailure`` if the scenario has no such app.
    func app(_ name: String) throws(StepFailure) -> Int {
        if let index = apps.firstIndex(where: { $0.name == name }) { return index }
        throw StepFailure(
            "there is no app \"\(name)\"", expected: #"a step like: the app "Notes" opens links at …"#,
            actual: apps.map(\.name).joined(separator: ", "))
    }

    /// The names of the people and apps, for a trace.
    var names: (people: [Handle: String], apps: [AppID: String]) {
        (
            Dictionary(roster.people.map { ($0.handle, $0.name) }) { first, _ in first },
            Dictionary(apps.map { ($0.id, $0.name) }) { first, _ in first }
        )
    }
}

/// The people of a scenario, and the device on which each of them acts.
struct Roster {
    /// The people, in the order in which they entered the scenario.
    private(set) var people: [CastPerson] = []
    /// The second devices of those who have one.
    private(set) var secondDevices: [CastPerson] = []
    /// The name of the person who uses the second device in this step; nil for none.
    private var nameOnSecondDevice: String?

    /// The first and second devices of all people.
    var devices: [CastPerson] { people + secondDevices }

    /// Returns the person with that name, on the device that they use in this step.
    /// - Throws: ``StepFailure`` if the scenario has no such person yet.
    func person(_ name: String) throws(StepFailure) -> CastPerson {
        if name == nameOnSecondDevice, let device = secondDevices.first(where: { $0.name == name }) { return device }
        return try owner(name)
    }

    /// Returns the person with that name, on the first device.
    /// - Throws: ``StepFailure`` if the scenario has no such person yet.
    func owner(_ name: String) throws(StepFailure) -> CastPerson {
        if let person = people.first(where: { $0.name == name }) { return person }
        throw Self.unknown(name, among: people.map(\.name))
    }

    /// Returns the failure of a step that names a person whom the scenario does not have.
    static func unknown(_ name: String, among people: [String]) -> StepFailure {
        let near = Spelling.nearest(to: name, among: people)
        return StepFailure(
            "the scenario has no person \(name) yet" + (near.map { "; did you mean \($0)?" } ?? ""),
            expected:
                "a step before this one in which \(name) does something, or a step like: \(name) is on the server",
            actual: people.isEmpty ? "no people yet" : people.joined(separator: ", "))
    }

    /// Returns the name of a person in the scenario.
    func name(of handle: Handle) -> String { people.first { $0.handle == handle }?.name ?? handle.defaultName }

    /// Adds a person, unless the scenario has them already.
    ///
    /// - Returns: The new person; nil if they were in the scenario already.
    /// - Throws: ``StepFailure`` if the name allows no handle, or the handle of another person.
    mutating func bringIn(_ name: String) throws(StepFailure) -> CastPerson? {
        guard !people.contains(where: { $0.name == name }) else { return nil }
        let person = try CastPerson(called: name)
        if let other = people.first(where: { $0.handle == person.handle }) {
            throw StepFailure("\(name) and \(other.name) would have one handle: \(person.handle)")
        }
        people.append(person)
        return person
    }

    /// Makes a person act on their second device.
    ///
    /// - Returns: The device if it is new.
    /// - Throws: ``StepFailure`` if the scenario has no such person yet.
    mutating func takeSecondDevice(of name: String) throws(StepFailure) -> CastPerson? {
        let person = try owner(name)
        nameOnSecondDevice = name
        guard !secondDevices.contains(where: { $0.handle == person.handle }) else { return nil }
        let device = try CastPerson(called: name, isSecondDevice: true)
        secondDevices.append(device)
        return device
    }

    /// Makes everyone act on their first device again.
    mutating func leaveSecondDevice() { nameOnSecondDevice = nil }
}

/// Checks over a period: a condition becomes true, or stays true, while the clock of the world advances from one due
/// event to the next. On a virtual clock, no check waits in real time.
extension ScenarioContext {
    /// Checks that a condition is true now or becomes true within the duration.
    func within(_ duration: Duration, _ check: () throws(StepFailure) -> Void) throws(StepFailure) {
        let end = duration.wholeMilliseconds
        var passed: Int64 = 0
        while true {
            do throws(StepFailure) {
                return try check()
            } catch {
                guard !error.isForSkipping, passed < end else {
                    var failure = error
                    failure.message = "not within \(DurationReader.counted(end) ?? "no time"): \(failure.message)"
                    throw failure
                }
            }
            passed += try passToNextDue(atMost: end - passed)
        }
    }

    /// Checks that a condition is true now and stays true for the duration.
    func throughout(_ duration: Duration, _ check: () throws(StepFailure) -> Void) throws(StepFailure) {
        let end = duration.wholeMilliseconds
        var passed: Int64 = 0
        while true {
            do throws(StepFailure) {
                try check()
            } catch {
                var failure = error
                if passed > 0 { failure.message += ", after \(DurationReader.counted(passed) ?? "no time")" }
                throw failure
            }
            guard passed < end else { return }
            passed += try passToNextDue(atMost: end - passed)
        }
    }

    /// Advances the clock to the next due event, by at most this many milliseconds.
    /// - Returns: The milliseconds that passed, at least 1.
    private func passToNextDue(atMost milliseconds: Int64) throws(StepFailure) -> Int64 {
        let clock = try observe(.clockNow)
        guard setsServerClock || clock["clock"]?.stringValue == ClockKind.virtual.rawValue else {
            try pass(.milliseconds(milliseconds))
            return milliseconds
        }
        let now = try moment("now", of: clock)
        var wait = milliseconds
        for value in try observe(.sessionFence).list("pending") {
            let rest = try moment("dueAt", of: value) - now
            if rest > 0 { wait = min(wait, rest) }
        }
        try pass(.milliseconds(wait))
        return wait
    }

    /// Returns a time in a response, in milliseconds.
    /// - Throws: ``StepFailure`` if it cannot be read.
    func moment(_ key: String, of answer: JSONValue) throws(StepFailure) -> Int64 {
        if let moment = answer.text(key).flatMap({ Instant($0) }) { return moment.milliseconds }
        throw StepFailure("the time cannot be read", actual: answer.text(key))
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded toward zero.
    package var wholeMilliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
