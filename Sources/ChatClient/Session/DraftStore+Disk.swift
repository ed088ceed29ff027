import ChatProtocol
import ChatScreens
import ChatSystem

extension DraftStore {
    /// Returns the store of a person's drafts in a folder, which may not exist yet. Clients that run at the same time
    /// have one numbered folder each, so that they do not overwrite each other's drafts. A client that starts takes
    /// over the folders of clients that ended. Messages also takes over those of the person's apps.
    package static func inFolder(_ folder: String) -> DraftStore {
        let own = OwnFolder(in: folder)
        var store = DraftStore(
            load: { own.takeAll() }, keep: { own.keep($0) }, remove: { own.remove($0) },
            keepChanges: { own.keep($0) })
        store.loadTexts = { own.takeTexts() }
        store.keepTexts = { own.keep($0) }
        return store
    }

    /// Returns the folder of a person's drafts on a server; nil if the environment names no base folder.
    ///
    /// - Parameter app: The app that shows the conversations; nil in Messages. An app stores its drafts separately,
    ///   because it cannot show all drafts of Messages.
    package static func folder(
        server: String, world: String, handle: String, app: String? = nil, environment: [String: String]
    ) -> String? {
        BaseDirectory.state.path(environment: environment).map { base in
            let name = fileName(handle) + (app.map { appMark + fileName($0) } ?? "")
            return ([base, "drafts", fileName(server), fileName(world), name]).joined(separator: "/")
        }
    }

    /// The text between the names of a person and an app in the name of a folder. No handle has a space.
    fileprivate static let appMark = fileName(" in ")

    /// Returns a text as a safe file name: it cannot lead to another folder.
    fileprivate static func fileName(_ text: String) -> String {
        let name = text.utf8.reduce(into: "") { name, byte in
            let isPlain = byte.isLetterOrDigit || "-_@+:.".utf8.contains(byte)
            name += isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16)
        }
        return name.hasPrefix(".") ? "%2e" + name.dropFirst() : name
    }
}

/// The numbered folder of this client, which stores the drafts for later runs. It is claimed until the client ends.
private final class OwnFolder {
    private let folder: String
    private let path: String
    private let descriptor: Int32
    private let problem: String?

    private static let bytesMax = 64 * 1024 * 1024
    /// The name of the file with the unanswered changes. No conversation has this file name.
    private static let changesName = "changes"
    /// The name of the file with the unsaved texts of an app's documents. Messages does not read it.
    private static let textsName = "unsaved"

    /// Claims the first folder that no other client has.
    init(in folder: String) {
        self.folder = folder
        for number in 1...1_000 {
            let path = "\(folder)/\(number)"
            do {
                try PrivateFile.makeDirectories(above: path + "/")
                guard let descriptor = try FileSystem.claim(directory: path) else { continue }
                (self.path, self.descriptor, problem) = (path, descriptor, nil)
                return
            } catch {
                (self.path, descriptor, problem) = (path, -1, "\(error)")
                return
            }
        }
        (path, descriptor, problem) = (folder, -1, "\(folder): it already has drafts of a thousand clients")
    }

    deinit { if descriptor >= 0 { FileSystem.release(descriptor) } }

    /// Returns the drafts and changes of this client and of clients that ended.
    func takeAll() -> (drafts: [DraftStore.Draft], changes: [DraftStore.Change]) {
        guard problem == nil else { return ([], []) }
        for folder in [folder] + appFolders { forEachLeft(in: folder, take) }
        return (drafts(in: path), changes(in: path))
    }

    /// Returns the unsaved texts in the folder, with those that clients left that ended.
    func takeTexts() -> [UnsavedText] {
        guard problem == nil else { return [] }
        forEachLeft(in: folder) { other in
            let left = texts(in: other)
            let own = texts(in: path)
            // A text that another one would replace stays in its folder for a later run.
            let free = left.filter { text in !own.contains(where: text.replaces) }
            guard !free.isEmpty, keep(free + own) == nil else { return }
            let rest = left.filter { text in own.contains(where: text.replaces) }
            _ = write(rest, to: other)
        }
        return texts(in: path)
    }

    /// Calls a closure with each numbered folder that no running client has.
    private func forEachLeft(in folder: String, _ body: (String) -> Void) {
        for number in (try? FileSystem.names(inFolder: folder)) ?? [] where Int(number) != nil {
            let other = "\(folder)/\(number)"
            guard other != path, let descriptor = try? FileSystem.claim(directory: other) else { continue }
            defer { FileSystem.release(descriptor) }
            body(other)
        }
    }

    /// The draft folders of the person's apps.
    private var appFolders: [String] {
        guard let slash = folder.lastIndex(of: "/") else { return [] }
        let (parent, name) = (folder[..<slash], folder[folder.index(after: slash)...])
        let names = (try? FileSystem.names(inFolder: String(parent))) ?? []
        return names.filter { $0.hasPrefix("\(name)\(DraftStore.appMark)") }.map { "\(parent)/\($0)" }
    }

    /// Moves the drafts and changes of another folder into this one. An interrupted move is repeated by a later run.
    private func take(_ other: String) {
        let left = changes(in: other)
        if !left.isEmpty {
            let own = changes(in: path)
            let new = left.filter { change in !own.contains { $0.clientID == change.clientID } }
            guard keep(own + new) == nil else { return }
            FileSystem.remove("\(other)/\(Self.changesName)")
        }
        let own = drafts(in: path)
        for draft in drafts(in: other) {
            var whole = own.first { $0.place.conversation == draft.place.conversation } ?? draft
            // A draft of another message stays in its folder, for another client or a later run.
            guard whole.joins(draft) else { continue }
            whole.add(draft)
            guard keep(whole) == nil else { return }
            FileSystem.remove("\(other)/\(Self.name(of: draft.place.id))")
        }
    }

    private func drafts(in path: String) -> [DraftStore.Draft] {
        let names = (try? FileSystem.names(inFolder: path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.compactMap { Self.read("\(path)/\($0)") }
    }

    private func changes(in path: String) -> [DraftStore.Change] {
        guard let value = Self.value("\(path)/\(Self.changesName)"), var fields = try? JSONFields(value) else {
            return []
        }
        return (try? fields.list("changes", of: DraftStore.Change.self)) ?? []
    }

    private func texts(in path: String) -> [UnsavedText] {
        guard let value = Self.value("\(path)/\(Self.textsName)"), var fields = try? JSONFields(value) else {
            return []
        }
        return (try? fields.list("texts", of: UnsavedText.self)) ?? []
    }

    private static func value(_ path: String) -> JSONValue? {
        (try? FileSystem.bytes(ofFile: path, max: bytesMax)).flatMap { (try? JSONReader.read($0))?.value }
    }

    private static func read<Value: JSONRecord>(_ path: String) -> Value? {
        guard var fields = try? JSONFields(value(path)) else { return nil }
        return try? Value(from: &fields)
    }

    /// Returns the file name of a draft. No conversation has the file name of the message without a conversation,
    /// because a percent sign is encoded.
    private static func name(of conversation: ConversationID) -> String {
        conversation == "" ? "%new.json" : "\(DraftStore.fileName(conversation.rawValue)).json"
    }

    func keep(_ draft: DraftStore.Draft) -> String? {
        return write(JSONWriter.bytes(of: draft), Self.name(of: draft.place.id))
    }

    func remove(_ conversation: ConversationID) { FileSystem.remove("\(path)/\(Self.name(of: conversation))") }

    func keep(_ changes: [DraftStore.Change]) -> String? {
        guard !changes.isEmpty else {
            if let problem { return problem }
            FileSystem.remove("\(path)/\(Self.changesName)")
            return nil
        }
        return write(JSONWriter.object { $0.member("changes", changes) }, Self.changesName)
    }

    func keep(_ texts: [UnsavedText]) -> String? { write(texts, to: path) }

    private func write(_ texts: [UnsavedText], to path: String) -> String? {
        guard !texts.isEmpty else {
            if let problem { return problem }
            FileSystem.remove("\(path)/\(Self.textsName)")
            return nil
        }
        return write(JSONWriter.object { $0.member("texts", texts) }, Self.textsName, to: path)
    }

    private func write(_ bytes: [UInt8], _ name: String) -> String? { write(bytes, name, to: path) }

    private func write(_ bytes: [UInt8], _ name: String, to path: String) -> String? {
        if let problem { return problem }
        do {
            // Without a sync, typing does not wait for the disk, and a killed program still loses nothing.
            try FileSystem.replace("\(path)/\(name)", with: bytes, isPrivate: true, isSynced: false)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}
