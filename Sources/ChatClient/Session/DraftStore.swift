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
                conversation: place?.id ?? "", reply: reply, attachment: attachment, staged: draft
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
    package var remove: (_ conversation: ConversationID) -> Void
    /// Replaces the stored changes. Returns the reason if that fails.
    package var keepChanges: ([Change]) -> String?
    /// Returns the unsaved texts of the app's documents.
    package var loadTexts: () -> [UnsavedText] = { [] }
    /// Replaces the unsaved texts of the app's documents. Returns the reason if that fails.
    package var keepTexts: ([UnsavedText]) -> String? = { _ in nil }

    package init(
        load: @escaping () -> (drafts: [Draft], changes: [Change]), keep: @escaping (Draft) -> String?,
        remove: @escaping (_ conversation: ConversationID) -> Void, keepChanges: @escaping ([Change]) -> String?
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

    /// The conversation's id; empty for a message without a conversation.
    package var id: ConversationID { ConversationID(conversation) }
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

extension DraftStore.Place {
    init(of thread: ThreadState) {
        self.init(
            conversation: thread.conversation.rawValue, title: thread.title,
            members: thread.members.map(\.handle).sorted())
    }

    /// Returns the id of the conversation now; nil if it is not in the list.
    ///
    /// - Parameter isSameLog: true if the log has not become shorter since the place was stored.
    func conversation(in state: ChatState, isSameLog: Bool) -> ConversationID? {
        if hasKeptItsID(in: state, isSameLog: false) { return id }
        let moved = state.threads.values.map(DraftStore.Place.init).filter {
            $0.title == title && $0.members == members
        }
        if let id = moved.map(\.id).min() { return id }
        return hasKeptItsID(in: state, isSameLog: isSameLog) ? id : nil
    }

    /// Returns true if the conversation with the same id is the same one. On the same log its title and its members may
    /// both have changed, if another member has stayed. In another log only one of them may have changed.
    func hasKeptItsID(in state: ChatState, isSameLog: Bool) -> Bool {
        guard let now = state.threads[id].map(DraftStore.Place.init) else { return false }
        if now.title == title || now.members == members { return true }
        return isSameLog && now.members.contains { $0 != state.handle && members.contains($0) }
    }
}

extension DraftStore.Draft {
    /// Returns the id of the draft's conversation now; nil if it is not in the list.
    ///
    /// - Parameter position: the position of the log.
    func conversation(in state: ChatState, at position: Int64) -> ConversationID? {
        place.conversation(in: state, isSameLog: isOfLog(at: position))
    }

    /// Returns true if the conversation with the draft's id is the one of the draft.
    func hasKeptItsID(in state: ChatState, at position: Int64) -> Bool {
        place.hasKeptItsID(in: state, isSameLog: isOfLog(at: position))
    }

    private func isOfLog(at position: Int64) -> Bool { cursor.map { position >= $0 } ?? false }

    /// Returns true if two drafts differ at most in the position of the log.
    static func haveSameContent(_ draft: DraftStore.Draft?, _ other: DraftStore.Draft?) -> Bool {
        var draft = draft
        draft?.cursor = other?.cursor
        return draft == other
    }
}

extension DraftStore.Change {
    /// True if the loss is only counted. A lost message or edit names its conversation, and an answered request is not
    /// lost.
    var isLostWithItsLog: Bool { !isMessage && !isAnswered && placeOfEdit == nil }

    /// Returns the title of the conversation that the change needs, if the log is the same one and the conversation is
    /// not in the list.
    func titleOfMissingConversation(in state: ChatState, at position: Int64) -> String? {
        guard position >= cursor, let place, !place.hasKeptItsID(in: state, isSameLog: true) else { return nil }
        return place.title
    }

    /// Creates the stored form of an unanswered change; nil for a request of an app, and for one that marks a whole
    /// thread as read.
    init?(_ change: KeptDrafts.Unanswered, in state: ChatState, cursor: Int64) {
        if case .app = change.request { return nil }
        let call = change.request.call(me: nil)
        let written = JSONWriter.object { call.writeMembers(to: &$0) }
        guard let params = (try? JSONReader.read(written))?.value, var fields = try? JSONFields(params),
            let request = try? Request(call.method, from: &fields)
        else { return nil }
        if case .conversationMarkRead(let read) = request, read.through == nil { return nil }
        let message = params["message"]?.stringValue
        let thread =
            params["conversation"]?.stringValue.flatMap { state.threads[ConversationID($0)] }
            ?? message.flatMap { id in state.threads.values.first { $0.message(id) != nil } }
        self.init(request, clientID: change.clientID, place: thread.map(DraftStore.Place.init), cursor: cursor)
        switch change.request {
        case .collaboration(.change(let row, _)): self.row = row
        case .collaboration(.start(let draft)): self.draft = draft
        default: break
        }
    }

    /// Returns the change for the person. A message loses its reply if the log is another one.
    func givenBack(at position: Int64) -> DraftStore.Change {
        guard position < cursor, case .messageSend(var message) = request else { return self }
        var change = self
        message.replyTo = nil
        change.request = .messageSend(message)
        return change
    }

    /// Returns the request for a later run; nil if its subject is gone. At a server that has forgotten everything, only a
    /// message finds its conversation again.
    func again(in state: ChatState, at position: Int64) -> ClientRequest? {
        guard !isAnswered else { return nil }
        let isSameLog = position >= cursor
        if case .messageSend(var message) = request {
            guard let id = place?.conversation(in: state, isSameLog: isSameLog) else { return nil }
            if id != message.conversation || !isSameLog { message.replyTo = nil }
            message.conversation = id
            return .request(.messageSend(message))
        }
        guard isSameLog, place?.hasKeptItsID(in: state, isSameLog: true) != false else { return nil }
        if let draft { return .collaboration(.start(draft)) }
        if let row, let deed = CollaborationDeed(request) { return .collaboration(.change(row, deed)) }
        guard case .noticeAnswer(let answer) = request else { return ClientRequest(again: request) }
        let text = state.noticeText(answer.notice.rawValue)
        return .collaboration(.answer(answer.notice, action: answer.action, text: text))
    }
}
