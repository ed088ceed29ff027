package import AppModel
package import ChatProtocol

/// The actions that a key asks the session to perform. Where it is safe, the state on the screen has already changed.
/// The server's answer overwrites it.
package enum ChatAction: Equatable, Sendable {
    /// Makes a request that has no further parts.
    case request(Request)
    /// Sends a message or a reply.
    case send(text: String, conversation: ConversationID, replyTo: String? = nil)
    /// Sends a file, with or without a text. `line` is the command that names the file.
    case attach(path: String, text: String, conversation: ConversationID, replyTo: String?, line: String? = nil)
    /// Checks that a file can be read. A line of the history named it in a composer.
    case checkFile(path: String, conversation: ConversationID)
    /// Forwards the document of a message.
    case forward(message: String, conversation: ConversationID)
    /// Writes an item to a file that is named after the item's subject.
    case writeFile(HandedItem)
    /// Runs an extension or prints, with the text that the person wrote for it.
    case runActivity(ActivityType, HandedItem, text: String)
    /// Asks an app to perform one of its own actions.
    case chooseActivity(ChooseActivity)
    /// Marks an extension's failure as read.
    case readFailure(ActivityJob)
    /// Stores the person's preferences for the actions of share sheets.
    case keepActivityPreferences(ActivityPreferences)
    /// Opens the draft in the person's own editor.
    case editDraft(text: String)
    /// Lists a folder, so that the person can choose a file.
    case listFolder(path: String)
    /// Deletes an item for this person only. It stays in Recently Deleted for 30 days.
    case delete(Deletable)
    /// Recovers an item from Recently Deleted.
    case recover(Deletable)
    /// Deletes an item in Recently Deleted permanently.
    case erase(Deletable)
    /// Reloads Recently Deleted, which is now shown.
    case loadRecentlyDeleted
    /// Reloads the deleted messages of a conversation, which are now shown.
    case loadDeletedMessages(conversation: ConversationID)
    /// Sets a tapback: a name of the wire protocol or an emoji. A tapback that is already set is removed.
    case react(message: String, reaction: String)
    /// Writes a document's content to a file; without a path, under the document's own name.
    case save(message: String, path: String?)
    /// Copies a text to the terminal's clipboard.
    case copy(text: String)
    /// Reloads the replies to this message, which are now shown.
    case openReplies(message: String)
    /// Searches all conversations.
    case search(text: String)
    /// Requests the server's current time, if the server's clock is not the real time.
    case checkClock
    /// A conversation was opened. Loads its newest page unless it is loaded.
    case select(conversation: ConversationID)
    /// Marks all messages of the conversation as read, or all up to and including a message.
    case markRead(conversation: ConversationID, through: String? = nil)
    /// Marks every message that the client knows of in the conversation as read, by a command.
    case markAllRead(conversation: ConversationID)
    /// Adds a member.
    case addMember(handle: String, conversation: ConversationID)
    /// Removes a member.
    case removeMember(handle: String, conversation: ConversationID)
    /// Loads the page before the oldest entry.
    case loadOlder(conversation: ConversationID)
    /// Creates a conversation. A group may have a photo.
    case createConversation(handles: [String], name: String?, photo: String? = nil)
    /// Opens a link in its app. `notice` is the id of the notice whose banner offered the link; opening it clears the
    /// notice.
    case openLink(url: String, notice: String?)
    /// Answers a notice with one of its actions.
    case answerNotice(id: String, action: String)
    /// Requests the sharing options of a document, and stages it.
    case stage(ShareWish)
    /// Requests the sharing options of a link or file.
    case loadOffer(OfferPurpose)
    /// Sends the staged collaboration.
    case start(CollaborationDraft)
    /// Cancels a collaboration that waits for its app.
    case cancelStart(id: String)
    /// Changes a collaboration, given its row as the person saw it.
    case manage(CollaborationRow, CollaborationDeed)
    /// Reloads the collaborations of a conversation, which are now shown.
    case loadCollaborations(conversation: ConversationID)
    /// Reloads Shared with You, which is now shown.
    case loadShelf
    /// Reloads the settings, which are now shown.
    case loadSettings
    /// Requests the audit of automatic sharing with its reasons: of one app by its id, or of all apps.
    case loadAudit(app: AppID?)
    /// Adds a contact.
    case addContact(handle: String)
    /// Removes a contact.
    case removeContact(handle: String)
    /// Blocks a person's links from Shared with You, or allows them again.
    case block(handle: String, Bool)
    /// Requests the explanation why an item was shown or not shown. The answer is presented as a `SheetKind.text`.
    case explain(about: String)
    /// Redraws the whole screen.
    case redraw
    /// Suspends the program until it is continued.
    case suspend
    /// Ends the program.
    case quit
}

/// The requests by the values that the screen has.
extension ChatAction {
    /// Replaces the text of the person's own message.
    package static func edit(message: String, text: String) -> ChatAction {
        .request(.messageEdit(.init(message: MessageID(message), text: text)))
    }

    /// Unsends the person's own message.
    package static func unsend(message: String) -> ChatAction {
        .request(.messageUnsend(.init(message: MessageID(message))))
    }

    /// Marks the conversation as unread.
    package static func markUnread(conversation: ConversationID) -> ChatAction {
        .request(.conversationMarkUnread(.init(conversation: conversation)))
    }

    /// Hides or shows the alerts of a conversation.
    package static func mute(conversation: ConversationID, isMuted: Bool) -> ChatAction {
        .request(.conversationMute(.init(conversation: conversation, muted: isMuted)))
    }

    /// Pins a conversation to the top of the list, or unpins it. `place` 1 is the first position.
    package static func pinConversation(id: ConversationID, isPinned: Bool, place: Int?) -> ChatAction {
        .request(.conversationPin(.init(conversation: id, pinned: isPinned, place: place)))
    }

    /// Leaves the conversation.
    package static func leave(conversation: ConversationID) -> ChatAction {
        .request(.conversationLeave(.init(conversation: conversation)))
    }

    /// Renames the conversation for all members.
    package static func rename(conversation: ConversationID, name: String) -> ChatAction {
        .request(.conversationRename(.init(conversation: conversation, name: name)))
    }

    /// Sets or removes the photo of a group.
    package static func setPhoto(conversation: ConversationID, photo: String?) -> ChatAction {
        .request(.conversationSetPhoto(.init(conversation: conversation, photo: photo)))
    }

    /// Pins a link.
    package static func pin(url: String, conversation: ConversationID) -> ChatAction {
        .request(.linkPin(.init(conversation: conversation, url: url)))
    }

    /// Unpins a link.
    package static func unpin(url: String, conversation: ConversationID) -> ChatAction {
        .request(.linkUnpin(.init(conversation: conversation, url: url)))
    }

    /// Removes an item from Shared with You permanently.
    package static func hideHighlight(id: String) -> ChatAction {
        .request(.highlightHide(.init(highlight: HighlightID(id))))
    }

    /// Restores an item that was removed from Shared with You.
    package static func restoreHighlight(id: String) -> ChatAction {
        .request(.highlightRestore(.init(highlight: HighlightID(id))))
    }

    /// Dismisses a notice without opening it.
    package static func dismissNotice(id: String) -> ChatAction {
        .request(.noticeDismiss(.init(notice: NoticeID(id))))
    }

    /// Answers an app's consent request.
    package static func answerConsent(id: String, answer: ConsentAnswer) -> ChatAction {
        .request(.consentAnswer(.init(consent: ConsentID(id), answer: answer)))
    }

    /// Turns automatic sharing on or off for everything.
    package static func setEverywhere(_ isOn: Bool) -> ChatAction {
        .request(.settingsSet(.init(sharing: .init(everywhere: isOn))))
    }

    /// Turns automatic sharing on or off for an app.
    package static func setApp(id: AppID, isOn: Bool) -> ChatAction {
        .request(.settingsSet(.init(sharing: .init(apps: .init([(id, isOn)])))))
    }

    /// Turns automatic sharing on or off for a conversation.
    package static func setConversation(id: ConversationID, isOn: Bool) -> ChatAction {
        .request(.settingsSet(.init(sharing: .init(conversations: .init([(id, isOn)])))))
    }

    /// Turns read receipts on or off: in one conversation, or with nil in all others.
    package static func setReadReceipts(isOn: Bool, conversation: ConversationID?) -> ChatAction {
        guard let conversation else { return .request(.settingsSet(.init(receipts: .init(everywhere: isOn)))) }
        return .request(.settingsSet(.init(receipts: .init(conversations: .init([(conversation, isOn)])))))
    }

    /// Turns alerts for mentions on or off. They apply even to conversations with hidden alerts.
    package static func setMentionAlerts(_ isOn: Bool) -> ChatAction {
        .request(.settingsSet(.init(mentionAlerts: isOn)))
    }
}

/// A change to an existing collaboration.
package enum CollaborationDeed: Hashable, Sendable {
    /// Invites people, with their own permission or, with nil, the general one. If `sendsLink` is true, the link is
    /// also sent to the people who are in no conversation with it.
    case invite([String], Share.Permission?, sendsLink: Bool = true)
    /// Removes people.
    case uninvite([String])
    /// Restricts access to invited people, or opens it to anyone with the link. The people in `again` are invited again
    /// in the same save.
    case access(Share.Access, again: [String])
    /// Sets the permission of everyone, or with a handle of one person.
    case permission(Share.Permission, handle: String?)
    /// Grants or revokes the administrator role.
    case administrator(String, Bool)
    /// Allows or forbids participants to add people.
    case inviting(Bool)
    /// Lets people who were not invited ask for access, or not.
    case accessRequests(Bool)
    /// Answers people's requests for access.
    case answer(AccessAnswer, [String])
    /// Makes a link that admits one person, with that permission.
    case makeLink(Share.Permission)
    /// Takes back a one-time link, by its id.
    case takeBackLink(String)
    /// Leaves the collaboration.
    case leave
    /// Stops sharing for everyone.
    case stop

    /// True if the change removes a person's access.
    var takesAccess: Bool {
        switch self {
        case .uninvite, .access(.private, _), .answer(.block, _), .leave, .stop: true
        case .invite, .access(.public, _), .permission, .administrator, .inviting, .accessRequests, .answer,
            .makeLink, .takeBackLink:
            false
        }
    }
}

/// An answer to requests for access (`ck-access-requests`).
package enum AccessAnswer: String, CaseIterable, Hashable, Sendable {
    /// Adds the people.
    case approve
    /// Removes the requests. The people may ask again.
    case deny
    /// Removes the requests, and participants from the share. The people may not ask again.
    case block
    /// Lets blocked people ask again.
    case unblock
}

/// A document that the person wants to share, before its app has answered how it can be shared.
package struct ShareWish: Hashable, Sendable {
    /// The title of the document.
    package var title: String
    /// The app's id; nil for the app of the existing document.
    package var app: AppID?
    /// The id of the conversation that receives it.
    package var conversation: ConversationID
    /// The options to choose, given by their effects.
    package var effects: [ShareOptions.Effect]
    /// True if a copy is sent.
    package var isCopy: Bool
    /// The forms in which the document is sent in addition to its link. In the terminal each is a small text
    /// (`sendcopy-custom`).
    package var representations: [Share.Representation]
    /// The existing document that is shared or copied; nil for a new one.
    package var document: DocumentID?
    /// The link of that document.
    package var url: String?

    /// The link of an existing document with the same title, if this one is new; nil if there is none.
    package var namesake: String?

    /// True if an existing document of that title is meant. It brings its own forms.
    package var takesExisting: Bool { representations.isEmpty }

    package init(
        title: String, app: AppID?, conversation: ConversationID, effects: [ShareOptions.Effect] = [],
        isCopy: Bool = false, representations: [Share.Representation] = [.file]
    ) {
        (self.title, self.app, self.conversation) = (title, app, conversation)
        (self.effects, self.isCopy, self.representations) = (effects, isCopy, representations)
    }
}
