#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The files of this machine.
package enum FileSystem {
    /// What a path leads to.
    package enum Kind: Hashable, Sendable {
        case file, folder, other
    }

    /// What a path leads to, links followed; nil with a reason if it leads nowhere.
    package static func kind(of path: String) throws(FileProblem) -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else { throw problem(path) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// Whether this process may run it.
    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Whether a path is a link to something else.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// What a path names: the file itself, whatever the path's spelling and the links in it; the path without `.`, `..`
    /// and doubled slashes where no file is there.
    package enum Identity: Hashable, Sendable {
        case file(device: UInt64, number: UInt64)
        case missing(String)
    }

    /// Returns what a path names.
    package static func identity(of path: String) -> Identity {
        if let stamp = stamp(of: path) { return .file(device: stamp.device, number: stamp.number) }
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return .missing((path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/"))
    }

    /// True if two paths lead to one thing that exists, by whatever names and links.
    package static func areSame(_ left: String, _ right: String) -> Bool {
        guard case .file = identity(of: left) else { return false }
        return identity(of: left) == identity(of: right)
    }

    /// The names in a folder, sorted by their bytes.
    package static func names(inFolder path: String) throws(FileProblem) -> [String] {
        guard let folder = opendir(path) else { throw problem(path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { tuple in
                // d_name is a fixed array that ends with a zero, which C strings are read from.
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The bytes of a file, up to a limit; what is larger is refused before it is read further.
    ///
    /// - Parameter isPrivate: whether only a file is read that nobody but its owner may write; it is never waited for.
    package static func bytes(
        ofFile path: String, max: Int, isPrivate: Bool = false
    ) throws(FileProblem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isPrivate ? O_NONBLOCK : 0))
        guard descriptor >= 0 else { throw problem(path) }
        defer { Syscalls.close(descriptor) }
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

    /// The first bytes of a file, as many as there are.
    package static func firstBytes(ofFile path: String, count: Int) throws(FileProblem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw problem(path) }
        defer { Syscalls.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let size = read(descriptor, &bytes, count)
        guard size >= 0 else { throw problem(path) }
        return Array(bytes[..<size])
    }

    /// The bytes of a file, or of standard input where the path is `-`.
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

    /// The bytes of a text file, without the byte order mark that some editors put before UTF-8.
    package static func bytes(ofTextFile path: String, max: Int) throws(FileProblem) -> [UInt8] {
        let bytes = try bytes(ofFile: path, max: max)
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// What tells whether a file is another than before.
    package struct Stamp: Hashable, Sendable {
        fileprivate var device: UInt64
        fileprivate var number: UInt64
        fileprivate var bytes: Int64
        fileprivate var seconds: Int64
        fileprivate var nanoseconds: Int64
    }

    /// A file as its folder names it now.
    package struct Entry: Equatable, Sendable {
        /// The device and the inode.
        package let identity: Identity
        /// The number of names that the file has.
        package let links: Int
        package let bytes: Int64
    }

    /// Returns what a path leads to; nil if there is nothing.
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

    /// The stamp of a file; nil where there is none.
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

    /// What the last call that failed says of a path.
    static func problem(_ path: String) -> FileProblem { FileProblem(path: path, code: errno) }
}

/// A path that cannot be used.
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path, as it was given or found.
    public let path: String
    /// Why.
    public let reason: String
    /// The error number, where a system call failed.
    let code: Int32

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
