#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension FileSystem {
    /// Puts other bytes into a file, or makes it: all of them or none. Whoever reads it meanwhile reads the old ones;
    /// its mode stays, and a link to it stays a link.
    static func replace(_ path: String, with bytes: [UInt8]) throws(FileProblem) {
        let (target, mode) = try place(of: path)
        // A name that no scenario has, so that nobody takes what is half written for one.
        let temporary = "\(target).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(temporary) }
        do throws(FileProblem) {
            defer { close(descriptor) }
            guard write(bytes, to: descriptor), fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else {
                throw problem(temporary)
            }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, target) == 0 else {
            let problem = problem(path)
            unlink(temporary)
            throw problem
        }
    }

    /// Where a path leads, links followed, and the mode of the file there; of one that is not there yet what a
    /// text usually has.
    private static func place(of path: String) throws(FileProblem) -> (target: String, mode: mode_t) {
        guard let resolved = realpath(path, nil) else {
            guard errno == ENOENT else { throw problem(path) }
            return (path, 0o644)
        }
        defer { free(resolved) }
        let target = String(cString: resolved)
        var status = stat()
        guard stat(target, &status) == 0 else { throw problem(path) }
        // A file in the place of a device would be one for everybody else, too.
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileProblem(path: path, reason: "it is not a file") }
        return (target, status.st_mode & 0o7777)
    }

    /// Writes all of it, however often that takes; false leaves the reason in `errno`.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }
}

/// The call, by a name that no method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
