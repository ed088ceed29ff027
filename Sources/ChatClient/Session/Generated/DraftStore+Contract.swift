// Written by script/contract: change the contract instead.
package import ChatProtocol
package import ChatScreens

extension DraftStore {
    /// The conversation of a draft, with the data to recognize it again: another server, or a server that was reset, may
    /// give its id to another conversation.
    package struct Place: Sendable, Hashable {
        package var conversation: String
        package var title: String
        package var members: [String]

        /// Creates a value from its members.
        package init(conversation: String, title: String, members: [String]) {
            self.conversation = conversation
            self.title = title
            self.members = members
        }
    }
}

extension DraftStore.Place: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

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

extension DraftStore {
    /// The text being written in a conversation. A new message has a place without an id.
    package struct Draft: Sendable, Equatable {
        package var place: DraftStore.Place
        /// The position of the log when the draft was stored. A shorter log is another one. Nil if the position is unknown.
        package var cursor: Int64?
        package var text: String
        /// The command that is written over the text.
        package var command: String?
        /// The message that it replies to.
        package var reply: String?
        /// The message being edited, and the draft before the edit.
        package var edit: String?
        package var before: String?
        /// The path of the attached file.
        package var attachment: String?
        /// The staged document.
        package var staged: CollaborationDraft?
        /// For a conversation that does not exist yet: its people as they were typed, and the name and photo of the group.
        package var people: String?
        package var groupName: String?
        package var groupPhoto: String?
        /// For the New Message: the texts for share extensions that were not posted.
        package var unposted: [UnpostedText]

        /// Creates a value from its members.
        package init(place: DraftStore.Place, cursor: Int64? = nil, text: String, command: String? = nil, reply: String? = nil, edit: String? = nil, before: String? = nil, attachment: String? = nil, staged: CollaborationDraft? = nil, people: String? = nil, groupName: String? = nil, groupPhoto: String? = nil, unposted: [UnpostedText] = []) {
            self.place = place
            self.cursor = cursor
            self.text = text
            self.command = command
            self.reply = reply
            self.edit = edit
            self.before = before
            self.attachment = attachment
            self.staged = staged
            self.people = people
            self.groupName = groupName
            self.groupPhoto = groupPhoto
            self.unposted = unposted
        }
    }
}

extension DraftStore.Draft: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("text") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        place = try DraftStore.Place(from: &fields)
        cursor = try fields.readOptional("cursor")
        text = try fields.read("text")
        command = try fields.readOptional("command")
        reply = try fields.readOptional("reply")
        edit = try fields.readOptional("edit")
        before = try fields.readOptional("before")
        attachment = try fields.readOptional("attachment")
        staged = try fields.readOptional("staged")
        people = try fields.readOptional("people")
        groupName = try fields.readOptional("groupName")
        groupPhoto = try fields.readOptional("groupPhoto")
        unposted = try fields.readOptional("unposted") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        place.writeMembers(to: &json)
        if let cursor { json.member("cursor", cursor) }
        json.member("text", text)
        if let command { json.member("command", command) }
        if let reply { json.member("reply", reply) }
        if let edit { json.member("edit", edit) }
        if let before { json.member("before", before) }
        if let attachment { json.member("attachment", attachment) }
        if let staged { json.member("staged", staged) }
        if let people { json.member("people", people) }
        if let groupName { json.member("groupName", groupName) }
        if let groupPhoto { json.member("groupPhoto", groupPhoto) }
        json.member("unposted", unposted)
    }
}
