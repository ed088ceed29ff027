/// How steps say things.
enum RecordedWords {
    /// Whether a text can stand in one line.
    static func fitsLine(_ text: String) -> Bool {
        !text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF: true
            default: false
            }
        }
    }

    /// `4 minutes 12 seconds`, `an hour`; nil for no time at all.
    static func duration(milliseconds: Int64) -> String? {
        let units: [(String, Int64)] = [
            ("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000), ("second", 1_000), ("millisecond", 1),
        ]
        var left = milliseconds
        var parts: [String] = []
        for (unit, length) in units where milliseconds == length { return "\(unit == "hour" ? "an" : "a") \(unit)" }
        for (unit, length) in units where left >= length {
            // No number of a step has more than nine digits.
            let amount = min(left / length, 999_999_999)
            left %= length
            parts.append("\(amount) \(unit)\(amount == 1 ? "" : "s")")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
