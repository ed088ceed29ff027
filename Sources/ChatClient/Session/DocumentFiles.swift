#if canImport(Glibc)
    import Glibc
#endif

/// The files of documents that are sent and saved.
struct DocumentFiles {
    /// Why a file was not read or written, for the person to read.
    struct Problem: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }

    /// Reads a file that is to be sent: its path, and the most bytes that the server takes.
    var read: (String, Int) throws(Problem) -> OutgoingFile
    /// Writes a document; never over a file that is there. It answers where the document is now.
    var write: (SavedFile) throws(Problem) -> String

    /// The files of this machine.
    static var onDisk: DocumentFiles {
        DocumentFiles(
            read: { path, max throws(Problem) in try read(path, max: max) },
            write: { file throws(Problem) in try write(file) })
    }

    /// Reads a file that is to be sent.
    ///
    /// - Parameter max: the most bytes that the server takes.
    static func read(_ path: String, max: Int) throws(Problem) -> OutgoingFile {
        let path = expanded(path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        do throws(FileProblem) {
            guard try FileSystem.kind(of: path) == .file else { throw FileProblem(path: path, reason: "it is no file") }
            return OutgoingFile(name: name, content: try FileSystem.bytes(ofFile: path, max: max))
        } catch {
            throw Problem(text: "Not sent: \(error)")
        }
    }

    /// Writes a document; never over a file that is there.
    ///
    /// - Returns: where it is now.
    static func write(_ file: SavedFile) throws(Problem) -> String {
        var path = expanded(file.path ?? file.name)
        if path.hasSuffix("/") || (try? FileSystem.kind(of: path)) == .folder {
            path += (path.hasSuffix("/") ? "" : "/") + file.name
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST {
                throw Problem(text: "\(path) is there already, and stays: /save [#N] FILE writes to another")
            }
            throw Problem(text: "\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var rest = file.content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw Problem(text: "\(path) is not whole: \(String(cString: strerror(errno)))")
            }
            rest = rest.dropFirst(count)
        }
        return path
    }

    private static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }
}
