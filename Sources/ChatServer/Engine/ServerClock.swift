import ChatCore
package import ChatProtocol

/// The server's clock. It starts at the wall clock or the database's clock, and then follows a monotonic clock.
///
/// It never goes back. If the wall clock is slightly ahead, each reading adds at most as much again as the monotonic
/// clock counted. If the wall clock is further ahead, the clock follows it only after a while.
package final class ServerClock {
    /// The lead of the wall clock that is corrected at once, in milliseconds.
    static let nearMilliseconds: Int64 = 1_000
    /// The time for which a larger lead of the wall clock is ignored, in milliseconds.
    static let farLeadMilliseconds: Int64 = 60_000

    private let wall: () -> Int64
    private let steady: () -> Int64
    private var last: Int64
    private var lastSteady: Int64
    /// The time at which the wall clock was first too far ahead, by the monotonic clock; nil if it is not.
    private var aheadSince: Int64?

    /// - Parameters:
    ///   - wall: Returns milliseconds since 1970.
    ///   - steady: Returns milliseconds of a monotonic clock.
    package init(wall: @escaping () -> Int64, steady: @escaping () -> Int64) {
        (self.wall, self.steady) = (wall, steady)
        (last, lastSteady) = (wall(), steady())
    }

    /// Returns the time.
    package func now() -> Instant {
        let steadyNow = steady()
        let passed = max(0, steadyNow - lastSteady)
        let ahead = wall() - (last + passed)
        last += passed
        lastSteady = max(lastSteady, steadyNow)
        if ahead <= Self.nearMilliseconds {
            last += max(0, min(ahead, passed))
            aheadSince = nil
        } else if let aheadSince, steadyNow - aheadSince >= Self.farLeadMilliseconds {
            last += ahead
            self.aheadSince = nil
        } else {
            aheadSince = aheadSince ?? steadyNow
        }
        return Instant(milliseconds: last)
    }
}

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
