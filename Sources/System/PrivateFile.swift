#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that only its owner may read, and its folders.
package enum PrivateFile {
    /// Creates the file with mode 0600 and its missing folders with mode 0700, unless they exist. Existing files and
    /// folders keep their modes.
    package static func create(at path: String) throws(SystemFailure) {
        try makeDirectories(above: path)
        let descriptor = retrying { open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw failure(errno, doing: "open \(path)") }
        // An error of close is ignored, because nothing was written.
        Descriptors.close(descriptor)
    }

    /// Creates the missing folders of a file with mode 0700.
    package static func makeDirectories(above path: String) throws(SystemFailure) {
        guard !path.isEmpty else { return }
        var slash = path.utf8.startIndex
        while let next = path.utf8[path.utf8.index(after: slash)...].firstIndex(of: UInt8(ascii: "/")) {
            try makeDirectory(String(path[..<next]))
            slash = next
        }
    }

    private static func makeDirectory(_ path: String) throws(SystemFailure) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let code = errno
        // An existing folder may be read-only, or lie on a read-only file system.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
        throw failure(code, doing: "make the directory \(path)")
    }

    private static func retrying(_ call: () -> Int32) -> Int32 {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    private static func failure(_ code: Int32, doing what: String) -> SystemFailure {
        let words =
            switch code {
            case EACCES, EPERM: "access is denied"
            case EROFS: "the file system is read-only"
            case ENOSPC, EDQUOT: "the disk is full"
            case ENOTDIR: "something in its path is not a directory"
            case EISDIR: "it is a directory"
            default: SystemFailure.words(code)
            }
        return SystemFailure(reason: "cannot \(what): \(words)")
    }
}

/// The folders of a person's files, from the XDG Base Directory Specification.
package enum BaseDirectory: Sendable {
    /// Data that must last: logs and tokens.
    case data
    /// State that only this machine needs in the next run: drafts, the order of a menu.
    case state
    /// Configuration that a person wrote.
    case configuration

    /// Returns the path of the folder, which may be missing. Returns nil if neither its variable nor `HOME` is usable.
    /// A variable that is empty or, as the specification asks, not absolute counts as missing.
    package func path(environment: [String: String]) -> String? {
        let (variable, standard) =
            switch self {
            case .data: ("XDG_DATA_HOME", "/.local/share")
            case .state: ("XDG_STATE_HOME", "/.local/state")
            case .configuration: ("XDG_CONFIG_HOME", "/.config")
            }
        let given = environment[variable].flatMap { $0.hasPrefix("/") ? Self.withoutTrailingSlash($0) : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? Self.withoutTrailingSlash($0) + standard : nil }
        return (given ?? home).map { $0 + "/understudy" }
    }

    private static func withoutTrailingSlash(_ path: String) -> String {
        var path = path
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
