import CLinux

#if canImport(Glibc)
    import Glibc
#endif

/// The small files beside the log: the configuration, and the tokens.
extension Syscalls {
    /// Why a file cannot be used, in words.
    struct FileFailure: Error, Sendable, Equatable, CustomStringConvertible {
        let description: String
        /// Whether there is no such file.
        var isMissing = false
    }

    /// What tells one state of a file from another without reading it.
    struct FileStamp: Equatable {
        fileprivate var device: UInt64
        fileprivate var inode: UInt64
        fileprivate var size: Int64
        fileprivate var seconds: Int64
        fileprivate var nanoseconds: Int64
    }

    /// The state of the file that is there now; nil if there is none.
    static func stamp(of path: String) -> FileStamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return FileStamp(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
            seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec))
    }

    /// Reads a whole file.
    ///
    /// - Parameter isPrivate: whether it is refused where others than its owner may write it.
    static func read(file path: String, bytesMax: Int, isPrivate: Bool = false) throws(FileFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            throw FileFailure(description: "\(path) cannot be read: \(words(code))", isMissing: code == ENOENT)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileFailure(description: "\(path) is not a file")
        }
        if isPrivate, status.st_mode & 0o022 != 0 {
            throw FileFailure(description: "\(path) can be written by others than its owner: chmod 600 \(path)")
        }
        guard status.st_size <= bytesMax else {
            throw FileFailure(description: "\(path) has \(status.st_size) bytes, and \(bytesMax) is the most")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                let code = errno
                if code == EINTR { continue }
                throw FileFailure(description: "\(path) cannot be read: \(words(code))")
            }
            bytes += buffer[..<count]
            guard bytes.count <= bytesMax else {
                throw FileFailure(description: "\(path) has more than \(bytesMax) bytes")
            }
        }
    }

    /// Replaces a file, or makes it: whoever reads it sees the old text or the new one, and nobody but its owner may.
    static func replace(file path: String, with bytes: [UInt8]) throws(FileFailure) {
        let temporary = "\(path).new"
        func failure(_ code: Int32) -> FileFailure {
            FileFailure(description: "\(path) cannot be written: \(words(code))")
        }
        // One that a crash left behind is no longer anybody's: writers hold the lock of the directory.
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                let code = errno
                if code == EINTR { continue }
                close(descriptor)
                unlink(temporary)
                throw failure(code)
            }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else {
            let code = errno
            close(descriptor)
            unlink(temporary)
            throw failure(code)
        }
        close(descriptor)
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw failure(code)
        }
    }

    /// Does something while no other process that asks for the same directory does.
    static func locking<Result>(
        directory path: String, _ body: () throws(FileFailure) -> Result
    ) throws(FileFailure) -> Result {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(description: "\(path) cannot be opened: \(words(errno))") }
        // Closing gives the lock back.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            let code = errno
            guard code == EINTR else { throw FileFailure(description: "\(path) cannot be locked: \(words(code))") }
        }
        return try body()
    }
}
