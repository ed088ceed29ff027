import ChatSystem

/// The identities and sizes of the data file and its write-ahead log when the log was opened.
///
/// They reveal that one of the files was deleted, renamed, replaced or truncated.
struct OpenedFiles {
    /// A change made to the files by another program or a person.
    struct Change {
        /// The description of the change.
        let what: String
        /// True if the data file itself is unchanged.
        let leavesData: Bool
    }

    let path: String
    private let data: FileSystem.Identity?
    private let log: FileSystem.Identity?
    private let dataBytes: Int64
    /// Returns the minimum sizes of both files in bytes, as far as this process wrote them.
    private let sizes: () -> (data: Int64, log: Int64)

    /// - Parameters:
    ///   - path: The path of the data file.
    ///   - connection: The connection that has both files open.
    init(_ path: String, _ connection: SQLiteConnection) {
        self.path = path
        let found = FileSystem.entry(at: path)
        (data, dataBytes) = (found?.identity, found?.bytes ?? 0)
        log = FileSystem.entry(at: path + "-wal")?.identity
        sizes = { [weak connection] in connection?.fileSizes ?? (0, 0) }
    }

    /// Returns the change since the files were opened; nil if they are the same.
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
