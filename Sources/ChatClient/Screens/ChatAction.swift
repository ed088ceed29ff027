package import AppModel
package import ChatProtocol

/// What a key asks the session to do. The state on the screen has changed already where that is safe; what the
/// server answers overwrites it.
package enum ChatAction: Equatable, Sendable {
    /// Send a message, or a reply.
    case send(text: String, conversation: String, replyTo: String? = nil)
    /// Send a file, with a text or without; `line` is the command that names the file.
    case attach(path: String, text: String, conversation: String, replyTo: String?, line: String? = nil)
    /// Check that a file can be read that a line of the history put into a composer.
    case checkFile(path: String, conversation: String)
    /// Send a document of a message on.
    case forward(message: String, conversation: String)
    /// Write an item to a file that is named after its subject.
    case writeFile(HandedItem)
    /// Run an extension, or print; with the text that the person wrote for it.
    case runActivity(ActivityType, HandedItem, text: String)
    /// Have an app do one of its own actions.
    case chooseActivity(ChooseActivity)
    /// Mark a failure of an extension as read.
    case readFailure(ActivityJob)
    /// Keep how the person wants the actions of share sheets.
    case keepActivityPreferences(ActivityPreferences)
    /// Write on with the person's own editor.
    case editDraft(text: String)
    /// Look into a folder, to choose a file from it.
    case listFolder(path: String)
    /// Give one's own message another text.
    case edit(message: String, text: String)
    /// Take one's own message back.
    case unsend(message: String)
    /// Delete something for this person alone; it stays in Recently Deleted for 30 days.
    case delete(Deletable)
    /// Bring back what is in Recently Deleted.
    case recover(Deletable)
    /// Delete for good what is in Recently Deleted.
    case erase(Deletable)
    /// Recently Deleted is shown: bring it up to date.
    case loadRecentlyDeleted
    /// The deleted messages of a conversation are shown: bring them up to date.
    case loadDeletedMessages(conversation: String)
    /// Set a tapback, in the wire's word or as an emoji; the one that is set goes.
    case react(message: String, reaction: String)
    /// Write a document's content to a file; without a path, under its own name.
    case save(message: String, path: String?)
    /// Put a text on the terminal's clipboard.
    case copy(text: String)
    /// The thread of replies of this message is shown: bring it up to date.
    case openReplies(message: String)
    /// Search in all conversations.
    case search(text: String)
    /// Ask what time it is for the server, where its clock is not the wall's.
    case checkClock
    /// A conversation was opened: load its newest page if it is not here.
    case select(conversation: String)
    /// Everything in the conversation was seen, or everything up to a message.
    case markRead(conversation: String, through: String? = nil)
    /// Mark every message that the client knows of the conversation as read, by a command.
    case markAllRead(conversation: String)
    /// Mark it as unread.
    case markUnread(conversation: String)
    /// Hide its alerts, or no longer.
    case mute(conversation: String, isMuted: Bool)
    /// Put it to the top of the list, 1 for the first, or take it from there.
    case pinConversation(id: String, isPinned: Bool, place: Int?)
    /// Leave it.
    case leave(conversation: String)
    /// Add somebody.
    case addMember(handle: String, conversation: String)
    /// Remove somebody.
    case removeMember(handle: String, conversation: String)
    /// Call it otherwise, for everyone.
    case rename(conversation: String, name: String)
    /// Give a group another photo, or none.
    case setPhoto(conversation: String, photo: String?)
    /// The page before the oldest entry is wanted.
    case loadOlder(conversation: String)
    /// Begin a conversation, a group with a photo or without.
    case createConversation(handles: [String], name: String?, photo: String? = nil)
    /// Pin a link.
    case pin(url: String, conversation: String)
    /// Unpin a link.
    case unpin(url: String, conversation: String)
    /// Open a link in its app; `notice` is the banner's, where it came from one, and is cleared by that.
    case openLink(url: String, notice: String?)
    /// Close a notice without opening it.
    case dismissNotice(id: String)
    /// Answer what a notice offers.
    case answerNotice(id: String, action: String)
    /// Ask how a document can be shared, and stage it.
    case stage(ShareWish)
    /// Ask how a link or a file can be shared.
    case loadOffer(OfferPurpose)
    /// Send what was staged.
    case start(CollaborationDraft)
    /// Take back what waits for its app.
    case cancelStart(id: String)
    /// Change a collaboration that looked like this.
    case manage(CollaborationRow, CollaborationDeed)
    /// The collaborations of a conversation are shown: bring them up to date.
    case loadCollaborations(conversation: String)
    /// Answer an app that asks.
    case answerConsent(id: String, answer: ConsentAnswer)
    /// Turn automatic sharing on or off for all.
    case setEverywhere(Bool)
    /// Turn it on or off for an app.
    case setApp(id: String, isOn: Bool)
    /// Turn it on or off for a conversation.
    case setConversation(id: String, isOn: Bool)
    /// Let others know that their messages were read, or not: in one conversation, or in all others.
    case setReadReceipts(isOn: Bool, conversation: String?)
    /// Let mentions alert even where alerts are hidden, or not.
    case setMentionAlerts(Bool)
    /// Shared with You is shown: bring it up to date.
    case loadShelf
    /// Take something off Shared with You, for good.
    case hideHighlight(id: String)
    /// Bring back what was removed from Shared with You.
    case restoreHighlight(id: String)
    /// The settings are shown: bring them up to date.
    case loadSettings
    /// Ask what became of automatic sharing, and why; of an app by its id, or of all.
    case loadAudit(app: String?)
    /// Make someone a contact.
    case addContact(handle: String)
    /// Make someone no contact.
    case removeContact(handle: String)
    /// Keep someone's links out of Shared with You, or let them in again.
    case block(handle: String, Bool)
    /// Ask why something was or was not shown; the answer comes as a `SheetKind.text`.
    case explain(about: String)
    /// Draw the whole screen anew.
    case redraw
    /// Stop the program until it is continued.
    case suspend
    /// End.
    case quit
}
