import Foundation

/// A measure of how work grows with its input. It uses the processor time of this thread, so other threads and programs
/// have little effect.
package enum Growth {
    /// The limit between work that grows with the input, about 8, and work that grows with its square, about 64.
    package static let most = 24.0

    /// Returns the time for an input of eight times the size, divided by the time for the size. Each time is the
    /// shortest of three.
    ///
    /// - Parameters:
    ///   - size: The size of the smaller input.
    ///   - work: Performs the work for an input of a size.
    /// - Returns: The ratio; 0 if the work for the larger input takes less than 2 ms.
    package static func overEightfold(_ size: Int, _ work: (Int) throws -> Void) rethrows -> Double {
        var least = [Double.infinity, .infinity]
        for _ in 0..<3 {
            for (index, size) in [size, size * 8].enumerated() {
                let start = seconds()
                try work(size)
                least[index] = min(least[index], seconds() - start)
            }
        }
        // A time below 2 ms is too short for a reliable ratio.
        return least[1] < 0.002 ? 0 : least[1] / least[0]
    }

    private static func seconds() -> Double {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1_000_000_000
    }
}
