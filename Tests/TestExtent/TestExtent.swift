import Foundation

/// The number of cases that a test tries if any number is possible, such as seeds, scenarios and faults.
package enum TestExtent {
    /// True for all cases (`UNDERSTUDY_TESTS=all`, which `script/test --all` sets); false for the cases that fit into
    /// the minutes of `script/test`.
    package static let isWhole = ProcessInfo.processInfo.environment["UNDERSTUDY_TESTS"] == "all"

    /// Returns the seeds from 1 to one of two numbers.
    ///
    /// - Parameters:
    ///   - some: The last seed of a normal run.
    ///   - whole: The last seed of a run with all cases.
    package static func seeds(_ some: UInt64, whole: UInt64) -> ClosedRange<UInt64> { 1...(isWhole ? whole : some) }

    /// The time in minutes after which a test counts as hung. It includes the wait for a thread, which can take as long
    /// as all other tests. A shorter time would fail on a busy machine.
    package static let hang = 30
}
