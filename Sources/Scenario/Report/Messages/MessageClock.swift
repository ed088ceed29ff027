import Gherkin

/// The time that messages bear. It is the story's, so that two runs give the same bytes; with `--times real` it is what
/// the steps took, one scenario after the other, from the same beginning.
struct MessageClock {
    /// When every story begins: 2022-09-12 09:00:00 UTC, in seconds since 1970.
    static let beginning: Int64 = 1_662_973_200

    private(set) var now: Duration = .zero
    private var latest: Duration = .zero
    private var hasWall = false

    /// A scenario begins, and its story with it.
    mutating func beginScenario(_ scenario: PlayedScenario) {
        hasWall = scenario.wall != nil
        if !hasWall { now = .zero }
    }

    /// A step begins.
    mutating func begin(_ timing: StepTiming) {
        if !hasWall { now = max(now, timing.storyStart) }
    }

    /// A step is done; how long it took.
    mutating func end(_ timing: StepTiming) -> Duration {
        let duration = hasWall ? timing.wall ?? .zero : max(.zero, timing.storyEnd - timing.storyStart)
        now = hasWall ? now + duration : max(now, timing.storyEnd)
        latest = max(latest, now)
        return duration
    }

    /// All is over.
    mutating func finish() { now = max(now, latest) }

    /// Now, as the schema has it.
    var timestamp: JSONLine { Self.time(now, since: Self.beginning) }

    /// A duration as the schema has it.
    static func duration(_ duration: Duration) -> JSONLine { time(duration, since: 0) }

    private static func time(_ duration: Duration, since beginning: Int64) -> JSONLine {
        let (seconds, attoseconds) = duration.components
        return ["seconds": .integer(Int(beginning + seconds)), "nanos": .integer(Int(attoseconds / 1_000_000_000))]
    }
}
