package import ChatProtocol
package import ChatScreens

/// The drafts and the unanswered changes that are stored for the next run of the client.
package struct DraftStore {
    /// An unanswered change, with the client id by which the server recognizes a repetition.
    package struct Change: Equatable, Sendable {
        package var request: Request
        package var clientID: String
        /// The conversation of the change; nil if there is none.
        package var place: Place?
        /// The position of the log when the change was stored. A shorter log is another log.
        package var cursor: Int64
        /// True if the server refused the message or is asking the document's app. The request is not repeated. Its
        /// words stay available to the person until they are posted or in a composer.
        package var isAnswered = false
        /// True if an earlier client reported the refusal. Its words are still there for the arrow up.
        package var isReported = false
        /// True if the message or the document was refused. The arrow up restores it.
        package var isRefused = false
        /// The path of the message's attachment.
        package var attachment: String?
        /// For a change of a share: the share as the person saw it.
        package var row: CollaborationRow?
        /// For a document that is sent, or a copy of one: its draft.
        package var draft: CollaborationDraft?

        package init(
            _ request: Request, clientID: String, place: Place?, cursor: Int64, isAnswered: Bool = false
        ) {
            (self.request, self.clientID, self.place, self.cursor) = (request, clientID, place, cursor)
            self.isAnswered = isAnswered
        }

        /// The title of a new document; nil if the request names a document.
        var documentTitle: String? {
            if case .collaborationStart(let start) = request { start.title } else { nil }
        }

        /// True if it sends a message without a document.
        var isMessage: Bool { if case .messageSend = request { true } else { false } }

        /// The parts of a message or a document besides its words; nil if there are none.
        var parts: DraftParts? {
            let reply: String? = if case .messageSend(let message) = request { message.replyTo?.rawValue } else { nil }
            return DraftParts(
                conversation: place?.conversation ?? "", reply: reply, attachment: attachment, staged: draft
            ).ifAny
        }

        /// Stores the parts of the message or the document.
        mutating func keep(_ parts: DraftParts) { (attachment, draft) = (parts.attachment, parts.staged ?? draft) }

        /// The name of a file that has to be attached again because its path is unknown; nil if there is none.
        var lostFile: String? {
            if case .messageSend(let message) = request, parts?.hasItem != true {
                message.attachment?.name
            } else {
                nil
            }
        }

        /// The conversation of an edited message; nil for another request.
        var placeOfEdit: Place? { if case .messageEdit = request { place } else { nil } }

        /// The words of a message, an edit or a document; nil if there are none.
        var words: String? {
            switch request {
            case .messageSend(let message): message.text
            case .messageEdit(let edit): edit.text
            case .collaborationStart(let start): start.text
            case .shareSend(let sending): sending.text
            default: nil
            }
        }
    }

    /// Returns the stored drafts and changes. Unreadable files are ignored and not deleted.
    package var load: () -> (drafts: [Draft], changes: [Change])
    /// Replaces the draft of a conversation. Returns the reason if that fails.
    package var keep: (Draft) -> String?
    /// Removes the draft of a conversation.
    package var remove: (_ conversation: String) -> Void
    /// Replaces the stored changes. Returns the reason if that fails.
    package var keepChanges: ([Change]) -> String?
    /// Returns the unsaved texts of the app's documents.
    package var loadTexts: () -> [UnsavedText] = { [] }
    /// Replaces the unsaved texts of the app's documents. Returns the reason if that fails.
    package var keepTexts: ([UnsavedText]) -> String? = { _ in nil }

    package init(
        load: @escaping () -> (drafts: [Draft], changes: [Change]), keep: @escaping (Draft) -> String?,
        remove: @escaping (_ conversation: String) -> Void, keepChanges: @escaping ([Change]) -> String?
    ) {
        (self.load, self.keep, self.remove, self.keepChanges) = (load, keep, remove, keepChanges)
    }
}

extension DraftStore.Draft {
    /// True if the draft and one that another run of the client left in the same conversation make one message: only one
    /// of them has something, or both have plain texts.
    package func joins(_ other: DraftStore.Draft) -> Bool {
        isPlain && other.isPlain || isEmpty || other.isEmpty || self == other
    }

    private var isPlain: Bool { attachment == nil && staged == nil && reply == nil && edit == nil && command == nil }

    private var isEmpty: Bool { isPlain && text.isEmpty }

    /// Appends the draft that another run of the client stored for the same conversation.
    package mutating func add(_ other: DraftStore.Draft) {
        if text.isEmpty {
            (text, reply, edit, before) = (other.text, other.reply, other.edit, other.before)
        } else if !text.contains(other.text) {
            text += "\n" + other.text
        }
        command = command ?? other.command
        attachment = attachment ?? other.attachment
        staged = staged ?? other.staged
        if let named = other.people, people?.contains(named) != true {
            people = [people, named].compactMap { $0 }.joined(separator: " ")
        }
        unposted += other.unposted.filter { !unposted.contains($0) }
        (groupName, groupPhoto) = (groupName ?? other.groupName, groupPhoto ?? other.groupPhoto)
    }
}

extension DraftStore.Place {
    /// The place of a message without a conversation.
    static let newMessage = DraftStore.Place(conversation: "", title: "", members: [])
}

extension DraftStore.Change: JSONRecord {
    package init(from fields: inout JSONFields) throws(InvalidField) {
        let name = try fields.string("method")
        var params = try fields.fields("params")
        guard let method = Method(rawValue: name), let request = try Request(method, from: &params) else {
            throw fields.invalid("method", "must change something")
        }
        self.request = request
        clientID = try fields.read("clientID")
        place = try fields.readOptional("place")
        cursor = try fields.read("cursor")
        isAnswered = try fields.readOptional("isAnswered") ?? false
        isReported = try fields.readOptional("isReported") ?? false
        isRefused = try fields.readOptional("isRefused") ?? false
        attachment = try fields.readOptional("attachment")
        // The change is made even if another version of the client wrote these in a different form.
        row = (try? fields.readOptional("row")) ?? nil
        draft = (try? fields.readOptional("draft")) ?? nil
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("method", request.method)
        json.key("params")
        json.object { request.writeMembers(to: &$0) }
        json.member("clientID", clientID)
        json.member("place", place)
        json.member("cursor", cursor)
        if isAnswered { json.member("isAnswered", true) }
        if isReported { json.member("isReported", true) }
        if isRefused { json.member("isRefused", true) }
        if let attachment { json.member("attachment", attachment) }
        if let row { json.member("row", row) }
        if let draft { json.member("draft", draft) }
    }
}
