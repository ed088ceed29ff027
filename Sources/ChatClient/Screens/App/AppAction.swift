package import AppModel

/// What a key asks the session to do.
package enum AppAction: Equatable, Sendable {
    /// An item is being looked at: its content has an attribution of its own, in detail.
    case open(String)
    /// It is not any longer.
    case leave(String)
    /// Open a conversation over the page, at the shared message.
    case reply(AttributionContent.Place)
    /// It was closed.
    case closeReply
    /// Take an item off the list, for good.
    case remove(String)
    /// Bring back what was taken off last.
    case restore(String)
    /// The next page of the list is wanted.
    case readMore
    /// The next page of the documents is wanted.
    case readMoreDocuments
    /// Open what stands at a link.
    case openLink(String)
    /// Open the open document again, whose access was lost.
    case openAgain
    /// Remove the unsaved texts of the document at a link.
    case discardTexts(url: String)
    /// Begin a document with that title.
    case create(title: String)
    /// Save a text in place of the one that was read.
    case edit(text: String, base: SharedDocument)
    /// Say something about a document.
    case comment(text: String, SharedDocument)
    /// Call a document otherwise.
    case rename(title: String, SharedDocument)
    /// Delete a document, for everyone.
    case delete(SharedDocument)
    /// Show the panel behind the collaboration button.
    case openPanel
    /// Open a conversation with the people of the open document; no conversation has its link.
    case messagePeople
    /// Something of the app's own part of that panel.
    case chooseContent(Int)
    /// Open the system's share sheet for an item.
    case openShareSheet(String)
    /// Show the sharing screens.
    case share
    /// A row of the sharing screens.
    case sharing(CloudSharingSheet.Deed)
    /// Ask people.
    case invite([String])
    /// Take somebody's access.
    case removePerson(String)
    /// Save what was chosen on the sharing screens.
    case saveSharing
    /// Save it, and close the sharing screens as soon as it is saved.
    case finishSharing
    /// Leave them; what was not saved is gone.
    case closeSharing
    /// Remove the jobs of extensions that have ended.
    case clearJobs
    /// Mark the failures of extensions as read.
    case readJobs
    /// Put a text on the terminal's clipboard.
    case copy(String)
    /// Draw the whole screen anew.
    case redraw
    /// Stop the program until it is continued.
    case suspend
    /// End.
    case quit
}
