import ChatProtocol

/// How steps say things.
enum RecordedWords {
    /// A text in quotes, as the language of steps escapes it; nil where it cannot stand in one line.
    static func quoted(_ text: String) -> String? {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF: return nil
            default: continue
            }
        }
        return "\"\(StepText.escaped(text))\""
    }

    /// `Anna`, `Anna and Bea`, `Anna, Bea and Carl`.
    static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
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

    /// `4 minutes 12 seconds pass`, `an hour passes`; nil for no time at all.
    static func passing(milliseconds: Int64) -> String? {
        duration(milliseconds: milliseconds).map { $0.hasPrefix("a") ? "\($0) passes" : "\($0) pass" }
    }
}
