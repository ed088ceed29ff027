public import ChatProtocol

/// The message that sends the link of a share to the people who are added to it (`ucs-invite-owner`): to whom and where,
/// as it is shown before saving. The server decides the same when it saves.
public struct LinkInvitation: Hashable, Sendable {
    /// A conversation of the person's.
    package struct Place: Hashable, Sendable {
        package var id: ConversationID
        package var title: String
        /// The others in it.
        package var people: [Handle]

        package init(id: ConversationID, title: String, people: [Handle]) {
            (self.id, self.title, self.people) = (id, title, people)
        }
    }

    /// Where the link is sent.
    public enum Destination: Hashable, Sendable {
        /// The conversation of that title, which has exactly these people.
        case conversation(String)
        /// A conversation that begins.
        case newConversation
        /// A conversation that the server finds, because nobody named the person's conversations here.
        case unknown
    }

    /// The people who are sent the link.
    public let people: [Handle]
    /// Where it is sent.
    public let destination: Destination
    /// True if only the people who cannot see the link are sent it. Some of them are in a conversation with the link, and
    /// only the server knows who joined it later.
    public let isConditional: Bool

    /// The invitation of people who are added to a share; nil if there are none.
    ///
    /// - Parameters:
    ///   - places: the conversations of the person who adds, in the order of their list; nil if they are not known.
    ///   - hasLink: returns true if the link of the share stands in a conversation.
    package init?(_ added: [Handle], in places: [Place]?, where hasLink: (Place) -> Bool) {
        guard !added.isEmpty else { return nil }
        people = added
        let wanted = Set(people)
        isConditional = (places ?? []).contains { hasLink($0) && !wanted.isDisjoint(with: $0.people) }
        let place = places?.first { $0.people.count == wanted.count && Set($0.people) == wanted }
        // If fewer of them need the link, the server sends it in another conversation.
        let isKnown = places != nil && (!isConditional || people.count == 1)
        destination = isKnown ? place.map { .conversation($0.title) } ?? .newConversation : .unknown
    }

    /// The message in a conversation that the person chose: everybody in it is sent the link.
    init(to place: Place) {
        (people, destination, isConditional) = (place.people, .conversation(place.title), false)
    }

    /// What the screen says of the message, in a sentence that wraps: `The link is sent in “Choir” once it is saved.`
    package var sentence: String {
        let place =
            switch destination {
            case .conversation(let title): " in “\(title)”"
            case .newConversation: " in a new conversation"
            case .unknown: ""
            }
        return isConditional
            ? "People without the link receive it\(place) after saving."
            : "The link is sent\(place) after saving."
    }

    /// What the screen says before it sends it: `Send the link to Dee in “Choir”`.
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
