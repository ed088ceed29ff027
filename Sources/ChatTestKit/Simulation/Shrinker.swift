/// Shortens a failing history: it leaves out steps as long as the history still fails (delta debugging).
public struct Shrinker {
    /// Runs a history and returns true if it fails.
    private let fails: (History) -> Bool
    /// The number of histories that were run.
    public private(set) var runs = 0

    /// Creates a shrinker.
    ///
    /// - Parameter fails: Runs a history and returns true if it fails. The result must be the same each time.
    public init(fails: @escaping (History) -> Bool) { self.fails = fails }

    /// Returns the shortest failing history that was found. It fails only with all of its steps, unless the runs were
    /// used up.
    ///
    /// - Parameters:
    ///   - history: A failing history.
    ///   - step: The number of the step after which it failed.
    ///   - runsMax: The number of runs after which the search ends.
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
