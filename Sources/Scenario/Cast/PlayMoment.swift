package import ChatScreens

/// A moment of a play, for whoever draws it: the step, and what every person's screen shows.
package struct PlayMoment: Equatable, Sendable {
    /// Where in a step the play is.
    package enum Phase: Equatable, Sendable {
        /// The step is about to be done.
        case begins
        /// It was done.
        case done
        /// It failed; the one line says why.
        case failed(String)
    }

    /// The name of the feature.
    package var feature: String
    /// The name of the scenario.
    package var scenario: String
    /// The step as its author wrote it, with its keyword.
    package var step: String
    /// Where in the step the play is.
    package var phase: Phase
    /// Everyone in the scenario, in the order in which they were first named. A consent request that waits is the
    /// state's `sheet`; where the step looks at Shared with You, the pane shows the shelf.
    package var panes: [PaneWall.Pane]
    /// The one who acts in the step, among ``panes``.
    var current: Int

    /// The panes as they are drawn, with the step as the caption.
    package var wall: PaneWall { PaneWall(panes: panes, current: current, caption: step, title: [feature, scenario]) }
}
