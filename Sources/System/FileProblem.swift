#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A path that cannot be used.
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path, as it was given or found.
    public let path: String
    /// Why.
    public let reason: String
    /// The error number, where a system call failed.
    private let code: Int32

    /// A problem that no system call has.
    package init(path: String, reason: String) {
        (self.path, self.reason, code) = (path, reason, 0)
    }

    /// What a system call says.
    init(path: String, code: Int32) {
        (self.path, reason, self.code) = (path, Syscalls.words(code), code)
    }

    /// Whether there is nothing at the path.
    package var isMissing: Bool { code == ENOENT }
    /// Whether there is something at the path already.
    package var isThere: Bool { code == EEXIST }

    /// One line.
    public var description: String { "\(path): \(reason)" }
}
