import ChatSystem

/// The data file and its write-ahead log as they were when the log was opened, to notice that somebody deleted, renamed,
/// replaced or truncated one of them.
struct OpenedFiles {
    /// What somebody did to the files.
    struct Change {
        /// What happened.
        let what: String
        /// True if the data file itself is as it was.
        let leavesData: Bool
    }

    let path: String
    private let data: FileSystem.Identity?
    private let log: FileSystem.Identity?
    private let dataBytes: Int64
    /// How many bytes each must have at least, as far as this process wrote them.
    private let sizes: () -> (data: Int64, log: Int64)

    /// - Parameters:
    ///   - path: The data file.
    ///   - connection: The connection that holds both files.
    init(_ path: String, _ connection: SQLiteConnection) {
        self.path = path
        let found = FileSystem.entry(at: path)
        (data, dataBytes) = (found?.identity, found?.bytes ?? 0)
        log = FileSystem.entry(at: path + "-wal")?.identity
        sizes = { [weak connection] in connection?.fileSizes ?? (0, 0) }
    }

    /// Returns what somebody did to the files since they were opened; nil if they are the same.
    func change(includingSizes: Bool = true) -> Change? {
        let sizes = includingSizes ? sizes() : (0, 0)
        if let what = change(of: path, data, atLeast: includingSizes ? max(sizes.0, dataBytes) : 0) {
            return Change(what: "the data file \(path) \(what.words)", leavesData: false)
        }
        guard let what = change(of: path + "-wal", log, atLeast: sizes.1) else { return nil }
        return Change(what: "the write-ahead log \(path)-wal \(what.words)", leavesData: !what.isTruncated)
    }

    private func change(
        of path: String, _ known: FileSystem.Identity?, atLeast bytes: Int64
    ) -> (words: String, isTruncated: Bool)? {
        guard let found = FileSystem.entry(at: path), found.links > 0 else { return ("was deleted or renamed", false) }
        if found.identity != known { return ("was replaced by another file", false) }
        return found.bytes < bytes ? ("was truncated from \(bytes) to \(found.bytes) bytes", true) : nil
    }
}
