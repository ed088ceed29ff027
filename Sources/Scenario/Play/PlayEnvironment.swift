package import ChatConnection
import ChatTerminal

/// The terminal and the clock of the process, passed in so that the player itself accesses neither.
package struct PlayEnvironment {
    /// True if the output goes to a terminal.
    var isTerminal: Bool
    /// The environment variables; only `NO_COLOR`, `TERM` and `UNDERSTUDY_TOKEN` are read.
    package var variables: [String: String]
    /// Writes text, with its line feeds, to standard output.
    package var output: (String) -> Void
    /// Writes text to standard error: one line if the command line is invalid.
    package var complaints: (String) -> Void
    /// Waits for this much real time, for `--pace`; nil never waits.
    var pause: ((Duration) -> Void)?
    /// Called before and after every step, for a demonstration that draws the threads.
    var onMoment: ((PlayMoment) -> Void)?
    /// Called for every event that the run sends to its reports.
    package var onEvent: ((RunEvent) -> Void)?
    /// Returns a stage on the thread of the scenario, which `--jobs` needs; nil plays one scenario at a time.
    package var stageOnAnyThread: (@Sendable (PlayArguments) throws -> any Stage)?
    /// A monotonic clock, from any starting point, for the real times of reports; nil measures none.
    package var wall: (@Sendable () -> Duration)?
    /// Waits for this much real time and returns the request that the person made at the keyboard, for `--watch`. Nil
    /// ends a watch after the first run.
    package var idle: ((Duration) -> Cue?)?

    /// Returns the error that made output to standard output incomplete, or nil without an error. If this closure is
    /// nil, no check is made.
    package var outputProblem: (() -> String?)?

    /// A request of a person who watches the run.
    package enum Cue: Hashable, Sendable {
        /// Plays the scenarios again.
        case again
        /// Ends the watch.
        case end
    }

    /// Creates an environment.
    package init(
        isTerminal: Bool = false, variables: [String: String] = [:], output: @escaping (String) -> Void,
        complaints: @escaping (String) -> Void, pause: ((Duration) -> Void)? = nil,
        onMoment: ((PlayMoment) -> Void)? = nil, onEvent: ((RunEvent) -> Void)? = nil
    ) {
        self.isTerminal = isTerminal
        self.variables = variables
        self.output = output
        self.complaints = complaints
        self.pause = pause
        self.onMoment = onMoment
        self.onEvent = onEvent
    }

    /// True if the output can have colours: it goes to a terminal with colours, and `NO_COLOR` is unset or empty.
    package var hasColors: Bool {
        isTerminal && Palette(environment: variables).hasColors
    }
}
