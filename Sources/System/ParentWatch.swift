#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The watch of the process that started this one.
///
/// It compares the parent's id, because another process adopts this one after its parent ends. Linux has a signal for
/// that (`PR_SET_PDEATHSIG`), with two faults. It comes too early if a thread of the parent started this process and
/// then ends, as in test runners. It never comes if the parent ended before the signal was requested.
package struct ParentWatch: Sendable {
    private let parent = getppid()

    /// Stores the current parent. The program creates the watch before any other work.
    package init() {}

    /// The interval between two checks, in milliseconds.
    package static let milliseconds = 100

    /// True if the parent has ended.
    package var hasEnded: Bool { getppid() != parent }
}
