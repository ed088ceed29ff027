#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that only its owner may read, made with the directories above it: the one place of the store that speaks to
/// the file system itself.
enum PrivateFile {
    /// Why it could not be made, in words.
    struct Failure: Error {
        let reason: String
    }

    /// Makes the file if it is not there (0600), and its missing directories (0700), whatever the umask allows.
    /// What exists already keeps the rights that it has.
    static func create(at path: String) throws(Failure) {
        try makeDirectories(above: path)
        let descriptor = retrying { open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw failure(errno, doing: "open \(path)") }
        // Nothing was written through it, so an error of close has nothing to lose.
        _ = close(descriptor)
    }

    /// Makes the directories that are missing above a file (0700).
    static func makeDirectories(above path: String) throws(Failure) {
        guard !path.isEmpty else { return }
        var slash = path.utf8.startIndex
        while let next = path.utf8[path.utf8.index(after: slash)...].firstIndex(of: UInt8(ascii: "/")) {
            try makeDirectory(String(path[..<next]))
            slash = next
        }
    }

    private static func makeDirectory(_ path: String) throws(Failure) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let code = errno
        // A directory above may be one that we may not write in, or lie on a read-only file system: it need only exist.
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

    private static func failure(_ code: Int32, doing what: String) -> Failure {
        let words =
            switch code {
            case EACCES, EPERM: "access is denied"
            case EROFS: "the file system is read-only"
            case ENOSPC, EDQUOT: "the disk is full"
            case ENOTDIR: "something in its path is not a directory"
            case EISDIR: "it is a directory"
            default: String(cString: strerror(code))
            }
        return Failure(reason: "cannot \(what): \(words)")
    }
}
