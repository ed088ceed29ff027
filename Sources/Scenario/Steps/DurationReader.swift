/// Reader and writer of times in the form of steps: `10 minutes`, `a day`, `1 hour 30 minutes`, `2 days and 4 hours`.
enum DurationReader {
    /// The units, the longest first, which is the order in which they may follow each other.
    private static let units: [(names: [String], milliseconds: Int64)] = [
        (["week", "weeks"], 604_800_000),
        (["day", "days"], 86_400_000),
        (["hour", "hours"], 3_600_000),
        (["minute", "minutes"], 60_000), (["second", "seconds"], 1_000), (["millisecond", "milliseconds"], 1),
    ]

    /// Returns true if a word is a unit of time.
    static func isUnit(_ word: String) -> Bool { units.contains { $0.names.contains(word) } }

    /// Reads the time at a position.
    /// - Returns: The time and the position after it; nil if the position has none.
    static func read(_ pieces: [StepText.Piece], at start: Int) -> (Duration, Int)? {
        var milliseconds: Int64 = 0
        var position = start
        var smallest = -1
        while position < pieces.count {
            var next = position
            if smallest >= 0, pieces[next] == .word("and") || pieces[next] == .comma { next += 1 }
            guard let amount = amount(pieces, at: next), let unit = unit(pieces, at: next + 1), unit > smallest
            else { break }
            milliseconds += Int64(amount) * units[unit].milliseconds
            smallest = unit
            position = next + 2
        }
        return smallest < 0 ? nil : (.milliseconds(milliseconds), position)
    }

    private static func amount(_ pieces: [StepText.Piece], at position: Int) -> Int? {
        if position < pieces.count, pieces[position] == .word("a") || pieces[position] == .word("an") { return 1 }
        return ParameterReader.number(pieces, at: position)
    }

    private static func unit(_ pieces: [StepText.Piece], at position: Int) -> Int? {
        guard position < pieces.count, case .word(let word) = pieces[position] else { return nil }
        return units.firstIndex { $0.names.contains(word) }
    }

    /// Returns a time in words, such as `4 minutes 12 seconds` or `an hour`; nil for zero time.
    static func words(milliseconds: Int64) -> String? {
        guard let unit = units.dropFirst().first(where: { $0.milliseconds == milliseconds })?.names[0] else {
            return counted(milliseconds, inWeeks: false)
        }
        return unit == "hour" ? "an \(unit)" : "a \(unit)"
    }

    /// Returns a time in words with numbers, such as `4 minutes 12 seconds` or `1 hour`; nil for zero time.
    static func counted(_ milliseconds: Int64, inWeeks: Bool = true) -> String? {
        var left = milliseconds
        var parts: [String] = []
        for (names, length) in units.dropFirst(inWeeks ? 0 : 1) where left >= length {
            // Numbers in steps have at most nine digits.
            let amount = min(left / length, 999_999_999)
            left %= length
            parts.append("\(amount) \(names[amount == 1 ? 0 : 1])")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
