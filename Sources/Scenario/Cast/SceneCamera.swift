import ChatProtocol
import ChatScreens
import ChatTerminal

/// Takes what can be seen when a step is done, without being seen: nobody's place in the world is another afterwards.
final class SceneCamera {
    /// What of a person's terminal is shown.
    enum View: Hashable {
        case thread
        case list
        case shelf
    }

    /// How many terminals are drawn of one scenario, at the most but for ``drawnMin`` a step.
    static let screensMax = 4_000
    /// The fewest terminals that are drawn of a step with that many persons.
    static let drawnMin = 4
    /// The most.
    static let drawnMax = 16
    /// Of how many things that came into being in one step the decisions are asked for.
    static let subjectsMax = 8

    let wire = WireRecorder()
    /// What came into being since the last scene.
    var news = SceneNews()
    /// The terminals that a step itself looked at, as it saw them.
    var looks: [Handle: Grid] = [:]
    /// How many persons are drawn in a step: fewer where a scenario has many steps.
    let peopleMax: Int

    /// - Parameter steps: how many the scenario has.
    init(steps: Int) { peopleMax = max(Self.drawnMin, min(Self.drawnMax, Self.screensMax / max(1, steps))) }

    /// A person's terminal as it is.
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
