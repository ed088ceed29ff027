import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal
import Gherkin

/// Everyone and everything of one scenario that is being played: what its steps work on.
///
/// Persons come into being when they are first named and log in when they first act. Whether someone saw something is
/// decided by the server's fence and by what stands on that person's own stream before it, never by waiting.
package final class ScenarioContext {
    /// What a play is told from outside.
    struct Direction {
        /// Told of every step before and after it is done; nil draws nothing, and then nothing is asked for it.
        var onMoment: ((PlayMoment) -> Void)?
        /// Lets real time pass, so that a person can follow; nil does not wait.
        var pause: ((Duration) -> Void)?
        /// How fast a person would be; 1 is real.
        var pace = 1.0
        /// Whether what can be seen after each step is kept for reports.
        var wantsScenes = false
        /// Whether all that comes to everybody is kept, even where no step asks for it.
        var keepsAll = false
        /// Whether everybody has the client line by line (`--linear`).
        var isLinear = false
        /// The folder in which every screen that a step looks at is kept as a picture; nil keeps none.
        var screensFolder: String?
    }

    let stage: any Stage
    /// Reads what comes to the persons.
    private let reader = MessageReader()
    let world: WorldName
    let pickle: Gherkin.Pickle?
    /// What tells the requests of this play from those of others in a world that is not its own.
    let salt: String
    let direction: Direction
    /// Whether all that comes to somebody is kept, of which a long story has much.
    private let keepsAll: Bool
    /// Who is in the story.
    private(set) var roster = Roster()
    /// What the story has come to.
    var record = StoryRecord()
    /// In the order in which they were first named.
    var apps: [CastApp] = []
    var observerSession: ScriptedClient?
    /// What is said with the program that does steps of this scenario; nil until one is done by it.
    var programTalk: StepConversation?
    /// What steps may speak of without spelling it out.
    var memory = StageMemory()
    /// How much of the story's time has passed.
    private(set) var elapsed = Duration.zero
    /// Whether this step goes past the screens, to the server itself.
    private(set) var isOverTheWire = false
    /// What could be seen when the last step was done; nil unless the direction wants scenes.
    var scene: StepScene?
    /// What takes the scenes; nil unless they are wanted.
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

    /// Does a step: tells the director before and after, and shows everyone's thread where it fails.
    /// A step within a step, as words around it have it, is a part of that one.
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

    /// Has those whom a step names read what they were told by the steps before: without a socket, all of it has come.
    private func hear(_ step: Gherkin.PickleStep) {
        let words = Set(StepText(step.text).pieces)
        for person in roster.devices where words.contains(.word(person.name)) { person.hear() }
    }

    /// True if the next step checks why this person's request was refused: then the refusal is what the story wants.
    func expectsRefusal(of person: CastPerson) -> Bool {
        guard let pickle, let index = pickle.steps.firstIndex(where: { $0.id == present?.id }),
            index + 1 < pickle.steps.count
        else { return false }
        let next = StepText(pickle.steps[index + 1].text).pieces
        return [PhraseName.requestFails, .requestRunsIntoRule].contains { name in
            PlayPhrases.named[name]?.beginning(of: next)?.values.first == .text(person.name)
        }
    }

    /// Lets time of the scenario pass on the wall, at the pace of the play; false where nothing is paced.
    func passOnTheWall(_ duration: Duration) -> Bool {
        guard let pause = direction.pause else { return false }
        pause(duration / direction.pace)
        return true
    }

    /// Notes that so much of the story's time has passed.
    func countElapsed(_ duration: Duration) { elapsed += duration }

    /// Whether real time passes, so that a person can follow.
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

    /// The first person whom the step names outside of quotes.
    func actor(in step: Gherkin.PickleStep) -> Int? {
        for case .word(let word) in StepText(step.text).pieces {
            if let index = roster.people.firstIndex(where: { $0.name == word }) { return index }
        }
        return nil
    }

    // MARK: Names

    /// Lets a step be done on somebody's second device, which comes into being if it is new.
    func onSecondDevice(of name: String, _ body: () throws(StepFailure) -> Void) throws(StepFailure) {
        if let device = try roster.takeSecondDevice(of: name) { logIn(device) }
        defer { roster.leaveSecondDevice() }
        try body()
    }

    /// Lets a step go past the screens.
    func overTheWire(_ body: () throws(StepFailure) -> Void) throws(StepFailure) {
        isOverTheWire = true
        defer { isOverTheWire = false }
        try body()
    }

    /// Lets a step be done on a terminal of another size.
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

    /// Brings somebody into the story, who is online from then on: nothing that is said to them is missed.
    func bringIn(_ name: String) throws(StepFailure) {
        guard let person = try roster.bringIn(name) else { return }
        logIn(person)
        guard person.isOnline else { throw StepFailure("\(name) cannot log in", actual: person.session?.problem) }
    }

    func logIn(_ person: CastPerson) {
        // The clock of a terminal goes on with the story, and only with it.
        let clock = SessionClock(steady: { [weak self] in self?.elapsed.wholeMilliseconds ?? 0 }, wall: { 0 })
        person.logIn(
            on: stage, world: world, clock: clock, salt: salt, isLinear: direction.isLinear,
            keepsAll: keepsAll, reader: reader)
    }

    /// The app of that name, by its place.
    func app(_ name: String) throws(StepFailure) -> Int {
        if let index = apps.firstIndex(where: { $0.name == name }) { return index }
        throw StepFailure(
            "there is no app \"\(name)\"", expected: #"a step like: the app "Notes" opens links at …"#,
            actual: apps.map(\.name).joined(separator: ", "))
    }

    /// The names of the persons and apps of the story, as a trace says them.
    var names: (people: [Handle: String], apps: [AppID: String]) {
        (
            Dictionary(roster.people.map { ($0.handle, $0.name) }) { first, _ in first },
            Dictionary(apps.map { ($0.id, $0.name) }) { first, _ in first }
        )
    }
}
