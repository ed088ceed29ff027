import ChatProtocol

/// The numbers behind a place on the shelf, for people.
enum RankingWords {
    /// The sum and what it takes to stand first, then every signal, the heaviest first.
    static func lines(_ ranking: HighlightRanking) -> [String] {
        let sum = "Score \(thousandths(ranking.score)); from \(thousandths(ranking.threshold)) on it may stand first"
        return [sum]
            + ranking.signals.map { signal in
                let now = thousandths(signal.value)
                return "\(signal.signal.words): \(now) of \(thousandths(signal.weight)), \(signal.at)"
            }
    }

    /// A number without a fraction that says nothing.
    private static func thousandths(_ number: Double) -> String {
        let rounded = (number * 10).rounded() / 10
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : String(rounded)
    }
}
