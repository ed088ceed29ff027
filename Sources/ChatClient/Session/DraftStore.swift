package import ChatProtocol
package import ChatScreens

/// What outlives a run of the client: the composers, and what the server did not answer for.
package struct DraftStore {
    /// The conversation that something belongs to, and by what that is known again: another server, or one that forgot
    /// everything, may call another conversation by the same id.
    package struct Place: Hashable, Sendable {
        package var conversation: String
        package var title: String
        package var members: [String]

        package init(conversation: String, title: String, members: [String]) {
            (self.conversation, self.title, self.members) = (conversation, title, members)
        }
    }

    /// What was being written in a conversation.
    package struct Draft: Equatable, Sendable {
        package var place: Place
        package var text: String
        /// The message that it answers.
        package var reply: String?
        /// The message whose new text it is, and what was being written before.
        package var edit: String?
        package var before: String?
        /// The path of the file that goes with it.
        package var attachment: String?
        /// The document that is staged with it.
        package var staged: CollaborationDraft?

        package init(
            in place: Place, text: String, reply: String? = nil, edit: String? = nil, before: String? = nil
        ) {
            (self.place, self.text) = (place, text)
            (self.reply, self.edit, self.before) = (reply, edit, before)
        }
    }

    /// A change on its way, with the client id by which the server knows it again.
    package struct Change: Equatable, Sendable {
        package var request: Request
        package var clientID: String
        /// Where it belongs; nil for what is about no conversation.
        package var place: Place?
        /// How far the log was known: one that is shorter is another.
        package var cursor: Int64

        package init(_ request: Request, clientID: String, place: Place?, cursor: Int64) {
            (self.request, self.clientID, self.place, self.cursor) = (request, clientID, place, cursor)
        }
    }

    /// All that is there; what cannot be read is passed over, and stays.
    package var load: () -> (drafts: [Draft], changes: [Change])
    /// Keeps a draft in the place of the one that the conversation had; it answers why it could not.
    package var keep: (Draft) -> String?
    /// Takes the draft of a conversation away.
    package var remove: (_ conversation: String) -> Void
    /// Keeps changes in the place of those that there were; it answers why it could not.
    package var keepChanges: ([Change]) -> String?

    package init(
        load: @escaping () -> (drafts: [Draft], changes: [Change]), keep: @escaping (Draft) -> String?,
        remove: @escaping (_ conversation: String) -> Void, keepChanges: @escaping ([Change]) -> String?
    ) {
        (self.load, self.keep, self.remove, self.keepChanges) = (load, keep, remove, keepChanges)
    }
}

extension DraftStore.Draft {
    /// What another run of the client left in the same conversation stands below: none of it is lost.
    package mutating func add(_ other: DraftStore.Draft) {
        if text.isEmpty {
            (text, reply, edit, before) = (other.text, other.reply, other.edit, other.before)
        } else if !text.contains(other.text) {
            text += "\n" + other.text
        }
        attachment = attachment ?? other.attachment
        staged = staged ?? other.staged
    }
}

extension DraftStore.Place: JSONRecord {
    package init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        title = try fields.read("title")
        members = try fields.read("members")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("title", title)
        json.member("members", members)
    }
}

extension DraftStore.Draft: JSONRecord {
    package init(from fields: inout JSONFields) throws(InvalidField) {
        place = try DraftStore.Place(from: &fields)
        text = try fields.read("text")
        reply = try fields.readOptional("reply")
        edit = try fields.readOptional("edit")
        before = try fields.readOptional("before")
        attachment = try fields.readOptional("attachment")
        staged = try fields.readOptional("staged")
    }

    package func writeMembers(to json: inout JSONWriter) {
        place.writeMembers(to: &json)
        json.member("text", text)
        json.member("reply", reply)
        json.member("edit", edit)
        json.member("before", before)
        json.member("attachment", attachment)
        json.member("staged", staged)
    }
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
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("method", request.method)
        json.key("params")
        json.object { request.writeMembers(to: &$0) }
        json.member("clientID", clientID)
        json.member("place", place)
        json.member("cursor", cursor)
    }
}
