#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Whether the process that started this one is still there.
///
/// It looks at who the parent is: another adopts this process when its own has ended. Linux has a signal for that
/// (`PR_SET_PDEATHSIG`), which comes too early where a thread that started us ends before its process does, as threads
/// of test runners do, and not at all where the parent ended before it was asked for.
package struct ParentWatch: Sendable {
    private let parent = getppid()

    /// The parent of now; to be made before anything else is done.
    package init() {}

    /// How often to look, in milliseconds.
    package static let milliseconds = 100

    /// Whether the parent is gone.
    package var hasEnded: Bool { getppid() != parent }
}
