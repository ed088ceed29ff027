#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension FileSystem {
    /// Replaces or creates a file with all of the bytes or none. Concurrent readers get the old content. The file's
    /// mode and a link to it are kept.
    ///
    /// - Parameters:
    ///   - isPrivate: True if only the owner may read the file afterwards.
    ///   - isSynced: True if the content must survive a power failure, and not only the end of the program.
    package static func replace(
        _ path: String, with bytes: [UInt8], isPrivate: Bool = false, isSynced: Bool = true
    ) throws(FileProblem) {
        let (target, mode) = try place(of: path)
        // No scenario has the extension `.tmp`, so that an incomplete file is never read as one.
        let temporary = "\(target).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(temporary) }
        do throws(FileProblem) {
            defer { Descriptors.close(descriptor) }
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

    /// Returns the path with links resolved, and the mode of the file there. A missing file has the usual mode of a
    /// text file.
    private static func place(of path: String) throws(FileProblem) -> (target: String, mode: mode_t) {
        guard let resolved = realpath(path, nil) else {
            guard errno == ENOENT else { throw problem(path) }
            return (path, 0o644)
        }
        defer { free(resolved) }
        let target = String(cString: resolved)
        var status = stat()
        guard stat(target, &status) == 0 else { throw problem(path) }
        // A file in the place of a device would replace the device for all programs.
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileProblem(path: path, reason: "it is not a file") }
        return (target, status.st_mode & 0o7777)
    }

    /// Creates a file with all of the bytes or none. An existing file is an error.
    package static func create(_ path: String, with bytes: [UInt8]) throws(FileProblem) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw problem(path) }
        defer { Descriptors.close(descriptor) }
        do throws(FileProblem) {
            try write(bytes, to: descriptor, of: path)
        } catch {
            remove(path)
            throw error
        }
    }

    /// Opens a file for writing, and creates it if it is missing.
    ///
    /// - Parameter emptied: True if the current content is removed.
    package static func openForWriting(_ path: String, emptied: Bool = false) throws(FileProblem) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (emptied ? O_TRUNC : 0), 0o666)
        guard descriptor >= 0 else { throw problem(path) }
        return descriptor
    }

    /// Opens an existing file for appending.
    ///
    /// - Parameter bytes: The number of bytes to keep. The rest, such as an incomplete line, is removed.
    package static func openForAppending(_ path: String, after bytes: Int) throws(FileProblem) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0, ftruncate(descriptor, off_t(bytes)) == 0 else { throw problem(path) }
        return descriptor
    }

    /// Writes all bytes to an open file.
    package static func write(_ bytes: [UInt8], to descriptor: Int32, of path: String) throws(FileProblem) {
        let code = Descriptors.writeAll(bytes, to: descriptor)
        guard code == 0 else { throw FileProblem(path: path, code: code) }
    }

    /// Removes the content of an open file. Pipes and devices have none.
    package static func empty(_ descriptor: Int32) { _ = ftruncate(descriptor, 0) }

    /// Throws if this process may not write the file.
    package static func checkWritable(_ path: String) throws(FileProblem) {
        guard access(path, W_OK) == 0 else { throw problem(path) }
    }

    /// Removes a file if it exists.
    package static func remove(_ path: String) { unlink(path) }

    /// Renames a file. It replaces a file at the target.
    package static func move(_ path: String, to target: String) throws(FileProblem) {
        try move(path, to: target, at: target)
    }

    private static func move(_ path: String, to name: String, at target: String) throws(FileProblem) {
        guard rename(path, target) == 0 else { throw problem(name) }
    }

    /// Runs the closure while no other process locks the same directory. Waits for the lock.
    package static func locking<Result>(
        directory path: String, _ body: () throws(FileProblem) -> Result
    ) throws(FileProblem) -> Result {
        let descriptor = try lock(directory: path, LOCK_EX)
        defer { release(descriptor) }
        return try body()
    }

    /// Locks a directory for this process, until ``release(_:)`` or the end of the process.
    ///
    /// - Returns: The descriptor; nil if another process holds the lock.
    package static func claim(directory path: String) throws(FileProblem) -> Int32? {
        do throws(FileProblem) {
            return try lock(directory: path, LOCK_EX | LOCK_NB)
        } catch {
            if error.code == EWOULDBLOCK { return nil }
            throw error
        }
    }

    /// Unlocks a directory, even if a process that is just starting has inherited the descriptor.
    package static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        Descriptors.close(descriptor)
    }

    private static func lock(directory path: String, _ operation: Int32) throws(FileProblem) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw problem(path) }
        while flock(descriptor, operation) != 0 {
            if errno == EINTR { continue }
            defer { Descriptors.close(descriptor) }
            throw problem(path)
        }
        return descriptor
    }
}
