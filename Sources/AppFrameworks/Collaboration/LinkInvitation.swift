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
        /// A conversation that the server finds, for those of the people who cannot see the link: a member who joined
        /// after it, or a member of a conversation in which it was unsent.
        case whereMissing
    }

    /// The people who are sent the link.
    public let people: [Handle]
    /// Where it is sent.
    public let destination: Destination

    /// The invitation of people who are added to a share; nil if all of them are in a conversation with the link.
    ///
    /// - Parameters:
    ///   - places: the conversations of the person who adds, in the order of their list; nil if they are not known.
    ///   - hasLink: returns true if the link of the share stands in a conversation.
    package init?(_ added: [Handle], in places: [Place]?, where hasLink: (Place) -> Bool) {
        let reached = Set((places ?? []).filter(hasLink).flatMap(\.people))
        people = added.filter { !reached.contains($0) }
        guard !people.isEmpty else { return nil }
        let wanted = Set(people)
        let place = places?.first { $0.people.count == wanted.count && Set($0.people) == wanted }
        destination = place.map { .conversation($0.title) } ?? (places == nil ? .unknown : .newConversation)
    }

    /// The message to people who are in a conversation with the link, which they may be unable to see.
    init(whereMissing people: [Handle]) { (self.people, destination) = (people, .whereMissing) }

    /// The message in a conversation that the person chose: everybody in it is sent the link.
    init(to place: Place) { (people, destination) = (place.people, .conversation(place.title)) }

    /// What the screen says of the message, in a sentence that wraps: `The link is sent in “Choir” once it is saved.`
    package var sentence: String {
        let place =
            switch destination {
            case .conversation(let title): " in “\(title)”"
            case .newConversation: " in a new conversation"
            case .unknown, .whereMissing: ""
            }
        return "The link is sent\(place) once it is saved."
    }

    /// What the screen says before it sends it: `Send the link to Dee in “Choir”`.
    package func title(names: (Handle) -> String) -> String {
        if case .conversation(let title) = destination, people.isEmpty { return "Send the link in “\(title)”" }
        let named = people.prefix(people.count > 3 ? 2 : 3).map(names)
        let others = people.count - named.count
        let list = SharingConfirmation.list(named + (others > 0 ? ["\(others) others"] : []))
        switch destination {
        case .conversation(let title): return "Send the link to \(list) in “\(title)”"
        case .newConversation: return "Send the link to \(list) in a new conversation"
        case .unknown: return "Send the link to \(list)"
        case .whereMissing: return "Send the link to \(list) if needed"
        }
    }
}
