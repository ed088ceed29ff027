import ChatSystem

/// Where `--rerun` keeps what failed.
struct RerunFile {
    private let path: String
    /// What failed last time; empty where nothing did, or where nothing was played yet.
    let list: RerunList

    /// Reads the file; one that is not there yet has an empty list. Nil without a path.
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

    /// Keeps what failed this time instead.
    func keep(_ failed: RerunList) throws(FileProblem) { try FileSystem.replace(path, with: Array(failed.text.utf8)) }
}
