package import ChatProtocol

/// The server's clock. It begins with the wall clock, or the database's, and counts on as a monotonic clock does.
///
/// It never goes back. A wall clock that is ahead is believed in small steps: a reading adds at most as much again as the
/// monotonic clock counted. A wall clock that is ahead by more is believed once it has been so for a while.
package final class ServerClock {
    /// How far ahead the wall clock may be for the clock to follow it at once, in milliseconds.
    static let nearMilliseconds: Int64 = 1_000
    /// How long a wall clock that is further ahead is not believed, in milliseconds.
    static let patienceMilliseconds: Int64 = 60_000

    private let wall: () -> Int64
    private let steady: () -> Int64
    private var last: Int64
    private var lastSteady: Int64
    /// Since when the wall clock has been further ahead, by the monotonic clock.
    private var aheadSince: Int64?

    /// - Parameters:
    ///   - wall: Returns milliseconds since 1970.
    ///   - steady: Returns milliseconds of a clock that nobody sets.
    package init(wall: @escaping () -> Int64, steady: @escaping () -> Int64) {
        (self.wall, self.steady) = (wall, steady)
        (last, lastSteady) = (wall(), steady())
    }

    /// What time it is.
    package func now() -> Instant {
        let steadyNow = steady()
        let passed = max(0, steadyNow - lastSteady)
        let ahead = wall() - (last + passed)
        last += passed
        lastSteady = max(lastSteady, steadyNow)
        if ahead <= Self.nearMilliseconds {
            last += max(0, min(ahead, passed))
            aheadSince = nil
        } else if let aheadSince, steadyNow - aheadSince >= Self.patienceMilliseconds {
            last += ahead
            self.aheadSince = nil
        } else {
            aheadSince = aheadSince ?? steadyNow
        }
        return Instant(milliseconds: last)
    }
}
