import ChatProtocol

/// The numbers behind a place on the shelf, for people.
enum RankingWords {
    /// The sum and what it takes to stand first, then every signal, the heaviest first.
    static func lines(_ ranking: HighlightRanking) -> [String] {
        let sum = "Score \(words(ranking.score)); above \(words(ranking.threshold)) it can be curated"
        return [sum]
            + ranking.signals.map { signal in
                let now = words(signal.value)
                return "\(signal.signal.words): \(now) of \(words(signal.weight)), \(signal.at)"
            }
    }

    /// A number in hundredths, without a fraction that says nothing.
    private static func words(_ number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : String(rounded)
    }
}
