/// An age in a ranking fixture: `5d`, `3h 20m`, `now`.
struct RankingAge: Hashable, Sendable {
    /// The age in milliseconds.
    let milliseconds: Int64

    /// The largest age: a hundred years.
    static let max = RankingAge(milliseconds: 100 * 365 * 86_400_000)

    private static let units: [(name: String, milliseconds: Int64)] = [
        ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]
}

extension RankingAge {
    /// Parses an age: `now`, or whole numbers with one unit each. Each unit appears at most once, and the largest comes
    /// first. Returns nil for any other text and for an age above ``max``.
    init?(_ text: some StringProtocol) {
        if text == "now" {
            self.init(milliseconds: 0)
            return
        }
        var rest = Substring(text).utf8[...]
        var units = Self.units[...]
        var sum: Int64 = 0
        while let first = rest.first {
            if first == UInt8(ascii: " "), !units.elementsEqual(Self.units, by: ==) {
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            rest = rest.dropFirst(letters.count)
            guard !digits.isEmpty, digits.count < 16, let number = Int64(String(Substring(digits))),
                let index = units.firstIndex(where: { letters.elementsEqual($0.name.utf8) })
            else { return nil }
            let (part, isTooMuch) = number.multipliedReportingOverflow(by: units[index].milliseconds)
            guard !isTooMuch, part <= Self.max.milliseconds - sum else { return nil }
            sum += part
            units = units[(index + 1)...]
        }
        guard units.count < Self.units.count else { return nil }
        self.init(milliseconds: sum)
    }
}

extension RankingAge: CustomStringConvertible {
    /// The age in the form that ``init(_:)`` parses.
    var description: String {
        var rest = milliseconds
        var parts: [String] = []
        for unit in Self.units where rest >= unit.milliseconds {
            // Weeks are parsed, but the text counts days.
            guard unit.name != "w" else { continue }
            parts.append("\(rest / unit.milliseconds)\(unit.name)")
            rest %= unit.milliseconds
        }
        return parts.isEmpty ? "now" : parts.joined(separator: " ")
    }
}
