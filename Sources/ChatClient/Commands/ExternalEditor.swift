import ChatProtocol
import ChatScreens
import ChatSession
import ChatSystem

/// The person's own editor, for the text of a message.
enum ExternalEditor {
    /// The reason for which the text was not edited, as a line for the person.
    struct Problem: Error {
        let text: String
    }

    /// Opens the text in `$VISUAL` or `$EDITOR`, as a file that no other user can read. If the client is killed before
    /// the editor ends, its next run finds the file (``addLeftTexts(of:environment:to:)``).
    ///
    /// - Returns: The edited text, without the line end that editors add after the last line.
    /// - Throws: ``Problem`` if no editor is set, the file cannot be written or read, or the editor fails.
    static func edit(_ text: String, of person: Handle, environment: [String: String]) throws(Problem) -> String {
        guard let editor = environment["VISUAL"] ?? environment["EDITOR"], !editor.isEmpty else {
            throw Problem(text: "Set $VISUAL or $EDITOR")
        }
        guard let folder = BaseDirectory.state.path(environment: environment) else {
            throw Problem(text: "The text cannot be stored: set HOME or XDG_STATE_HOME")
        }
        // Another client of this person may edit its own text at the same time.
        let path = "\(folder)/\(prefix(of: person))\(CurrentProcess.id).txt"
        do {
            try PrivateFile.makeDirectories(above: path)
            try FileSystem.replace(path, with: Array((text + "\n").utf8), isPrivate: true, isSynced: false)
            defer { FileSystem.remove(path) }
            let words = editor.split(separator: " ").map(String.init) + [path]
            let status = try ChildProcess.run(words)
            guard status == 0 else { throw Problem(text: "\(editor) ended with \(status): the text is unchanged") }
            return try contents(of: path)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(text: "\(error)")
        }
    }

    /// Returns a store that also loads the texts of editors whose clients were killed.
    static func addLeftTexts(
        of person: Handle, environment: [String: String], to store: DraftStore
    ) -> DraftStore {
        var added = store
        added.load = {
            var found = store.load()
            let paths = leftFiles(of: person, environment: environment)
            found.changes += paths.compactMap { path -> DraftStore.Change? in
                guard let written = try? contents(of: path) else { return nil }
                // The number of a link was of the client that ended.
                let text = CommandTable.addressed(written) { _, _ in nil }
                return DraftStore.Change(
                    .messageSend(SendMessage(conversation: ConversationID(""), text: text)), clientID: path, place: nil,
                    cursor: 0,
                    isAnswered: true)
            }
            if !paths.isEmpty, store.keepChanges(found.changes) == nil { for path in paths { FileSystem.remove(path) } }
            return found
        }
        return added
    }

    private static func leftFiles(of person: Handle, environment: [String: String]) -> [String] {
        guard let folder = BaseDirectory.state.path(environment: environment),
            let names = try? FileSystem.names(inFolder: folder)
        else { return [] }
        let prefix = prefix(of: person)
        return names.sorted().filter { name in
            guard name.hasPrefix(prefix), name.hasSuffix(".txt"),
                let process = Int32(name.dropFirst(prefix.count).dropLast(4))
            else { return false }
            return !Signals.isRunning(process)
        }.map { "\(folder)/\($0)" }
    }

    private static func prefix(of person: Handle) -> String {
        "message-\(person.rawValue.replacing("/", with: "_"))-"
    }

    private static func contents(of path: String) throws(FileProblem) -> String {
        let written = String(decoding: try FileSystem.bytes(ofTextFile: path, max: 8 * 1024 * 1024), as: UTF8.self)
        return written.hasSuffix("\n") ? String(written.dropLast()) : written
    }
}
