#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The files of this machine.
package enum FileSystem {
    /// The kind of a file.
    package enum Kind: Hashable, Sendable {
        case file, folder, other
    }

    /// Returns the kind of the file at a path, with links resolved.
    package static func kind(of path: String) throws(FileProblem) -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else { throw problem(path) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// Returns true if this process may run the file.
    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Returns the path from the root, without links; nil if nothing is at the path.
    package static func wholePath(of path: String) -> String? {
        guard let whole = realpath(path, nil) else { return nil }
        defer { free(whole) }
        return String(cString: whole)
    }

    /// Returns true if a path is a symbolic link.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The identity of the file at a path, independent of spelling and links. A missing file has its path without `.`,
    /// `..` and repeated slashes.
    package enum Identity: Hashable, Sendable {
        case file(device: UInt64, number: UInt64)
        case missing(String)
    }

    /// Returns the identity of the file at a path.
    package static func identity(of path: String) -> Identity {
        if let stamp = stamp(of: path) { return .file(device: stamp.device, number: stamp.number) }
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return .missing((path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/"))
    }

    /// Returns true if two paths lead to the same existing file.
    package static func areSame(_ left: String, _ right: String) -> Bool {
        guard case .file = identity(of: left) else { return false }
        return identity(of: left) == identity(of: right)
    }

    /// Returns the names in a folder, sorted by their bytes.
    package static func names(inFolder path: String) throws(FileProblem) -> [String] {
        guard let folder = opendir(path) else { throw problem(path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { tuple in
                // d_name is a fixed array of bytes that ends with a zero, as `String(cString:)` requires.
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the bytes of a file. A file with more bytes than `max` is refused without reading all of it.
    ///
    /// - Parameter isPrivate: True to refuse everything but a file that only its owner may write, and never to wait for
    ///   input.
    package static func bytes(
        ofFile path: String, max: Int, isPrivate: Bool = false
    ) throws(FileProblem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isPrivate ? O_NONBLOCK : 0))
        guard descriptor >= 0 else { throw problem(path) }
        defer { Descriptors.close(descriptor) }
        if isPrivate {
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw FileProblem(path: path, reason: "it is not a file")
            }
            guard status.st_mode & 0o022 == 0 else {
                throw FileProblem(
                    path: path, reason: "other users can write it: run chmod 600 \(path)")
            }
        }
        return try bytes(of: descriptor, path: path, max: max)
    }

    /// Returns the first bytes of a file, at most `count`.
    package static func firstBytes(ofFile path: String, count: Int) throws(FileProblem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw problem(path) }
        defer { Descriptors.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let size = read(descriptor, &bytes, count)
        guard size >= 0 else { throw problem(path) }
        return Array(bytes[..<size])
    }

    /// Returns the bytes of a file, or of standard input for the path `-`.
    package static func bytes(ofFileOrInput path: String, max: Int) throws(FileProblem) -> [UInt8] {
        try path == "-" ? bytes(of: STDIN_FILENO, path: "standard input", max: max) : bytes(ofFile: path, max: max)
    }

    private static func bytes(of descriptor: Int32, path: String, max: Int) throws(FileProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw problem(path) }
            bytes += buffer[..<count]
            guard bytes.count <= max else {
                throw FileProblem(path: path, reason: "the file is larger than \(max) bytes")
            }
        }
    }

    /// Returns the bytes of a text file, without the byte order mark that some editors write before UTF-8.
    package static func bytes(ofTextFile path: String, max: Int) throws(FileProblem) -> [UInt8] {
        let bytes = try bytes(ofFile: path, max: max)
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// The metadata of a file, which differs after a change.
    package struct Stamp: Hashable, Sendable {
        fileprivate var device: UInt64
        fileprivate var number: UInt64
        fileprivate var bytes: Int64
        fileprivate var seconds: Int64
        fileprivate var nanoseconds: Int64
    }

    /// The entry of a file in its folder at one moment.
    package struct Entry: Equatable, Sendable {
        /// The device and the inode.
        package let identity: Identity
        /// The number of names that the file has.
        package let links: Int
        package let bytes: Int64
    }

    /// Returns the entry at a path; nil if it cannot be read.
    package static func entry(at path: String) -> Entry? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Entry(
            identity: .file(
                device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino)),
            links: Int(status.st_nlink), bytes: Int64(status.st_size))
    }

    /// Returns the number of bytes that this user may still write to the file system of a path; nil if that is unknown.
    package static func freeBytes(at path: String) -> Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return Int64(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    /// Returns the stamp of a file; nil if it cannot be read.
    package static func stamp(of path: String) -> Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        return Stamp(
            device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino),
            bytes: Int64(status.st_size), seconds: Int64(changed.tv_sec), nanoseconds: Int64(changed.tv_nsec))
    }

    /// Returns the problem of the last failed call, with the path.
    static func problem(_ path: String) -> FileProblem { FileProblem(path: path, code: errno) }
}

/// A path that cannot be used.
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path, as it was given or resolved.
    public let path: String
    /// The reason, for people.
    public let reason: String
    /// The error number of a system call; 0 for other problems.
    let code: Int32

    /// Creates a problem without a failed system call.
    package init(path: String, reason: String) {
        (self.path, self.reason, code) = (path, reason, 0)
    }

    /// Creates a problem from the error number of a system call.
    init(path: String, code: Int32) {
        (self.path, reason, self.code) = (path, SystemFailure.words(code), code)
    }

    /// True if no file exists at the path.
    package var isMissing: Bool { code == ENOENT }
    /// True if a file exists at the path already.
    package var isThere: Bool { code == EEXIST }

    /// The path and the reason, in one line.
    public var description: String { "\(path): \(reason)" }
}

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

    /// Creates a file whose name appears only once it has all of the bytes. An existing file is an error.
    package static func createWhole(_ path: String, with bytes: [UInt8]) throws(FileProblem) {
        let temporary = "\(path).\(getpid()).tmp"
        // A process with the same number can have left one.
        remove(temporary)
        try create(temporary, with: bytes)
        defer { remove(temporary) }
        guard link(temporary, path) == 0 else { throw problem(path) }
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
