/// A moment in time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Instant: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    /// Creates a moment from the milliseconds since 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The last moment with a four-digit year: 9999-12-31T23:59:59.999Z.
    public static let latest = Instant(milliseconds: 253_402_300_799_999)

    /// The first moment with a four-digit year: 0000-01-01T00:00:00.000Z.
    public static let earliest = Instant(milliseconds: -62_167_219_200_000)

    /// Returns true if the left moment is earlier.
    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// Returns the moment `count` milliseconds later. It is at most ``latest``, or ``earliest`` on a negative overflow.
    public func advanced(byMilliseconds count: Int64) -> Instant {
        let (sum, overflow) = milliseconds.addingReportingOverflow(count)
        if overflow, count < 0 { return .earliest }
        return overflow ? .latest : min(Instant(milliseconds: sum), .latest)
    }

    /// The time in RFC 3339, in UTC with milliseconds: `2026-05-01T09:00:00.000Z`. A moment outside ``earliest`` to
    /// ``latest`` is written as the nearest of them.
    public var description: String {
        String(decoding: JSONWriter.bytes(reserving: 32, write).dropFirst().dropLast(), as: UTF8.self)
    }

    /// Creates a moment from a text in the form of ``description``. Returns nil for any other form.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 24, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            bytes[19] == UInt8(ascii: "."), bytes[23] == UInt8(ascii: "Z")
        else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            var value: Int64 = 0
            for byte in bytes[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let fraction = number(20..<23), (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
            second < 60
        else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        // A day such as 31 February must not become another day.
        guard Self.civil(days: days).day == day else { return nil }
        milliseconds = ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + fraction
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// The date and the time of day in UTC.
    package struct Civil: Sendable {
        /// The days since 1970-01-01.
        package let days: Int64
        /// The month, 1 to 12.
        package let month: Int64
        /// The day of the month, from 1.
        package let day: Int64
        package let hour: Int64
        package let minute: Int64
    }

    /// The date and the time of day. A moment outside ``earliest`` to ``latest`` becomes the nearest of them.
    package var civil: Civil {
        let (days, rest) = Self.floorDivide(min(max(self, .earliest), .latest).milliseconds, 86_400_000)
        let date = Self.civil(days: days)
        let minutes = rest / 60_000
        return Civil(days: days, month: date.month, day: date.day, hour: minutes / 60, minute: minutes % 60)
    }

    // The proleptic Gregorian calendar counted from 1 March of year 0, so that the leap day ends a year.
    private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension Instant: JSONStringCodable {
    /// The text "a time such as …" with an example.
    public static var expected: String { "a time such as 2026-05-01T09:00:00.000Z" }

    /// Appends the RFC 3339 text.
    public func write(to json: inout JSONWriter) {
        let (days, rest) = Self.floorDivide(min(max(self, .earliest), .latest).milliseconds, 86_400_000)
        let date = Self.civil(days: days)
        let (seconds, milliseconds) = UInt64(rest).quotientAndRemainder(dividingBy: 1_000)
        json.plainString(ofAtMost: 24) {
            $0.twoDigits(UInt64(date.year) / 100)
            $0.twoDigits(UInt64(date.year) % 100)
            $0.append(UInt8(ascii: "-"))
            $0.twoDigits(UInt64(date.month))
            $0.append(UInt8(ascii: "-"))
            $0.twoDigits(UInt64(date.day))
            $0.append(UInt8(ascii: "T"))
            $0.twoDigits(seconds / 3_600)
            $0.append(UInt8(ascii: ":"))
            $0.twoDigits(seconds / 60 % 60)
            $0.append(UInt8(ascii: ":"))
            $0.twoDigits(seconds % 60)
            $0.append(UInt8(ascii: "."))
            $0.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: milliseconds / 100))
            $0.twoDigits(milliseconds % 100)
            $0.append(UInt8(ascii: "Z"))
        }
    }
}
