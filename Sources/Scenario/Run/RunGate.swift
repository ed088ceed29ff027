/// The gate before each step of a run that a person controls: it pauses the run, lets single steps through, and stops
/// it.
///
/// The gate only delays a step or stops its scenario. It changes nothing in a world, so a scenario behaves the same with
/// and without it.
final class RunGate {
    /// A line of a file with a step.
    struct Place: Hashable, Sendable {
        /// The path, spelled as in the pickles.
        var path: String
        var line: Int
    }

    /// A request of the person.
    enum Command: String, Hashable, Sendable, CaseIterable {
        /// Pauses before the next step.
        case pause
        /// Plays one step, and pauses again.
        case step
        /// Plays until the next breakpoint, or to the end.
        case resume = "continue"
        /// Stops the scenario before its next step.
        case stop
    }

    /// The steps before which every run pauses.
    var breakpoints: Set<Place> = []
    /// True while a step waits for the person.
    private(set) var isPaused = false
    /// True if the person stopped the run.
    private(set) var isStopped = false
    private var pausesNext = false

    /// Opens the gate for another run.
    ///
    /// - Parameter pausesAtOnce: True to pause before the first step.
    func begin(pausesAtOnce: Bool = false) { (isPaused, isStopped, pausesNext) = (false, false, pausesAtOnce) }

    /// Receives a request of the person. It has no effect where it makes no sense, such as a step while the run is not
    /// paused.
    func take(_ command: Command) {
        switch command {
        case .pause: pausesNext = true
        case .step where isPaused: (isPaused, pausesNext) = (false, true)
        case .step: break
        case .resume: (isPaused, pausesNext) = (false, false)
        case .stop: (isPaused, isStopped) = (false, true)
        }
    }

    /// Returns when a step may begin.
    ///
    /// - Parameters:
    ///   - place: The line of the step.
    ///   - wait: Called again and again while the run is paused. It waits for requests of the person, and passes them to
    ///     ``take(_:)``.
    /// - Returns: False if the person stopped the run.
    func admits(_ place: Place, wait: () -> Void) -> Bool {
        if pausesNext || breakpoints.contains(place) { (isPaused, pausesNext) = (!isStopped, false) }
        while isPaused { wait() }
        return !isStopped
    }
}
