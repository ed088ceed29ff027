import ChatProtocol

/// What time it is for the server, as far as this person knows.
struct ServerTime: Sendable {
    /// How moments read.
    let face: ClockFace
    /// The server's time.
    private(set) var now: Instant
    /// Milliseconds that passed here.
    private(set) var elapsed: Int64 = 0
    /// Whether it goes as the wall's does.
    var isReal = true

    init(_ face: ClockFace, now: Instant) { (self.face, self.now) = (face, now) }

    /// The hour of what happened today, the day of anything else.
    func short(_ instant: Instant) -> String { face.short(instant, now: now) }

    /// Lets time pass here, so that the clock goes on with the server's.
    mutating func pass(milliseconds: Int64) {
        elapsed += milliseconds
        if isReal { now = now.advanced(byMilliseconds: milliseconds) }
    }

    /// It is at least that late.
    mutating func advance(to instant: Instant) { now = max(now, instant) }

    /// The server says what time it is, which may be earlier: it may be another server.
    mutating func set(_ instant: Instant) { now = instant }
}
