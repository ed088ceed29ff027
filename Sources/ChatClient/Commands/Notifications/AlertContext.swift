import ChatProtocol
import ChatSession

/// The values of a person's alerts that notifications do not have: names, titles and the number of unread messages. They
/// come from the pages of `conversation.list`.
struct AlertContext {
    /// The person whom the alerts are for.
    let person: Handle
    private var names = PersonNames()
    private var conversations: [ConversationID: Conversation] = [:]
    /// The number of unread messages in all conversations.
    private(set) var unread: Int64 = 0

    /// Creates the context of a person without conversations.
    init(of person: Handle) { self.person = person }

    /// Adds a page of the person's conversations.
    mutating func add(_ page: [Conversation]) {
        for conversation in page {
            // A conversation that changes between two pages can be on both.
            unread -= conversations[conversation.id]?.unread ?? 0
            let (sum, isTooLarge) = unread.addingReportingOverflow(conversation.unread)
            unread = isTooLarge ? .max : sum
            for member in conversation.people + conversation.former { names.update(member) }
            var stored = conversation
            (stored.lastMessage, stored.waitingNotices) = (nil, [])
            conversations[conversation.id] = stored
        }
    }

    /// Returns the display name of a person, with the handle if another person has the same name.
    func name(of person: Handle) -> String { names.label(of: person) }

    /// Returns the title of a conversation, or its id if the person is no longer in it.
    func title(of id: ConversationID) -> String {
        conversations[id].map { names.title(of: $0, for: person) } ?? id.rawValue
    }

    /// Returns the title of a group; nil for a conversation of two people, which has the name of the other person.
    func groupTitle(of id: ConversationID) -> String? {
        guard let conversation = conversations[id] else { return nil }
        return conversation.people.count > 2 || conversation.name?.isEmpty == false ? title(of: id) : nil
    }
}
