import Gherkin

/// The clock for the time stamps of messages. It is the story time, so that two runs give the same bytes. With `--times
/// real`, it is the sum of the real durations of the steps, from the same starting point.
struct MessageClock {
    /// The time at which every story begins: 2022-09-12 09:00:00 UTC, in seconds since 1970.
    static let beginning: Int64 = 1_662_973_200

    private(set) var now: Duration = .zero
    private var latest: Duration = .zero
    private var hasWall = false

    /// Begins a scenario. Story time starts at zero again.
    mutating func beginScenario(_ scenario: PlayedScenario) {
        hasWall = scenario.wall != nil
        if !hasWall { now = .zero }
    }

    /// Advances the clock to the beginning of a step.
    mutating func begin(_ timing: StepTiming) {
        if !hasWall { now = max(now, timing.storyStart) }
    }

    /// Advances the clock to the end of a step, and returns the duration of the step.
    mutating func end(_ timing: StepTiming) -> Duration {
        let duration = hasWall ? timing.wall ?? .zero : max(.zero, timing.storyEnd - timing.storyStart)
        now = hasWall ? now + duration : max(now, timing.storyEnd)
        latest = max(latest, now)
        return duration
    }

    /// Advances the clock to the latest time of all scenarios.
    mutating func finish() { now = max(now, latest) }

    /// The current time in the form of the schema.
    var timestamp: JSONLine { Self.time(now, since: Self.beginning) }

    /// Returns a duration in the form of the schema.
    static func duration(_ duration: Duration) -> JSONLine { time(duration, since: 0) }

    private static func time(_ duration: Duration, since beginning: Int64) -> JSONLine {
        let (seconds, attoseconds) = duration.components
        return ["seconds": .integer(Int(beginning + seconds)), "nanos": .integer(Int(attoseconds / 1_000_000_000))]
    }
}
