import ChatSystem

/// The file of `--rerun`, with the list of failed scenarios.
struct RerunFile {
    private let path: String
    /// The scenarios that failed in the last run; empty if none failed or if no run took place yet.
    let list: RerunList

    /// Reads the file; nil without a path. The list is empty if the file does not exist yet.
    /// - Throws: ``FileProblem`` if the path is not a file, cannot be read, or is not such a list.
    init?(_ path: String?) throws(FileProblem) {
        guard let path else { return nil }
        self.path = path
        switch try? FileSystem.kind(of: path) {
        case .file: break
        case .folder, .other:
            throw FileProblem(path: path, reason: "it is not a file, so it cannot store the list of failures")
        case nil:
            list = RerunList()
            return
        }
        let bytes = try FileSystem.bytes(ofFile: path, max: RerunList.bytesMax)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileProblem(path: path, reason: "it is not UTF-8, so it is not a list of failures")
        }
        list = try RerunList(text, path: path)
    }

    /// Replaces the list in the file.
    func keep(_ failed: RerunList) throws(FileProblem) { try FileSystem.replace(path, with: Array(failed.text.utf8)) }
}
