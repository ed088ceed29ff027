package import AppFrameworks
package import ChatProtocol
import ChatTerminal

/// What a share sheet is about: an item, where it comes from, and how it can be handed on.
package struct ShareContext: Equatable, Sendable {
    /// The item.
    package var item: ActivityItem
    /// A line below its title: its app and address, or how large it is.
    package var preview: String
    /// The message that it stands in, where it is a document of one.
    package var message: String?
    /// The conversation whose link it is.
    package var conversation: String?
    /// The share behind its link, where there is one.
    package var share: CollaborationRow?
    /// What the app offers beside the system in which the sheet was opened.
    package var own: [ActivityMenu.Entry] = []
    /// What does not apply to what it shares.
    package var excluded: [ActivityType] = []
    /// Whether it is sent to be worked on together, or as a copy (`sheet-method-choice`).
    package var method = SharingMethod.collaborate

    /// Something to share.
    package init(_ item: ActivityItem, preview: String) { (self.item, self.preview) = (item, preview) }

    /// How it can be handed on: there are copies of documents alone.
    var methods: [SharingMethod] { share == nil ? [] : SharingMethod.allCases }
}
