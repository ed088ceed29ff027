// Written by script/contract: change the contract instead.
public import ChatConnection
public import ChatProtocol

extension PersonClient {
    /// The methods `session.…`, as `docs/reference/protocol.md` has them.
    public var session: SessionMethods { SessionMethods(connection: connection) }

    /// The methods `session.…`; each throws ``ClientFailure`` where it is refused.
    public struct SessionMethods: Sendable {
        let connection: ClientSession

        /// Returns after everything that the server had already sent to this session.
        public func ping() async throws(ClientFailure) {
            try await connection.answer(to: LiveRequest.sessionPing) { fields throws(InvalidField) in () }
        }

        /// Returns once all earlier accepted events are on the streams of their recipients, except those that catch up. An
        /// app sees nothing in `pending`.
        @discardableResult
        public func fence() async throws(ClientFailure) -> Answered.Fence {
            try await connection.answer(to: LiveRequest.sessionFence) { fields throws(InvalidField) in try Answered.Fence(from: &fields) }
        }
    }
}

extension PersonClient {
    /// The methods `conversation.…`, as `docs/reference/protocol.md` has them.
    public var conversation: ConversationMethods { ConversationMethods(connection: connection) }

    /// The methods `conversation.…`; each throws ``ClientFailure`` where it is refused.
    public struct ConversationMethods: Sendable {
        let connection: ClientSession

        /// Begins a conversation that includes the caller. For two people it returns their existing conversation.
        @discardableResult
        public func create(participants: [ChatProtocol.Handle], name: String? = nil, clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.conversationCreate(ChatProtocol.CreateConversation(participants: participants, name: name)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Returns a page of conversations. The pinned ones come first, in their order; the others follow by newest
        /// message. A deleted conversation that came back is ordered by its return, if that is later. `next` is the `after`
        /// of the next page. A conversation that changes between two pages can be on neither; a notification reports it.
        @discardableResult
        public func list(after: Int64? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.Conversations {
            try await connection.answer(to: LiveRequest.conversationList(ChatProtocol.ListConversations(after: after, limit: limit))) { fields throws(InvalidField) in try Answered.Conversations(from: &fields) }
        }

        /// Returns a page of a thread: the entries before an id, oldest first; 50 by default.
        @discardableResult
        public func history(conversation: ChatProtocol.ConversationID, before: String? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.History {
            try await connection.answer(to: LiveRequest.conversationHistory(ChatProtocol.ConversationHistory(conversation: conversation, before: before, limit: limit))) { fields throws(InvalidField) in try Answered.History(from: &fields) }
        }

        /// Adds a person, who does not see earlier messages. In a one-to-one conversation, begins a new group of three.
        @discardableResult
        public func addParticipant(conversation: ChatProtocol.ConversationID, handle: ChatProtocol.Handle, clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.conversationAddParticipant(ChatProtocol.ChangeParticipant(conversation: conversation, handle: handle)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Removes a person from a group of four or more. Every participant can do this.
        @discardableResult
        public func removeParticipant(conversation: ChatProtocol.ConversationID, handle: ChatProtocol.Handle, clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.conversationRemoveParticipant(ChatProtocol.ChangeParticipant(conversation: conversation, handle: handle)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Leaves a group of four or more. Returns the conversation with `left`.
        @discardableResult
        public func leave(conversation: ChatProtocol.ConversationID, clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.conversationLeave(ChatProtocol.ConversationReference(conversation: conversation)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Renames a conversation.
        @discardableResult
        public func rename(conversation: ChatProtocol.ConversationID, name: String, clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.conversationRename(ChatProtocol.RenameConversation(conversation: conversation, name: name)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Sets the photo of a group, which is one emoji, or removes it.
        @discardableResult
        public func setPhoto(conversation: ChatProtocol.ConversationID, photo: String? = nil, clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.conversationSetPhoto(ChatProtocol.SetConversationPhoto(conversation: conversation, photo: photo)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Marks a conversation as read, up to a message or completely.
        @discardableResult
        public func markRead(conversation: ChatProtocol.ConversationID, through: ChatProtocol.MessageID? = nil, clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.conversationMarkRead(ChatProtocol.MarkRead(conversation: conversation, through: through)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Marks a conversation as unread until the caller reads it or writes in it.
        @discardableResult
        public func markUnread(conversation: ChatProtocol.ConversationID, clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.conversationMarkUnread(ChatProtocol.ConversationReference(conversation: conversation)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Turns Hide Alerts on or off for the caller.
        @discardableResult
        public func mute(conversation: ChatProtocol.ConversationID, muted: Bool, clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.conversationMute(ChatProtocol.MuteConversation(conversation: conversation, muted: muted)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Pins a conversation to the top of the caller's list, or unpins it. `place` 1 is the first place; the default is
        /// the last.
        @discardableResult
        public func pin(conversation: ChatProtocol.ConversationID, pinned: Bool, place: Int? = nil, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.Settings {
            try await connection.answer(to: Request.conversationPin(ChatProtocol.PinConversation(conversation: conversation, pinned: pinned, place: place)), clientID: clientID) { fields throws(InvalidField) in try fields.read("settings") }
        }

        /// Deletes a conversation on all devices of the caller. Its messages stay in Recently Deleted for 30 days
        /// (`unread-mark`). The next message brings it back into the list, and so does a notice that mentions or asks the
        /// caller. Its place among the pinned conversations and its notices are removed; pinned links stay.
        @discardableResult
        public func delete(conversation: ChatProtocol.ConversationID, through: ChatProtocol.MessageID? = nil, clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.conversationDelete(ChatProtocol.DeleteConversation(conversation: conversation, through: through)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Recovers messages of a conversation from Recently Deleted: all of them, or those that were listed.
        @discardableResult
        public func restore(conversation: ChatProtocol.ConversationID, runs: [ChatProtocol.MessageRun] = [], clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.conversationRestore(ChatProtocol.EndDeletion(conversation: conversation, runs: runs)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Deletes messages of a conversation from Recently Deleted: all of them, or those that were listed.
        @discardableResult
        public func erase(conversation: ChatProtocol.ConversationID, runs: [ChatProtocol.MessageRun] = [], clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.conversationErase(ChatProtocol.EndDeletion(conversation: conversation, runs: runs)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Returns the conversations with messages in Recently Deleted, newest deletion first, as many as fit.
        @discardableResult
        public func recentlyDeleted() async throws(ClientFailure) -> Answered.RecentlyDeleted {
            try await connection.answer(to: Request.conversationRecentlyDeleted) { fields throws(InvalidField) in try Answered.RecentlyDeleted(from: &fields) }
        }

        /// Reports that the caller types or stopped typing.
        @discardableResult
        public func typing(conversation: ChatProtocol.ConversationID, isTyping: Bool) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: LiveRequest.conversationTyping(ChatProtocol.SetTyping(conversation: conversation, isTyping: isTyping))) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }
    }
}

extension PersonClient {
    /// The methods `message.…`, as `docs/reference/protocol.md` has them.
    public var message: MessageMethods { MessageMethods(connection: connection) }

    /// The methods `message.…`; each throws ``ClientFailure`` where it is refused.
    public struct MessageMethods: Sendable {
        let connection: ClientSession

        /// Sends a message. `text` is optional with an attachment. The attachment is `{name, type, content}` with base64
        /// content, or `{name, type, size, digest}`.
        @discardableResult
        public func send(conversation: ChatProtocol.ConversationID, text: String = "", replyTo: ChatProtocol.MessageID? = nil, attachment: ChatProtocol.SentAttachment? = nil, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.Message {
            try await connection.answer(to: Request.messageSend(ChatProtocol.SendMessage(conversation: conversation, text: text, replyTo: replyTo, attachment: attachment)), clientID: clientID) { fields throws(InvalidField) in try fields.read("message") }
        }

        /// Edits the caller's own message: within 15 minutes, at most five times, and not to an empty text.
        @discardableResult
        public func edit(message: ChatProtocol.MessageID, text: String, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.Message {
            try await connection.answer(to: Request.messageEdit(ChatProtocol.EditMessage(message: message, text: text)), clientID: clientID) { fields throws(InvalidField) in try fields.read("message") }
        }

        /// Unsends the caller's own message within 2 minutes. A note replaces it, and the log erases its content. A pin of
        /// one of its links keeps that address. `warning` and `keptBy` name people whose old device still shows the
        /// message.
        @discardableResult
        public func unsend(message: ChatProtocol.MessageID, clientID: String? = nil) async throws(ClientFailure) -> Answered.MessageOrUnsent {
            try await connection.answer(to: Request.messageUnsend(ChatProtocol.MessageReference(message: message)), clientID: clientID) { fields throws(InvalidField) in try Answered.MessageOrUnsent(from: &fields) }
        }

        /// Deletes messages of one conversation on all devices of the caller (`swy-delete`). They stay in Recently Deleted
        /// for 30 days (`unread-mark`).
        @discardableResult
        public func delete(messages: [ChatProtocol.MessageID], clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.messageDelete(ChatProtocol.MessageReferences(messages: messages)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Recovers messages from Recently Deleted to their places; `not_found` if one is missing there.
        @discardableResult
        public func restore(messages: [ChatProtocol.MessageID], clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.messageRestore(ChatProtocol.MessageReferences(messages: messages)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Deletes messages from Recently Deleted; `not_found` if one is missing there.
        @discardableResult
        public func erase(messages: [ChatProtocol.MessageID], clientID: String? = nil) async throws(ClientFailure) -> Answered.Conversation {
            try await connection.answer(to: Request.messageErase(ChatProtocol.MessageReferences(messages: messages)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Returns a page of the deleted messages of a conversation: the messages before an id, oldest first; 50 by
        /// default.
        @discardableResult
        public func recentlyDeleted(conversation: ChatProtocol.ConversationID, before: ChatProtocol.MessageID? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.Messages {
            try await connection.answer(to: LiveRequest.messageRecentlyDeleted(ChatProtocol.ListDeletedMessages(conversation: conversation, before: before, limit: limit))) { fields throws(InvalidField) in try Answered.Messages(from: &fields) }
        }

        /// Sets or removes the caller's tapback. A second one replaces the first; the same one removes it.
        @discardableResult
        public func react(message: ChatProtocol.MessageID, reaction: ChatProtocol.Reaction, remove: Bool = false, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.Message {
            try await connection.answer(to: Request.messageReact(ChatProtocol.ReactToMessage(message: message, reaction: reaction, remove: remove)), clientID: clientID) { fields throws(InvalidField) in try fields.read("message") }
        }

        /// Finds messages with all of the given words; the last can be a prefix. Words in quotation marks must be adjacent.
        /// Messages with a pinned link come first, then the newest; 50 by default.
        @discardableResult
        public func search(text: String, conversation: ChatProtocol.ConversationID? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.Messages {
            try await connection.answer(to: LiveRequest.messageSearch(ChatProtocol.SearchMessages(text: text, conversation: conversation, limit: limit))) { fields throws(InvalidField) in try Answered.Messages(from: &fields) }
        }

        /// Returns the replies of the thread of a message, from its beginning; 50 by default.
        @discardableResult
        public func thread(message: ChatProtocol.MessageID, after: ChatProtocol.MessageID? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.Messages {
            try await connection.answer(to: LiveRequest.messageThread(ChatProtocol.ReplyThread(message: message, after: after, limit: limit))) { fields throws(InvalidField) in try Answered.Messages(from: &fields) }
        }

        /// Returns the attachment of a message with its content.
        @discardableResult
        public func attachment(message: ChatProtocol.MessageID) async throws(ClientFailure) -> ChatProtocol.AttachmentFile {
            try await connection.answer(to: LiveRequest.messageAttachment(ChatProtocol.MessageReference(message: message))) { fields throws(InvalidField) in try fields.read("attachment") }
        }
    }
}

extension PersonClient {
    /// The methods `link.…`, as `docs/reference/protocol.md` has them.
    public var link: LinkMethods { LinkMethods(connection: connection) }

    /// The methods `link.…`; each throws ``ClientFailure`` where it is refused.
    public struct LinkMethods: Sendable {
        let connection: ClientSession

        /// Pins a link for the caller, who can have 5,000 pins.
        @discardableResult
        public func pin(conversation: ChatProtocol.ConversationID, url: String, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.Pin {
            try await connection.answer(to: Request.linkPin(ChatProtocol.LinkReference(conversation: conversation, url: url)), clientID: clientID) { fields throws(InvalidField) in try fields.read("pin") }
        }

        /// Unpins a link.
        @discardableResult
        public func unpin(conversation: ChatProtocol.ConversationID, url: String, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.Pin {
            try await connection.answer(to: Request.linkUnpin(ChatProtocol.LinkReference(conversation: conversation, url: url)), clientID: clientID) { fields throws(InvalidField) in try fields.read("pin") }
        }

        /// Opens a link. Its app receives `userActivity` in every session that runs as the caller, or at its next start. If
        /// the answer has no `app`, the link opens in the browser.
        @discardableResult
        public func open(url: String, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.AppID? {
            try await connection.answer(to: Request.linkOpen(ChatProtocol.LinkAddress(url: url)), clientID: clientID) { fields throws(InvalidField) in try fields.readOptional("app") }
        }

        /// Returns the app that opens a link, with every step of the decision, the deciding one last.
        @discardableResult
        public func explain(url: String) async throws(ClientFailure) -> ChatProtocol.LinkExplanation {
            try await connection.answer(to: Request.linkExplain(ChatProtocol.LinkAddress(url: url))) { fields throws(InvalidField) in try ChatProtocol.LinkExplanation(from: &fields) }
        }
    }
}

extension PersonClient {
    /// The methods `contact.…`, as `docs/reference/protocol.md` has them.
    public var contact: ContactMethods { ContactMethods(connection: connection) }

    /// The methods `contact.…`; each throws ``ClientFailure`` where it is refused.
    public struct ContactMethods: Sendable {
        let connection: ClientSession

        /// Adds contacts to a person. An observer names the person.
        public func add(handle: ChatProtocol.Handle? = nil, handles: [ChatProtocol.Handle] = [], person: ChatProtocol.Handle? = nil, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.contactAdd(ChatProtocol.AddContacts(handle: handle, handles: handles, person: person)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Removes a contact of a person.
        public func remove(handle: ChatProtocol.Handle, person: ChatProtocol.Handle? = nil, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.contactRemove(ChatProtocol.ContactChange(handle: handle, person: person)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Returns the contacts of a person and the people they blocked.
        @discardableResult
        public func list(person: ChatProtocol.Handle? = nil) async throws(ClientFailure) -> Answered.Contacts {
            try await connection.answer(to: Request.contactList(ChatProtocol.ListContacts(person: person))) { fields throws(InvalidField) in try Answered.Contacts(from: &fields) }
        }

        /// Keeps the links of a person off the caller's shelf (`swy-block`). Messages between the two still arrive.
        public func block(handle: ChatProtocol.Handle, person: ChatProtocol.Handle? = nil, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.contactBlock(ChatProtocol.ContactChange(handle: handle, person: person)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Unblocks a person.
        public func unblock(handle: ChatProtocol.Handle, person: ChatProtocol.Handle? = nil, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.contactUnblock(ChatProtocol.ContactChange(handle: handle, person: person)), clientID: clientID) { fields throws(InvalidField) in () }
        }
    }
}

extension PersonClient {
    /// The methods `settings.…`, as `docs/reference/protocol.md` has them.
    public var settings: SettingsMethods { SettingsMethods(connection: connection) }

    /// The methods `settings.…`; each throws ``ClientFailure`` where it is refused.
    public struct SettingsMethods: Sendable {
        let connection: ClientSession

        /// Returns the caller's settings.
        @discardableResult
        public func get() async throws(ClientFailure) -> ChatProtocol.Settings {
            try await connection.answer(to: Request.settingsGet) { fields throws(InvalidField) in try fields.read("settings") }
        }

        /// Changes the given settings of the caller.
        @discardableResult
        public func set(sharing: ChatProtocol.SetSettings.Sharing? = nil, receipts: ChatProtocol.SetSettings.Receipts? = nil, mentionAlerts: Bool? = nil, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.Settings {
            try await connection.answer(to: Request.settingsSet(ChatProtocol.SetSettings(sharing: sharing, receipts: receipts, mentionAlerts: mentionAlerts)), clientID: clientID) { fields throws(InvalidField) in try fields.read("settings") }
        }

        /// Returns the changes of a person's switches, oldest first, with their causes; the newest 200 by default.
        @discardableResult
        public func audit(person: ChatProtocol.Handle? = nil, app: ChatProtocol.AppID? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.SettingChanges {
            try await connection.answer(to: Request.settingsAudit(ChatProtocol.AuditSettings(person: person, app: app, limit: limit))) { fields throws(InvalidField) in try Answered.SettingChanges(from: &fields) }
        }
    }
}

extension PersonClient {
    /// The methods `consent.…`, as `docs/reference/protocol.md` has them.
    public var consent: ConsentMethods { ConsentMethods(connection: connection) }

    /// The methods `consent.…`; each throws ``ClientFailure`` where it is refused.
    public struct ConsentMethods: Sendable {
        let connection: ClientSession

        /// Answers a consent request. The first answer from any device counts.
        @discardableResult
        public func answer(consent: ChatProtocol.ConsentID, answer: ChatProtocol.ConsentRequest.Answer, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.Settings {
            try await connection.answer(to: Request.consentAnswer(ChatProtocol.AnswerConsent(consent: consent, answer: answer)), clientID: clientID) { fields throws(InvalidField) in try fields.read("settings") }
        }
    }
}

extension PersonClient {
    /// The methods `highlight.…`, as `docs/reference/protocol.md` has them.
    public var highlight: HighlightMethods { HighlightMethods(connection: connection) }

    /// The methods `highlight.…`; each throws ``ClientFailure`` where it is refused.
    public struct HighlightMethods: Sendable {
        let connection: ClientSession

        /// Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one app.
        @discardableResult
        public func list(app: ChatProtocol.AppID? = nil, limit: Int? = nil, after: ChatProtocol.HighlightID? = nil, person: ChatProtocol.Handle? = nil) async throws(ClientFailure) -> Answered.Highlights {
            try await connection.answer(to: Request.highlightList(ChatProtocol.ListHighlights(app: app, limit: limit, after: after, person: person))) { fields throws(InvalidField) in try Answered.Highlights(from: &fields) }
        }

        /// Removes a link from the caller's shelf until it is restored or pinned (`attr-remove`). It also unpins the link.
        public func hide(highlight: ChatProtocol.HighlightID, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.highlightHide(ChatProtocol.HighlightReference(highlight: highlight)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Undoes `highlight.hide`.
        public func restore(highlight: ChatProtocol.HighlightID, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.highlightRestore(ChatProtocol.HighlightReference(highlight: highlight)), clientID: clientID) { fields throws(InvalidField) in () }
        }
    }
}

extension PersonClient {
    /// The methods `attribution.…`, as `docs/reference/protocol.md` has them.
    public var attribution: AttributionMethods { AttributionMethods(connection: connection) }

    /// The methods `attribution.…`; each throws ``ClientFailure`` where it is refused.
    public struct AttributionMethods: Sendable {
        let connection: ClientSession

        /// Returns the people who shared a highlight, newest first, for a token of an app of this person; `not_found` after
        /// the highlight left the list.
        @discardableResult
        public func show(attribution: ChatProtocol.AttributionToken) async throws(ClientFailure) -> ChatProtocol.Attribution {
            try await connection.answer(to: LiveRequest.attributionShow(ChatProtocol.AttributionReference(attribution: attribution))) { fields throws(InvalidField) in try fields.read("attribution") }
        }
    }
}

extension PersonClient {
    /// The methods `notice.…`, as `docs/reference/protocol.md` has them.
    public var notice: NoticeMethods { NoticeMethods(connection: connection) }

    /// The methods `notice.…`; each throws ``ClientFailure`` where it is refused.
    public struct NoticeMethods: Sendable {
        let connection: ClientSession

        /// Removes a notice from the banner.
        @discardableResult
        public func dismiss(notice: ChatProtocol.NoticeID, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.Notice {
            try await connection.answer(to: Request.noticeDismiss(ChatProtocol.NoticeReference(notice: notice)), clientID: clientID) { fields throws(InvalidField) in try fields.read("notice") }
        }

        /// Answers a question to the owner with the id of one of its `actions`. An added person without the link receives
        /// it. Fails with `conflict` if the question was answered or closed, or if the person has left or returned.
        @discardableResult
        public func answer(notice: ChatProtocol.NoticeID, action: String, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.Notice {
            try await connection.answer(to: Request.noticeAnswer(ChatProtocol.AnswerNotice(notice: notice, action: action)), clientID: clientID) { fields throws(InvalidField) in try fields.read("notice") }
        }
    }
}

extension PersonClient {
    /// The methods `share.…`, as `docs/reference/protocol.md` has them.
    public var share: ShareMethods { ShareMethods(connection: connection) }

    /// The methods `share.…`; each throws ``ClientFailure`` where it is refused.
    public struct ShareMethods: Sendable {
        let connection: ClientSession

        /// Shares a document in one save: the caller's document at that link or with that title, or a new one. The default
        /// back end is the app's first, and the default link is on its first domain. If the answer has a `start`, the app
        /// must answer first.
        @discardableResult
        public func create(app: ChatProtocol.AppID, title: String, url: String? = nil, backend: ChatProtocol.Share.Backend? = nil, access: ChatProtocol.Share.Access = .private, permission: ChatProtocol.Share.Permission = .readWrite, allowsInviting: Bool = false, document: ChatProtocol.DocumentID? = nil, folder: String? = nil, representations: [ChatProtocol.Share.Representation] = [], clientID: String? = nil) async throws(ClientFailure) -> Answered.ShareOrAsked {
            try await connection.answer(to: Request.shareCreate(ChatProtocol.CreateShare(app: app, title: title, url: url, backend: backend, access: access, permission: permission, allowsInviting: allowsInviting, document: document, folder: folder, representations: representations)), clientID: clientID) { fields throws(InvalidField) in try Answered.ShareOrAsked(from: &fields) }
        }

        /// Sends the link of a share to a conversation. With `people`, fails with `conflict` if the conversation has other
        /// people. A copy is an attachment `TITLE.txt` or a text, and adds no one to the share.
        @discardableResult
        public func send(share: ChatProtocol.ShareID, conversation: ChatProtocol.ConversationID, text: String? = nil, people: [ChatProtocol.Handle]? = nil, mode: ChatProtocol.SharingMethod = .collaborate, clientID: String? = nil) async throws(ClientFailure) -> Answered.MessageOrAsked {
            try await connection.answer(to: Request.shareSend(ChatProtocol.SendShare(share: share, conversation: conversation, text: text, people: people, mode: mode)), clientID: clientID) { fields throws(InvalidField) in try Answered.MessageOrAsked(from: &fields) }
        }

        /// Returns a share as the caller sees it, with the conversations that have its link.
        @discardableResult
        public func get(_ params: ChatProtocol.ShareReference) async throws(ClientFailure) -> ChatProtocol.ShareView {
            try await connection.answer(to: Request.shareGet(params)) { fields throws(InvalidField) in try fields.read("share") }
        }

        /// Opens a share and clears its notices. Fails with `conflict` if its document was deleted.
        @discardableResult
        public func accept(_ params: ChatProtocol.ShareReference, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.ShareView {
            try await connection.answer(to: Request.shareAccept(params), clientID: clientID) { fields throws(InvalidField) in try fields.read("share") }
        }

        /// Asks the owner and the administrators of a private share for access, once until they answer. A share that allows
        /// no requests, and one that blocks the caller, are `not_found` like a missing one.
        public func requestAccess(url: String, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.shareRequestAccess(ChatProtocol.RequestShareAccess(url: url)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Returns the shares of a person or in a conversation, in order of creation: the newest that fit. Pass the first
        /// one as `before` to get the earlier ones.
        @discardableResult
        public func list(conversation: ChatProtocol.ConversationID? = nil, person: ChatProtocol.Handle? = nil, before: ChatProtocol.ShareID? = nil) async throws(ClientFailure) -> Answered.Shares {
            try await connection.answer(to: Request.shareList(ChatProtocol.ListShares(conversation: conversation, person: person, before: before))) { fields throws(InvalidField) in try Answered.Shares(from: &fields) }
        }

        /// Changes a share, all or nothing. `dropped` are the people who lost access because the share became public or
        /// private. `sendLink` sends the link to the invited people, in `conversation`. A share of a deleted document
        /// accepts no new people (`conflict`).
        @discardableResult
        public func save(share: ChatProtocol.ShareReference, revision: Int64? = nil, title: String? = nil, access: ChatProtocol.Share.Access? = nil, permission: ChatProtocol.Share.Permission? = nil, allowsInviting: Bool? = nil, allowsAccessRequests: Bool? = nil, denials: [ChatProtocol.Handle] = [], blocks: [ChatProtocol.Handle] = [], unblocks: [ChatProtocol.Handle] = [], addedLinks: [ChatProtocol.Share.Permission] = [], removedLinks: [String] = [], additions: [ChatProtocol.SaveShare.Addition] = [], removals: [ChatProtocol.Handle] = [], permissions: [ChatProtocol.SaveShare.OwnPermission] = [], roles: [ChatProtocol.SaveShare.OwnRole] = [], sendsLink: Bool = false, clientID: String? = nil) async throws(ClientFailure) -> Answered.SavedShareOrAsked {
            try await connection.answer(to: Request.shareSave(ChatProtocol.SaveShare(share: share, revision: revision, title: title, access: access, permission: permission, allowsInviting: allowsInviting, allowsAccessRequests: allowsAccessRequests, denials: denials, blocks: blocks, unblocks: unblocks, addedLinks: addedLinks, removedLinks: removedLinks, additions: additions, removals: removals, permissions: permissions, roles: roles, sendsLink: sendsLink)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Invites people. With `sendLink`, also sends them the link.
        @discardableResult
        public func addParticipant(share: ChatProtocol.ShareReference, revision: Int64? = nil, people: ChatProtocol.SharePeople, permission: ChatProtocol.Share.Permission? = nil, sendsLink: Bool = false, clientID: String? = nil) async throws(ClientFailure) -> Answered.SavedShareOrAsked {
            try await connection.answer(to: Request.shareAddParticipant(ChatProtocol.AddShareParticipants(share: share, revision: revision, people: people, permission: permission, sendsLink: sendsLink)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Removes people from a share.
        @discardableResult
        public func removeParticipant(share: ChatProtocol.ShareReference, revision: Int64? = nil, people: ChatProtocol.SharePeople, clientID: String? = nil) async throws(ClientFailure) -> Answered.SavedShareOrAsked {
            try await connection.answer(to: Request.shareRemoveParticipant(ChatProtocol.RemoveShareParticipants(share: share, revision: revision, people: people)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Sets the permission of some people, or of all who have no permission of their own.
        @discardableResult
        public func setPermission(share: ChatProtocol.ShareReference, revision: Int64? = nil, people: ChatProtocol.SharePeople? = nil, permission: ChatProtocol.Share.Permission, clientID: String? = nil) async throws(ClientFailure) -> Answered.SavedShareOrAsked {
            try await connection.answer(to: Request.shareSetPermission(ChatProtocol.SetSharePermission(share: share, revision: revision, people: people, permission: permission)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Makes a person `administrator` or `privateUser`.
        @discardableResult
        public func setRole(share: ChatProtocol.ShareReference, revision: Int64? = nil, own: ChatProtocol.SaveShare.OwnRole, clientID: String? = nil) async throws(ClientFailure) -> Answered.SavedShareOrAsked {
            try await connection.answer(to: Request.shareSetRole(ChatProtocol.SetShareRole(share: share, revision: revision, own: own)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Allows or forbids participants to add people.
        @discardableResult
        public func setInviting(share: ChatProtocol.ShareReference, revision: Int64? = nil, allowsInviting: Bool, clientID: String? = nil) async throws(ClientFailure) -> Answered.SavedShareOrAsked {
            try await connection.answer(to: Request.shareSetInviting(ChatProtocol.SetShareInviting(share: share, revision: revision, allowsInviting: allowsInviting)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Makes a share public or private. Public drops the people who have not opened it. Private drops all but the owner
        /// and `handles`, whom it invites again.
        @discardableResult
        public func setAccess(share: ChatProtocol.ShareReference, revision: Int64? = nil, access: ChatProtocol.Share.Access, handles: [ChatProtocol.Handle] = [], clientID: String? = nil) async throws(ClientFailure) -> Answered.SavedShareOrAsked {
            try await connection.answer(to: Request.shareSetAccess(ChatProtocol.SetShareAccess(share: share, revision: revision, access: access, handles: handles)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Leaves a share.
        @discardableResult
        public func leave(_ params: ChatProtocol.ShareReference, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.ShareView {
            try await connection.answer(to: Request.shareLeave(params), clientID: clientID) { fields throws(InvalidField) in try fields.read("share") }
        }

        /// Stops sharing with everyone.
        @discardableResult
        public func stop(_ params: ChatProtocol.ShareReference, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.ShareView {
            try await connection.answer(to: Request.shareStop(params), clientID: clientID) { fields throws(InvalidField) in try fields.read("share") }
        }
    }
}

extension PersonClient {
    /// The methods `collaboration.…`, as `docs/reference/protocol.md` has them.
    public var collaboration: CollaborationMethods { CollaborationMethods(connection: connection) }

    /// The methods `collaboration.…`; each throws ``ClientFailure`` where it is refused.
    public struct CollaborationMethods: Sendable {
        let connection: ClientSession

        /// Returns the content of the share sheet for an item, with the default options. Creates nothing.
        @discardableResult
        public func offer(item: ChatProtocol.OfferCollaboration.Item, backend: ChatProtocol.Share.Backend? = nil, representations: [ChatProtocol.Share.Representation] = []) async throws(ClientFailure) -> ChatProtocol.CollaborationOffer {
            try await connection.answer(to: Request.collaborationOffer(ChatProtocol.OfferCollaboration(item: item, backend: backend, representations: representations))) { fields throws(InvalidField) in try fields.read("offer") }
        }

        /// Sends a draft: `app` and `title` with optional `content`, or `document`. At most 20 drafts wait for the apps of
        /// one person.
        @discardableResult
        public func start(app: ChatProtocol.AppID? = nil, title: String? = nil, document: ChatProtocol.DocumentID? = nil, conversation: ChatProtocol.ConversationID, mode: ChatProtocol.SharingMethod = .collaborate, text: String? = nil, backend: ChatProtocol.Share.Backend? = nil, options: [String]? = nil, representations: [ChatProtocol.Share.Representation] = [], localIdentifier: String? = nil, content: String? = nil, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.CollaborationStart {
            try await connection.answer(to: Request.collaborationStart(ChatProtocol.StartCollaboration(app: app, title: title, document: document, conversation: conversation, mode: mode, text: text, backend: backend, options: options, representations: representations, localIdentifier: localIdentifier, content: content)), clientID: clientID) { fields throws(InvalidField) in try fields.read("start") }
        }

        /// Cancels a start that waits for its app.
        @discardableResult
        public func cancel(start: ChatProtocol.StartID, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.CollaborationStart {
            try await connection.answer(to: Request.collaborationCancel(ChatProtocol.StartReference(start: start)), clientID: clientID) { fields throws(InvalidField) in try fields.read("start") }
        }

        /// Returns the starts and changes that wait for the apps of the caller, oldest first.
        @discardableResult
        public func list() async throws(ClientFailure) -> [ChatProtocol.CollaborationStart] {
            try await connection.answer(to: Request.collaborationList) { fields throws(InvalidField) in try fields.readOptional("starts") ?? [] }
        }
    }
}

extension PersonClient {
    /// The methods `app.…`, as `docs/reference/protocol.md` has them.
    public var app: AppMethods { AppMethods(connection: connection) }

    /// The methods `app.…`; each throws ``ClientFailure`` where it is refused.
    public struct AppMethods: Sendable {
        let connection: ClientSession

        /// Returns a registered app. An app sees only itself; a person sees no `association`.
        @discardableResult
        public func get(app: ChatProtocol.AppID? = nil) async throws(ClientFailure) -> ChatProtocol.App {
            try await connection.answer(to: Request.appGet(ChatProtocol.GetApp(app: app))) { fields throws(InvalidField) in try fields.read("app") }
        }
    }
}

extension PersonClient {
    /// The methods `activity.…`, as `docs/reference/protocol.md` has them.
    public var activity: ActivityMethods { ActivityMethods(connection: connection) }

    /// The methods `activity.…`; each throws ``ClientFailure`` where it is refused.
    public struct ActivityMethods: Sendable {
        let connection: ClientSession

        /// Chooses an action of an app, which receives `activity.chosen`. Fails with `not_found` if the app does not offer
        /// it for this item.
        public func choose(app: ChatProtocol.AppID, type: String, url: String, kind: ChatProtocol.ActivityItemKind = .link) async throws(ClientFailure) {
            try await connection.answer(to: LiveRequest.activityChoose(ChatProtocol.ChooseActivity(app: app, type: type, url: url, kind: kind))) { fields throws(InvalidField) in () }
        }
    }
}

extension PersonClient {
    /// The methods `clock.…`, as `docs/reference/protocol.md` has them.
    public var clock: ClockMethods { ClockMethods(connection: connection) }

    /// The methods `clock.…`; each throws ``ClientFailure`` where it is refused.
    public struct ClockMethods: Sendable {
        let connection: ClientSession

        /// Returns the time of the world.
        @discardableResult
        public func now() async throws(ClientFailure) -> Answered.Clock {
            try await connection.answer(to: LiveRequest.clockNow) { fields throws(InvalidField) in try Answered.Clock(from: &fields) }
        }
    }
}

extension PersonClient {
    /// The methods `delivery.…`, as `docs/reference/protocol.md` has them.
    public var delivery: DeliveryMethods { DeliveryMethods(connection: connection) }

    /// The methods `delivery.…`; each throws ``ClientFailure`` where it is refused.
    public struct DeliveryMethods: Sendable {
        let connection: ClientSession

        /// Explains if and why a message, notice, highlight, question or link reached a person.
        @discardableResult
        public func explain(person: ChatProtocol.Handle, about: String) async throws(ClientFailure) -> ChatProtocol.DeliveryExplanation {
            try await connection.answer(to: Request.deliveryExplain(ChatProtocol.ExplainDelivery(person: person, about: about))) { fields throws(InvalidField) in try ChatProtocol.DeliveryExplanation(from: &fields) }
        }
    }
}

extension PersonClient {
    /// The methods `document.…`, as `docs/reference/protocol.md` has them.
    public var document: DocumentMethods { DocumentMethods(connection: connection) }

    /// The methods `document.…`; each throws ``ClientFailure`` where it is refused.
    public struct DocumentMethods: Sendable {
        let connection: ClientSession

        /// Creates a document that only its owner sees. A person names the app. The default link is on the app's first
        /// domain.
        @discardableResult
        public func create(app: ChatProtocol.AppID? = nil, title: String, text: String = "", url: String? = nil, parent: ChatProtocol.DocumentID? = nil, covers: String? = nil, clientID: String? = nil) async throws(ClientFailure) -> Answered.Document {
            try await connection.answer(to: Request.documentCreate(ChatProtocol.CreateDocument(app: app, title: title, text: text, url: url, parent: parent, covers: covers)), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after` is
        /// the last document of the previous page.
        @discardableResult
        public func list(app: ChatProtocol.AppID? = nil, after: ChatProtocol.DocumentID? = nil, person: ChatProtocol.Handle? = nil) async throws(ClientFailure) -> Answered.Documents {
            try await connection.answer(to: Request.documentList(ChatProtocol.ListDocuments(app: app, after: after, person: person))) { fields throws(InvalidField) in try Answered.Documents(from: &fields) }
        }

        /// Returns a document. An observer without `person` sees it as its owner does.
        @discardableResult
        public func get(_ params: ChatProtocol.DocumentReference) async throws(ClientFailure) -> Answered.Document {
            try await connection.answer(to: Request.documentGet(params)) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Opens a document until `document.close` or the end of the session. It accepts the share and clears its notices.
        @discardableResult
        public func open(_ params: ChatProtocol.DocumentReference, clientID: String? = nil) async throws(ClientFailure) -> Answered.Document {
            try await connection.answer(to: Request.documentOpen(params), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Closes a document.
        public func close(_ params: ChatProtocol.DocumentReference) async throws(ClientFailure) {
            try await connection.answer(to: LiveRequest.documentClose(params)) { fields throws(InvalidField) in () }
        }

        /// Replaces the text. If it changed after `revision`, fails with `conflict` and the current document in
        /// `data.document`.
        @discardableResult
        public func edit(document: ChatProtocol.DocumentReference, text: String, revision: Int64, clientID: String? = nil) async throws(ClientFailure) -> Answered.Document {
            try await connection.answer(to: Request.documentEdit(ChatProtocol.EditDocument(document: document, text: text, revision: revision)), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Comments on a document; read permission is enough.
        @discardableResult
        public func comment(document: ChatProtocol.DocumentReference, text: String, clientID: String? = nil) async throws(ClientFailure) -> Answered.Document {
            try await connection.answer(to: Request.documentComment(ChatProtocol.CommentOnDocument(document: document, text: text)), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Renames a document and its share.
        @discardableResult
        public func rename(document: ChatProtocol.DocumentReference, title: String, clientID: String? = nil) async throws(ClientFailure) -> Answered.Document {
            try await connection.answer(to: Request.documentRename(ChatProtocol.RenameDocument(document: document, title: title)), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Moves a document to a folder.
        @discardableResult
        public func move(document: ChatProtocol.DocumentReference, folder: String, clientID: String? = nil) async throws(ClientFailure) -> Answered.Document {
            try await connection.answer(to: Request.documentMove(ChatProtocol.MoveDocument(document: document, folder: folder)), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Deletes a document. Its share stays with `documentDeleted`, and its link becomes free when it is no longer
        /// shared.
        @discardableResult
        public func delete(_ params: ChatProtocol.DocumentReference, clientID: String? = nil) async throws(ClientFailure) -> Answered.Document {
            try await connection.answer(to: Request.documentDelete(params), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }
    }
}

extension AppClient {
    /// The methods `session.…`, as `docs/reference/protocol.md` has them.
    public var session: SessionMethods { SessionMethods(connection: connection) }

    /// The methods `session.…`; each throws ``ClientFailure`` where it is refused.
    public struct SessionMethods: Sendable {
        let connection: ClientSession

        /// Returns after everything that the server had already sent to this session.
        public func ping() async throws(ClientFailure) {
            try await connection.answer(to: LiveRequest.sessionPing) { fields throws(InvalidField) in () }
        }

        /// Returns once all earlier accepted events are on the streams of their recipients, except those that catch up. An
        /// app sees nothing in `pending`.
        @discardableResult
        public func fence() async throws(ClientFailure) -> Answered.Fence {
            try await connection.answer(to: LiveRequest.sessionFence) { fields throws(InvalidField) in try Answered.Fence(from: &fields) }
        }
    }
}

extension AppClient {
    /// The methods `highlight.…`, as `docs/reference/protocol.md` has them.
    public var highlight: HighlightMethods { HighlightMethods(connection: connection) }

    /// The methods `highlight.…`; each throws ``ClientFailure`` where it is refused.
    public struct HighlightMethods: Sendable {
        let connection: ClientSession

        /// Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one app.
        @discardableResult
        public func list(app: ChatProtocol.AppID? = nil, limit: Int? = nil, after: ChatProtocol.HighlightID? = nil, person: ChatProtocol.Handle? = nil) async throws(ClientFailure) -> Answered.AppHighlights {
            try await connection.answer(to: Request.highlightList(ChatProtocol.ListHighlights(app: app, limit: limit, after: after, person: person))) { fields throws(InvalidField) in try Answered.AppHighlights(from: &fields) }
        }

        /// Reports that an app shows a highlight. The ranking uses it (`rank-app-feedback`).
        public func display(highlight: ChatProtocol.HighlightID, context: ChatProtocol.DisplayHighlight.Context, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.highlightDisplay(ChatProtocol.DisplayHighlight(highlight: highlight, context: context)), clientID: clientID) { fields throws(InvalidField) in () }
        }
    }
}

extension AppClient {
    /// The methods `highlightCenter.…`, as `docs/reference/protocol.md` has them.
    public var highlightCenter: HighlightCenterMethods { HighlightCenterMethods(connection: connection) }

    /// The methods `highlightCenter.…`; each throws ``ClientFailure`` where it is refused.
    public struct HighlightCenterMethods: Sendable {
        let connection: ClientSession

        /// Returns the highlight of a link. Errors carry `data.code`: 1 internal, 2 invalid URL, 3 access denied
        /// (`center-errors`).
        @discardableResult
        public func getHighlight(url: String) async throws(ClientFailure) -> ChatProtocol.AppHighlight {
            try await connection.answer(to: Request.highlightCenterGetHighlight(ChatProtocol.LinkAddress(url: url))) { fields throws(InvalidField) in try fields.read("highlight") }
        }

        /// Returns the highlight of a link to a collaboration, for every person on it, even if their shelf does not list
        /// it.
        @discardableResult
        public func getCollaborationHighlight(url: String) async throws(ClientFailure) -> ChatProtocol.AppHighlight {
            try await connection.answer(to: Request.highlightCenterGetCollaborationHighlight(ChatProtocol.LinkAddress(url: url))) { fields throws(InvalidField) in try fields.read("highlight") }
        }

        /// Returns the highlight of a collaboration, by its identifier.
        @discardableResult
        public func collaborationHighlight(collaborationIdentifier: ChatProtocol.ShareID) async throws(ClientFailure) -> ChatProtocol.AppHighlight {
            try await connection.answer(to: Request.highlightCenterCollaborationHighlight(ChatProtocol.CollaborationReference(collaborationIdentifier: collaborationIdentifier))) { fields throws(InvalidField) in try fields.read("highlight") }
        }

        /// Posts an event of the app's person. `identity`, a `rootHash`, can replace the handle of a mention or a
        /// membership event.
        @discardableResult
        public func postNotice(url: String, event: ChatProtocol.PostNotice.Event, clientID: String? = nil) async throws(ClientFailure) -> [ChatProtocol.NoticeID] {
            try await connection.answer(to: Request.highlightCenterPostNotice(ChatProtocol.PostNotice(url: url, event: event)), clientID: clientID) { fields throws(InvalidField) in try fields.readOptional("notices") ?? [] }
        }

        /// Clears the notices about a link after the person saw it in the app.
        @discardableResult
        public func clearNotices(url: String, clientID: String? = nil) async throws(ClientFailure) -> [ChatProtocol.NoticeID] {
            try await connection.answer(to: Request.highlightCenterClearNotices(ChatProtocol.LinkAddress(url: url)), clientID: clientID) { fields throws(InvalidField) in try fields.readOptional("cleared") ?? [] }
        }
    }
}

extension AppClient {
    /// The methods `attribution.…`, as `docs/reference/protocol.md` has them.
    public var attribution: AttributionMethods { AttributionMethods(connection: connection) }

    /// The methods `attribution.…`; each throws ``ClientFailure`` where it is refused.
    public struct AttributionMethods: Sendable {
        let connection: ClientSession

        /// Returns an opaque token for the attribution of a highlight. `context` then never changes, and counts as
        /// `highlight.display` (`attr-context-when`). A world keeps the newest 10,000 tokens. It takes no `clientID`.
        @discardableResult
        public func attach(highlight: ChatProtocol.HighlightID, context: ChatProtocol.DisplayHighlight.Context = .summary) async throws(ClientFailure) -> ChatProtocol.AttributionToken {
            try await connection.answer(to: LiveRequest.attributionAttach(ChatProtocol.AttachAttribution(highlight: highlight, context: context))) { fields throws(InvalidField) in try fields.read("attribution") }
        }
    }
}

extension AppClient {
    /// The methods `identity.…`, as `docs/reference/protocol.md` has them.
    public var identity: IdentityMethods { IdentityMethods(connection: connection) }

    /// The methods `identity.…`; each throws ``ClientFailure`` where it is refused.
    public struct IdentityMethods: Sendable {
        let connection: ClientSession

        /// Signs data with the key that this device of the app's person has in a collaboration, and returns the proof that
        /// the key belongs to the person's identity. Eight devices of a person have keys; a ninth is `forbidden`.
        @discardableResult
        public func sign(document: ChatProtocol.DocumentReference, data: String, clientID: String? = nil) async throws(ClientFailure) -> ChatProtocol.SignedProof {
            try await connection.answer(to: Request.identitySign(ChatProtocol.SignIdentity(document: document, data: data)), clientID: clientID) { fields throws(InvalidField) in try fields.read("proof") }
        }

        /// Returns a challenge of the app's own server: 32 bytes, for one proof of this person within a minute. Only for an
        /// app with `proofs`.
        @discardableResult
        public func challenge() async throws(ClientFailure) -> Answered.Challenge {
            try await connection.answer(to: LiveRequest.identityChallenge) { fields throws(InvalidField) in try Answered.Challenge(from: &fields) }
        }

        /// Shows a proof to the app's own server, which then opens the document to the person. Each step that fails has its
        /// own reason. The challenge is used up in any case.
        public func prove(document: ChatProtocol.DocumentReference, challenge: String, proof: ChatProtocol.SignedProof, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.identityProve(ChatProtocol.ProveIdentity(document: document, challenge: challenge, proof: proof)), clientID: clientID) { fields throws(InvalidField) in () }
        }
    }
}

extension AppClient {
    /// The methods `action.…`, as `docs/reference/protocol.md` has them.
    public var action: ActionMethods { ActionMethods(connection: connection) }

    /// The methods `action.…`; each throws ``ClientFailure`` where it is refused.
    public struct ActionMethods: Sendable {
        let connection: ClientSession

        /// Fulfils an action. `startCollaboration` needs a `url` that opens in the app, and a new
        /// `collaborationIdentifier`. If the server refuses them, the action stays open.
        public func fulfill(action: ChatProtocol.ActionID, url: String? = nil, collaborationIdentifier: String? = nil, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.actionFulfill(ChatProtocol.FulfillAction(action: action, url: url, collaborationIdentifier: collaborationIdentifier)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Fails an action. Refused with `conflict` if the action was answered or has ended.
        public func fail(action: ChatProtocol.ActionID, message: String? = nil, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.actionFail(ChatProtocol.FailAction(action: action, message: message)), clientID: clientID) { fields throws(InvalidField) in () }
        }
    }
}

extension AppClient {
    /// The methods `app.…`, as `docs/reference/protocol.md` has them.
    public var app: AppMethods { AppMethods(connection: connection) }

    /// The methods `app.…`; each throws ``ClientFailure`` where it is refused.
    public struct AppMethods: Sendable {
        let connection: ClientSession

        /// Returns a registered app. An app sees only itself; a person sees no `association`.
        @discardableResult
        public func get(app: ChatProtocol.AppID? = nil) async throws(ClientFailure) -> ChatProtocol.App {
            try await connection.answer(to: Request.appGet(ChatProtocol.GetApp(app: app))) { fields throws(InvalidField) in try fields.read("app") }
        }
    }
}

extension AppClient {
    /// The methods `activity.…`, as `docs/reference/protocol.md` has them.
    public var activity: ActivityMethods { ActivityMethods(connection: connection) }

    /// The methods `activity.…`; each throws ``ClientFailure`` where it is refused.
    public struct ActivityMethods: Sendable {
        let connection: ClientSession

        /// Replaces the app's actions on the share sheet, where it runs as this person (`av-custom-when`).
        @discardableResult
        public func offer(activities: [ChatProtocol.AppActivity]? = nil, clientID: String? = nil) async throws(ClientFailure) -> Answered.AppOrRegistered {
            try await connection.answer(to: Request.activityOffer(ChatProtocol.OfferActivities(activities: activities)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppOrRegistered(from: &fields) }
        }
    }
}

extension AppClient {
    /// The methods `clock.…`, as `docs/reference/protocol.md` has them.
    public var clock: ClockMethods { ClockMethods(connection: connection) }

    /// The methods `clock.…`; each throws ``ClientFailure`` where it is refused.
    public struct ClockMethods: Sendable {
        let connection: ClientSession

        /// Returns the time of the world.
        @discardableResult
        public func now() async throws(ClientFailure) -> Answered.Clock {
            try await connection.answer(to: LiveRequest.clockNow) { fields throws(InvalidField) in try Answered.Clock(from: &fields) }
        }
    }
}

extension AppClient {
    /// The methods `document.…`, as `docs/reference/protocol.md` has them.
    public var document: DocumentMethods { DocumentMethods(connection: connection) }

    /// The methods `document.…`; each throws ``ClientFailure`` where it is refused.
    public struct DocumentMethods: Sendable {
        let connection: ClientSession

        /// Creates a document that only its owner sees. A person names the app. The default link is on the app's first
        /// domain.
        @discardableResult
        public func create(app: ChatProtocol.AppID? = nil, title: String, text: String = "", url: String? = nil, parent: ChatProtocol.DocumentID? = nil, covers: String? = nil, clientID: String? = nil) async throws(ClientFailure) -> Answered.AppDocument {
            try await connection.answer(to: Request.documentCreate(ChatProtocol.CreateDocument(app: app, title: title, text: text, url: url, parent: parent, covers: covers)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after` is
        /// the last document of the previous page.
        @discardableResult
        public func list(app: ChatProtocol.AppID? = nil, after: ChatProtocol.DocumentID? = nil, person: ChatProtocol.Handle? = nil) async throws(ClientFailure) -> Answered.AppDocuments {
            try await connection.answer(to: Request.documentList(ChatProtocol.ListDocuments(app: app, after: after, person: person))) { fields throws(InvalidField) in try Answered.AppDocuments(from: &fields) }
        }

        /// Returns a document. An observer without `person` sees it as its owner does.
        @discardableResult
        public func get(_ params: ChatProtocol.DocumentReference) async throws(ClientFailure) -> Answered.AppDocument {
            try await connection.answer(to: Request.documentGet(params)) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Opens a document until `document.close` or the end of the session. It accepts the share and clears its notices.
        @discardableResult
        public func open(_ params: ChatProtocol.DocumentReference, clientID: String? = nil) async throws(ClientFailure) -> Answered.AppDocument {
            try await connection.answer(to: Request.documentOpen(params), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Closes a document.
        public func close(_ params: ChatProtocol.DocumentReference) async throws(ClientFailure) {
            try await connection.answer(to: LiveRequest.documentClose(params)) { fields throws(InvalidField) in () }
        }

        /// Replaces the text. If it changed after `revision`, fails with `conflict` and the current document in
        /// `data.document`.
        @discardableResult
        public func edit(document: ChatProtocol.DocumentReference, text: String, revision: Int64, clientID: String? = nil) async throws(ClientFailure) -> Answered.AppDocument {
            try await connection.answer(to: Request.documentEdit(ChatProtocol.EditDocument(document: document, text: text, revision: revision)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Comments on a document; read permission is enough.
        @discardableResult
        public func comment(document: ChatProtocol.DocumentReference, text: String, clientID: String? = nil) async throws(ClientFailure) -> Answered.AppDocument {
            try await connection.answer(to: Request.documentComment(ChatProtocol.CommentOnDocument(document: document, text: text)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Renames a document and its share.
        @discardableResult
        public func rename(document: ChatProtocol.DocumentReference, title: String, clientID: String? = nil) async throws(ClientFailure) -> Answered.AppDocument {
            try await connection.answer(to: Request.documentRename(ChatProtocol.RenameDocument(document: document, title: title)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Moves a document to a folder.
        @discardableResult
        public func move(document: ChatProtocol.DocumentReference, folder: String, clientID: String? = nil) async throws(ClientFailure) -> Answered.AppDocument {
            try await connection.answer(to: Request.documentMove(ChatProtocol.MoveDocument(document: document, folder: folder)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Deletes a document. Its share stays with `documentDeleted`, and its link becomes free when it is no longer
        /// shared.
        @discardableResult
        public func delete(_ params: ChatProtocol.DocumentReference, clientID: String? = nil) async throws(ClientFailure) -> Answered.AppDocument {
            try await connection.answer(to: Request.documentDelete(params), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }
    }
}

extension ObserverClient {
    /// The methods `session.…`, as `docs/reference/protocol.md` has them.
    public var session: SessionMethods { SessionMethods(connection: connection) }

    /// The methods `session.…`; each throws ``ClientFailure`` where it is refused.
    public struct SessionMethods: Sendable {
        let connection: ClientSession

        /// Returns after everything that the server had already sent to this session.
        public func ping() async throws(ClientFailure) {
            try await connection.answer(to: LiveRequest.sessionPing) { fields throws(InvalidField) in () }
        }

        /// Returns once all earlier accepted events are on the streams of their recipients, except those that catch up. An
        /// app sees nothing in `pending`.
        @discardableResult
        public func fence() async throws(ClientFailure) -> Answered.Fence {
            try await connection.answer(to: LiveRequest.sessionFence) { fields throws(InvalidField) in try Answered.Fence(from: &fields) }
        }
    }
}

extension ObserverClient {
    /// The methods `conversation.…`, as `docs/reference/protocol.md` has them.
    public var conversation: ConversationMethods { ConversationMethods(connection: connection) }

    /// The methods `conversation.…`; each throws ``ClientFailure`` where it is refused.
    public struct ConversationMethods: Sendable {
        let connection: ClientSession

        /// Returns a page of conversations. The pinned ones come first, in their order; the others follow by newest
        /// message. A deleted conversation that came back is ordered by its return, if that is later. `next` is the `after`
        /// of the next page. A conversation that changes between two pages can be on neither; a notification reports it.
        @discardableResult
        public func list(after: Int64? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.Conversations {
            try await connection.answer(to: LiveRequest.conversationList(ChatProtocol.ListConversations(after: after, limit: limit))) { fields throws(InvalidField) in try Answered.Conversations(from: &fields) }
        }

        /// Returns a page of a thread: the entries before an id, oldest first; 50 by default.
        @discardableResult
        public func history(conversation: ChatProtocol.ConversationID, before: String? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.History {
            try await connection.answer(to: LiveRequest.conversationHistory(ChatProtocol.ConversationHistory(conversation: conversation, before: before, limit: limit))) { fields throws(InvalidField) in try Answered.History(from: &fields) }
        }
    }
}

extension ObserverClient {
    /// The methods `message.…`, as `docs/reference/protocol.md` has them.
    public var message: MessageMethods { MessageMethods(connection: connection) }

    /// The methods `message.…`; each throws ``ClientFailure`` where it is refused.
    public struct MessageMethods: Sendable {
        let connection: ClientSession

        /// Finds messages with all of the given words; the last can be a prefix. Words in quotation marks must be adjacent.
        /// Messages with a pinned link come first, then the newest; 50 by default.
        @discardableResult
        public func search(text: String, conversation: ChatProtocol.ConversationID? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.Messages {
            try await connection.answer(to: LiveRequest.messageSearch(ChatProtocol.SearchMessages(text: text, conversation: conversation, limit: limit))) { fields throws(InvalidField) in try Answered.Messages(from: &fields) }
        }

        /// Returns the replies of the thread of a message, from its beginning; 50 by default.
        @discardableResult
        public func thread(message: ChatProtocol.MessageID, after: ChatProtocol.MessageID? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.Messages {
            try await connection.answer(to: LiveRequest.messageThread(ChatProtocol.ReplyThread(message: message, after: after, limit: limit))) { fields throws(InvalidField) in try Answered.Messages(from: &fields) }
        }

        /// Returns the attachment of a message with its content.
        @discardableResult
        public func attachment(message: ChatProtocol.MessageID) async throws(ClientFailure) -> ChatProtocol.AttachmentFile {
            try await connection.answer(to: LiveRequest.messageAttachment(ChatProtocol.MessageReference(message: message))) { fields throws(InvalidField) in try fields.read("attachment") }
        }
    }
}

extension ObserverClient {
    /// The methods `link.…`, as `docs/reference/protocol.md` has them.
    public var link: LinkMethods { LinkMethods(connection: connection) }

    /// The methods `link.…`; each throws ``ClientFailure`` where it is refused.
    public struct LinkMethods: Sendable {
        let connection: ClientSession

        /// Returns the app that opens a link, with every step of the decision, the deciding one last.
        @discardableResult
        public func explain(url: String) async throws(ClientFailure) -> ChatProtocol.LinkExplanation {
            try await connection.answer(to: Request.linkExplain(ChatProtocol.LinkAddress(url: url))) { fields throws(InvalidField) in try ChatProtocol.LinkExplanation(from: &fields) }
        }
    }
}

extension ObserverClient {
    /// The methods `contact.…`, as `docs/reference/protocol.md` has them.
    public var contact: ContactMethods { ContactMethods(connection: connection) }

    /// The methods `contact.…`; each throws ``ClientFailure`` where it is refused.
    public struct ContactMethods: Sendable {
        let connection: ClientSession

        /// Adds contacts to a person. An observer names the person.
        public func add(handle: ChatProtocol.Handle? = nil, handles: [ChatProtocol.Handle] = [], person: ChatProtocol.Handle? = nil, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.contactAdd(ChatProtocol.AddContacts(handle: handle, handles: handles, person: person)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Removes a contact of a person.
        public func remove(handle: ChatProtocol.Handle, person: ChatProtocol.Handle? = nil, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.contactRemove(ChatProtocol.ContactChange(handle: handle, person: person)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Returns the contacts of a person and the people they blocked.
        @discardableResult
        public func list(person: ChatProtocol.Handle? = nil) async throws(ClientFailure) -> Answered.Contacts {
            try await connection.answer(to: Request.contactList(ChatProtocol.ListContacts(person: person))) { fields throws(InvalidField) in try Answered.Contacts(from: &fields) }
        }

        /// Keeps the links of a person off the caller's shelf (`swy-block`). Messages between the two still arrive.
        public func block(handle: ChatProtocol.Handle, person: ChatProtocol.Handle? = nil, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.contactBlock(ChatProtocol.ContactChange(handle: handle, person: person)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Unblocks a person.
        public func unblock(handle: ChatProtocol.Handle, person: ChatProtocol.Handle? = nil, clientID: String? = nil) async throws(ClientFailure) {
            try await connection.answer(to: Request.contactUnblock(ChatProtocol.ContactChange(handle: handle, person: person)), clientID: clientID) { fields throws(InvalidField) in () }
        }
    }
}

extension ObserverClient {
    /// The methods `settings.…`, as `docs/reference/protocol.md` has them.
    public var settings: SettingsMethods { SettingsMethods(connection: connection) }

    /// The methods `settings.…`; each throws ``ClientFailure`` where it is refused.
    public struct SettingsMethods: Sendable {
        let connection: ClientSession

        /// Returns the changes of a person's switches, oldest first, with their causes; the newest 200 by default.
        @discardableResult
        public func audit(person: ChatProtocol.Handle? = nil, app: ChatProtocol.AppID? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.SettingChanges {
            try await connection.answer(to: Request.settingsAudit(ChatProtocol.AuditSettings(person: person, app: app, limit: limit))) { fields throws(InvalidField) in try Answered.SettingChanges(from: &fields) }
        }
    }
}

extension ObserverClient {
    /// The methods `highlight.…`, as `docs/reference/protocol.md` has them.
    public var highlight: HighlightMethods { HighlightMethods(connection: connection) }

    /// The methods `highlight.…`; each throws ``ClientFailure`` where it is refused.
    public struct HighlightMethods: Sendable {
        let connection: ClientSession

        /// Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one app.
        @discardableResult
        public func list(app: ChatProtocol.AppID? = nil, limit: Int? = nil, after: ChatProtocol.HighlightID? = nil, person: ChatProtocol.Handle? = nil) async throws(ClientFailure) -> Answered.Highlights {
            try await connection.answer(to: Request.highlightList(ChatProtocol.ListHighlights(app: app, limit: limit, after: after, person: person))) { fields throws(InvalidField) in try Answered.Highlights(from: &fields) }
        }
    }
}

extension ObserverClient {
    /// The methods `share.…`, as `docs/reference/protocol.md` has them.
    public var share: ShareMethods { ShareMethods(connection: connection) }

    /// The methods `share.…`; each throws ``ClientFailure`` where it is refused.
    public struct ShareMethods: Sendable {
        let connection: ClientSession

        /// Returns the shares of a person or in a conversation, in order of creation: the newest that fit. Pass the first
        /// one as `before` to get the earlier ones.
        @discardableResult
        public func list(conversation: ChatProtocol.ConversationID? = nil, person: ChatProtocol.Handle? = nil, before: ChatProtocol.ShareID? = nil) async throws(ClientFailure) -> Answered.Shares {
            try await connection.answer(to: Request.shareList(ChatProtocol.ListShares(conversation: conversation, person: person, before: before))) { fields throws(InvalidField) in try Answered.Shares(from: &fields) }
        }
    }
}

extension ObserverClient {
    /// The methods `app.…`, as `docs/reference/protocol.md` has them.
    public var app: AppMethods { AppMethods(connection: connection) }

    /// The methods `app.…`; each throws ``ClientFailure`` where it is refused.
    public struct AppMethods: Sendable {
        let connection: ClientSession

        /// Registers an app with its domains, or replaces it; a world has at most 1,000. Defaults: all back ends, all
        /// capabilities, every path. The first of its 100 `previews` that matches a path decides. `menuTitleForHideAction`
        /// must contain Remove or Hide. `warnings` suggest improvements.
        @discardableResult
        public func register(app: ChatProtocol.AppID, name: String, domains: [String], association: ChatProtocol.JSONValue? = nil, backends: [ChatProtocol.Share.Backend] = Share.Backend.allCases, capabilities: [ChatProtocol.App.Capability] = App.Capability.allCases, previews: [ChatProtocol.AppPreview] = [], menuTitleForHideAction: String? = nil, shareOptions: ChatProtocol.ShareOptions? = nil, sharingMethods: [ChatProtocol.SharingMethod] = SharingMethod.allCases, manageTitle: String? = nil, activities: [ChatProtocol.AppActivity] = [], excludedActivityTypes: [ChatProtocol.SystemActivity] = [], documentTypes: [String] = [], asksForProofs: Bool = false, clientID: String? = nil) async throws(ClientFailure) -> Answered.AppOrRegistered {
            try await connection.answer(to: Request.appRegister(ChatProtocol.RegisterApp(app: app, name: name, domains: domains, association: association, backends: backends, capabilities: capabilities, previews: previews, menuTitleForHideAction: menuTitleForHideAction, shareOptions: shareOptions, sharingMethods: sharingMethods, manageTitle: manageTitle, activities: activities, excludedActivityTypes: excludedActivityTypes, documentTypes: documentTypes, asksForProofs: asksForProofs)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppOrRegistered(from: &fields) }
        }

        /// Returns a registered app. An app sees only itself; a person sees no `association`.
        @discardableResult
        public func get(app: ChatProtocol.AppID? = nil) async throws(ClientFailure) -> ChatProtocol.App {
            try await connection.answer(to: Request.appGet(ChatProtocol.GetApp(app: app))) { fields throws(InvalidField) in try fields.read("app") }
        }
    }
}

extension ObserverClient {
    /// The methods `site.…`, as `docs/reference/protocol.md` has them.
    public var site: SiteMethods { SiteMethods(connection: connection) }

    /// The methods `site.…`; each throws ``ClientFailure`` where it is refused.
    public struct SiteMethods: Sendable {
        let connection: ClientSession

        /// Publishes the association file of a domain or of `*.domain`. Null means that the domain serves no file. A world
        /// has at most 1,000. `warnings` name invalid app ids, which are ignored.
        @discardableResult
        public func publish(domain: String, association: ChatProtocol.JSONValue? = nil, clientID: String? = nil) async throws(ClientFailure) -> [String] {
            try await connection.answer(to: Request.sitePublish(ChatProtocol.PublishSite(domain: domain, association: association)), clientID: clientID) { fields throws(InvalidField) in try fields.readOptional("warnings") ?? [] }
        }
    }
}

extension ObserverClient {
    /// The methods `clock.…`, as `docs/reference/protocol.md` has them.
    public var clock: ClockMethods { ClockMethods(connection: connection) }

    /// The methods `clock.…`; each throws ``ClientFailure`` where it is refused.
    public struct ClockMethods: Sendable {
        let connection: ClientSession

        /// Returns the time of the world.
        @discardableResult
        public func now() async throws(ClientFailure) -> Answered.Clock {
            try await connection.answer(to: LiveRequest.clockNow) { fields throws(InvalidField) in try Answered.Clock(from: &fields) }
        }

        /// Advances a virtual clock by a time or, with `until`, past all pending work.
        @discardableResult
        public func advance(_ params: ChatProtocol.AdvanceClock) async throws(ClientFailure) -> Answered.Clock {
            try await connection.answer(to: LiveRequest.clockAdvance(params)) { fields throws(InvalidField) in try Answered.Clock(from: &fields) }
        }
    }
}

extension ObserverClient {
    /// The methods `world.…`, as `docs/reference/protocol.md` has them.
    public var world: WorldMethods { WorldMethods(connection: connection) }

    /// The methods `world.…`; each throws ``ClientFailure`` where it is refused.
    public struct WorldMethods: Sendable {
        let connection: ClientSession

        /// Creates a world. By default its clock is virtual and starts at 2022-09-12T09:00:00.000Z. `seed` (0) seeds its
        /// faults.
        public func create(world: ChatProtocol.WorldName, clock: ChatProtocol.ClockKind = .virtual, seed: Int64 = 0) async throws(ClientFailure) {
            try await connection.answer(to: LiveRequest.worldCreate(ChatProtocol.CreateWorld(world: world, clock: clock, seed: seed))) { fields throws(InvalidField) in () }
        }

        /// Empties a world.
        public func reset(world: ChatProtocol.WorldName) async throws(ClientFailure) {
            try await connection.answer(to: LiveRequest.worldReset(ChatProtocol.WorldReference(world: world))) { fields throws(InvalidField) in () }
        }

        /// Deletes a world.
        public func delete(world: ChatProtocol.WorldName) async throws(ClientFailure) {
            try await connection.answer(to: LiveRequest.worldDelete(ChatProtocol.WorldReference(world: world))) { fields throws(InvalidField) in () }
        }

        /// Returns the worlds of a server, by name.
        @discardableResult
        public func list() async throws(ClientFailure) -> [ChatProtocol.WorldSummary] {
            try await connection.answer(to: LiveRequest.worldList) { fields throws(InvalidField) in try fields.readOptional("worlds") ?? [] }
        }
    }
}

extension ObserverClient {
    /// The methods `fault.…`, as `docs/reference/protocol.md` has them.
    public var fault: FaultMethods { FaultMethods(connection: connection) }

    /// The methods `fault.…`; each throws ``ClientFailure`` where it is refused.
    public struct FaultMethods: Sendable {
        let connection: ClientSession

        /// Injects a fault into the delivery of notifications.
        @discardableResult
        public func inject(target: ChatProtocol.FaultTarget, effect: ChatProtocol.FaultEffect) async throws(ClientFailure) -> ChatProtocol.Fault {
            try await connection.answer(to: LiveRequest.faultInject(ChatProtocol.InjectFault(target: target, effect: effect))) { fields throws(InvalidField) in try fields.read("fault") }
        }

        /// Returns the faults of a world, oldest first.
        @discardableResult
        public func list() async throws(ClientFailure) -> [ChatProtocol.Fault] {
            try await connection.answer(to: LiveRequest.faultList) { fields throws(InvalidField) in try fields.readOptional("faults") ?? [] }
        }

        /// Removes a fault, or all of them.
        public func clear(fault: ChatProtocol.FaultID? = nil) async throws(ClientFailure) {
            try await connection.answer(to: LiveRequest.faultClear(ChatProtocol.FaultReference(fault: fault))) { fields throws(InvalidField) in () }
        }
    }
}

extension ObserverClient {
    /// The methods `delivery.…`, as `docs/reference/protocol.md` has them.
    public var delivery: DeliveryMethods { DeliveryMethods(connection: connection) }

    /// The methods `delivery.…`; each throws ``ClientFailure`` where it is refused.
    public struct DeliveryMethods: Sendable {
        let connection: ClientSession

        /// Explains if and why a message, notice, highlight, question or link reached a person.
        @discardableResult
        public func explain(person: ChatProtocol.Handle, about: String) async throws(ClientFailure) -> ChatProtocol.DeliveryExplanation {
            try await connection.answer(to: Request.deliveryExplain(ChatProtocol.ExplainDelivery(person: person, about: about))) { fields throws(InvalidField) in try ChatProtocol.DeliveryExplanation(from: &fields) }
        }
    }
}

extension ObserverClient {
    /// The methods `journal.…`, as `docs/reference/protocol.md` has them.
    public var journal: JournalMethods { JournalMethods(connection: connection) }

    /// The methods `journal.…`; each throws ``ClientFailure`` where it is refused.
    public struct JournalMethods: Sendable {
        let connection: ClientSession

        /// Returns a page of the events of a world, oldest first; 50 by default. The next page begins `after` the `cursor`
        /// and `number` of this one.
        @discardableResult
        public func list(_ filter: ChatProtocol.JournalFilter, number: Int64? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.Journal {
            try await connection.answer(to: LiveRequest.journalList(ChatProtocol.ListJournal(filter, number: number, limit: limit))) { fields throws(InvalidField) in try Answered.Journal(from: &fields) }
        }

        /// Compares the number of matching journal entries with an expectation. Returns the verdict with matches, near
        /// misses and rules.
        @discardableResult
        public func verify(_ filter: ChatProtocol.JournalFilter, count: ChatProtocol.JournalCount) async throws(ClientFailure) -> ChatProtocol.JournalVerdict {
            try await connection.answer(to: LiveRequest.journalVerify(ChatProtocol.VerifyJournal(filter, count: count))) { fields throws(InvalidField) in try ChatProtocol.JournalVerdict(from: &fields) }
        }
    }
}

extension ObserverClient {
    /// The methods `person.…`, as `docs/reference/protocol.md` has them.
    public var person: PersonMethods { PersonMethods(connection: connection) }

    /// The methods `person.…`; each throws ``ClientFailure`` where it is refused.
    public struct PersonMethods: Sendable {
        let connection: ClientSession

        /// Returns the people of a world, by handle, with their number of streams; 200 by default.
        @discardableResult
        public func list(after: ChatProtocol.Handle? = nil, limit: Int? = nil) async throws(ClientFailure) -> Answered.People {
            try await connection.answer(to: LiveRequest.personList(ChatProtocol.ListPeople(after: after, limit: limit))) { fields throws(InvalidField) in try Answered.People(from: &fields) }
        }
    }
}

extension ObserverClient {
    /// The methods `document.…`, as `docs/reference/protocol.md` has them.
    public var document: DocumentMethods { DocumentMethods(connection: connection) }

    /// The methods `document.…`; each throws ``ClientFailure`` where it is refused.
    public struct DocumentMethods: Sendable {
        let connection: ClientSession

        /// Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after` is
        /// the last document of the previous page.
        @discardableResult
        public func list(app: ChatProtocol.AppID? = nil, after: ChatProtocol.DocumentID? = nil, person: ChatProtocol.Handle? = nil) async throws(ClientFailure) -> Answered.Documents {
            try await connection.answer(to: Request.documentList(ChatProtocol.ListDocuments(app: app, after: after, person: person))) { fields throws(InvalidField) in try Answered.Documents(from: &fields) }
        }

        /// Returns a document. An observer without `person` sees it as its owner does.
        @discardableResult
        public func get(_ params: ChatProtocol.DocumentReference) async throws(ClientFailure) -> Answered.Document {
            try await connection.answer(to: Request.documentGet(params)) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }
    }
}

/// The results of methods with more than one member.
public enum Answered {
    /// The position of the world's newest event, and the work that waits for time to pass.
    public struct Fence: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var cursor: Int64
        /// The member of the same name in `docs/reference/protocol.md`.
        public var pending: [ChatProtocol.PendingWork]
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            cursor = try fields.read("cursor", in: 0...Int64.max)
            pending = try fields.readOptional("pending") ?? []
        }
    }
    /// A conversation, with the line that the request added to its thread.
    @dynamicMemberLookup
    public struct Conversation: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var conversation: ChatProtocol.Conversation
        /// The member of the same name in `docs/reference/protocol.md`.
        public var line: ChatProtocol.ThreadEntry?
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            conversation = try fields.read("conversation")
            line = try fields.readOptional("line")
        }
        /// The members of ``conversation``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.Conversation, Member>) -> Member {
            conversation[keyPath: path]
        }
    }
    /// A page of a person's conversations, by newest message, and the `after` of the next page; nil on the last page.
    public struct Conversations: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var conversations: [ChatProtocol.Conversation]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var next: Int64?
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            conversations = try fields.readOptional("conversations") ?? []
            next = try fields.readOptional("next")
        }
    }
    /// A page of a thread, oldest first; `more` is true if earlier entries exist.
    public struct History: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var entries: [ChatProtocol.ThreadEntry]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var more: Bool
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            entries = try fields.readOptional("entries") ?? []
            more = try fields.read("more")
        }
    }
    /// The conversations with messages in Recently Deleted, newest deletion first; `more` is true if others exist.
    public struct RecentlyDeleted: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var conversations: [ChatProtocol.RecentlyDeleted]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var more: Bool
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            conversations = try fields.readOptional("conversations") ?? []
            more = try fields.read("more")
        }
    }
    /// A message. Or: An unsent message, and the people with a device that still shows it.
    @dynamicMemberLookup
    public struct MessageOrUnsent: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var message: ChatProtocol.Message
        /// The member of the same name in `docs/reference/protocol.md`.
        public var warning: String?
        /// The member of the same name in `docs/reference/protocol.md`.
        public var retainedBy: [ChatProtocol.Handle]?
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            message = try fields.read("message")
            warning = try fields.readOptional("warning")
            retainedBy = try fields.readOptional("keptBy")
        }
        /// The members of ``message``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.Message, Member>) -> Member {
            message[keyPath: path]
        }
    }
    /// The messages that a search found, or a thread of replies; `more` is true if others exist.
    public struct Messages: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var messages: [ChatProtocol.Message]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var more: Bool
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            messages = try fields.readOptional("messages") ?? []
            more = try fields.read("more")
        }
    }
    /// The contacts of a person, and the people they blocked.
    public struct Contacts: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var contacts: [ChatProtocol.Person]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var blocked: [ChatProtocol.Person]
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            contacts = try fields.readOptional("contacts") ?? []
            blocked = try fields.readOptional("blocked") ?? []
        }
    }
    /// The changes of a person's switches, oldest first; `more` is true if earlier ones exist.
    public struct SettingChanges: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var changes: [ChatProtocol.SettingChange]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var more: Bool
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            changes = try fields.readOptional("changes") ?? []
            more = try fields.read("more")
        }
    }
    /// A person's shelf, ranked; `more` is true if others follow.
    public struct Highlights: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var highlights: [ChatProtocol.PersonHighlight]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var more: Bool
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            highlights = try fields.readOptional("highlights") ?? []
            more = try fields.read("more")
        }
    }
    /// An app's highlights for one person, ranked; `more` is true if others follow.
    public struct AppHighlights: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var highlights: [ChatProtocol.AppHighlight]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var more: Bool
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            highlights = try fields.readOptional("highlights") ?? []
            more = try fields.read("more")
        }
    }
    /// A challenge of an app's own server, in base64, and the end of its minute.
    public struct Challenge: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var challenge: String
        /// The member of the same name in `docs/reference/protocol.md`.
        public var expiresAt: ChatProtocol.Instant
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            challenge = try fields.read("challenge")
            expiresAt = try fields.read("expiresAt")
        }
    }
    /// A share as the caller sees it. Or: A request that waits for the app's answer: its start, and the current or future share.
    public struct ShareOrAsked: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var share: ChatProtocol.ShareView?
        /// The member of the same name in `docs/reference/protocol.md`.
        public var start: ChatProtocol.CollaborationStart?
        /// The member of the same name in `docs/reference/protocol.md`.
        public var dropped: [ChatProtocol.Handle]?
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            share = try fields.readOptional("share")
            start = try fields.readOptional("start")
            dropped = try fields.readOptional("dropped")
        }
    }
    /// A message. Or: A request that waits for the app's answer: its start, and the current or future share.
    public struct MessageOrAsked: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var message: ChatProtocol.Message?
        /// The member of the same name in `docs/reference/protocol.md`.
        public var start: ChatProtocol.CollaborationStart?
        /// The member of the same name in `docs/reference/protocol.md`.
        public var share: ChatProtocol.ShareView?
        /// The member of the same name in `docs/reference/protocol.md`.
        public var dropped: [ChatProtocol.Handle]?
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            message = try fields.readOptional("message")
            start = try fields.readOptional("start")
            share = try fields.readOptional("share")
            dropped = try fields.readOptional("dropped")
        }
    }
    /// The shares that a person is on, in order of creation; `more` is true if earlier ones exist.
    public struct Shares: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var shares: [ChatProtocol.ShareView]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var more: Bool
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            shares = try fields.readOptional("shares") ?? []
            more = try fields.read("more")
        }
    }
    /// A share after a save. The `dropped` people lost access, and `conversation` received the link. Or: A request that waits for the app's answer: its start, and the current or future share.
    public struct SavedShareOrAsked: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var share: ChatProtocol.ShareView?
        /// The member of the same name in `docs/reference/protocol.md`.
        public var dropped: [ChatProtocol.Handle]?
        /// The member of the same name in `docs/reference/protocol.md`.
        public var conversation: ChatProtocol.ConversationID?
        /// The member of the same name in `docs/reference/protocol.md`.
        public var start: ChatProtocol.CollaborationStart?
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            share = try fields.readOptional("share")
            dropped = try fields.readOptional("dropped")
            conversation = try fields.readOptional("conversation")
            start = try fields.readOptional("start")
        }
    }
    /// A registered app. Or: A registered app, with suggestions for its registration.
    @dynamicMemberLookup
    public struct AppOrRegistered: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var app: ChatProtocol.App
        /// The member of the same name in `docs/reference/protocol.md`.
        public var warnings: [String]?
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            app = try fields.read("app")
            warnings = try fields.readOptional("warnings")
        }
        /// The members of ``app``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.App, Member>) -> Member {
            app[keyPath: path]
        }
    }
    /// The time of the world.
    public struct Clock: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var clock: ChatProtocol.ClockKind
        /// The member of the same name in `docs/reference/protocol.md`.
        public var now: ChatProtocol.Instant
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            clock = try fields.read("clock")
            now = try fields.read("now")
        }
    }
    /// A page of a journal, oldest first: its events, its last position, the end of the log, and the first recorded requests and faults; `more` is true if others follow.
    public struct Journal: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var entries: [ChatProtocol.JournalEntry]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var more: Bool
        /// The member of the same name in `docs/reference/protocol.md`.
        public var cursor: Int64
        /// The member of the same name in `docs/reference/protocol.md`.
        public var number: Int64
        /// The member of the same name in `docs/reference/protocol.md`.
        public var end: Int64
        /// The member of the same name in `docs/reference/protocol.md`.
        public var since: ChatProtocol.JournalMark
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            entries = try fields.readOptional("entries") ?? []
            more = try fields.read("more")
            cursor = try fields.read("cursor", in: 0...Int64.max)
            number = try fields.read("number", in: 0...Int64.max)
            end = try fields.read("end", in: 0...Int64.max)
            since = try fields.read("since")
        }
    }
    /// The people of a world, by handle; `more` is true if others follow.
    public struct People: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var people: [ChatProtocol.KnownPerson]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var more: Bool
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            people = try fields.readOptional("people") ?? []
            more = try fields.read("more")
        }
    }
    /// A document as the person sees it, and the change that the request made.
    @dynamicMemberLookup
    public struct Document: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var document: ChatProtocol.DocumentView
        /// The member of the same name in `docs/reference/protocol.md`.
        public var change: ChatProtocol.DocumentChange.Action?
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            document = try fields.read("document")
            change = try fields.readOptional("change")
        }
        /// The members of ``document``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.DocumentView, Member>) -> Member {
            document[keyPath: path]
        }
    }
    /// A document as the app sees it, and the change that the request made.
    @dynamicMemberLookup
    public struct AppDocument: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var document: ChatProtocol.AppDocument
        /// The member of the same name in `docs/reference/protocol.md`.
        public var change: ChatProtocol.AppDocumentChange.Action?
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            document = try fields.read("document")
            change = try fields.readOptional("change")
        }
        /// The members of ``document``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.AppDocument, Member>) -> Member {
            document[keyPath: path]
        }
    }
    /// The documents that the person can read, last changed first, without their content; `more` is true if others follow.
    public struct Documents: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var documents: [ChatProtocol.DocumentView]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var more: Bool
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            documents = try fields.readOptional("documents") ?? []
            more = try fields.read("more")
        }
    }
    /// The app's documents that its person can read, last changed first, without their content; `more` is true if others follow.
    public struct AppDocuments: Sendable, Equatable {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var documents: [ChatProtocol.AppDocument]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var more: Bool
        /// Reads the members of a result.
        package init(from fields: inout JSONFields) throws(InvalidField) {
            documents = try fields.readOptional("documents") ?? []
            more = try fields.read("more")
        }
    }
}

/// A received notification: a value for each kind.
public enum Told {
    /// A new message.
    @dynamicMemberLookup
    public struct MessagePosted: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var message: ChatProtocol.Message
        /// The member of the same name in `docs/reference/protocol.md`.
        public var alert: Bool
        /// The received message.
        public let arrival: Arrival
        /// `message.posted`.
        public static var name: NotificationName { .messagePosted }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .messagePosted(let message, let alert)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.message = message
            self.alert = alert
            self.arrival = arrival
        }
        /// The members of ``message``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.Message, Member>) -> Member {
            message[keyPath: path]
        }
    }
    /// A message was edited or unsent, or its tapbacks changed.
    @dynamicMemberLookup
    public struct MessageChanged: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var message: ChatProtocol.Message
        /// The member of the same name in `docs/reference/protocol.md`.
        public var change: ChatProtocol.MessageChange
        /// The member of the same name in `docs/reference/protocol.md`.
        public var alert: Bool
        /// The received message.
        public let arrival: Arrival
        /// `message.changed`.
        public static var name: NotificationName { .messageChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .messageChanged(let message, let change, let alert)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.message = message
            self.change = change
            self.alert = alert
            self.arrival = arrival
        }
        /// The members of ``message``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.Message, Member>) -> Member {
            message[keyPath: path]
        }
    }
    /// The other person has read this message and all before it (one-to-one conversations only).
    public struct Receipt: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var conversation: ChatProtocol.ConversationID
        /// The member of the same name in `docs/reference/protocol.md`.
        public var person: ChatProtocol.Handle
        /// The member of the same name in `docs/reference/protocol.md`.
        public var message: ChatProtocol.MessageID
        /// The member of the same name in `docs/reference/protocol.md`.
        public var receipt: ChatProtocol.MessageReceipt
        /// The received message.
        public let arrival: Arrival
        /// `receipt`.
        public static var name: NotificationName { .receipt }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .receipt(let conversation, let person, let message, let receipt)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.conversation = conversation
            self.person = person
            self.message = message
            self.receipt = receipt
            self.arrival = arrival
        }
    }
    /// A person types or stopped typing in a conversation (`typing-1to1`).
    public struct Typing: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var conversation: ChatProtocol.ConversationID
        /// The member of the same name in `docs/reference/protocol.md`.
        public var person: ChatProtocol.Handle
        /// The member of the same name in `docs/reference/protocol.md`.
        public var isTyping: Bool
        /// The received message.
        public let arrival: Arrival
        /// `typing`.
        public static var name: NotificationName { .typing }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == true else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .typing(let conversation, let person, let isTyping)? = try ChatProtocol.LiveNotification(Self.name, from: &fields) else { return nil }
            self.conversation = conversation
            self.person = person
            self.isTyping = isTyping
            self.arrival = arrival
        }
    }
    /// A conversation is new or changed; `line` is the new entry of its thread.
    @dynamicMemberLookup
    public struct ConversationChanged: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var conversation: ChatProtocol.Conversation
        /// The member of the same name in `docs/reference/protocol.md`.
        public var line: ChatProtocol.ThreadEntry?
        /// The received message.
        public let arrival: Arrival
        /// `conversation.changed`.
        public static var name: NotificationName { .conversationChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .conversationChanged(let conversation, let line)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.conversation = conversation
            self.line = line
            self.arrival = arrival
        }
        /// The members of ``conversation``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.Conversation, Member>) -> Member {
            conversation[keyPath: path]
        }
    }
    /// The reader deleted, recovered or erased messages, on any of their devices.
    @dynamicMemberLookup
    public struct DeletionChanged: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var conversation: ChatProtocol.Conversation
        /// The member of the same name in `docs/reference/protocol.md`.
        public var change: ChatProtocol.DeletionChange
        /// The received message.
        public let arrival: Arrival
        /// `deletion.changed`.
        public static var name: NotificationName { .deletionChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .deletionChanged(let conversation, let change)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.conversation = conversation
            self.change = change
            self.arrival = arrival
        }
        /// The members of ``conversation``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.Conversation, Member>) -> Member {
            conversation[keyPath: path]
        }
    }
    /// A notice is new, or grew under the same id.
    @dynamicMemberLookup
    public struct NoticePosted: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var notice: ChatProtocol.Notice
        /// The member of the same name in `docs/reference/protocol.md`.
        public var alert: Bool
        /// The received message.
        public let arrival: Arrival
        /// `notice.posted`.
        public static var name: NotificationName { .noticePosted }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .noticePosted(let notice, let alert)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.notice = notice
            self.alert = alert
            self.arrival = arrival
        }
        /// The members of ``notice``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.Notice, Member>) -> Member {
            notice[keyPath: path]
        }
    }
    /// Notices left the reader's banner.
    public struct NoticeCleared: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var notices: [ChatProtocol.NoticeID]
        /// The received message.
        public let arrival: Arrival
        /// `notice.cleared`.
        public static var name: NotificationName { .noticeCleared }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .noticeCleared(let notices)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.notices = notices
            self.arrival = arrival
        }
    }
    /// A question about automatic sharing; `url` is empty if the link was unsent everywhere.
    @dynamicMemberLookup
    public struct ConsentRequested: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var request: ChatProtocol.ConsentRequest
        /// The received message.
        public let arrival: Arrival
        /// `consent.requested`.
        public static var name: NotificationName { .consentRequested }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .consentRequested(let request)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.request = request
            self.arrival = arrival
        }
        /// The members of ``request``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.ConsentRequest, Member>) -> Member {
            request[keyPath: path]
        }
    }
    /// The reader's shelf changed.
    @dynamicMemberLookup
    public struct HighlightsChanged: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var change: ChatProtocol.HighlightsChange
        /// The received message.
        public let arrival: Arrival
        /// `highlights.changed`.
        public static var name: NotificationName { .highlightsChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard arrival.isApps == false else { return nil }
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .highlightsChanged(let change)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.change = change
            self.arrival = arrival
        }
        /// The members of ``change``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.HighlightsChange, Member>) -> Member {
            change[keyPath: path]
        }
    }
    /// The reader lost a share.
    @dynamicMemberLookup
    public struct ShareLost: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var share: ChatProtocol.LostShare
        /// The member of the same name in `docs/reference/protocol.md`.
        public var cause: ChatProtocol.LostShare.Cause
        /// The received message.
        public let arrival: Arrival
        /// `share.changed`.
        public static var name: NotificationName { .shareChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .shareLost(let share, let cause)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.share = share
            self.cause = cause
            self.arrival = arrival
        }
        /// The members of ``share``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.LostShare, Member>) -> Member {
            share[keyPath: path]
        }
    }
    /// A share of the reader changed.
    @dynamicMemberLookup
    public struct ShareChanged: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var share: ChatProtocol.ShareView
        /// The received message.
        public let arrival: Arrival
        /// `share.changed`.
        public static var name: NotificationName { .shareChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .shareChanged(let share)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.share = share
            self.arrival = arrival
        }
        /// The members of ``share``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.ShareView, Member>) -> Member {
            share[keyPath: path]
        }
    }
    /// The reader's settings changed. A question missing in `consents` was answered.
    @dynamicMemberLookup
    public struct SettingsChanged: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var settings: ChatProtocol.Settings
        /// The received message.
        public let arrival: Arrival
        /// `settings.changed`.
        public static var name: NotificationName { .settingsChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .settingsChanged(let settings)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.settings = settings
            self.arrival = arrival
        }
        /// The members of ``settings``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.Settings, Member>) -> Member {
            settings[keyPath: path]
        }
    }
    /// A start, or a change of a share, by the reader has a new state: it waits, succeeded, failed or was cancelled.
    @dynamicMemberLookup
    public struct CollaborationChanged: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var start: ChatProtocol.CollaborationStart
        /// The received message.
        public let arrival: Arrival
        /// `collaboration.changed`.
        public static var name: NotificationName { .collaborationChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .collaborationChanged(let start)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.start = start
            self.arrival = arrival
        }
        /// The members of ``start``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.CollaborationStart, Member>) -> Member {
            start[keyPath: path]
        }
    }
    /// The app's list for this person changed. If only the permission changed, all three members are empty
    /// (`center-empty`).
    @dynamicMemberLookup
    public struct AppHighlightsChanged: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var change: ChatProtocol.AppHighlightsChange
        /// The received message.
        public let arrival: Arrival
        /// `highlights.changed`.
        public static var name: NotificationName { .highlightsChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard arrival.isApps == true else { return nil }
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .highlightsChanged(let change)? = try ChatProtocol.AppNotification(Self.name, from: &fields) else { return nil }
            self.change = change
            self.arrival = arrival
        }
        /// The members of ``change``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.AppHighlightsChange, Member>) -> Member {
            change[keyPath: path]
        }
    }
    /// The app must fulfil or fail an action (`act-contract`). A session that resumes receives only open ones;
    /// `session.hello` answers all of them as `actions`. Observers see no `localIdentifier`.
    @dynamicMemberLookup
    public struct ActionRequested: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var action: ChatProtocol.RequestedAction
        /// The received message.
        public let arrival: Arrival
        /// `action.requested`.
        public static var name: NotificationName { .actionRequested }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .actionRequested(let action)? = try ChatProtocol.AppNotification(Self.name, from: &fields) else { return nil }
            self.action = action
            self.arrival = arrival
        }
        /// The members of ``action``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.RequestedAction, Member>) -> Member {
            action[keyPath: path]
        }
    }
    /// An action ended; for the app's other sessions.
    public struct ActionEnded: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var action: ChatProtocol.ActionID
        /// The member of the same name in `docs/reference/protocol.md`.
        public var outcome: ChatProtocol.RequestedAction.Outcome
        /// The received message.
        public let arrival: Arrival
        /// `action.ended`.
        public static var name: NotificationName { .actionEnded }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .actionEnded(let action, let outcome)? = try ChatProtocol.AppNotification(Self.name, from: &fields) else { return nil }
            self.action = action
            self.outcome = outcome
            self.arrival = arrival
        }
    }
    /// People lost their access to a document that the app holds itself; for the app of the owner (`act-remove`). It
    /// needs no answer.
    public struct IdentitiesRemoved: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var identities: [ChatProtocol.PersonIdentity]
        /// The member of the same name in `docs/reference/protocol.md`.
        public var collaborationIdentifier: String
        /// The member of the same name in `docs/reference/protocol.md`.
        public var url: String
        /// The received message.
        public let arrival: Arrival
        /// `identities.removed`.
        public static var name: NotificationName { .identitiesRemoved }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .identitiesRemoved(let identities, let collaborationIdentifier, let url)? = try ChatProtocol.AppNotification(Self.name, from: &fields) else { return nil }
            self.identities = identities
            self.collaborationIdentifier = collaborationIdentifier
            self.url = url
            self.arrival = arrival
        }
    }
    /// The app should show a link, exactly as it was opened. Observers see the app and the person.
    @dynamicMemberLookup
    public struct UserActivity: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var activity: ChatProtocol.UserActivity
        /// The member of the same name in `docs/reference/protocol.md`.
        public var app: ChatProtocol.AppID?
        /// The member of the same name in `docs/reference/protocol.md`.
        public var person: ChatProtocol.Handle?
        /// The received message.
        public let arrival: Arrival
        /// `userActivity`.
        public static var name: NotificationName { .userActivity }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == true else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .userActivity(let activity, let app, let person)? = try ChatProtocol.LiveNotification(Self.name, from: &fields) else { return nil }
            self.activity = activity
            self.app = app
            self.person = person
            self.arrival = arrival
        }
        /// The members of ``activity``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.UserActivity, Member>) -> Member {
            activity[keyPath: path]
        }
    }
    /// The app's actions on the share sheet changed for this person.
    public struct ActivitiesChanged: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var activities: [ChatProtocol.AppActivity]
        /// The received message.
        public let arrival: Arrival
        /// `activities.changed`.
        public static var name: NotificationName { .activitiesChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .activitiesChanged(let activities)? = try ChatProtocol.AppNotification(Self.name, from: &fields) else { return nil }
            self.activities = activities
            self.arrival = arrival
        }
    }
    /// A person chose an action of the app. Observers see the app and the person.
    @dynamicMemberLookup
    public struct ActivityChosen: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var activity: ChatProtocol.ChosenActivity
        /// The member of the same name in `docs/reference/protocol.md`.
        public var app: ChatProtocol.AppID?
        /// The member of the same name in `docs/reference/protocol.md`.
        public var person: ChatProtocol.Handle?
        /// The received message.
        public let arrival: Arrival
        /// `activity.chosen`.
        public static var name: NotificationName { .activityChosen }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == true else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .activityChosen(let activity, let app, let person)? = try ChatProtocol.LiveNotification(Self.name, from: &fields) else { return nil }
            self.activity = activity
            self.app = app
            self.person = person
            self.arrival = arrival
        }
        /// The members of ``activity``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.ChosenActivity, Member>) -> Member {
            activity[keyPath: path]
        }
    }
    /// A person known to the reader has a new display name.
    @dynamicMemberLookup
    public struct PersonNamed: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var person: ChatProtocol.Person
        /// The received message.
        public let arrival: Arrival
        /// `person.changed`.
        public static var name: NotificationName { .personChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .personNamed(let person)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.person = person
            self.arrival = arrival
        }
        /// The members of ``person``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.Person, Member>) -> Member {
            person[keyPath: path]
        }
    }
    /// A fault occurred.
    @dynamicMemberLookup
    public struct FaultFired: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var fired: ChatProtocol.FiredFault
        /// The received message.
        public let arrival: Arrival
        /// `fault.fired`.
        public static var name: NotificationName { .faultFired }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == true else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .faultFired(let fired)? = try ChatProtocol.LiveNotification(Self.name, from: &fields) else { return nil }
            self.fired = fired
            self.arrival = arrival
        }
        /// The members of ``fired``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.FiredFault, Member>) -> Member {
            fired[keyPath: path]
        }
    }
    /// A request was decided; for observers with `requests: true`.
    @dynamicMemberLookup
    public struct RequestDone: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var request: ChatProtocol.DoneRequest
        /// The received message.
        public let arrival: Arrival
        /// `request.done`.
        public static var name: NotificationName { .requestDone }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == true else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .requestDone(let request)? = try ChatProtocol.LiveNotification(Self.name, from: &fields) else { return nil }
            self.request = request
            self.arrival = arrival
        }
        /// The members of ``request``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.DoneRequest, Member>) -> Member {
            request[keyPath: path]
        }
    }
    /// A session ended; for observers with `requests: true`.
    @dynamicMemberLookup
    public struct SessionEnded: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var owner: ChatProtocol.SessionOwner
        /// The received message.
        public let arrival: Arrival
        /// `session.ended`.
        public static var name: NotificationName { .sessionEnded }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == true else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .sessionEnded(let owner)? = try ChatProtocol.LiveNotification(Self.name, from: &fields) else { return nil }
            self.owner = owner
            self.arrival = arrival
        }
        /// The members of ``owner``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.SessionOwner, Member>) -> Member {
            owner[keyPath: path]
        }
    }
    /// A document that the reader can read changed.
    @dynamicMemberLookup
    public struct DocumentChanged: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var document: ChatProtocol.DocumentView
        /// The member of the same name in `docs/reference/protocol.md`.
        public var change: ChatProtocol.DocumentChange
        /// The received message.
        public let arrival: Arrival
        /// `document.changed`.
        public static var name: NotificationName { .documentChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard arrival.isApps == false else { return nil }
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .documentChanged(let document, let change)? = try ChatProtocol.Notification(Self.name, from: &fields) else { return nil }
            self.document = document
            self.change = change
            self.arrival = arrival
        }
        /// The members of ``document``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.DocumentView, Member>) -> Member {
            document[keyPath: path]
        }
    }
    /// A document of the app that its person can read changed.
    @dynamicMemberLookup
    public struct AppDocumentChanged: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var document: ChatProtocol.AppDocument
        /// The member of the same name in `docs/reference/protocol.md`.
        public var change: ChatProtocol.AppDocumentChange
        /// The received message.
        public let arrival: Arrival
        /// `document.changed`.
        public static var name: NotificationName { .documentChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard arrival.isApps == true else { return nil }
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .documentChanged(let document, let change)? = try ChatProtocol.AppNotification(Self.name, from: &fields) else { return nil }
            self.document = document
            self.change = change
            self.arrival = arrival
        }
        /// The members of ``document``.
        public subscript<Member>(dynamicMember path: KeyPath<ChatProtocol.AppDocument, Member>) -> Member {
            document[keyPath: path]
        }
    }
    /// The access of the app's person to a document changed. A deleted document is a `document.changed`.
    public struct DocumentAccessChanged: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var document: ChatProtocol.DocumentID
        /// The member of the same name in `docs/reference/protocol.md`.
        public var url: String
        /// The member of the same name in `docs/reference/protocol.md`.
        public var access: ChatProtocol.AppDocument.Access
        /// The received message.
        public let arrival: Arrival
        /// `document.accessChanged`.
        public static var name: NotificationName { .documentAccessChanged }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == false else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .documentAccessChanged(let document, let url, let access)? = try ChatProtocol.AppNotification(Self.name, from: &fields) else { return nil }
            self.document = document
            self.url = url
            self.access = access
            self.arrival = arrival
        }
    }
    /// The people who have a document open changed.
    public struct DocumentPresence: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var document: ChatProtocol.DocumentID
        /// The member of the same name in `docs/reference/protocol.md`.
        public var url: String
        /// The member of the same name in `docs/reference/protocol.md`.
        public var active: [ChatProtocol.Handle]
        /// The received message.
        public let arrival: Arrival
        /// `document.presence`.
        public static var name: NotificationName { .documentPresence }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard arrival.isApps == false else { return nil }
            guard (arrival.cursor == nil) == true else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .documentPresence(let document, let url, let active)? = try ChatProtocol.LiveNotification(Self.name, from: &fields) else { return nil }
            self.document = document
            self.url = url
            self.active = active
            self.arrival = arrival
        }
    }
    /// The number of people who have a document open changed.
    public struct AppDocumentPresence: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var document: ChatProtocol.DocumentID
        /// The member of the same name in `docs/reference/protocol.md`.
        public var url: String
        /// The member of the same name in `docs/reference/protocol.md`.
        public var activeParticipantCount: Int
        /// The received message.
        public let arrival: Arrival
        /// `document.presence`.
        public static var name: NotificationName { .documentPresence }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard arrival.isApps == true else { return nil }
            guard (arrival.cursor == nil) == true else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .appDocumentPresence(let document, let url, let activeParticipantCount)? = try ChatProtocol.LiveNotification(Self.name, from: &fields) else { return nil }
            self.document = document
            self.url = url
            self.activeParticipantCount = activeParticipantCount
            self.arrival = arrival
        }
    }
    /// A message and all before it reached the other person.
    public struct Delivered: ToldValue {
        /// The member of the same name in `docs/reference/protocol.md`.
        public var conversation: ChatProtocol.ConversationID
        /// The member of the same name in `docs/reference/protocol.md`.
        public var person: ChatProtocol.Handle
        /// The member of the same name in `docs/reference/protocol.md`.
        public var message: ChatProtocol.MessageID
        /// The member of the same name in `docs/reference/protocol.md`.
        public var receipt: ChatProtocol.MessageReceipt
        /// The received message.
        public let arrival: Arrival
        /// `receipt`.
        public static var name: NotificationName { .receipt }
        /// Reads one that came; nil if it is another.
        public init?(_ arrival: Arrival) throws(InvalidField) {
            guard (arrival.cursor == nil) == true else { return nil }
            var fields = try JSONFields(arrival.params)
            guard case .delivered(let conversation, let person, let message, let receipt)? = try ChatProtocol.LiveNotification(Self.name, from: &fields) else { return nil }
            self.conversation = conversation
            self.person = person
            self.message = message
            self.receipt = receipt
            self.arrival = arrival
        }
    }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.MessagePosted {
    /// A new message.
    public static var messagePosted: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.MessageChanged {
    /// A message was edited or unsent, or its tapbacks changed.
    public static var messageChanged: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.Receipt {
    /// The other person has read this message and all before it (one-to-one conversations only).
    public static var receipt: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.Typing {
    /// A person types or stopped typing in a conversation (`typing-1to1`).
    public static var typing: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.ConversationChanged {
    /// A conversation is new or changed; `line` is the new entry of its thread.
    public static var conversationChanged: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.DeletionChanged {
    /// The reader deleted, recovered or erased messages, on any of their devices.
    public static var deletionChanged: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.NoticePosted {
    /// A notice is new, or grew under the same id.
    public static var noticePosted: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.NoticeCleared {
    /// Notices left the reader's banner.
    public static var noticeCleared: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.ConsentRequested {
    /// A question about automatic sharing; `url` is empty if the link was unsent everywhere.
    public static var consentRequested: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.HighlightsChanged {
    /// The reader's shelf changed.
    public static var highlightsChanged: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.ShareLost {
    /// The reader lost a share.
    public static var shareLost: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.ShareChanged {
    /// A share of the reader changed.
    public static var shareChanged: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.SettingsChanged {
    /// The reader's settings changed. A question missing in `consents` was answered.
    public static var settingsChanged: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.CollaborationChanged {
    /// A start, or a change of a share, by the reader has a new state: it waits, succeeded, failed or was cancelled.
    public static var collaborationChanged: Self { Self() }
}

extension NotificationKind where Hearer: HearsApps, Value == Told.AppHighlightsChanged {
    /// The app's list for this person changed. If only the permission changed, all three members are empty
    /// (`center-empty`).
    public static var appHighlightsChanged: Self { Self() }
}

extension NotificationKind where Hearer: HearsApps, Value == Told.ActionRequested {
    /// The app must fulfil or fail an action (`act-contract`). A session that resumes receives only open ones;
    /// `session.hello` answers all of them as `actions`. Observers see no `localIdentifier`.
    public static var actionRequested: Self { Self() }
}

extension NotificationKind where Hearer: HearsApps, Value == Told.ActionEnded {
    /// An action ended; for the app's other sessions.
    public static var actionEnded: Self { Self() }
}

extension NotificationKind where Hearer: HearsApps, Value == Told.IdentitiesRemoved {
    /// People lost their access to a document that the app holds itself; for the app of the owner (`act-remove`). It
    /// needs no answer.
    public static var identitiesRemoved: Self { Self() }
}

extension NotificationKind where Hearer: HearsApps, Value == Told.UserActivity {
    /// The app should show a link, exactly as it was opened. Observers see the app and the person.
    public static var userActivity: Self { Self() }
}

extension NotificationKind where Hearer: HearsApps, Value == Told.ActivitiesChanged {
    /// The app's actions on the share sheet changed for this person.
    public static var activitiesChanged: Self { Self() }
}

extension NotificationKind where Hearer: HearsApps, Value == Told.ActivityChosen {
    /// A person chose an action of the app. Observers see the app and the person.
    public static var activityChosen: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.PersonNamed {
    /// A person known to the reader has a new display name.
    public static var personNamed: Self { Self() }
}

extension NotificationKind where Hearer == ObserverClient, Value == Told.FaultFired {
    /// A fault occurred.
    public static var faultFired: Self { Self() }
}

extension NotificationKind where Hearer == ObserverClient, Value == Told.RequestDone {
    /// A request was decided; for observers with `requests: true`.
    public static var requestDone: Self { Self() }
}

extension NotificationKind where Hearer == ObserverClient, Value == Told.SessionEnded {
    /// A session ended; for observers with `requests: true`.
    public static var sessionEnded: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.DocumentChanged {
    /// A document that the reader can read changed.
    public static var documentChanged: Self { Self() }
}

extension NotificationKind where Hearer: HearsApps, Value == Told.AppDocumentChanged {
    /// A document of the app that its person can read changed.
    public static var appDocumentChanged: Self { Self() }
}

extension NotificationKind where Hearer: HearsApps, Value == Told.DocumentAccessChanged {
    /// The access of the app's person to a document changed. A deleted document is a `document.changed`.
    public static var documentAccessChanged: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.DocumentPresence {
    /// The people who have a document open changed.
    public static var documentPresence: Self { Self() }
}

extension NotificationKind where Hearer: HearsApps, Value == Told.AppDocumentPresence {
    /// The number of people who have a document open changed.
    public static var appDocumentPresence: Self { Self() }
}

extension NotificationKind where Hearer: HearsPersons, Value == Told.Delivered {
    /// A message and all before it reached the other person.
    public static var delivered: Self { Self() }
}
