import ChatProtocol
import ChatScreens
import ChatTerminal

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
