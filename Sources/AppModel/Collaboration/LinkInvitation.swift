public import ChatProtocol

/// The message that sends the link of a share to the added people (`ucs-invite-owner`): its recipients and its
/// conversation, as shown before a save. The server decides by the same rules when it saves.
public struct LinkInvitation: Hashable, Sendable {
    /// A conversation of the person.
    package struct Place: Hashable, Sendable {
        package var id: ConversationID
        package var title: String
        /// The other people in the conversation.
        package var people: [Handle]

        package init(id: ConversationID, title: String, people: [Handle]) {
            (self.id, self.title, self.people) = (id, title, people)
        }
    }

    /// The destination of the link.
    public enum Destination: Hashable, Sendable {
        /// The conversation with that title.
        case conversation(String)
        /// A new conversation.
        case newConversation
        /// A conversation that the server chooses, because it cannot be determined here.
        case unknown
    }

    /// The people who receive the link.
    public let people: [Handle]
    /// The destination of the link.
    public let destination: Destination
    /// True if only those people receive the link who cannot see it yet. Some of the people are in a conversation with
    /// the link, and only the server knows who joined it later.
    public let isConditional: Bool

    /// Creates the message to the added people; nil if there are none.
    ///
    /// - Parameters:
    ///   - added: the added people.
    ///   - places: the conversations of the person who adds, in the order of their list; nil if they are not known.
    ///   - hasLink: returns true if a conversation contains the link of the share.
    package init?(_ added: [Handle], in places: [Place]?, where hasLink: (Place) -> Bool) {
        guard !added.isEmpty else { return nil }
        people = added
        let wanted = Set(people)
        isConditional = (places ?? []).contains { hasLink($0) && !wanted.isDisjoint(with: $0.people) }
        let place = places?.first { $0.people.count == wanted.count && Set($0.people) == wanted }
        // If fewer of the people need the link, the server sends it to another conversation.
        let isKnown = places != nil && (!isConditional || people.count == 1)
        destination = isKnown ? place.map { .conversation($0.title) } ?? .newConversation : .unknown
    }

    /// Creates the message to a conversation that the person chose. All of its members receive the link.
    init(to place: Place) {
        (people, destination, isConditional) = (place.people, .conversation(place.title), false)
    }

    /// The sentence on the screen about the message: `The link is sent in “Choir” after saving.`
    package var sentence: String {
        let place =
            switch destination {
            case .conversation(let title): " in “\(title)”"
            case .newConversation: " in a new conversation"
            case .unknown: ""
            }
        return isConditional
            ? "People who have not received the link since it was shared get it\(place) after saving."
            : "The link is sent\(place) after saving."
    }

    /// Returns the title of the choice that sends the message: `Send the link to Dee in “Choir”`.
    package func title(names: (Handle) -> String) -> String {
        if case .conversation(let title) = destination, people.isEmpty { return "Send the link in “\(title)”" }
        let list = SharingConfirmation.shortList(people.map(names))
        let place =
            switch destination {
            case .conversation(let title): " in “\(title)”"
            case .newConversation: " in a new conversation"
            case .unknown: ""
            }
        return "Send the link to \(list)\(place)\(isConditional ? " if needed" : "")"
    }
}
