package import ChatProtocol
import ChatSystem

/// Where drafts lie between two runs of the client: a file a conversation, which nobody else may read.
package struct DraftStore {
    /// What was being written in a conversation, and by what that is known again: another server may call another
    /// conversation by the same id.
    package struct Draft: Equatable, Sendable {
        package var conversation: String
        package var title: String
        package var members: [String]
        package var text: String
        /// The message that it answers.
        package var reply: String?
        /// The message whose new text it is, and what was being written before.
        package var edit: String?
        package var before: String?
        /// The messages that the server did not answer for yet.
        package var sending: [Sending] = []

        package init(
            conversation: String, title: String, members: [String], text: String, reply: String? = nil,
            edit: String? = nil, before: String? = nil
        ) {
            (self.conversation, self.title, self.members, self.text) = (conversation, title, members, text)
            (self.reply, self.edit, self.before) = (reply, edit, before)
        }
    }

    /// A message on its way, with the client id by which the server knows it again.
    package struct Sending: Equatable, Sendable {
        package var message: SendMessage
        package var clientID: String
    }

    /// All that are there; what cannot be read is passed over, and stays.
    package var load: () -> [Draft]
    /// Keeps a draft in the place of the one that the conversation had; it answers why it could not.
    package var keep: (Draft) -> String?
    /// Takes the draft of a conversation away.
    package var remove: (_ conversation: String) -> Void

    package init(
        load: @escaping () -> [Draft], keep: @escaping (Draft) -> String?,
        remove: @escaping (_ conversation: String) -> Void
    ) {
        (self.load, self.keep, self.remove) = (load, keep, remove)
    }

    /// The drafts of a person on a server, below a folder that need not be there yet.
    package static func inFolder(_ folder: String) -> DraftStore {
        func path(_ conversation: String) -> String { "\(folder)/\(fileName(conversation)).json" }
        return DraftStore(
            load: {
                let names = (try? FileSystem.names(inFolder: folder)) ?? []
                return names.filter { $0.hasSuffix(".json") }.compactMap { name in
                    (try? FileSystem.bytes(ofFile: "\(folder)/\(name)", max: bytesMax)).flatMap(Draft.init(json:))
                }
            },
            keep: { draft in
                let path = path(draft.conversation)
                do {
                    try PrivateFile.makeDirectories(above: path)
                    // A program that is killed loses nothing by it, and typing waits for no disk.
                    try FileSystem.replace(path, with: draft.json, isPrivate: true, isSynced: false)
                    return nil
                } catch {
                    return "\(error)"
                }
            }, remove: { FileSystem.remove(path($0)) })
    }

    /// The folder of a person's drafts at a server; nil where there is no place for them.
    package static func folder(
        server: String, world: String, handle: String, environment: [String: String]
    ) -> String? {
        BaseDirectory.state.path(environment: environment).map { base in
            ([base, "drafts"] + [server, world, handle].map(fileName)).joined(separator: "/")
        }
    }

    private static let bytesMax = 64 * 1024 * 1024

    /// A name that leads nowhere else, whatever it is made of.
    private static func fileName(_ text: String) -> String {
        let name = text.utf8.reduce(into: "") { name, byte in
            let isPlain = byte.isLetterOrDigit || "-_@+:.".utf8.contains(byte)
            name += isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16)
        }
        return name.hasPrefix(".") ? "%2e" + name.dropFirst() : name
    }
}

extension DraftStore.Draft {
    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.member("conversation", conversation)
            json.member("title", title)
            json.member("members", members)
            json.member("text", text)
            json.member("reply", reply)
            json.member("edit", edit)
            json.member("before", before)
            if !sending.isEmpty { json.member("sending", sending) }
        }
        return writer.bytes
    }

    fileprivate init?(json bytes: [UInt8]) {
        guard let value = (try? JSONReader.read(bytes))?.value, let text = value["text"]?.stringValue,
            let conversation = value["conversation"]?.stringValue
        else { return nil }
        self.init(
            conversation: conversation, title: value["title"]?.stringValue ?? "",
            members: value["members"]?.arrayValue?.compactMap(\.stringValue) ?? [], text: text,
            reply: value["reply"]?.stringValue, edit: value["edit"]?.stringValue, before: value["before"]?.stringValue)
        guard var fields = try? JSONFields(value) else { return }
        sending = (try? fields.list("sending", of: DraftStore.Sending.self)) ?? []
    }
}

extension DraftStore.Sending: JSONRecord {
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("clientID") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        (message, clientID) = (try fields.read("message"), try fields.string("clientID"))
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("message", message)
        json.member("clientID", clientID)
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}
