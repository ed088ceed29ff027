import ChatProtocol

/// What a trace shows of each step. Whoever is looked at is asked for nothing that changes anything: pings alone bring
/// in what stands on the streams, and nobody logs in for it. So a story is the same with scenes and without.
extension Troupe {
    /// Begins the scene of a step: from now on an observer hears what comes into being.
    func beginScene() {
        scene = nil
        looking { _ in _ = try? observer() }
    }

    /// Hears what an observer is told.
    func hear(_ inbox: [ScriptedClient.Notified]) {
        memory.take(inbox)
        lastNotices.take(inbox)
        guard let camera, !inbox.isEmpty else { return }
        let names = self.names.apps
        for notified in inbox { camera.news.hear(notified, apps: names) }
    }

    /// Keeps a terminal as a step itself looks at it, where the scene of the step is wanted.
    func show(_ grid: @autoclosure () -> Grid, of person: CastPerson) {
        camera?.looks[person.handle] = grid()
    }

    /// Takes the scene of the step that was just done.
    func takeScene() {
        guard let step = present else { return }
        looking { camera in
            var scene = StepScene()
            let cast = drawn(in: step, atMost: camera.peopleMax)
            readStreams(of: cast)
            let actor = actor(in: step)
            scene.screens = cast.map { screen(of: people[$0], in: step, isActor: $0 == actor, by: camera) }
            scene.actor = actor.flatMap(cast.firstIndex)
            scene.screens += cast.flatMap { appScreens(of: people[$0]) }
            scene.leftOut.screens = people.count - cast.count
            let things = camera.news.things.prefix(SceneCamera.thingsMax)
            for (thing, name) in things {
                scene.decisions += cast.compactMap { try? decision(on: (thing.about, name), for: people[$0]) }
            }
            scene.leftOut.decisions = camera.news.things.count - things.count
            scene.pages = camera.news.pages
            let (noted, leftOut) = camera.wire.take()
            scene.wire = noted.map { noted in
                StepScene.WireMessage(stream: streamName(noted), direction: noted.direction, text: noted.text)
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

    /// Does something that the wire of the trace does not show.
    func unseen(_ body: () -> Void) {
        camera?.wire.isLooking = true
        defer { camera?.wire.isLooking = false }
        body()
    }

    /// Has all that is meant for those who are drawn by now stand in the inboxes of their sessions, where the story
    /// finds it later. What came to others waits on their streams.
    private func readStreams(of cast: [Int]) {
        for person in cast.map({ people[$0] }) {
            try? person.openSession?.catchUp()
            for app in apps { try? app.sessions[person.handle]?.catchUp() }
        }
        guard let observer = try? observer() else { return }
        try? observer.catchUp()
        hear(observer.takeInbox())
    }

    /// Whom a step's scene shows: who acts, then whom the step names, then the others as they came into the story.
    private func drawn(in step: Gherkin.PickleStep, atMost most: Int) -> [Int] {
        guard people.count > most else { return Array(people.indices) }
        let words = StepText(step.text).pieces.compactMap { if case .word(let word) = $0 { word } else { nil } }
        let named = people.indices.filter { words.contains(people[$0].name) }
        let others = people.indices.filter { !named.contains($0) }
        return (named + others).prefix(most).sorted()
    }

    // MARK: Terminals

    private func screen(
        of person: CastPerson, in step: Gherkin.PickleStep, isActor: Bool, by camera: SceneCamera
    ) -> StepScene.Screen {
        guard person.hasBeenHere || camera.looks[person.handle] != nil else {
            var screen = StepScene.Screen(person: person.name, isOnline: false, grid: Grid(Size(columns: 0, rows: 0)))
            screen.isAwaited = true
            return screen
        }
        return StepScene.Screen(
            person: person.name, isOnline: isThere(person),
            grid: camera.looks[person.handle] ?? grid(of: person, in: step, isActor: isActor, by: camera))
    }

    /// The apps that stand on a person's device.
    private func appScreens(of person: CastPerson) -> [StepScene.Screen] {
        apps.compactMap { app in
            app.screens[person.handle].map { screen in
                StepScene.Screen(person: "\(app.name) for \(person.name)", isOnline: isThere(person), grid: screen.grid)
            }
        }
    }

    private func isThere(_ person: CastPerson) -> Bool { person.isOnline && !person.isAway }

    private func grid(
        of person: CastPerson, in step: Gherkin.PickleStep, isActor: Bool, by camera: SceneCamera
    ) -> Grid {
        var notebook = camera.notebook(of: person)
        let view = isActor ? SceneCamera.View(of: step) : .thread
        let key = SceneCamera.Drawn.Key(
            changes: person.notebookChanges, count: person.openSession?.inbox.count ?? 0,
            isOnline: isThere(person), view: view, names: people.count + apps.count)
        // A shelf may be another without a word to the person.
        if view != .shelf, let drawn = camera.drawn[person.handle], drawn.key == key { return drawn.grid }
        if view == .shelf, let shelf = shelf(of: person) { notebook.shelf = shelf }
        var state = notebook.chatState(of: person.handle, isOnline: key.isOnline, names: names)
        switch view {
        case .thread: break
        case .list: state.view.pane = .list
        case .shelf: state.view.isShelfShown = true
        }
        let grid = ChatScreen.render(state, size: SceneCamera.size)
        camera.drawn[person.handle] = SceneCamera.Drawn(key: key, grid: grid)
        return grid
    }

    /// The shelf as it is now; nil where nobody is there to ask for it.
    private func shelf(of person: CastPerson) -> [PersonHighlight]? {
        guard !person.isAway, let answer = try? person.openSession?.request("highlight.list") else { return nil }
        return try? read("a shelf") { () throws(InvalidField) in
            var fields = try JSONFields(answer)
            return try fields.list("highlights") { fields throws(InvalidField) in try PersonHighlight(from: &fields) }
        }
    }

    // MARK: The wire

    /// Whose stream it is, in the names of the story.
    private func streamName(_ noted: WireRecorder.Noted) -> String {
        let name = { (handle: Handle) in self.people.first { $0.handle == handle }?.name ?? handle.defaultName }
        var text: String
        switch noted.owner {
        case .person(let handle, let device): text = name(handle) + (device.map { " (\($0))" } ?? "")
        case .app(let app, let handle):
            text = "\(apps.first { $0.id == app }?.name ?? app.rawValue) for \(name(handle))"
        case .observer: text = "observer"
        case .unknown: text = "unknown"
        }
        if noted.number > 1 { text += " #\(noted.number)" }
        return text
    }
}

extension SceneCamera.View {
    /// What the one who acts in a step looks at.
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
