package import ChatProtocol
package import ChatScreens
import ChatSystem
import ChatTerminal

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

/// A file that was dropped onto the terminal. Terminals paste its path, with different kinds of quoting.
enum DroppedFile {
    /// Returns the paths in a pasted text: one, or several in lines or separated by spaces.
    ///
    /// - Parameter isFile: returns true if there is a file at a path.
    /// - Returns: the paths; none if the text has anything else.
    static func paths(in text: String, isFile: (String) -> Bool) -> [String] {
        guard text.utf8.count <= 16_384 else { return [] }
        for parts in [text.split(whereSeparator: \.isNewline), words(of: text)] where parts.count > 1 {
            let paths = parts.map { path(in: String($0)) ?? "" }
            if paths.allSatisfy(isFile) { return paths }
        }
        if let path = path(in: text), isFile(path) { return [path] }
        return []
    }

    /// Returns the words of a text, split as by a shell: a blank in quotes or after a backslash ends no word.
    private static func words(of text: String) -> [Substring] {
        var quote: Character?
        var isEscaped = false
        return text.split { character in
            defer { isEscaped = character == "\\" && !isEscaped && quote == nil }
            if isEscaped { return false }
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else {
                return character.isWhitespace
            }
            return false
        }
    }

    /// Returns the path that a pasted text consists of; nil if the text is anything else.
    static func path(in text: String) -> String? {
        guard text.utf8.count <= 16_384 else { return nil }
        var path = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count == 1 ? text[...] : ""
        while path.last == " " { path.removeLast() }
        if let typed = try? TypedPath(String(path)), typed.isQuoted {
            guard typed.rest.isEmpty, !typed.path.hasPrefix("file://") else { return nil }
            return typed.path.hasPrefix("/") && typed.path.utf8.count < 4_096 ? typed.path : nil
        }
        if path.hasPrefix("file://") { return FileAddress.path(of: String(path)) }
        guard path.hasPrefix("/"), path.utf8.count < 4_096 else { return nil }
        var plain = ""
        var isEscaped = false
        for character in path {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            plain.append(character)
            isEscaped = false
        }
        return plain
    }
}

extension SentAttachment {
    /// Creates an attachment from the content of a file. The ending of its name gives the media type; an unknown ending
    /// gives `application/octet-stream`.
    ///
    /// - Parameter name: the name of the file, without a folder.
    package init(name: String, content: [UInt8]) {
        let ending = name.split(separator: ".").count > 1 ? name.split(separator: ".").last?.lowercased() ?? "" : ""
        self.init(
            name: CleanText.withoutBreaks(name), type: Self.types[ending] ?? "application/octet-stream",
            content: content)
    }

    private static let types = [
        "txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html", "json": "application/json",
        "pdf": "application/pdf", "zip": "application/zip", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "heic": "image/heic", "svg": "image/svg+xml", "mp3": "audio/mpeg",
        "m4a": "audio/mp4", "mp4": "video/mp4", "mov": "video/quicktime", "swift": "text/x-swift",
        "key": "application/vnd.apple.keynote", "pages": "application/vnd.apple.pages",
        "numbers": "application/vnd.apple.numbers", "ics": "text/calendar", "vcf": "text/vcard",
    ]
}

/// The files in the composers.
extension PersonSession {
    /// Reads a file that was attached in a composer. If it cannot be read, removes it from the composer and reports the
    /// reason.
    ///
    /// - Returns: true if the file is a text, which an app may open.
    func isText(_ path: String, attachedIn conversation: ConversationID) -> Bool {
        let limits = model.state.limits
        do throws(DocumentFiles.Problem) {
            return files.text(of: try files.read(path, limits.attachmentBytes), limits) != nil
        } catch {
            let why = "Not attached: \(error)"
            updateState { state in
                _ = ChatUpdate.run(on: &state) { $0.refuse(file: path, in: conversation, why) }
            }
            tell(.hint(why))
            return false
        }
    }

    /// Sends a file with a text. If the file cannot be read, reports the reason and restores the text.
    ///
    /// - Parameter line: the command that names the file; nil if the file was in the composer.
    func attach(_ path: String, _ text: String, to conversation: ConversationID, replyTo: String?, by line: String?) {
        do throws(DocumentFiles.Problem) {
            let file = try files.read(path, model.state.limits.attachmentBytes)
            let item = DraftParts(conversation: conversation, attachment: path)
            send(text, to: conversation, replyTo: replyTo.map { MessageID($0) }, file: file, from: item)
        } catch {
            var why = "Not sent: \(error)"
            if let line {
                let file = try? TypedPath(String(line.dropFirst("/attach ".count)))
                if file?.isQuoted != true, !files.hasFile(path) { why += ". Quote a path with spaces" }
                putBack(line, in: conversation, replyTo: replyTo, why)
            } else {
                restore(path, text, in: conversation, replyTo: replyTo)
            }
            updateState { $0.view.hint = why }
            tell(.hint(why))
        }
    }

    /// Restores a command whose file could not be read to the composer, so that the person can correct it. Nothing
    /// stays attached.
    private func putBack(_ command: String, in conversation: ConversationID, replyTo: String?, _ why: String) {
        updateState { state in
            if let replyTo, state.view.replies == nil { state.view.purposes[conversation] = .reply(replyTo) }
            state.view.putBack(command: command, in: conversation, why)
        }
    }

    /// Restores a message whose file could not be read to its composer, unless the composer has a text or a file by
    /// now.
    private func restore(_ path: String, _ text: String, in conversation: ConversationID, replyTo: String?) {
        updateState { state in
            guard state.view.drafts[conversation]?.isEmpty != false, state.view.attachments[conversation] == nil else {
                return
            }
            state.view.drafts[conversation] = LineEditor(text)
            state.view.attachments[conversation] = path
            if let replyTo, state.view.replies == nil { state.view.purposes[conversation] = .reply(replyTo) }
        }
    }
}
