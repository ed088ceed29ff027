import ChatProtocol

/// The server's time, as far as this client knows it.
struct ServerTime: Sendable {
    /// The format of moments.
    let face: ClockFace
    /// The server's time.
    private(set) var now: Instant
    /// The milliseconds that have passed on this machine.
    private(set) var elapsed: Int64 = 0
    /// True if the server's clock advances by itself.
    var isReal = true

    init(_ face: ClockFace, now: Instant) { (self.face, self.now) = (face, now) }

    /// Returns the time of a moment of today, and the day of any other moment.
    func short(_ instant: Instant) -> String { face.short(instant, now: now) }

    /// Advances the clock, so that it follows the server's.
    mutating func pass(milliseconds: Int64) {
        elapsed += milliseconds
        if isReal { now = now.advanced(byMilliseconds: milliseconds) }
    }

    /// Sets the time to a moment, unless it is later already.
    mutating func advance(to instant: Instant) { now = max(now, instant) }

    /// Sets the time that the server sent. It can be earlier, because the server may be another one.
    mutating func set(_ instant: Instant) { now = instant }
}
