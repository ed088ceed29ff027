import ChatProtocol
import ChatSystem

/// Formats moments for people: as a time, as a day, or in short as one of the two.
package struct ClockFace: Sendable {
    /// Returns the offset from UTC at a moment in seconds, positive if ahead of UTC.
    let offsetSeconds: @Sendable (Instant) -> Int64

    /// A clock that shows UTC.
    package static let utc = ClockFace { _ in 0 }

    /// Returns the time, such as `09:05`.
    func time(_ instant: Instant) -> String { Self.time(local(instant)) }

    /// Returns the day, such as `Mon 12 September`.
    func day(_ instant: Instant) -> String {
        let local = local(instant)
        // The first day of 1970 was a Thursday.
        let weekday = Self.weekdays[Int((local.days % 7 + 7) % 7)]
        return weekday + " " + String(local.day) + " " + Self.months[Int(local.month) - 1]
    }

    /// Returns the time of a moment of today, and the day of any other moment: `09:05`, `12 Sep`.
    func short(_ instant: Instant, now: Instant) -> String {
        let local = local(instant)
        if local.days == self.local(now).days { return Self.time(local) }
        return String(local.day) + " " + Self.months[Int(local.month) - 1].prefix(3)
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    private static func time(_ local: Instant.Civil) -> String { twoDigits(local.hour) + ":" + twoDigits(local.minute) }

    private static func twoDigits(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }

    private func local(_ instant: Instant) -> Instant.Civil {
        instant.advanced(byMilliseconds: offsetSeconds(instant) * 1_000).civil
    }
}

/// The clocks of a session.
package struct SessionClock {
    /// Returns the milliseconds of a clock that is never set.
    package var steady: () -> Int64
    /// Returns the milliseconds since 1970, used until the server has sent its time.
    var wall: () -> Int64

    package init(steady: @escaping () -> Int64, wall: @escaping () -> Int64) {
        (self.steady, self.wall) = (steady, wall)
    }

    /// The clocks of this machine.
    static var system: SessionClock { SessionClock(steady: Clocks.steady, wall: Clocks.wall) }
}

extension ClockFace {
    /// The clock of this machine's time zone.
    static let local = ClockFace { instant in
        Clocks.offsetFromUTC(atSecond: instant.milliseconds / 1_000)
    }
}

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
