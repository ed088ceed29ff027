import ChatCore
import ChatProtocol

/// The time of a world. It never goes back before the last event.
struct WorldClock {
    let kind: ClockKind
    /// The milliseconds by which the world's time is ahead of the server's clock. It grows if the last event was
    /// decided while a clock was ahead. Without it, the world's time would stop until the clock reaches that event.
    private(set) var ahead: Int64 = 0

    /// The moment at which virtual time begins. It is fixed, so that every run shows the same times.
    static let virtualStart = Instant(milliseconds: 1_662_973_200_000)

    init(_ kind: ClockKind) { self.kind = kind }

    /// Returns the world's time.
    ///
    /// - Parameters:
    ///   - wall: The time of the server's clock.
    ///   - last: The time of the last event.
    mutating func now(_ wall: Instant, after last: Instant) -> Instant {
        guard kind == .real else { return kind.now(wall, after: last) }
        let now = wall.advanced(byMilliseconds: ahead)
        guard now < last else { return now }
        ahead = last.milliseconds - wall.milliseconds
        return last
    }

    /// Follows the server's clock again, because the world begins again.
    mutating func reset() { ahead = 0 }
}

extension ClockKind {
    /// Returns the time in a world with this clock whose last event has this time.
    func now(_ wall: Instant, after last: Instant) -> Instant {
        max(self == .real ? wall : WorldClock.virtualStart, last)
    }
}
