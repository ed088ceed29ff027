package import ChatScreens

/// A moment of a run for a demonstration: the step, and the screens of all people.
package struct PlayMoment: Equatable, Sendable {
    /// The progress of a step.
    package enum Phase: Equatable, Sendable {
        /// The step is about to be done.
        case begins
        /// The step was done.
        case done
        /// The step failed, with the reason in one line.
        case failed(String)
    }

    /// The name of the feature.
    package var feature: String
    /// The name of the scenario.
    package var scenario: String
    /// The step as its author wrote it, with its keyword.
    package var step: String
    /// The progress of the step.
    package var phase: Phase
    /// The panes of all people in the scenario, in the order in which they were first named. A pending consent request
    /// is the state's `sheet`. If the step checks Shared with You, the actor's pane shows the shelf.
    package var panes: [PaneWall.Pane]
    /// The index among ``panes`` of the person who acts in the step.
    var current: Int

    /// The drawn panes, with the step as the caption.
    package var wall: PaneWall { PaneWall(panes: panes, current: current, caption: step, title: [feature, scenario]) }
}
