package import ChatProtocol
package import ChatScreens
import ChatSystem

/// The files of documents that are sent and saved.
package struct DocumentFiles {
    /// The reason why a file was not read or written, as a sentence for the person.
    package struct Problem: Error, CustomStringConvertible {
        let text: String
        package var description: String { text }
    }

    /// Reads a file to send. The parameters are its path and the server's limit in bytes.
    var read: (String, Int) throws(Problem) -> SentAttachment
    /// Writes a document and returns its path. Never replaces an existing file.
    var write: (SavedFile) throws(Problem) -> String

    /// Lists a folder.
    var list: (String) -> FolderListing
    /// Returns true if there is a file at a path.
    var hasFile: (String) -> Bool

    package init(
        read: @escaping (String, Int) throws(Problem) -> SentAttachment,
        write: @escaping (SavedFile) throws(Problem) -> String, list: @escaping (String) -> FolderListing,
        hasFile: @escaping (String) -> Bool
    ) {
        (self.read, self.write, self.list, self.hasFile) = (read, write, list, hasFile)
    }

    /// The files of this machine.
    static var onDisk: DocumentFiles {
        DocumentFiles(
            read: { path, max throws(Problem) in try read(path, max: max) },
            write: { file throws(Problem) in try write(file) }, list: list,
            hasFile: { (try? FileSystem.kind(of: $0)) == .file })
    }

    /// The form in which a draft is sent.
    enum Prepared {
        /// A start of a collaboration, or a copy that the server makes.
        case start(CollaborationDraft)
        /// An unchanged file.
        case attachment(SentAttachment)
    }

    /// Returns the form in which a draft is sent, with the content of its file.
    ///
    /// - Throws: ``Problem`` if the file cannot be read, or is no text although it is to be a document.
    func prepared(_ draft: CollaborationDraft, _ limits: Limits) throws(Problem) -> Prepared {
        guard case .file(let path) = draft.item else { return .start(draft) }
        guard draft.method == .collaborate else { return .attachment(try read(path, limits.attachmentBytes)) }
        guard let text = text(of: try read(path, limits.attachmentBytes), limits) else {
            throw Problem(text: "\(path) is not a readable text: it can only be sent as a copy")
        }
        var draft = draft
        draft.content = text
        return .start(draft)
    }

    /// Returns the text of a file; nil if a document cannot have it, because it is not UTF-8, too long, or has a NUL.
    func text(of file: SentAttachment, _ limits: Limits) -> String? {
        guard let bytes = file.content, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.count > limits.textCharacters || text.contains("\0") ? nil : text
    }

    /// Returns the visible entries of a folder, its folders first.
    private static func list(_ path: String) -> FolderListing {
        let folder = expanded(path)
        do throws(FileProblem) {
            let names = try FileSystem.names(inFolder: folder).filter { !$0.hasPrefix(".") }
            let entries = names.map { name in
                FolderListing.Entry(name, isFolder: (try? FileSystem.kind(of: folder + "/" + name)) == .folder)
            }
            return FolderListing(path: path, entries: entries.filter(\.isFolder) + entries.filter { !$0.isFolder })
        } catch {
            return FolderListing(path: path, entries: [], problem: "\(error)")
        }
    }

    /// Reads a file to send.
    ///
    /// - Parameter max: the server's limit in bytes.
    /// - Throws: ``Problem`` if it is no file, cannot be read, or is larger.
    package static func read(_ path: String, max: Int) throws(Problem) -> SentAttachment {
        let path = expanded(path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        do throws(FileProblem) {
            guard try FileSystem.kind(of: path) == .file else {
                throw FileProblem(path: path, reason: "it is not a file")
            }
            return SentAttachment(name: name, content: try FileSystem.bytes(ofFile: path, max: max))
        } catch {
            throw Problem(text: "\(error)")
        }
    }

    /// Writes a document. Never replaces an existing file: without a path from the person, the name gets a number.
    ///
    /// - Returns: the path of the file.
    /// - Throws: ``Problem`` if a file with the person's path exists, or the file cannot be written.
    static func write(_ file: SavedFile) throws(Problem) -> String {
        var folder = expanded(file.path ?? "")
        if !folder.hasSuffix("/"), (try? FileSystem.kind(of: folder)) == .folder { folder += "/" }
        let isNamed = !folder.isEmpty && !folder.hasSuffix("/")
        for number in 1...99 {
            let path = isNamed ? folder : folder + numbered(file.name, number)
            do throws(FileProblem) {
                try FileSystem.create(path, with: file.content)
                return path
            } catch {
                guard error.isThere else { throw Problem(text: "\(path) cannot be written: \(error.reason)") }
                guard !isNamed else { break }
            }
        }
        let path = isNamed ? folder : folder + file.name
        throw Problem(text: "\(path) already exists: /save [#N] FILE saves under another name")
    }

    /// Returns a name with a number before its extension: `Plan 2.txt`. The first has none.
    private static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(name) \(number)" }
        return "\(name[..<dot]) \(number)\(name[dot...])"
    }

    private static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = CurrentProcess.environment["HOME"] else { return path }
        return home + path.dropFirst()
    }
}
