package import ChatConnection
import ChatTerminal

/// What a play is given by the process that runs it, so that the player itself touches no terminal and no clock.
package struct PlayEnvironment {
    /// Whether the output goes to a terminal.
    var isTerminal: Bool
    /// The environment's variables; only `NO_COLOR`, `TERM` and `UNDERSTUDY_TOKEN` are read.
    package var variables: [String: String]
    /// Takes what stands on standard output, with its line feeds.
    package var output: (String) -> Void
    /// Takes what stands on standard error: one line where the words cannot be followed.
    package var complaints: (String) -> Void
    /// Lets real time pass: what `--pace` waits with. Nil never waits.
    var pause: ((Duration) -> Void)?
    /// Told of every step before and after it is done, for a demonstration that draws the threads.
    var onMoment: ((PlayMoment) -> Void)?
    /// Told of everything that the run tells its reporters.
    package var onEvent: ((RunEvent) -> Void)?
    /// What gives a stage on whatever thread a scenario is played: what `--jobs` needs. Nil plays one at a time.
    package var stageOnAnyThread: (@Sendable (PlayArguments) throws -> any Stage)?
    /// A clock that nobody sets, from any beginning: what the real times of reports are read from.
    package var wall: (@Sendable () -> Duration)?
    /// Lets so much real time pass, and answers what the person at the keyboard asked for meanwhile: what `--watch`
    /// waits with. Nil ends a watch after the first play.
    package var idle: ((Duration) -> Cue?)?

    /// Why something that was given to ``output`` did not get out, once that has happened; nil asks nobody.
    package var outputProblem: (() -> String?)?

    /// What a person asks for who watches.
    package enum Cue: Hashable, Sendable {
        /// To play again.
        case again
        /// To end.
        case end
    }

    /// An environment.
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

    /// Whether what is written may have colours (`NO_COLOR` is any text but an empty one).
    package var hasColors: Bool {
        isTerminal && Palette(environment: variables).hasColors
    }
}
