import ChatSystem

/// A file that a report is written to.
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
        if kind == .file { try FileSystem.checkWritable(path) }
        do throws(FileProblem) {
            descriptor = try FileSystem.openForWriting(writtenPath)
        } catch {
            throw Self.refusal(path, error)
        }
        guard writtenPath != path else { return }
        // That it can be made is known now; a run that is interrupted before the first word of it leaves nothing.
        Descriptors.close(descriptor)
        descriptor = -1
        FileSystem.remove(writtenPath)
    }

    /// Takes away what an earlier run left, when it is sure that this one goes on.
    func begin() {
        hasBegun = true
        if writtenPath != path {
            FileSystem.remove(path)
        } else {
            FileSystem.empty(descriptor)
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
        noting { () throws(FileProblem) in
            if descriptor < 0 { descriptor = try FileSystem.openForWriting(writtenPath, emptied: true) }
            try FileSystem.write(waiting, to: descriptor, of: path)
        }
        waiting = []
    }

    /// Ends the file and gives it its name; one that could not be written is taken away, unless it is of use as far as
    /// it got.
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

    /// Does what is left to do, as long as nothing went wrong.
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
