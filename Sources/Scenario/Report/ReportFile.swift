import ChatSystem

/// A file to which a report is written.
///
/// A report that is useless unless complete is written to `FILE.part` and moved to its name at the end. The file of an
/// earlier run is removed at the beginning, so that it cannot be taken for the result of this run.
final class ReportFile {
    /// The path as given.
    let path: String
    /// The first error in writing; nil if there was none. Nothing is written after an error.
    private(set) var problem: String?
    private let writtenPath: String
    private var descriptor: Int32
    private let isNew: Bool
    private var hasBegun = false
    private var waiting: [UInt8] = []

    private static let bytesWaitingMax = 65_536

    /// Opens a file before any scenario is played. Its old content stays until ``begin()``.
    /// - Parameter isWhole: True if the file gets its name only when it is closed.
    /// - Throws: ``FileProblem`` if it cannot be written.
    init(path: String, isWhole: Bool) throws(FileProblem) {
        self.path = path
        let kind = try? FileSystem.kind(of: path)
        guard kind != .folder else { throw FileProblem(path: path, reason: "it is a folder") }
        // A pipe or a device cannot be replaced, and a link must stay a link, so these are written directly.
        writtenPath = isWhole && kind != .other && !FileSystem.isLink(path) ? path + ".part" : path
        isNew = kind == nil || writtenPath != path
        if kind == .file { try FileSystem.checkWritable(path) }
        do throws(FileProblem) {
            descriptor = try FileSystem.openForWriting(writtenPath)
        } catch {
            throw Self.refusal(path, error)
        }
        guard writtenPath != path else { return }
        // The test shows that the file can be created. It is removed again, so that a run that is interrupted now
        // leaves none.
        Descriptors.close(descriptor)
        descriptor = -1
        FileSystem.remove(writtenPath)
    }

    /// Removes the content of an earlier run, once this run is certain to begin.
    func begin() {
        hasBegun = true
        if writtenPath != path {
            FileSystem.remove(path)
        } else {
            FileSystem.empty(descriptor)
        }
    }

    /// Appends text. It is written when enough text is waiting, or by ``flush()``.
    func write(_ text: String) {
        guard problem == nil else { return }
        waiting += text.utf8
        if waiting.count >= Self.bytesWaitingMax { flush() }
    }

    /// Writes the waiting text.
    func flush() {
        guard !waiting.isEmpty else { return }
        noting { () throws(FileProblem) in
            if descriptor < 0 { descriptor = try FileSystem.openForWriting(writtenPath, emptied: true) }
            try FileSystem.write(waiting, to: descriptor, of: path)
        }
        waiting = []
    }

    /// Closes the file and gives it its name. After an error, a file that is useless unless complete is removed.
    func close() {
        flush()
        guard descriptor >= 0 else { return }
        let code = Descriptors.close(descriptor)
        if code != 0, problem == nil { problem = SystemFailure.words(code) }
        descriptor = -1
        guard writtenPath != path else { return }
        noting { () throws(FileProblem) in try FileSystem.move(writtenPath, to: path) }
        if problem != nil { FileSystem.remove(writtenPath) }
    }

    /// Runs the work unless an error occurred earlier, and stores its error.
    private func noting(_ work: () throws(FileProblem) -> Void) {
        guard problem == nil else { return }
        do throws(FileProblem) { try work() } catch { problem = error.reason }
    }

    deinit {
        guard descriptor >= 0 else { return }
        Descriptors.close(descriptor)
        if writtenPath != path || !hasBegun && isNew { FileSystem.remove(writtenPath) }
    }

    private static func refusal(_ path: String, _ problem: FileProblem) -> FileProblem {
        let folder = path.utf8.lastIndex(of: 0x2F).map { String(path[...$0]) } ?? "."
        guard (try? FileSystem.kind(of: folder)) == .folder else {
            return FileProblem(path: path, reason: "the folder \(folder) does not exist")
        }
        return FileProblem(path: path, reason: problem.reason)
    }
}
