package import AppModel
package import ChatProtocol

/// The actions that a key asks the session to perform. Where it is safe, the state on the screen has already changed.
/// The server's answer overwrites it.
package enum ChatAction: Equatable, Sendable {
    /// Sends a message or a reply.
    case send(text: String, conversation: String, replyTo: String? = nil)
    /// Sends a file, with or without a text. `line` is the command that names the file.
    case attach(path: String, text: String, conversation: String, replyTo: String?, line: String? = nil)
    /// Checks that a file can be read. A line of the history named it in a composer.
    case checkFile(path: String, conversation: String)
    /// Forwards the document of a message.
    case forward(message: String, conversation: String)
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
    /// Replaces the text of the person's own message.
    case edit(message: String, text: String)
    /// Unsends the person's own message.
    case unsend(message: String)
    /// Deletes an item for this person only. It stays in Recently Deleted for 30 days.
    case delete(Deletable)
    /// Recovers an item from Recently Deleted.
    case recover(Deletable)
    /// Deletes an item in Recently Deleted permanently.
    case erase(Deletable)
    /// Reloads Recently Deleted, which is now shown.
    case loadRecentlyDeleted
    /// Reloads the deleted messages of a conversation, which are now shown.
    case loadDeletedMessages(conversation: String)
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
    case select(conversation: String)
    /// Marks all messages of the conversation as read, or all up to and including a message.
    case markRead(conversation: String, through: String? = nil)
    /// Marks every message that the client knows of in the conversation as read, by a command.
    case markAllRead(conversation: String)
    /// Marks the conversation as unread.
    case markUnread(conversation: String)
    /// Hides or shows the alerts of a conversation.
    case mute(conversation: String, isMuted: Bool)
    /// Pins a conversation to the top of the list, or unpins it. `place` 1 is the first position.
    case pinConversation(id: String, isPinned: Bool, place: Int?)
    /// Leaves the conversation.
    case leave(conversation: String)
    /// Adds a member.
    case addMember(handle: String, conversation: String)
    /// Removes a member.
    case removeMember(handle: String, conversation: String)
    /// Renames the conversation for all members.
    case rename(conversation: String, name: String)
    /// Sets or removes the photo of a group.
    case setPhoto(conversation: String, photo: String?)
    /// Loads the page before the oldest entry.
    case loadOlder(conversation: String)
    /// Creates a conversation. A group may have a photo.
    case createConversation(handles: [String], name: String?, photo: String? = nil)
    /// Pins a link.
    case pin(url: String, conversation: String)
    /// Unpins a link.
    case unpin(url: String, conversation: String)
    /// Opens a link in its app. `notice` is the id of the notice whose banner offered the link; opening it clears the
    /// notice.
    case openLink(url: String, notice: String?)
    /// Dismisses a notice without opening it.
    case dismissNotice(id: String)
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
    case loadCollaborations(conversation: String)
    /// Answers an app's consent request.
    case answerConsent(id: String, answer: ConsentAnswer)
    /// Turns automatic sharing on or off for everything.
    case setEverywhere(Bool)
    /// Turns automatic sharing on or off for an app.
    case setApp(id: String, isOn: Bool)
    /// Turns automatic sharing on or off for a conversation.
    case setConversation(id: String, isOn: Bool)
    /// Turns read receipts on or off: in one conversation, or with nil in all others.
    case setReadReceipts(isOn: Bool, conversation: String?)
    /// Turns alerts for mentions on or off. They apply even to conversations with hidden alerts.
    case setMentionAlerts(Bool)
    /// Reloads Shared with You, which is now shown.
    case loadShelf
    /// Removes an item from Shared with You permanently.
    case hideHighlight(id: String)
    /// Restores an item that was removed from Shared with You.
    case restoreHighlight(id: String)
    /// Reloads the settings, which are now shown.
    case loadSettings
    /// Requests the audit of automatic sharing with its reasons: of one app by its id, or of all apps.
    case loadAudit(app: String?)
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
