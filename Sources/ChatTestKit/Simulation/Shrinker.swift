/// Makes a history that fails short: steps are left out as long as it still fails (delta debugging).
public struct Shrinker {
    /// Runs a history; whether it fails.
    private let fails: (History) -> Bool
    /// How many histories were run.
    public private(set) var runs = 0

    /// A shrinker.
    ///
    /// - Parameter fails: runs a history, and says whether it fails. It must say the same each time.
    public init(fails: @escaping (History) -> Bool) { self.fails = fails }

    /// The shortest history that was found to fail: without any one of its steps it would not.
    ///
    /// - Parameters:
    ///   - history: one that fails.
    ///   - step: the number of the step behind which it did.
    ///   - runsMax: after how many runs what is shortest by then is good enough.
    public mutating func shortest(of history: History, failingAfter step: Int, runsMax: Int = 2_000) -> History {
        var best = history
        let beginning = history.keeping(Set(1...max(step, 1)))
        if fails(beginning) { best = beginning }
        runs += 1
        var size = max(best.steps.count / 2, 1)
        while runs < runsMax {
            var start = 0
            var isShorter = false
            while start < best.steps.count, runs < runsMax {
                let rest = Array(best.steps[..<start] + best.steps[min(start + size, best.steps.count)...])
                var candidate = best
                candidate.steps = rest
                runs += 1
                if fails(candidate) {
                    best = candidate
                    isShorter = true
                } else {
                    start += size
                }
            }
            if size == 1, !isShorter { break }
            size = max(size / 2, 1)
        }
        return best
    }
}
