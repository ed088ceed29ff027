#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension FileSystem {
    /// Puts other bytes into a file, or makes it: all of them or none. Whoever reads it meanwhile reads the old ones;
    /// its mode stays, and a link to it stays a link.
    ///
    /// - Parameters:
    ///   - isPrivate: whether nobody but its owner may read it from now on.
    ///   - isSynced: whether it lasts when the power fails, and not only when the program does.
    package static func replace(
        _ path: String, with bytes: [UInt8], isPrivate: Bool = false, isSynced: Bool = true
    ) throws(FileProblem) {
        let (target, mode) = try place(of: path)
        // A name that no scenario has, so that nobody takes what is half written for one.
        let temporary = "\(target).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(temporary) }
        do throws(FileProblem) {
            defer { Syscalls.close(descriptor) }
            try write(bytes, to: descriptor, of: temporary)
            guard isPrivate || fchmod(descriptor, mode) == 0, !isSynced || fsync(descriptor) == 0 else {
                throw problem(temporary)
            }
            try move(temporary, to: path, at: target)
        } catch {
            remove(temporary)
            throw error
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

    /// Makes a file with those bytes where none is yet; all of it, or nothing.
    package static func create(_ path: String, with bytes: [UInt8]) throws(FileProblem) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw problem(path) }
        defer { Syscalls.close(descriptor) }
        do throws(FileProblem) {
            try write(bytes, to: descriptor, of: path)
        } catch {
            remove(path)
            throw error
        }
    }

    /// Opens a file to be written, or makes it.
    ///
    /// - Parameter emptied: whether what it holds goes at once.
    package static func openForWriting(_ path: String, emptied: Bool = false) throws(FileProblem) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (emptied ? O_TRUNC : 0), 0o666)
        guard descriptor >= 0 else { throw problem(path) }
        return descriptor
    }

    /// Opens a file that is there to be written on at its end.
    ///
    /// - Parameter bytes: how much of it stays: a line that was not written to its end goes.
    package static func openForAppending(_ path: String, after bytes: Int) throws(FileProblem) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0, ftruncate(descriptor, off_t(bytes)) == 0 else { throw problem(path) }
        return descriptor
    }

    /// Writes all to an open file.
    package static func write(_ bytes: [UInt8], to descriptor: Int32, of path: String) throws(FileProblem) {
        let code = Syscalls.writeAll(bytes, to: descriptor)
        guard code == 0 else { throw FileProblem(path: path, code: code) }
    }

    /// Takes away what an open file holds; a pipe and a device hold nothing.
    package static func empty(_ descriptor: Int32) { _ = ftruncate(descriptor, 0) }

    /// Refuses a file that may not be written.
    package static func checkWritable(_ path: String) throws(FileProblem) {
        guard access(path, W_OK) == 0 else { throw problem(path) }
    }

    /// Takes a file away, if it is there.
    package static func remove(_ path: String) { unlink(path) }

    /// Gives a file the name of another, which is gone then.
    package static func move(_ path: String, to target: String) throws(FileProblem) {
        try move(path, to: target, at: target)
    }

    private static func move(_ path: String, to name: String, at target: String) throws(FileProblem) {
        guard rename(path, target) == 0 else { throw problem(name) }
    }

    /// Does something while no other process that asks for the same directory does.
    package static func locking<Result>(
        directory path: String, _ body: () throws(FileProblem) -> Result
    ) throws(FileProblem) -> Result {
        let descriptor = try lock(directory: path, LOCK_EX)
        defer { release(descriptor) }
        return try body()
    }

    /// Takes a directory for this process, until ``release(_:)`` or its end, however it comes.
    ///
    /// - Returns: the descriptor; nil where somebody else has it.
    package static func claim(directory path: String) throws(FileProblem) -> Int32? {
        do throws(FileProblem) {
            return try lock(directory: path, LOCK_EX | LOCK_NB)
        } catch {
            if error.code == EWOULDBLOCK { return nil }
            throw error
        }
    }

    /// Gives a directory back, even where a process that is just beginning still has the descriptor as well.
    package static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        Syscalls.close(descriptor)
    }

    private static func lock(directory path: String, _ operation: Int32) throws(FileProblem) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw problem(path) }
        while flock(descriptor, operation) != 0 {
            if errno == EINTR { continue }
            defer { Syscalls.close(descriptor) }
            throw problem(path)
        }
        return descriptor
    }
}
