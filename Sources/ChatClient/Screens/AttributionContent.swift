import AppModel

/// What an attribution shows. Only the system's side ever has one: it is what `attribution.show` answers to the person's
/// own session, and no app is given it.
package struct AttributionContent: Hashable, Sendable {
    /// One of those who shared the link, and where.
    struct Sharer: Hashable, Sendable {
        /// The display name.
        var name: String
        /// The conversation.
        var conversation = ""
        /// What the conversation is called.
        var conversationName = ""
        /// The newest message with the link there, to which a reply belongs.
        var message = ""
    }

    /// A place where one can reply.
    package struct Place: Hashable, Sendable {
        /// The conversation.
        package var conversation: String
        /// Its name.
        package var name: String
        /// The shared message; empty where only the conversation is known.
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
    /// Whether this person pinned it (`attr-pin-mark`).
    var isPinned: Bool = false
    /// The newest first.
    var sharers: [Sharer]
    /// The app's title for the entry that removes; nil is the system's.
    package var menuTitleForHideAction: String?

    /// The names of those who shared it, each once, the newest first.
    var names: [String] {
        var names: [String] = []
        for sharer in sharers where !names.contains(sharer.name) { names.append(sharer.name) }
        return names
    }

    /// The conversations to reply in, each once. Of several the person chooses one first (`disambiguate`). One that the
    /// person has left has no name, and is not among them.
    package var places: [Place] {
        var places: [Place] = []
        for sharer in sharers
        where !sharer.conversationName.isEmpty && !places.contains(where: { $0.conversation == sharer.conversation }) {
            places.append(
                Place(conversation: sharer.conversation, name: sharer.conversationName, message: sharer.message))
        }
        return places
    }

    /// The system's entries for it.
    var menu: AttributionMenu { .system(hideTitle: menuTitleForHideAction) }
}
