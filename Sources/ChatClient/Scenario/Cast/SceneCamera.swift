import ChatProtocol

/// Takes what can be seen when a step is done, without being seen: nobody's notebook, stream or place in the world is
/// another afterwards.
final class SceneCamera {
    /// A person's notebook as it would be if all that stands on their stream had been read.
    struct Glance {
        var notebook: Notebook
        /// What the notebook was made of: the changes of the person's own, and how many notifications behind them.
        var changes: Int
        var count: Int
    }

    /// A terminal as it was drawn last, and what it was drawn of.
    struct Drawn {
        var key: Key
        var grid: Grid

        struct Key: Hashable {
            var changes: Int
            var count: Int
            var isOnline: Bool
            var view: View
            /// Names may come to be known.
            var names: Int
        }
    }

    /// What of a person's terminal is shown.
    enum View: Hashable {
        case thread
        case list
        case shelf
    }

    /// How large a terminal is drawn: wide enough for a thread, and narrow enough for several side by side.
    static let size = Size(columns: 48, rows: 24)
    /// How many terminals are drawn of one scenario, at the most but for ``drawnMin`` a step.
    static let screensMax = 4_000
    /// The fewest terminals that are drawn of a step with that many persons.
    static let drawnMin = 4
    /// The most.
    static let drawnMax = 16
    /// Of how many things that came into being in one step the decisions are asked for.
    static let thingsMax = 8

    let wire = WireRecorder()
    /// What came into being since the last scene.
    var news = SceneNews()
    /// The terminals that a step itself looked at, as it saw them.
    var looks: [Handle: Grid] = [:]
    var glances: [Handle: Glance] = [:]
    var drawn: [Handle: Drawn] = [:]
    /// How many persons are drawn in a step: fewer where a scenario has many steps.
    let peopleMax: Int

    /// - Parameter steps: how many the scenario has.
    init(steps: Int) {
        peopleMax = max(Self.drawnMin, min(Self.drawnMax, Self.screensMax / max(1, steps)))
    }

    /// What a person's notebook would be.
    func notebook(of person: CastPerson) -> Notebook {
        let inbox = person.openSession?.inbox ?? []
        var glance = glances[person.handle] ?? Glance(notebook: person.notebook, changes: -1, count: 0)
        if glance.changes != person.notebookChanges || glance.count > inbox.count {
            glance = Glance(notebook: person.notebook, changes: person.notebookChanges, count: 0)
        }
        // What cannot be read fails the story where the story reads it.
        for notified in inbox[glance.count...] { try? glance.notebook.take(notified) }
        glance.count = inbox.count
        glances[person.handle] = glance
        return glance.notebook
    }
}
