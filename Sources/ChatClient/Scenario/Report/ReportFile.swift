#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that a report is written to. Beside `FileSystem` the only part of the player that makes system calls.
///
/// What is of use only as a whole is written to `FILE.part` and takes its name when it is done, and what an earlier run
/// left there is gone from the beginning, so that nobody takes it for this run's.
final class ReportFile {
    /// As it was given.
    let path: String
    /// Why it could not be written, once that has happened; nothing is written after it.
    private(set) var problem: String?
    private let writtenPath: String
    private var descriptor: Int32
    private let isNew: Bool
    private var hasBegun = false
    private var waiting: [UInt8] = []

    private static let bytesWaitingMax = 65_536

    /// Opens a file before anything is played; what it holds stays until ``begin()``.
    /// - Parameter isWhole: Whether it comes into its place only when it is closed.
    /// - Throws: ``FileProblem`` when it cannot be written.
    init(path: String, isWhole: Bool) throws(FileProblem) {
        self.path = path
        let kind = try? FileSystem.kind(of: path)
        guard kind != .folder else { throw FileProblem(path: path, reason: "it is a folder") }
        // A pipe or a device cannot be replaced, only written to; a link stays one.
        writtenPath = isWhole && kind != .other && !FileSystem.isLink(path) ? path + ".part" : path
        isNew = kind == nil || writtenPath != path
        if kind == .file, access(path, W_OK) != 0 { throw FileProblem(path: path, reason: Self.words()) }
        descriptor = open(writtenPath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.refusal(path) }
        guard writtenPath != path else { return }
        // That it can be made is known now; a run that is interrupted before the first word of it leaves nothing.
        _ = systemClose(descriptor)
        descriptor = -1
        unlink(writtenPath)
    }

    /// Takes away what an earlier run left, when it is sure that this one goes on.
    func begin() {
        hasBegun = true
        if writtenPath != path {
            unlink(path)
        } else {
            // A pipe and a device have no length.
            _ = ftruncate(descriptor, 0)
        }
    }

    /// Takes text; it reaches the file when enough has come together, or with ``flush()``.
    func write(_ text: String) {
        guard problem == nil else { return }
        waiting += text.utf8
        if waiting.count >= Self.bytesWaitingMax { flush() }
    }

    /// Writes what has come together.
    func flush() {
        guard !waiting.isEmpty else { return }
        if descriptor < 0 {
            descriptor = open(writtenPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
            if descriptor < 0 { problem = Self.words() }
        }
        if problem == nil, !FileSystem.write(waiting, to: descriptor) { problem = Self.words() }
        waiting = []
    }

    /// Ends the file and gives it its name; one that could not be written is taken away, unless it is of use as far as
    /// it got.
    func close() {
        flush()
        guard descriptor >= 0 else { return }
        if systemClose(descriptor) != 0, problem == nil { problem = Self.words() }
        descriptor = -1
        guard writtenPath != path else { return }
        if problem == nil, rename(writtenPath, path) != 0 { problem = Self.words() }
        if problem != nil { unlink(writtenPath) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        _ = systemClose(descriptor)
        if writtenPath != path || !hasBegun && isNew { unlink(writtenPath) }
    }

    private static func words() -> String { strerror(errno).map { String(cString: $0) } ?? "it cannot be written" }

    private static func refusal(_ path: String) -> FileProblem {
        let reason = words()
        let folder = path.utf8.lastIndex(of: 0x2F).map { String(path[...$0]) } ?? "."
        guard (try? FileSystem.kind(of: folder)) == .folder else {
            return FileProblem(path: path, reason: "the folder \(folder) is not there")
        }
        return FileProblem(path: path, reason: reason)
    }
}

/// The call, by a name that no method hides.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
