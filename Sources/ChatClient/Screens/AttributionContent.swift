import AppModel

/// The content of an attribution. Only the system has it: the server answers `attribution.show` with it to the person's
/// own session, and gives it to no app.
package struct AttributionContent: Hashable, Sendable {
    /// A person who shared the link, with the conversation.
    struct Sharer: Hashable, Sendable {
        /// The person's display name.
        var name: String
        /// The id of the conversation.
        var conversation = ""
        /// The name of the conversation; empty if this person has left it.
        var conversationName = ""
        /// The id of the newest message with the link in that conversation. A reply refers to it.
        var message = ""
    }

    /// A conversation in which the person can reply.
    package struct Place: Hashable, Sendable {
        /// The id of the conversation.
        package var conversation: String
        /// The name of the conversation.
        package var name: String
        /// The id of the shared message; empty if only the conversation is known.
        package var message: String

        package init(conversation: String, name: String, message: String = "") {
            (self.conversation, self.name, self.message) = (conversation, name, message)
        }
    }

    /// The reason why the conversation of an item cannot be opened: the person left it, was removed, or deleted it.
    package static let isGone = "The conversation it was shared in is no longer in your list"

    /// The highlight's id.
    var highlight: String = ""
    /// The link.
    var url: String = ""
    /// The app's name.
    var app: String = ""
    /// True if this person pinned the link (`attr-pin-mark`).
    var isPinned: Bool = false
    /// The people who shared the link, the newest first.
    var sharers: [Sharer]
    /// The app's title for the menu entry that removes the item; nil for the system's title.
    package var menuTitleForHideAction: String?

    /// The names of the people who shared the link, the newest first, without duplicates.
    var names: [String] {
        var names: [String] = []
        for sharer in sharers where !names.contains(sharer.name) { names.append(sharer.name) }
        return names
    }

    /// The conversations in which the person can reply, without duplicates. With several, the person chooses one first
    /// (`disambiguate`). A conversation that the person has left has no name and is not included.
    package var places: [Place] {
        var places: [Place] = []
        for sharer in sharers
        where !sharer.conversationName.isEmpty && !places.contains(where: { $0.conversation == sharer.conversation }) {
            places.append(
                Place(conversation: sharer.conversation, name: sharer.conversationName, message: sharer.message))
        }
        return places
    }

    /// The system's menu entries for the attribution.
    var menu: AttributionMenu { .system(hideTitle: menuTitleForHideAction) }
}
