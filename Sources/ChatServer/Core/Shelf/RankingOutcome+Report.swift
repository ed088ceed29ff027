import ChatProtocol

extension RankingOutcome {
    /// The shelf as text for people. Each place has a score, a reason and the signals. If the shelf is not as expected,
    /// the expected order precedes the actual one.
    package var report: String {
        let width = places.map(\.name.count).max() ?? 0
        var lines: [String] = []
        for (index, place) in places.enumerated() {
            let name = place.name + String(repeating: " ", count: width - place.name.count)
            lines.append("\(index + 1)  \(name)  \(place.ranking.score)  \(place.why.text)")
            let signals = zip(place.ranking.signals, place.ages).map { signal, age in
                "\(signal.signal.words) \(age == "now" ? "now" : "\(age) ago"): \(signal.value) of \(signal.weight)"
            }
            lines.append("   " + String(repeating: " ", count: width + 2) + signals.joined(separator: ", "))
        }
        if places.isEmpty { lines.append("nothing surfaces") }
        if order != expected {
            lines.append("expected  " + Self.names(expected))
            lines.append("actual    " + Self.names(order))
        }
        if let expectedCurated, expectedCurated != curated {
            lines.append("expected  curated: \(expectedCurated)")
            lines.append("actual    curated: \(curated)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func names(_ names: [String]) -> String {
        names.isEmpty ? "(nothing)" : names.joined(separator: " ")
    }
}
