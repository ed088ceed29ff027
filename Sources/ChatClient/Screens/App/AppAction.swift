package import AppModel
package import ChatProtocol

/// A request that a key makes to the session of an app.
package enum AppAction: Equatable, Sendable {
    /// Opens an item, given its id. Its page shows a detailed attribution.
    case open(String)
    /// Closes the page of an item, given its id.
    case leave(String)
    /// Opens a conversation over the page, at the shared message.
    case reply(AttributionContent.Place)
    /// Closes the conversation over the page.
    case closeReply
    /// Removes an item from the shelf, given its id.
    case remove(String)
    /// Restores the item that was removed last, given its id.
    case restore(String)
    /// Loads the next page of the items.
    case readMore
    /// Loads the next page of the documents.
    case readMoreDocuments
    /// Opens the item or document at a link.
    case openLink(String)
    /// Opens the open document again, after the person lost access to it.
    case openAgain
    /// Deletes the stored unsaved texts of the document at a link.
    case discardTexts(url: String)
    /// Creates a document with a title.
    case create(title: String, in: DocumentID? = nil)
    /// Saves a text, based on the version of the document that the person read.
    case edit(text: String, base: SharedDocument)
    /// Adds a comment to a document.
    case comment(text: String, SharedDocument)
    /// Renames a document.
    case rename(title: String, SharedDocument)
    /// Deletes a document for everyone.
    case delete(SharedDocument)
    /// Shows the panel of the collaboration button.
    case openPanel
    /// Opens a conversation with the participants of the open document. No conversation has its link.
    case messagePeople
    /// Chooses a row of the app's own part of the panel, by its index.
    case chooseContent(Int)
    /// Opens the system's share sheet for an item, given its id.
    case openShareSheet(String)
    /// Opens the sharing screens.
    case share
    /// Performs the action of a row of the sharing screens.
    case sharing(CloudSharingSheet.Deed)
    /// Adds people to the share, given the words that the person typed.
    case invite([String])
    /// Removes a participant from the share, given the handle.
    case removePerson(String)
    /// Saves the changes on the sharing screens.
    case saveSharing
    /// Saves the changes, and closes the sharing screens as soon as they are saved.
    case finishSharing
    /// Closes the sharing screens and discards unsaved changes.
    case closeSharing
    /// Removes the jobs of extensions that have ended.
    case clearJobs
    /// Marks the failures of extensions as read.
    case readJobs
    /// Copies a text to the terminal's clipboard.
    case copy(String)
    /// Redraws the whole screen.
    case redraw
    /// Suspends the program until the shell continues it.
    case suspend
    /// Quits the program.
    case quit
}
