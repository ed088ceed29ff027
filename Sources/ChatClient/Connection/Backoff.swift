/// The pauses between attempts: a quarter of a second, doubled each time, up to five seconds.
package struct Backoff: Hashable, Sendable {
    static let firstMilliseconds: Int64 = 250
    static let lastMilliseconds: Int64 = 5_000

    /// The next pause, in milliseconds.
    private(set) var upcoming = firstMilliseconds

    /// Creates a backoff for the first attempt.
    package init() {}

    /// Returns the pause before the next attempt in milliseconds, and doubles it for the one after that.
    package mutating func next() -> Int64 {
        defer { upcoming = min(Self.lastMilliseconds, upcoming * 2) }
        return upcoming
    }

    /// Makes the next pause short again, after a success.
    mutating func reset() { upcoming = Self.firstMilliseconds }
}
