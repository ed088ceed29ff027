import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSystem
import ChatTerminal
import Gherkin

/// The taker of scenes after each step. It does not change any state in the world.
final class SceneCamera {
    /// The part of a person's terminal that is shown.
    enum View: Hashable {
        case thread
        case list
        case shelf
    }

    /// The largest number of terminals drawn in a scenario, except that each step may draw ``drawnMin``.
    static let screensMax = 4_000
    /// The number of terminals that each step may draw.
    static let drawnMin = 4
    /// The largest number of terminals drawn in a step.
    static let drawnMax = 16
    /// The largest number of messages, notices and links in a step whose decisions are requested.
    static let subjectsMax = 8

    let wire = WireRecorder()
    /// The messages, notices, links and documents since the last scene.
    var news = SceneNews()
    /// The terminals that a step itself checked, as it saw them.
    var looks: [Handle: Grid] = [:]
    /// The largest number of people drawn in a step, which is smaller in scenarios with many steps.
    let peopleMax: Int

    /// - Parameter steps: The number of steps in the scenario.
    init(steps: Int) { peopleMax = max(Self.drawnMin, min(Self.drawnMax, Self.screensMax / max(1, steps))) }

    /// Returns the picture of a person's terminal in its current state.
    func picture(of person: CastPerson, _ view: View) -> StepScene.Picture {
        if let grid = looks[person.handle] { return .drawn(grid) }
        var state = person.state.near(rows: StepScene.Picture.size.rows)
        switch view {
        case .thread: break
        case .list: state.view.pane = .list
        case .shelf: state.view.isShelfShown = true
        }
        return .undrawn(state)
    }
}

/// The scenes of a trace. To take one, the player reads the streams of the shown people, as they would do before their
/// next check anyway, and changes nothing else. A scenario therefore runs the same with and without scenes.
extension ScenarioContext {
    /// Begins the scene of a step. The observer listens from now on.
    func beginScene() {
        scene = nil
        looking { _ in _ = try? observer() }
    }

    /// Stores the notifications that an observer received.
    func hear(_ inbox: [ScriptedClient.Notified]) {
        memory.record(inbox)
        guard let camera, !inbox.isEmpty else { return }
        let names = self.names.apps
        for notified in inbox { camera.news.hear(notified, apps: names) }
    }

    /// Stores a terminal as the step itself saw it, for the scene of the step and for a picture.
    func show(_ grid: Grid, of person: CastPerson) throws(StepFailure) {
        camera?.looks[person.handle] = grid
        try draw(grid, of: person.name)
    }

    /// Writes a screen that a step checks as a picture, `FEATURE-LINE-NAME.svg`, if pictures are wanted.
    func draw(_ grid: Grid, of name: String) throws(StepFailure) {
        guard let folder = direction.screensFolder, let pickle, let present else { return }
        let feature = pickle.path.split(separator: "/").last?.split(separator: ".").first ?? "story"
        let path = "\(folder)/\(feature)-\(present.location.line)-\(name).svg"
        do {
            try PrivateFile.makeDirectories(above: path)
            try FileSystem.replace(path, with: Array(GridPicture.svg(of: grid).utf8), isSynced: false)
        } catch {
            throw StepFailure("the picture of the screen cannot be written", actual: "\(error)")
        }
    }

    /// Takes the scene of the step that was just done.
    func takeScene() {
        guard let step = present else { return }
        looking { camera in
            var scene = StepScene()
            let cast = drawn(in: step, atMost: camera.peopleMax)
            readStreams(of: cast)
            let actor = actor(in: step)
            scene.screens = cast.map { screen(of: roster.people[$0], in: step, isActor: $0 == actor, by: camera) }
            scene.actor = actor.flatMap(cast.firstIndex)
            scene.screens += cast.flatMap { appScreens(of: roster.people[$0]) }
            scene.leftOut.screens = roster.people.count - cast.count
            let subjects = camera.news.subjects.prefix(SceneCamera.subjectsMax)
            scene.decisions = subjects.flatMap { subject in
                cast.compactMap { try? decision(on: subject, for: roster.people[$0]) }
            }
            scene.leftOut.decisions = camera.news.subjects.count - subjects.count
            scene.pages = camera.news.pages
            let (noted, leftOut) = camera.wire.drain()
            scene.wire = noted.map { noted in
                StepScene.WireMessage(stream: streamName(noted), direction: noted.direction, bytes: noted.bytes)
            }
            scene.leftOut.wire = leftOut
            camera.news = SceneNews()
            camera.looks = [:]
            self.scene = scene
        }
    }

    private func looking(_ body: (SceneCamera) -> Void) {
        guard let camera else { return }
        unseen { body(camera) }
    }

    /// Does work whose messages the trace does not show.
    func unseen(_ body: () -> Void) {
        camera?.wire.isLooking = true
        defer { camera?.wire.isLooking = false }
        body()
    }

    /// Reads everything meant for the shown people. Messages to other people wait on their streams.
    private func readStreams(of cast: [Int]) {
        for person in cast.map({ roster.people[$0] }) {
            try? person.settle()
            for app in apps { app.screens[person.device]?.settle() }
        }
        guard let observer = try? observer() else { return }
        try? observer.catchUp()
        hear(observer.takeInbox())
    }

    /// Returns the people whom the scene of a step shows: those whom the step names first, then the others in the order
    /// in which they entered the scenario.
    private func drawn(in step: Gherkin.PickleStep, atMost most: Int) -> [Int] {
        guard roster.people.count > most else { return Array(roster.people.indices) }
        let words = StepText(step.text).pieces.compactMap { if case .word(let word) = $0 { word } else { nil } }
        let named = roster.people.indices.filter { words.contains(roster.people[$0].name) }
        let others = roster.people.indices.filter { !named.contains($0) }
        return (named + others).prefix(most).sorted()
    }

    // MARK: Terminals

    private func screen(
        of person: CastPerson, in step: Gherkin.PickleStep, isActor: Bool, by camera: SceneCamera
    ) -> StepScene.Screen {
        let view = isActor ? SceneCamera.View(of: step) : .thread
        var screen = StepScene.Screen(
            person: person.name, isOnline: person.isOnline,
            picture: camera.picture(of: person, view))
        screen.isAwaited = !person.hasBeenHere
        return screen
    }

    /// Returns the screens of the apps on a person's device.
    private func appScreens(of person: CastPerson) -> [StepScene.Screen] {
        apps.compactMap { app in
            app.screens[person.device].map { screen in
                StepScene.Screen(
                    person: "\(app.name) for \(person.name)", isOnline: person.isOnline, picture: .drawn(screen.grid))
            }
        }
    }

    // MARK: The wire

    /// Returns the name of a stream, with the names of the scenario for its owner.
    private func streamName(_ noted: WireRecorder.Noted) -> String {
        var text: String
        switch noted.owner {
        case .person(let handle, let device): text = roster.name(of: handle) + (device.map { " (\($0))" } ?? "")
        case .app(let app, let handle):
            text = "\(apps.first { $0.id == app }?.name ?? app.rawValue) for \(roster.name(of: handle))"
        case .observer: text = "observer"
        case .unknown: text = "unknown"
        }
        if noted.number > 1 { text += " #\(noted.number)" }
        return text
    }
}

extension SceneCamera.View {
    /// The view of the terminal that the actor of a step looks at.
    fileprivate init(of step: Gherkin.PickleStep) {
        if step.text.utf8.contains(sequence: "in Shared with You") {
            self = .shelf
        } else if ["the conversation ", "the conversations", " unread "].contains(where: {
            step.text.utf8.contains(sequence: $0)
        }) {
            self = .list
        } else {
            self = .thread
        }
    }
}

/// The new subjects of decisions and the changed documents of a step, from the notifications of an observer.
struct SceneNews {
    /// The subjects of decisions in the order of their creation, each once.
    private(set) var subjects: [ScenarioContext.Subject] = []
    private(set) var pages: [StepScene.Page] = []

    /// Adds a notification of an observer.
    ///
    /// - Parameters:
    ///   - notified: The notification.
    ///   - apps: The names of the apps.
    mutating func hear(_ notified: ScriptedClient.Notified, apps: [AppID: String]) {
        switch notified.notification {
        case .messagePosted(let message, _):
            add(message.id.rawValue, "the message “\(Self.short(message.shownText))”", .messagePosted)
            add(links: message.links.map(\.url))
        case .noticePosted(let notice, _):
            add(notice.id.rawValue, "the notice “\(Self.short(notice.text))”", .noticePosted)
        case .consentRequested(let request):
            add(request.id.rawValue, "the question about \(Self.short(apps[request.app] ?? request.app.rawValue))")
        case .highlightsChanged(let change):
            add(links: change.added.map(\.url) + change.removed.compactMap(\.url) + change.updated.map(\.url))
        case .documentChanged(let view, _): turn(to: StepScene.Page(view))
        case .messageChanged, .receipt, .conversationChanged, .deletionChanged, .noticeCleared, .shareLost,
            .shareChanged, .settingsChanged, .collaborationChanged, .personNamed, nil:
            break
        }
    }

    private mutating func add(_ about: String, _ words: String, _ notification: NotificationName? = nil) {
        let subject = ScenarioContext.Subject(about: about, words: words, notification)
        if let index = subjects.firstIndex(where: { $0.about == about }) {
            // A notice that collects further events is posted again under its id, with another text.
            subjects[index] = subject
        } else {
            subjects.append(subject)
        }
    }

    private mutating func add(links: [String]) {
        for url in links { add(url, Self.short(url)) }
    }

    private mutating func turn(to page: StepScene.Page) {
        if let index = pages.firstIndex(where: { $0.url == page.url }) {
            pages[index] = page
        } else {
            pages.append(page)
        }
    }

    /// Returns a text shortened to one line of at most 80 characters.
    private static func short(_ text: String) -> String {
        let line = CleanText.line(text)
        return line.count > 80 ? String(line.prefix(79)) + "…" : line
    }
}

extension StepScene.Page {
    /// The largest number of bytes of a document that are stored for a step.
    static let bytesMax = 16_384

    fileprivate init(_ document: DocumentView) {
        var content = document.text ?? ""
        for comment in document.comments ?? [] { content += "\n— \(comment.author.defaultName): \(comment.text)" }
        if document.isDeleted { content = "(deleted)" }
        if content.utf8.count > Self.bytesMax { content = content.beginning(bytesMax: Self.bytesMax) + "…" }
        self.init(url: document.url, title: document.title, revision: document.revision, content: content)
    }
}
