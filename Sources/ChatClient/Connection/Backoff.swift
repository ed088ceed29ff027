/// How long to wait before the next attempt: a quarter of a second, doubled each time, up to five seconds.
package struct Backoff: Hashable, Sendable {
    static let firstMilliseconds: Int64 = 250
    static let lastMilliseconds: Int64 = 5_000

    /// The next pause, in milliseconds.
    private(set) var upcoming = firstMilliseconds

    /// Nothing was attempted yet.
    package init() {}

    /// The pause before the attempt that comes now.
    package mutating func next() -> Int64 {
        defer { upcoming = min(Self.lastMilliseconds, upcoming * 2) }
        return upcoming
    }

    /// After a success the next pause is short again.
    mutating func reset() { upcoming = Self.firstMilliseconds }
}
