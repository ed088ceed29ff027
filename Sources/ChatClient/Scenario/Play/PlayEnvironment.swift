/// What a play is given by the process that runs it, so that the player itself touches no terminal and no clock.
public struct PlayEnvironment {
    /// Whether the output goes to a terminal.
    public var isTerminal: Bool
    /// The environment's variables; only `NO_COLOR`, `TERM` and `UNDERSTUDY_TOKEN` are read.
    public var variables: [String: String]
    /// Takes what stands on standard output, with its line feeds.
    public var output: (String) -> Void
    /// Takes what stands on standard error: one line where the words cannot be followed.
    public var complaints: (String) -> Void
    /// Lets real time pass: what `--pace` waits with. Nil never waits.
    public var pause: ((Duration) -> Void)?
    /// Told of every step before and after it is done, for a demonstration that draws the threads.
    public var onMoment: ((PlayMoment) -> Void)?
    /// Told of everything that the run tells its reporters.
    public var onEvent: ((RunEvent) -> Void)?
    /// What gives a stage on whatever thread a scenario is played: what `--jobs` needs. Nil plays one at a time.
    public var stageOnAnyThread: (@Sendable (PlayArguments) throws -> any Stage)?
    /// A clock that nobody sets, from any beginning: what `--timings` reads.
    public var wall: (@Sendable () -> Duration)?
    /// Lets so much real time pass, and answers what the person at the keyboard asked for meanwhile: what `--watch`
    /// waits with. Nil ends a watch after the first play.
    public var idle: ((Duration) -> Cue?)?

    /// Why something that was given to ``output`` did not get out, once that has happened; nil asks nobody.
    public var outputProblem: (() -> String?)?

    /// What a person asks for who watches.
    public enum Cue: Hashable, Sendable {
        /// To play again.
        case again
        /// To end.
        case end
    }

    /// An environment.
    public init(
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
    var hasColors: Bool { isTerminal && Palette(noColor: variables["NO_COLOR"], terminal: variables["TERM"]) == .color }
}
