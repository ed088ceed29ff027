// Written by script/contract: change the contract instead.
import ChatProtocol
import ChatTestKit

extension EngineClient {
    /// The methods `session.…`, as `docs/reference/protocol.md` has them.
    var session: SessionMethods { SessionMethods(client: self) }

    /// The methods `session.…`; each throws ``RPCError`` where it is refused.
    struct SessionMethods {
        let client: EngineClient

        /// Returns after everything that the server had already sent to this session.
        func ping() throws {
            try client.answer(to: LiveRequest.sessionPing) { fields throws(InvalidField) in () }
        }

        /// Returns once all earlier accepted events are on the streams of their recipients, except those that catch up. An
        /// app sees nothing in `pending`.
        @discardableResult
        func fence() throws -> Answered.Fence {
            try client.answer(to: LiveRequest.sessionFence) { fields throws(InvalidField) in try Answered.Fence(from: &fields) }
        }
    }
}

extension EngineClient {
    /// The methods `conversation.…`, as `docs/reference/protocol.md` has them.
    var conversation: ConversationMethods { ConversationMethods(client: self) }

    /// The methods `conversation.…`; each throws ``RPCError`` where it is refused.
    struct ConversationMethods {
        let client: EngineClient

        /// Begins a conversation that includes the caller. For two people it returns their existing conversation.
        @discardableResult
        func create(participants: [ChatProtocol.Handle], name: String? = nil, clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.conversationCreate(ChatProtocol.CreateConversation(participants: participants, name: name)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Returns a page of conversations. The pinned ones come first, in their order; the others follow by newest
        /// message. A deleted conversation that came back is ordered by its return, if that is later. `next` is the `after`
        /// of the next page. A conversation that changes between two pages can be on neither; a notification reports it.
        @discardableResult
        func list(after: Int64? = nil, limit: Int? = nil) throws -> Answered.Conversations {
            try client.answer(to: LiveRequest.conversationList(ChatProtocol.ListConversations(after: after, limit: limit))) { fields throws(InvalidField) in try Answered.Conversations(from: &fields) }
        }

        /// Returns a page of a thread: the entries before an id, oldest first; 50 by default.
        @discardableResult
        func history(conversation: ChatProtocol.ConversationID, before: String? = nil, limit: Int? = nil) throws -> Answered.History {
            try client.answer(to: LiveRequest.conversationHistory(ChatProtocol.ConversationHistory(conversation: conversation, before: before, limit: limit))) { fields throws(InvalidField) in try Answered.History(from: &fields) }
        }

        /// Adds a person, who does not see earlier messages. In a one-to-one conversation, begins a new group of three.
        @discardableResult
        func addParticipant(conversation: ChatProtocol.ConversationID, handle: ChatProtocol.Handle, clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.conversationAddParticipant(ChatProtocol.ChangeParticipant(conversation: conversation, handle: handle)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Removes a person from a group of four or more. Every participant can do this.
        @discardableResult
        func removeParticipant(conversation: ChatProtocol.ConversationID, handle: ChatProtocol.Handle, clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.conversationRemoveParticipant(ChatProtocol.ChangeParticipant(conversation: conversation, handle: handle)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Leaves a group of four or more. Returns the conversation with `left`.
        @discardableResult
        func leave(conversation: ChatProtocol.ConversationID, clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.conversationLeave(ChatProtocol.ConversationReference(conversation: conversation)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Renames a conversation.
        @discardableResult
        func rename(conversation: ChatProtocol.ConversationID, name: String, clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.conversationRename(ChatProtocol.RenameConversation(conversation: conversation, name: name)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Sets the photo of a group, which is one emoji, or removes it.
        @discardableResult
        func setPhoto(conversation: ChatProtocol.ConversationID, photo: String? = nil, clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.conversationSetPhoto(ChatProtocol.SetConversationPhoto(conversation: conversation, photo: photo)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Marks a conversation as read, up to a message or completely.
        @discardableResult
        func markRead(conversation: ChatProtocol.ConversationID, through: ChatProtocol.MessageID? = nil, clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.conversationMarkRead(ChatProtocol.MarkRead(conversation: conversation, through: through)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Marks a conversation as unread until the caller reads it or writes in it.
        @discardableResult
        func markUnread(conversation: ChatProtocol.ConversationID, clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.conversationMarkUnread(ChatProtocol.ConversationReference(conversation: conversation)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Turns Hide Alerts on or off for the caller.
        @discardableResult
        func mute(conversation: ChatProtocol.ConversationID, muted: Bool, clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.conversationMute(ChatProtocol.MuteConversation(conversation: conversation, muted: muted)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Pins a conversation to the top of the caller's list, or unpins it. `place` 1 is the first place; the default is
        /// the last.
        @discardableResult
        func pin(conversation: ChatProtocol.ConversationID, pinned: Bool, place: Int? = nil, clientID: String? = nil) throws -> ChatProtocol.Settings {
            try client.answer(to: Request.conversationPin(ChatProtocol.PinConversation(conversation: conversation, pinned: pinned, place: place)), clientID: clientID) { fields throws(InvalidField) in try fields.read("settings") }
        }

        /// Deletes a conversation on all devices of the caller. Its messages stay in Recently Deleted for 30 days
        /// (`unread-mark`). The next message brings it back into the list, and so does a notice that mentions or asks the
        /// caller. Its place among the pinned conversations and its notices are removed; pinned links stay.
        @discardableResult
        func delete(conversation: ChatProtocol.ConversationID, through: ChatProtocol.MessageID? = nil, clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.conversationDelete(ChatProtocol.DeleteConversation(conversation: conversation, through: through)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Recovers messages of a conversation from Recently Deleted: all of them, or those that were listed.
        @discardableResult
        func restore(conversation: ChatProtocol.ConversationID, runs: [ChatProtocol.MessageRun] = [], clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.conversationRestore(ChatProtocol.EndDeletion(conversation: conversation, runs: runs)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Deletes messages of a conversation from Recently Deleted: all of them, or those that were listed.
        @discardableResult
        func erase(conversation: ChatProtocol.ConversationID, runs: [ChatProtocol.MessageRun] = [], clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.conversationErase(ChatProtocol.EndDeletion(conversation: conversation, runs: runs)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Returns the conversations with messages in Recently Deleted, newest deletion first, as many as fit.
        @discardableResult
        func recentlyDeleted() throws -> Answered.RecentlyDeleted {
            try client.answer(to: Request.conversationRecentlyDeleted) { fields throws(InvalidField) in try Answered.RecentlyDeleted(from: &fields) }
        }

        /// Reports that the caller types or stopped typing.
        @discardableResult
        func typing(conversation: ChatProtocol.ConversationID, isTyping: Bool) throws -> Answered.Conversation {
            try client.answer(to: LiveRequest.conversationTyping(ChatProtocol.SetTyping(conversation: conversation, isTyping: isTyping))) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }
    }
}

extension EngineClient {
    /// The methods `message.…`, as `docs/reference/protocol.md` has them.
    var message: MessageMethods { MessageMethods(client: self) }

    /// The methods `message.…`; each throws ``RPCError`` where it is refused.
    struct MessageMethods {
        let client: EngineClient

        /// Sends a message. `text` is optional with an attachment. The attachment is `{name, type, content}` with base64
        /// content, or `{name, type, size, digest}`.
        @discardableResult
        func send(conversation: ChatProtocol.ConversationID, text: String = "", replyTo: ChatProtocol.MessageID? = nil, attachment: ChatProtocol.SentAttachment? = nil, clientID: String? = nil) throws -> ChatProtocol.Message {
            try client.answer(to: Request.messageSend(ChatProtocol.SendMessage(conversation: conversation, text: text, replyTo: replyTo, attachment: attachment)), clientID: clientID) { fields throws(InvalidField) in try fields.read("message") }
        }

        /// Edits the caller's own message: within 15 minutes, at most five times, and not to an empty text.
        @discardableResult
        func edit(message: ChatProtocol.MessageID, text: String, clientID: String? = nil) throws -> ChatProtocol.Message {
            try client.answer(to: Request.messageEdit(ChatProtocol.EditMessage(message: message, text: text)), clientID: clientID) { fields throws(InvalidField) in try fields.read("message") }
        }

        /// Unsends the caller's own message within 2 minutes. A note replaces it, and the log erases its content. A pin of
        /// one of its links keeps that address. `warning` and `keptBy` name people whose old device still shows the
        /// message.
        @discardableResult
        func unsend(message: ChatProtocol.MessageID, clientID: String? = nil) throws -> Answered.MessageOrUnsent {
            try client.answer(to: Request.messageUnsend(ChatProtocol.MessageReference(message: message)), clientID: clientID) { fields throws(InvalidField) in try Answered.MessageOrUnsent(from: &fields) }
        }

        /// Deletes messages of one conversation on all devices of the caller (`swy-delete`). They stay in Recently Deleted
        /// for 30 days (`unread-mark`).
        @discardableResult
        func delete(messages: [ChatProtocol.MessageID], clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.messageDelete(ChatProtocol.MessageReferences(messages: messages)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Recovers messages from Recently Deleted to their places; `not_found` if one is missing there.
        @discardableResult
        func restore(messages: [ChatProtocol.MessageID], clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.messageRestore(ChatProtocol.MessageReferences(messages: messages)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Deletes messages from Recently Deleted; `not_found` if one is missing there.
        @discardableResult
        func erase(messages: [ChatProtocol.MessageID], clientID: String? = nil) throws -> Answered.Conversation {
            try client.answer(to: Request.messageErase(ChatProtocol.MessageReferences(messages: messages)), clientID: clientID) { fields throws(InvalidField) in try Answered.Conversation(from: &fields) }
        }

        /// Returns a page of the deleted messages of a conversation: the messages before an id, oldest first; 50 by
        /// default.
        @discardableResult
        func recentlyDeleted(conversation: ChatProtocol.ConversationID, before: ChatProtocol.MessageID? = nil, limit: Int? = nil) throws -> Answered.Messages {
            try client.answer(to: LiveRequest.messageRecentlyDeleted(ChatProtocol.ListDeletedMessages(conversation: conversation, before: before, limit: limit))) { fields throws(InvalidField) in try Answered.Messages(from: &fields) }
        }

        /// Sets or removes the caller's tapback. A second one replaces the first; the same one removes it.
        @discardableResult
        func react(message: ChatProtocol.MessageID, reaction: ChatProtocol.Reaction, remove: Bool = false, clientID: String? = nil) throws -> ChatProtocol.Message {
            try client.answer(to: Request.messageReact(ChatProtocol.ReactToMessage(message: message, reaction: reaction, remove: remove)), clientID: clientID) { fields throws(InvalidField) in try fields.read("message") }
        }

        /// Finds messages with all of the given words; the last can be a prefix. Words in quotation marks must be adjacent.
        /// Messages with a pinned link come first, then the newest; 50 by default.
        @discardableResult
        func search(text: String, conversation: ChatProtocol.ConversationID? = nil, limit: Int? = nil) throws -> Answered.Messages {
            try client.answer(to: LiveRequest.messageSearch(ChatProtocol.SearchMessages(text: text, conversation: conversation, limit: limit))) { fields throws(InvalidField) in try Answered.Messages(from: &fields) }
        }

        /// Returns the replies of the thread of a message, from its beginning; 50 by default.
        @discardableResult
        func thread(message: ChatProtocol.MessageID, after: ChatProtocol.MessageID? = nil, limit: Int? = nil) throws -> Answered.Messages {
            try client.answer(to: LiveRequest.messageThread(ChatProtocol.ReplyThread(message: message, after: after, limit: limit))) { fields throws(InvalidField) in try Answered.Messages(from: &fields) }
        }

        /// Returns the attachment of a message with its content.
        @discardableResult
        func attachment(message: ChatProtocol.MessageID) throws -> ChatProtocol.AttachmentFile {
            try client.answer(to: LiveRequest.messageAttachment(ChatProtocol.MessageReference(message: message))) { fields throws(InvalidField) in try fields.read("attachment") }
        }
    }
}

extension EngineClient {
    /// The methods `link.…`, as `docs/reference/protocol.md` has them.
    var link: LinkMethods { LinkMethods(client: self) }

    /// The methods `link.…`; each throws ``RPCError`` where it is refused.
    struct LinkMethods {
        let client: EngineClient

        /// Pins a link for the caller, who can have 5,000 pins.
        @discardableResult
        func pin(conversation: ChatProtocol.ConversationID, url: String, clientID: String? = nil) throws -> ChatProtocol.Pin {
            try client.answer(to: Request.linkPin(ChatProtocol.LinkReference(conversation: conversation, url: url)), clientID: clientID) { fields throws(InvalidField) in try fields.read("pin") }
        }

        /// Unpins a link.
        @discardableResult
        func unpin(conversation: ChatProtocol.ConversationID, url: String, clientID: String? = nil) throws -> ChatProtocol.Pin {
            try client.answer(to: Request.linkUnpin(ChatProtocol.LinkReference(conversation: conversation, url: url)), clientID: clientID) { fields throws(InvalidField) in try fields.read("pin") }
        }

        /// Opens a link. Its app receives `userActivity` in every session that runs as the caller, or at its next start. If
        /// the answer has no `app`, the link opens in the browser.
        @discardableResult
        func open(url: String, clientID: String? = nil) throws -> ChatProtocol.AppID? {
            try client.answer(to: Request.linkOpen(ChatProtocol.LinkAddress(url: url)), clientID: clientID) { fields throws(InvalidField) in try fields.readOptional("app") }
        }

        /// Returns the app that opens a link, with every step of the decision, the deciding one last.
        @discardableResult
        func explain(url: String) throws -> ChatProtocol.LinkExplanation {
            try client.answer(to: Request.linkExplain(ChatProtocol.LinkAddress(url: url))) { fields throws(InvalidField) in try ChatProtocol.LinkExplanation(from: &fields) }
        }
    }
}

extension EngineClient {
    /// The methods `contact.…`, as `docs/reference/protocol.md` has them.
    var contact: ContactMethods { ContactMethods(client: self) }

    /// The methods `contact.…`; each throws ``RPCError`` where it is refused.
    struct ContactMethods {
        let client: EngineClient

        /// Adds contacts to a person. An observer names the person.
        func add(handle: ChatProtocol.Handle? = nil, handles: [ChatProtocol.Handle] = [], person: ChatProtocol.Handle? = nil, clientID: String? = nil) throws {
            try client.answer(to: Request.contactAdd(ChatProtocol.AddContacts(handle: handle, handles: handles, person: person)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Removes a contact of a person.
        func remove(handle: ChatProtocol.Handle, person: ChatProtocol.Handle? = nil, clientID: String? = nil) throws {
            try client.answer(to: Request.contactRemove(ChatProtocol.ContactChange(handle: handle, person: person)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Returns the contacts of a person and the people they blocked.
        @discardableResult
        func list(person: ChatProtocol.Handle? = nil) throws -> Answered.Contacts {
            try client.answer(to: Request.contactList(ChatProtocol.ListContacts(person: person))) { fields throws(InvalidField) in try Answered.Contacts(from: &fields) }
        }

        /// Keeps the links of a person off the caller's shelf (`swy-block`). Messages between the two still arrive.
        func block(handle: ChatProtocol.Handle, person: ChatProtocol.Handle? = nil, clientID: String? = nil) throws {
            try client.answer(to: Request.contactBlock(ChatProtocol.ContactChange(handle: handle, person: person)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Unblocks a person.
        func unblock(handle: ChatProtocol.Handle, person: ChatProtocol.Handle? = nil, clientID: String? = nil) throws {
            try client.answer(to: Request.contactUnblock(ChatProtocol.ContactChange(handle: handle, person: person)), clientID: clientID) { fields throws(InvalidField) in () }
        }
    }
}

extension EngineClient {
    /// The methods `settings.…`, as `docs/reference/protocol.md` has them.
    var settings: SettingsMethods { SettingsMethods(client: self) }

    /// The methods `settings.…`; each throws ``RPCError`` where it is refused.
    struct SettingsMethods {
        let client: EngineClient

        /// Returns the caller's settings.
        @discardableResult
        func get() throws -> ChatProtocol.Settings {
            try client.answer(to: Request.settingsGet) { fields throws(InvalidField) in try fields.read("settings") }
        }

        /// Changes the given settings of the caller.
        @discardableResult
        func set(sharing: ChatProtocol.SetSettings.Sharing? = nil, receipts: ChatProtocol.SetSettings.Receipts? = nil, mentionAlerts: Bool? = nil, clientID: String? = nil) throws -> ChatProtocol.Settings {
            try client.answer(to: Request.settingsSet(ChatProtocol.SetSettings(sharing: sharing, receipts: receipts, mentionAlerts: mentionAlerts)), clientID: clientID) { fields throws(InvalidField) in try fields.read("settings") }
        }

        /// Returns the changes of a person's switches, oldest first, with their causes; the newest 200 by default.
        @discardableResult
        func audit(person: ChatProtocol.Handle? = nil, app: ChatProtocol.AppID? = nil, limit: Int? = nil) throws -> Answered.SettingChanges {
            try client.answer(to: Request.settingsAudit(ChatProtocol.AuditSettings(person: person, app: app, limit: limit))) { fields throws(InvalidField) in try Answered.SettingChanges(from: &fields) }
        }
    }
}

extension EngineClient {
    /// The methods `consent.…`, as `docs/reference/protocol.md` has them.
    var consent: ConsentMethods { ConsentMethods(client: self) }

    /// The methods `consent.…`; each throws ``RPCError`` where it is refused.
    struct ConsentMethods {
        let client: EngineClient

        /// Answers a consent request. The first answer from any device counts.
        @discardableResult
        func answer(consent: ChatProtocol.ConsentID, answer: ChatProtocol.ConsentRequest.Answer, clientID: String? = nil) throws -> ChatProtocol.Settings {
            try client.answer(to: Request.consentAnswer(ChatProtocol.AnswerConsent(consent: consent, answer: answer)), clientID: clientID) { fields throws(InvalidField) in try fields.read("settings") }
        }
    }
}

extension EngineClient {
    /// The methods `highlight.…`, as `docs/reference/protocol.md` has them.
    var highlight: HighlightMethods { HighlightMethods(client: self) }

    /// The methods `highlight.…`; each throws ``RPCError`` where it is refused.
    struct HighlightMethods {
        let client: EngineClient

        /// Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one app.
        @discardableResult
        func list(app: ChatProtocol.AppID? = nil, limit: Int? = nil, after: ChatProtocol.HighlightID? = nil, person: ChatProtocol.Handle? = nil) throws -> Answered.Highlights {
            try client.answer(to: Request.highlightList(ChatProtocol.ListHighlights(app: app, limit: limit, after: after, person: person))) { fields throws(InvalidField) in try Answered.Highlights(from: &fields) }
        }

        /// Removes a link from the caller's shelf until it is restored or pinned (`attr-remove`). It also unpins the link.
        func hide(highlight: ChatProtocol.HighlightID, clientID: String? = nil) throws {
            try client.answer(to: Request.highlightHide(ChatProtocol.HighlightReference(highlight: highlight)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Undoes `highlight.hide`.
        func restore(highlight: ChatProtocol.HighlightID, clientID: String? = nil) throws {
            try client.answer(to: Request.highlightRestore(ChatProtocol.HighlightReference(highlight: highlight)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Reports that an app shows a highlight. The ranking uses it (`rank-app-feedback`).
        func display(highlight: ChatProtocol.HighlightID, context: ChatProtocol.DisplayHighlight.Context, clientID: String? = nil) throws {
            try client.answer(to: Request.highlightDisplay(ChatProtocol.DisplayHighlight(highlight: highlight, context: context)), clientID: clientID) { fields throws(InvalidField) in () }
        }
    }
}

extension EngineClient {
    /// The methods `highlightCenter.…`, as `docs/reference/protocol.md` has them.
    var highlightCenter: HighlightCenterMethods { HighlightCenterMethods(client: self) }

    /// The methods `highlightCenter.…`; each throws ``RPCError`` where it is refused.
    struct HighlightCenterMethods {
        let client: EngineClient

        /// Returns the highlight of a link. Errors carry `data.code`: 1 internal, 2 invalid URL, 3 access denied
        /// (`center-errors`).
        @discardableResult
        func getHighlight(url: String) throws -> ChatProtocol.AppHighlight {
            try client.answer(to: Request.highlightCenterGetHighlight(ChatProtocol.LinkAddress(url: url))) { fields throws(InvalidField) in try fields.read("highlight") }
        }

        /// Returns the highlight of a link to a collaboration, for every person on it, even if their shelf does not list
        /// it.
        @discardableResult
        func getCollaborationHighlight(url: String) throws -> ChatProtocol.AppHighlight {
            try client.answer(to: Request.highlightCenterGetCollaborationHighlight(ChatProtocol.LinkAddress(url: url))) { fields throws(InvalidField) in try fields.read("highlight") }
        }

        /// Returns the highlight of a collaboration, by its identifier.
        @discardableResult
        func collaborationHighlight(collaborationIdentifier: ChatProtocol.ShareID) throws -> ChatProtocol.AppHighlight {
            try client.answer(to: Request.highlightCenterCollaborationHighlight(ChatProtocol.CollaborationReference(collaborationIdentifier: collaborationIdentifier))) { fields throws(InvalidField) in try fields.read("highlight") }
        }

        /// Posts an event of the app's person. `identity`, a `rootHash`, can replace the handle of a mention or a
        /// membership event.
        @discardableResult
        func postNotice(url: String, event: ChatProtocol.PostNotice.Event, clientID: String? = nil) throws -> [ChatProtocol.NoticeID] {
            try client.answer(to: Request.highlightCenterPostNotice(ChatProtocol.PostNotice(url: url, event: event)), clientID: clientID) { fields throws(InvalidField) in try fields.readOptional("notices") ?? [] }
        }

        /// Clears the notices about a link after the person saw it in the app.
        @discardableResult
        func clearNotices(url: String, clientID: String? = nil) throws -> [ChatProtocol.NoticeID] {
            try client.answer(to: Request.highlightCenterClearNotices(ChatProtocol.LinkAddress(url: url)), clientID: clientID) { fields throws(InvalidField) in try fields.readOptional("cleared") ?? [] }
        }
    }
}

extension EngineClient {
    /// The methods `attribution.…`, as `docs/reference/protocol.md` has them.
    var attribution: AttributionMethods { AttributionMethods(client: self) }

    /// The methods `attribution.…`; each throws ``RPCError`` where it is refused.
    struct AttributionMethods {
        let client: EngineClient

        /// Returns an opaque token for the attribution of a highlight. `context` then never changes, and counts as
        /// `highlight.display` (`attr-context-when`). A world keeps the newest 10,000 tokens. It takes no `clientID`.
        @discardableResult
        func attach(highlight: ChatProtocol.HighlightID, context: ChatProtocol.DisplayHighlight.Context = .summary) throws -> ChatProtocol.AttributionToken {
            try client.answer(to: LiveRequest.attributionAttach(ChatProtocol.AttachAttribution(highlight: highlight, context: context))) { fields throws(InvalidField) in try fields.read("attribution") }
        }

        /// Returns the people who shared a highlight, newest first, for a token of an app of this person; `not_found` after
        /// the highlight left the list.
        @discardableResult
        func show(attribution: ChatProtocol.AttributionToken) throws -> ChatProtocol.Attribution {
            try client.answer(to: LiveRequest.attributionShow(ChatProtocol.AttributionReference(attribution: attribution))) { fields throws(InvalidField) in try fields.read("attribution") }
        }
    }
}

extension EngineClient {
    /// The methods `identity.…`, as `docs/reference/protocol.md` has them.
    var identity: IdentityMethods { IdentityMethods(client: self) }

    /// The methods `identity.…`; each throws ``RPCError`` where it is refused.
    struct IdentityMethods {
        let client: EngineClient

        /// Signs data with the key that this device of the app's person has in a collaboration, and returns the proof that
        /// the key belongs to the person's identity. Eight devices of a person have keys; a ninth is `forbidden`.
        @discardableResult
        func sign(document: ChatProtocol.DocumentReference, data: String, clientID: String? = nil) throws -> ChatProtocol.SignedProof {
            try client.answer(to: Request.identitySign(ChatProtocol.SignIdentity(document: document, data: data)), clientID: clientID) { fields throws(InvalidField) in try fields.read("proof") }
        }

        /// Returns a challenge of the app's own server: 32 bytes, for one proof of this person within a minute. Only for an
        /// app with `proofs`.
        @discardableResult
        func challenge() throws -> Answered.Challenge {
            try client.answer(to: LiveRequest.identityChallenge) { fields throws(InvalidField) in try Answered.Challenge(from: &fields) }
        }

        /// Shows a proof to the app's own server, which then opens the document to the person. Each step that fails has its
        /// own reason. The challenge is used up in any case.
        func prove(document: ChatProtocol.DocumentReference, challenge: String, proof: ChatProtocol.SignedProof, clientID: String? = nil) throws {
            try client.answer(to: Request.identityProve(ChatProtocol.ProveIdentity(document: document, challenge: challenge, proof: proof)), clientID: clientID) { fields throws(InvalidField) in () }
        }
    }
}

extension EngineClient {
    /// The methods `notice.…`, as `docs/reference/protocol.md` has them.
    var notice: NoticeMethods { NoticeMethods(client: self) }

    /// The methods `notice.…`; each throws ``RPCError`` where it is refused.
    struct NoticeMethods {
        let client: EngineClient

        /// Removes a notice from the banner.
        @discardableResult
        func dismiss(notice: ChatProtocol.NoticeID, clientID: String? = nil) throws -> ChatProtocol.Notice {
            try client.answer(to: Request.noticeDismiss(ChatProtocol.NoticeReference(notice: notice)), clientID: clientID) { fields throws(InvalidField) in try fields.read("notice") }
        }

        /// Answers a question to the owner with the id of one of its `actions`. An added person without the link receives
        /// it. Fails with `conflict` if the question was answered or closed, or if the person has left or returned.
        @discardableResult
        func answer(notice: ChatProtocol.NoticeID, action: String, clientID: String? = nil) throws -> ChatProtocol.Notice {
            try client.answer(to: Request.noticeAnswer(ChatProtocol.AnswerNotice(notice: notice, action: action)), clientID: clientID) { fields throws(InvalidField) in try fields.read("notice") }
        }
    }
}

extension EngineClient {
    /// The methods `share.…`, as `docs/reference/protocol.md` has them.
    var share: ShareMethods { ShareMethods(client: self) }

    /// The methods `share.…`; each throws ``RPCError`` where it is refused.
    struct ShareMethods {
        let client: EngineClient

        /// Shares a document in one save: the caller's document at that link or with that title, or a new one. The default
        /// back end is the app's first, and the default link is on its first domain. If the answer has a `start`, the app
        /// must answer first.
        @discardableResult
        func create(app: ChatProtocol.AppID, title: String, url: String? = nil, backend: ChatProtocol.Share.Backend? = nil, access: ChatProtocol.Share.Access = .private, permission: ChatProtocol.Share.Permission = .readWrite, allowsInviting: Bool = false, document: ChatProtocol.DocumentID? = nil, folder: String? = nil, representations: [ChatProtocol.Share.Representation] = [], clientID: String? = nil) throws -> Answered.ShareOrAsked {
            try client.answer(to: Request.shareCreate(ChatProtocol.CreateShare(app: app, title: title, url: url, backend: backend, access: access, permission: permission, allowsInviting: allowsInviting, document: document, folder: folder, representations: representations)), clientID: clientID) { fields throws(InvalidField) in try Answered.ShareOrAsked(from: &fields) }
        }

        /// Sends the link of a share to a conversation. With `people`, fails with `conflict` if the conversation has other
        /// people. A copy is an attachment `TITLE.txt` or a text, and adds no one to the share.
        @discardableResult
        func send(share: ChatProtocol.ShareID, conversation: ChatProtocol.ConversationID, text: String? = nil, people: [ChatProtocol.Handle]? = nil, mode: ChatProtocol.SharingMethod = .collaborate, clientID: String? = nil) throws -> Answered.MessageOrAsked {
            try client.answer(to: Request.shareSend(ChatProtocol.SendShare(share: share, conversation: conversation, text: text, people: people, mode: mode)), clientID: clientID) { fields throws(InvalidField) in try Answered.MessageOrAsked(from: &fields) }
        }

        /// Returns a share as the caller sees it, with the conversations that have its link.
        @discardableResult
        func get(_ params: ChatProtocol.ShareReference) throws -> ChatProtocol.ShareView {
            try client.answer(to: Request.shareGet(params)) { fields throws(InvalidField) in try fields.read("share") }
        }

        /// Opens a share and clears its notices. Fails with `conflict` if its document was deleted.
        @discardableResult
        func accept(_ params: ChatProtocol.ShareReference, clientID: String? = nil) throws -> ChatProtocol.ShareView {
            try client.answer(to: Request.shareAccept(params), clientID: clientID) { fields throws(InvalidField) in try fields.read("share") }
        }

        /// Asks the owner and the administrators of a private share for access, once until they answer. A share that allows
        /// no requests, and one that blocks the caller, are `not_found` like a missing one.
        func requestAccess(url: String, clientID: String? = nil) throws {
            try client.answer(to: Request.shareRequestAccess(ChatProtocol.RequestShareAccess(url: url)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Returns the shares of a person or in a conversation, in order of creation: the newest that fit. Pass the first
        /// one as `before` to get the earlier ones.
        @discardableResult
        func list(conversation: ChatProtocol.ConversationID? = nil, person: ChatProtocol.Handle? = nil, before: ChatProtocol.ShareID? = nil) throws -> Answered.Shares {
            try client.answer(to: Request.shareList(ChatProtocol.ListShares(conversation: conversation, person: person, before: before))) { fields throws(InvalidField) in try Answered.Shares(from: &fields) }
        }

        /// Changes a share, all or nothing. `dropped` are the people who lost access because the share became public or
        /// private. `sendLink` sends the link to the invited people, in `conversation`. A share of a deleted document
        /// accepts no new people (`conflict`).
        @discardableResult
        func save(share: ChatProtocol.ShareReference, revision: Int64? = nil, title: String? = nil, access: ChatProtocol.Share.Access? = nil, permission: ChatProtocol.Share.Permission? = nil, allowsInviting: Bool? = nil, allowsAccessRequests: Bool? = nil, denials: [ChatProtocol.Handle] = [], blocks: [ChatProtocol.Handle] = [], unblocks: [ChatProtocol.Handle] = [], addedLinks: [ChatProtocol.Share.Permission] = [], removedLinks: [String] = [], additions: [ChatProtocol.SaveShare.Addition] = [], removals: [ChatProtocol.Handle] = [], permissions: [ChatProtocol.SaveShare.OwnPermission] = [], roles: [ChatProtocol.SaveShare.OwnRole] = [], sendsLink: Bool = false, clientID: String? = nil) throws -> Answered.SavedShareOrAsked {
            try client.answer(to: Request.shareSave(ChatProtocol.SaveShare(share: share, revision: revision, title: title, access: access, permission: permission, allowsInviting: allowsInviting, allowsAccessRequests: allowsAccessRequests, denials: denials, blocks: blocks, unblocks: unblocks, addedLinks: addedLinks, removedLinks: removedLinks, additions: additions, removals: removals, permissions: permissions, roles: roles, sendsLink: sendsLink)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Invites people. With `sendLink`, also sends them the link.
        @discardableResult
        func addParticipant(share: ChatProtocol.ShareReference, revision: Int64? = nil, people: ChatProtocol.SharePeople, permission: ChatProtocol.Share.Permission? = nil, sendsLink: Bool = false, clientID: String? = nil) throws -> Answered.SavedShareOrAsked {
            try client.answer(to: Request.shareAddParticipant(ChatProtocol.AddShareParticipants(share: share, revision: revision, people: people, permission: permission, sendsLink: sendsLink)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Removes people from a share.
        @discardableResult
        func removeParticipant(share: ChatProtocol.ShareReference, revision: Int64? = nil, people: ChatProtocol.SharePeople, clientID: String? = nil) throws -> Answered.SavedShareOrAsked {
            try client.answer(to: Request.shareRemoveParticipant(ChatProtocol.RemoveShareParticipants(share: share, revision: revision, people: people)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Sets the permission of some people, or of all who have no permission of their own.
        @discardableResult
        func setPermission(share: ChatProtocol.ShareReference, revision: Int64? = nil, people: ChatProtocol.SharePeople? = nil, permission: ChatProtocol.Share.Permission, clientID: String? = nil) throws -> Answered.SavedShareOrAsked {
            try client.answer(to: Request.shareSetPermission(ChatProtocol.SetSharePermission(share: share, revision: revision, people: people, permission: permission)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Makes a person `administrator` or `privateUser`.
        @discardableResult
        func setRole(share: ChatProtocol.ShareReference, revision: Int64? = nil, own: ChatProtocol.SaveShare.OwnRole, clientID: String? = nil) throws -> Answered.SavedShareOrAsked {
            try client.answer(to: Request.shareSetRole(ChatProtocol.SetShareRole(share: share, revision: revision, own: own)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Allows or forbids participants to add people.
        @discardableResult
        func setInviting(share: ChatProtocol.ShareReference, revision: Int64? = nil, allowsInviting: Bool, clientID: String? = nil) throws -> Answered.SavedShareOrAsked {
            try client.answer(to: Request.shareSetInviting(ChatProtocol.SetShareInviting(share: share, revision: revision, allowsInviting: allowsInviting)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Makes a share public or private. Public drops the people who have not opened it. Private drops all but the owner
        /// and `handles`, whom it invites again.
        @discardableResult
        func setAccess(share: ChatProtocol.ShareReference, revision: Int64? = nil, access: ChatProtocol.Share.Access, handles: [ChatProtocol.Handle] = [], clientID: String? = nil) throws -> Answered.SavedShareOrAsked {
            try client.answer(to: Request.shareSetAccess(ChatProtocol.SetShareAccess(share: share, revision: revision, access: access, handles: handles)), clientID: clientID) { fields throws(InvalidField) in try Answered.SavedShareOrAsked(from: &fields) }
        }

        /// Leaves a share.
        @discardableResult
        func leave(_ params: ChatProtocol.ShareReference, clientID: String? = nil) throws -> ChatProtocol.ShareView {
            try client.answer(to: Request.shareLeave(params), clientID: clientID) { fields throws(InvalidField) in try fields.read("share") }
        }

        /// Stops sharing with everyone.
        @discardableResult
        func stop(_ params: ChatProtocol.ShareReference, clientID: String? = nil) throws -> ChatProtocol.ShareView {
            try client.answer(to: Request.shareStop(params), clientID: clientID) { fields throws(InvalidField) in try fields.read("share") }
        }
    }
}

extension EngineClient {
    /// The methods `collaboration.…`, as `docs/reference/protocol.md` has them.
    var collaboration: CollaborationMethods { CollaborationMethods(client: self) }

    /// The methods `collaboration.…`; each throws ``RPCError`` where it is refused.
    struct CollaborationMethods {
        let client: EngineClient

        /// Returns the content of the share sheet for an item, with the default options. Creates nothing.
        @discardableResult
        func offer(item: ChatProtocol.OfferCollaboration.Item, backend: ChatProtocol.Share.Backend? = nil, representations: [ChatProtocol.Share.Representation] = []) throws -> ChatProtocol.CollaborationOffer {
            try client.answer(to: Request.collaborationOffer(ChatProtocol.OfferCollaboration(item: item, backend: backend, representations: representations))) { fields throws(InvalidField) in try fields.read("offer") }
        }

        /// Sends a draft: `app` and `title` with optional `content`, or `document`. At most 20 drafts wait for the apps of
        /// one person.
        @discardableResult
        func start(app: ChatProtocol.AppID? = nil, title: String? = nil, document: ChatProtocol.DocumentID? = nil, conversation: ChatProtocol.ConversationID, mode: ChatProtocol.SharingMethod = .collaborate, text: String? = nil, backend: ChatProtocol.Share.Backend? = nil, options: [String]? = nil, representations: [ChatProtocol.Share.Representation] = [], localIdentifier: String? = nil, content: String? = nil, clientID: String? = nil) throws -> ChatProtocol.CollaborationStart {
            try client.answer(to: Request.collaborationStart(ChatProtocol.StartCollaboration(app: app, title: title, document: document, conversation: conversation, mode: mode, text: text, backend: backend, options: options, representations: representations, localIdentifier: localIdentifier, content: content)), clientID: clientID) { fields throws(InvalidField) in try fields.read("start") }
        }

        /// Cancels a start that waits for its app.
        @discardableResult
        func cancel(start: ChatProtocol.StartID, clientID: String? = nil) throws -> ChatProtocol.CollaborationStart {
            try client.answer(to: Request.collaborationCancel(ChatProtocol.StartReference(start: start)), clientID: clientID) { fields throws(InvalidField) in try fields.read("start") }
        }

        /// Returns the starts and changes that wait for the apps of the caller, oldest first.
        @discardableResult
        func list() throws -> [ChatProtocol.CollaborationStart] {
            try client.answer(to: Request.collaborationList) { fields throws(InvalidField) in try fields.readOptional("starts") ?? [] }
        }
    }
}

extension EngineClient {
    /// The methods `action.…`, as `docs/reference/protocol.md` has them.
    var action: ActionMethods { ActionMethods(client: self) }

    /// The methods `action.…`; each throws ``RPCError`` where it is refused.
    struct ActionMethods {
        let client: EngineClient

        /// Fulfils an action. `startCollaboration` needs a `url` that opens in the app, and a new
        /// `collaborationIdentifier`. If the server refuses them, the action stays open.
        func fulfill(action: ChatProtocol.ActionID, url: String? = nil, collaborationIdentifier: String? = nil, clientID: String? = nil) throws {
            try client.answer(to: Request.actionFulfill(ChatProtocol.FulfillAction(action: action, url: url, collaborationIdentifier: collaborationIdentifier)), clientID: clientID) { fields throws(InvalidField) in () }
        }

        /// Fails an action. Refused with `conflict` if the action was answered or has ended.
        func fail(action: ChatProtocol.ActionID, message: String? = nil, clientID: String? = nil) throws {
            try client.answer(to: Request.actionFail(ChatProtocol.FailAction(action: action, message: message)), clientID: clientID) { fields throws(InvalidField) in () }
        }
    }
}

extension EngineClient {
    /// The methods `app.…`, as `docs/reference/protocol.md` has them.
    var app: AppMethods { AppMethods(client: self) }

    /// The methods `app.…`; each throws ``RPCError`` where it is refused.
    struct AppMethods {
        let client: EngineClient

        /// Registers an app with its domains, or replaces it; a world has at most 1,000. Defaults: all back ends, all
        /// capabilities, every path. The first of its 100 `previews` that matches a path decides. `menuTitleForHideAction`
        /// must contain Remove or Hide. `warnings` suggest improvements.
        @discardableResult
        func register(app: ChatProtocol.AppID, name: String, domains: [String], association: ChatProtocol.JSONValue? = nil, backends: [ChatProtocol.Share.Backend] = Share.Backend.allCases, capabilities: [ChatProtocol.App.Capability] = App.Capability.allCases, previews: [ChatProtocol.AppPreview] = [], menuTitleForHideAction: String? = nil, shareOptions: ChatProtocol.ShareOptions? = nil, sharingMethods: [ChatProtocol.SharingMethod] = SharingMethod.allCases, manageTitle: String? = nil, activities: [ChatProtocol.AppActivity] = [], excludedActivityTypes: [ChatProtocol.SystemActivity] = [], documentTypes: [String] = [], asksForProofs: Bool = false, clientID: String? = nil) throws -> Answered.AppOrRegistered {
            try client.answer(to: Request.appRegister(ChatProtocol.RegisterApp(app: app, name: name, domains: domains, association: association, backends: backends, capabilities: capabilities, previews: previews, menuTitleForHideAction: menuTitleForHideAction, shareOptions: shareOptions, sharingMethods: sharingMethods, manageTitle: manageTitle, activities: activities, excludedActivityTypes: excludedActivityTypes, documentTypes: documentTypes, asksForProofs: asksForProofs)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppOrRegistered(from: &fields) }
        }

        /// Returns a registered app. An app sees only itself; a person sees no `association`.
        @discardableResult
        func get(app: ChatProtocol.AppID? = nil) throws -> ChatProtocol.App {
            try client.answer(to: Request.appGet(ChatProtocol.GetApp(app: app))) { fields throws(InvalidField) in try fields.read("app") }
        }
    }
}

extension EngineClient {
    /// The methods `activity.…`, as `docs/reference/protocol.md` has them.
    var activity: ActivityMethods { ActivityMethods(client: self) }

    /// The methods `activity.…`; each throws ``RPCError`` where it is refused.
    struct ActivityMethods {
        let client: EngineClient

        /// Replaces the app's actions on the share sheet, where it runs as this person (`av-custom-when`).
        @discardableResult
        func offer(activities: [ChatProtocol.AppActivity]? = nil, clientID: String? = nil) throws -> Answered.AppOrRegistered {
            try client.answer(to: Request.activityOffer(ChatProtocol.OfferActivities(activities: activities)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppOrRegistered(from: &fields) }
        }

        /// Chooses an action of an app, which receives `activity.chosen`. Fails with `not_found` if the app does not offer
        /// it for this item.
        func choose(app: ChatProtocol.AppID, type: String, url: String, kind: ChatProtocol.ActivityItemKind = .link) throws {
            try client.answer(to: LiveRequest.activityChoose(ChatProtocol.ChooseActivity(app: app, type: type, url: url, kind: kind))) { fields throws(InvalidField) in () }
        }
    }
}

extension EngineClient {
    /// The methods `site.…`, as `docs/reference/protocol.md` has them.
    var site: SiteMethods { SiteMethods(client: self) }

    /// The methods `site.…`; each throws ``RPCError`` where it is refused.
    struct SiteMethods {
        let client: EngineClient

        /// Publishes the association file of a domain or of `*.domain`. Null means that the domain serves no file. A world
        /// has at most 1,000. `warnings` name invalid app ids, which are ignored.
        @discardableResult
        func publish(domain: String, association: ChatProtocol.JSONValue? = nil, clientID: String? = nil) throws -> [String] {
            try client.answer(to: Request.sitePublish(ChatProtocol.PublishSite(domain: domain, association: association)), clientID: clientID) { fields throws(InvalidField) in try fields.readOptional("warnings") ?? [] }
        }
    }
}

extension EngineClient {
    /// The methods `clock.…`, as `docs/reference/protocol.md` has them.
    var clock: ClockMethods { ClockMethods(client: self) }

    /// The methods `clock.…`; each throws ``RPCError`` where it is refused.
    struct ClockMethods {
        let client: EngineClient

        /// Returns the time of the world.
        @discardableResult
        func now() throws -> Answered.Clock {
            try client.answer(to: LiveRequest.clockNow) { fields throws(InvalidField) in try Answered.Clock(from: &fields) }
        }

        /// Advances a virtual clock by a time or, with `until`, past all pending work.
        @discardableResult
        func advance(_ params: ChatProtocol.AdvanceClock) throws -> Answered.Clock {
            try client.answer(to: LiveRequest.clockAdvance(params)) { fields throws(InvalidField) in try Answered.Clock(from: &fields) }
        }
    }
}

extension EngineClient {
    /// The methods `world.…`, as `docs/reference/protocol.md` has them.
    var world: WorldMethods { WorldMethods(client: self) }

    /// The methods `world.…`; each throws ``RPCError`` where it is refused.
    struct WorldMethods {
        let client: EngineClient

        /// Creates a world. By default its clock is virtual and starts at 2022-09-12T09:00:00.000Z. `seed` (0) seeds its
        /// faults.
        func create(world: ChatProtocol.WorldName, clock: ChatProtocol.ClockKind = .virtual, seed: Int64 = 0) throws {
            try client.answer(to: LiveRequest.worldCreate(ChatProtocol.CreateWorld(world: world, clock: clock, seed: seed))) { fields throws(InvalidField) in () }
        }

        /// Empties a world.
        func reset(world: ChatProtocol.WorldName) throws {
            try client.answer(to: LiveRequest.worldReset(ChatProtocol.WorldReference(world: world))) { fields throws(InvalidField) in () }
        }

        /// Deletes a world.
        func delete(world: ChatProtocol.WorldName) throws {
            try client.answer(to: LiveRequest.worldDelete(ChatProtocol.WorldReference(world: world))) { fields throws(InvalidField) in () }
        }

        /// Returns the worlds of a server, by name.
        @discardableResult
        func list() throws -> [ChatProtocol.WorldSummary] {
            try client.answer(to: LiveRequest.worldList) { fields throws(InvalidField) in try fields.readOptional("worlds") ?? [] }
        }
    }
}

extension EngineClient {
    /// The methods `fault.…`, as `docs/reference/protocol.md` has them.
    var fault: FaultMethods { FaultMethods(client: self) }

    /// The methods `fault.…`; each throws ``RPCError`` where it is refused.
    struct FaultMethods {
        let client: EngineClient

        /// Injects a fault into the delivery of notifications.
        @discardableResult
        func inject(target: ChatProtocol.FaultTarget, effect: ChatProtocol.FaultEffect) throws -> ChatProtocol.Fault {
            try client.answer(to: LiveRequest.faultInject(ChatProtocol.InjectFault(target: target, effect: effect))) { fields throws(InvalidField) in try fields.read("fault") }
        }

        /// Returns the faults of a world, oldest first.
        @discardableResult
        func list() throws -> [ChatProtocol.Fault] {
            try client.answer(to: LiveRequest.faultList) { fields throws(InvalidField) in try fields.readOptional("faults") ?? [] }
        }

        /// Removes a fault, or all of them.
        func clear(fault: ChatProtocol.FaultID? = nil) throws {
            try client.answer(to: LiveRequest.faultClear(ChatProtocol.FaultReference(fault: fault))) { fields throws(InvalidField) in () }
        }
    }
}

extension EngineClient {
    /// The methods `delivery.…`, as `docs/reference/protocol.md` has them.
    var delivery: DeliveryMethods { DeliveryMethods(client: self) }

    /// The methods `delivery.…`; each throws ``RPCError`` where it is refused.
    struct DeliveryMethods {
        let client: EngineClient

        /// Explains if and why a message, notice, highlight, question or link reached a person.
        @discardableResult
        func explain(person: ChatProtocol.Handle, about: String) throws -> ChatProtocol.DeliveryExplanation {
            try client.answer(to: Request.deliveryExplain(ChatProtocol.ExplainDelivery(person: person, about: about))) { fields throws(InvalidField) in try ChatProtocol.DeliveryExplanation(from: &fields) }
        }
    }
}

extension EngineClient {
    /// The methods `journal.…`, as `docs/reference/protocol.md` has them.
    var journal: JournalMethods { JournalMethods(client: self) }

    /// The methods `journal.…`; each throws ``RPCError`` where it is refused.
    struct JournalMethods {
        let client: EngineClient

        /// Returns a page of the events of a world, oldest first; 50 by default. The next page begins `after` the `cursor`
        /// and `number` of this one.
        @discardableResult
        func list(_ filter: ChatProtocol.JournalFilter, number: Int64? = nil, limit: Int? = nil) throws -> Answered.Journal {
            try client.answer(to: LiveRequest.journalList(ChatProtocol.ListJournal(filter, number: number, limit: limit))) { fields throws(InvalidField) in try Answered.Journal(from: &fields) }
        }

        /// Compares the number of matching journal entries with an expectation. Returns the verdict with matches, near
        /// misses and rules.
        @discardableResult
        func verify(_ filter: ChatProtocol.JournalFilter, count: ChatProtocol.JournalCount) throws -> ChatProtocol.JournalVerdict {
            try client.answer(to: LiveRequest.journalVerify(ChatProtocol.VerifyJournal(filter, count: count))) { fields throws(InvalidField) in try ChatProtocol.JournalVerdict(from: &fields) }
        }
    }
}

extension EngineClient {
    /// The methods `person.…`, as `docs/reference/protocol.md` has them.
    var person: PersonMethods { PersonMethods(client: self) }

    /// The methods `person.…`; each throws ``RPCError`` where it is refused.
    struct PersonMethods {
        let client: EngineClient

        /// Returns the people of a world, by handle, with their number of streams; 200 by default.
        @discardableResult
        func list(after: ChatProtocol.Handle? = nil, limit: Int? = nil) throws -> Answered.People {
            try client.answer(to: LiveRequest.personList(ChatProtocol.ListPeople(after: after, limit: limit))) { fields throws(InvalidField) in try Answered.People(from: &fields) }
        }
    }
}

extension EngineClient {
    /// The methods `document.…`, as `docs/reference/protocol.md` has them.
    var document: DocumentMethods { DocumentMethods(client: self) }

    /// The methods `document.…`; each throws ``RPCError`` where it is refused.
    struct DocumentMethods {
        let client: EngineClient

        /// Creates a document that only its owner sees. A person names the app. The default link is on the app's first
        /// domain.
        @discardableResult
        func create(app: ChatProtocol.AppID? = nil, title: String, text: String = "", url: String? = nil, parent: ChatProtocol.DocumentID? = nil, covers: String? = nil, clientID: String? = nil) throws -> Answered.Document {
            try client.answer(to: Request.documentCreate(ChatProtocol.CreateDocument(app: app, title: title, text: text, url: url, parent: parent, covers: covers)), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after` is
        /// the last document of the previous page.
        @discardableResult
        func list(app: ChatProtocol.AppID? = nil, after: ChatProtocol.DocumentID? = nil, person: ChatProtocol.Handle? = nil) throws -> Answered.Documents {
            try client.answer(to: Request.documentList(ChatProtocol.ListDocuments(app: app, after: after, person: person))) { fields throws(InvalidField) in try Answered.Documents(from: &fields) }
        }

        /// Returns a document. An observer without `person` sees it as its owner does.
        @discardableResult
        func get(_ params: ChatProtocol.DocumentReference) throws -> Answered.Document {
            try client.answer(to: Request.documentGet(params)) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Opens a document until `document.close` or the end of the session. It accepts the share and clears its notices.
        @discardableResult
        func open(_ params: ChatProtocol.DocumentReference, clientID: String? = nil) throws -> Answered.Document {
            try client.answer(to: Request.documentOpen(params), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Closes a document.
        func close(_ params: ChatProtocol.DocumentReference) throws {
            try client.answer(to: LiveRequest.documentClose(params)) { fields throws(InvalidField) in () }
        }

        /// Replaces the text. If it changed after `revision`, fails with `conflict` and the current document in
        /// `data.document`.
        @discardableResult
        func edit(document: ChatProtocol.DocumentReference, text: String, revision: Int64, clientID: String? = nil) throws -> Answered.Document {
            try client.answer(to: Request.documentEdit(ChatProtocol.EditDocument(document: document, text: text, revision: revision)), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Comments on a document; read permission is enough.
        @discardableResult
        func comment(document: ChatProtocol.DocumentReference, text: String, clientID: String? = nil) throws -> Answered.Document {
            try client.answer(to: Request.documentComment(ChatProtocol.CommentOnDocument(document: document, text: text)), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Renames a document and its share.
        @discardableResult
        func rename(document: ChatProtocol.DocumentReference, title: String, clientID: String? = nil) throws -> Answered.Document {
            try client.answer(to: Request.documentRename(ChatProtocol.RenameDocument(document: document, title: title)), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Moves a document to a folder.
        @discardableResult
        func move(document: ChatProtocol.DocumentReference, folder: String, clientID: String? = nil) throws -> Answered.Document {
            try client.answer(to: Request.documentMove(ChatProtocol.MoveDocument(document: document, folder: folder)), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }

        /// Deletes a document. Its share stays with `documentDeleted`, and its link becomes free when it is no longer
        /// shared.
        @discardableResult
        func delete(_ params: ChatProtocol.DocumentReference, clientID: String? = nil) throws -> Answered.Document {
            try client.answer(to: Request.documentDelete(params), clientID: clientID) { fields throws(InvalidField) in try Answered.Document(from: &fields) }
        }
    }
}

extension EngineClient {
    /// The methods `highlight.…`, as `docs/reference/protocol.md` has them.
    var appHighlight: AppHighlightMethods { AppHighlightMethods(client: self) }

    /// The methods `highlight.…`; each throws ``RPCError`` where it is refused.
    struct AppHighlightMethods {
        let client: EngineClient

        /// Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one app.
        @discardableResult
        func list(app: ChatProtocol.AppID? = nil, limit: Int? = nil, after: ChatProtocol.HighlightID? = nil, person: ChatProtocol.Handle? = nil) throws -> Answered.AppHighlights {
            try client.answer(to: Request.highlightList(ChatProtocol.ListHighlights(app: app, limit: limit, after: after, person: person))) { fields throws(InvalidField) in try Answered.AppHighlights(from: &fields) }
        }
    }
}

extension EngineClient {
    /// The methods `document.…`, as `docs/reference/protocol.md` has them.
    var appDocument: AppDocumentMethods { AppDocumentMethods(client: self) }

    /// The methods `document.…`; each throws ``RPCError`` where it is refused.
    struct AppDocumentMethods {
        let client: EngineClient

        /// Creates a document that only its owner sees. A person names the app. The default link is on the app's first
        /// domain.
        @discardableResult
        func create(app: ChatProtocol.AppID? = nil, title: String, text: String = "", url: String? = nil, parent: ChatProtocol.DocumentID? = nil, covers: String? = nil, clientID: String? = nil) throws -> Answered.AppDocument {
            try client.answer(to: Request.documentCreate(ChatProtocol.CreateDocument(app: app, title: title, text: text, url: url, parent: parent, covers: covers)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after` is
        /// the last document of the previous page.
        @discardableResult
        func list(app: ChatProtocol.AppID? = nil, after: ChatProtocol.DocumentID? = nil, person: ChatProtocol.Handle? = nil) throws -> Answered.AppDocuments {
            try client.answer(to: Request.documentList(ChatProtocol.ListDocuments(app: app, after: after, person: person))) { fields throws(InvalidField) in try Answered.AppDocuments(from: &fields) }
        }

        /// Returns a document. An observer without `person` sees it as its owner does.
        @discardableResult
        func get(_ params: ChatProtocol.DocumentReference) throws -> Answered.AppDocument {
            try client.answer(to: Request.documentGet(params)) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Opens a document until `document.close` or the end of the session. It accepts the share and clears its notices.
        @discardableResult
        func open(_ params: ChatProtocol.DocumentReference, clientID: String? = nil) throws -> Answered.AppDocument {
            try client.answer(to: Request.documentOpen(params), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Replaces the text. If it changed after `revision`, fails with `conflict` and the current document in
        /// `data.document`.
        @discardableResult
        func edit(document: ChatProtocol.DocumentReference, text: String, revision: Int64, clientID: String? = nil) throws -> Answered.AppDocument {
            try client.answer(to: Request.documentEdit(ChatProtocol.EditDocument(document: document, text: text, revision: revision)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Comments on a document; read permission is enough.
        @discardableResult
        func comment(document: ChatProtocol.DocumentReference, text: String, clientID: String? = nil) throws -> Answered.AppDocument {
            try client.answer(to: Request.documentComment(ChatProtocol.CommentOnDocument(document: document, text: text)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Renames a document and its share.
        @discardableResult
        func rename(document: ChatProtocol.DocumentReference, title: String, clientID: String? = nil) throws -> Answered.AppDocument {
            try client.answer(to: Request.documentRename(ChatProtocol.RenameDocument(document: document, title: title)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Moves a document to a folder.
        @discardableResult
        func move(document: ChatProtocol.DocumentReference, folder: String, clientID: String? = nil) throws -> Answered.AppDocument {
            try client.answer(to: Request.documentMove(ChatProtocol.MoveDocument(document: document, folder: folder)), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }

        /// Deletes a document. Its share stays with `documentDeleted`, and its link becomes free when it is no longer
        /// shared.
        @discardableResult
        func delete(_ params: ChatProtocol.DocumentReference, clientID: String? = nil) throws -> Answered.AppDocument {
            try client.answer(to: Request.documentDelete(params), clientID: clientID) { fields throws(InvalidField) in try Answered.AppDocument(from: &fields) }
        }
    }
}
