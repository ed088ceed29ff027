import ChatProtocol

/// The numbers of a shelf item's ranking, as text.
enum RankingWords {
    /// Returns a line with the score and the threshold, then one line for each signal, the heaviest first.
    static func lines(_ ranking: HighlightRanking) -> [String] {
        let sum = "Score \(words(ranking.score)); above \(words(ranking.threshold)) it can be curated"
        return [sum]
            + ranking.signals.map { signal in
                let now = words(signal.value)
                return "\(signal.signal.words): \(now) of \(words(signal.weight)), \(signal.at)"
            }
    }

    /// Returns a number rounded to hundredths, without a zero fraction.
    private static func words(_ number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : String(rounded)
    }
}
