import ChatProtocol

/// Moments as a person reads them: the hour, the day, and in short whichever of them tells more.
package struct ClockFace: Sendable {
    /// How many seconds ahead of UTC it is, which may depend on the moment.
    let offsetSeconds: @Sendable (Instant) -> Int64

    /// A clock that shows UTC.
    package static let utc = ClockFace { _ in 0 }

    /// `09:05`.
    func time(_ instant: Instant) -> String {
        let text = shifted(instant)
        return String(text.dropFirst(11).prefix(5))
    }

    /// `Mon 12 September`.
    func day(_ instant: Instant) -> String {
        "\(Self.weekdays[weekday(instant)]) \(dayOfMonth(instant)) \(Self.months[month(instant)])"
    }

    /// The hour of what happened today, the day of anything else: `09:05`, `12 Sep`.
    func short(_ instant: Instant, now: Instant) -> String {
        if shifted(instant).prefix(10) == shifted(now).prefix(10) { return time(instant) }
        return "\(dayOfMonth(instant)) \(Self.months[month(instant)].prefix(3))"
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    private func local(_ instant: Instant) -> Instant {
        instant.advanced(byMilliseconds: offsetSeconds(instant) * 1_000)
    }

    private func shifted(_ instant: Instant) -> String { local(instant).description }

    private func dayOfMonth(_ instant: Instant) -> Int { Int(shifted(instant).dropFirst(8).prefix(2)) ?? 1 }

    private func month(_ instant: Instant) -> Int { max(0, (Int(shifted(instant).dropFirst(5).prefix(2)) ?? 1) - 1) }

    private func weekday(_ instant: Instant) -> Int {
        // The first day of 1970 was a Thursday.
        let days = (Double(local(instant).milliseconds) / 86_400_000).rounded(.down)
        return Int((days.truncatingRemainder(dividingBy: 7) + 7).truncatingRemainder(dividingBy: 7))
    }
}
