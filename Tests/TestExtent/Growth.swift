import Foundation

/// How the work of something grows with its input, by the processor time of this thread: what other threads and
/// programs do counts for little, and a factor of eight is far from a factor of sixty-four.
package enum Growth {
    /// Between what grows with the input and what grows with its square.
    package static let most = 24.0

    /// How many times as much eight times as much input takes: about 8 where the work grows with the input, 64 where it
    /// grows with the square of it.
    ///
    /// - Parameter work: Does the work for an input of that size.
    package static func overEightfold(_ size: Int, _ work: (Int) throws -> Void) rethrows -> Double {
        var least = [Double.infinity, .infinity]
        for _ in 0..<3 {
            for (index, size) in [size, size * 8].enumerated() {
                let start = seconds()
                try work(size)
                least[index] = min(least[index], seconds() - start)
            }
        }
        // What takes no time at all grows in no way that anybody notices.
        return least[1] < 0.002 ? 0 : least[1] / least[0]
    }

    private static func seconds() -> Double {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1_000_000_000
    }
}
