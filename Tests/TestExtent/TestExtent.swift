import Foundation

/// How much is tried of what has no end: seeds, scenarios, ways to fail.
package enum TestExtent {
    /// Whether there is time for all of it (`UNDERSTUDY_TESTS=all`, which `script/test --all` sets), or for as much as
    /// the minutes of `script/test` allow.
    package static let isWhole = ProcessInfo.processInfo.environment["UNDERSTUDY_TESTS"] == "all"

    /// Seeds from 1 on: so many, or all that there is time for.
    package static func seeds(_ some: UInt64, whole: UInt64) -> ClosedRange<UInt64> { 1...(isWhole ? whole : some) }

    /// After so many minutes a test hangs. They begin when it could, and it may wait for a thread as long as all the
    /// others take: less would fail where much is tried, or the machine is busy.
    package static let hang = 30
}
