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
