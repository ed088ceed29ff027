package import ChatProtocol

/// The state of one conversation's thread on a screen: plain values, written by the session, independent of the wire.
package struct ThreadState: Equatable, Sendable {
    /// The conversation's id.
    package var conversation: ConversationID
    /// The conversation's name, or the names of the other members.
    package var title: String
    /// The display names of the participants, without this person.
    package var participants: [String] = []
    /// The entries of the thread, oldest first.
    package var entries: [ThreadItem] = []
    /// The notices that wait in the banner, newest first.
    package var waiting: [NoticeEntry] = []
    /// True if the server has entries older than these.
    package var hasOlder: Bool = false
    /// True if older entries were requested and have not arrived yet.
    package var isLoadingOlder: Bool = false
    /// True if the newest page is loaded. Until then no message is marked as read.
    package var isLoaded: Bool = true
    /// The display names of the people who are typing now.
    package var typing: [String] = []
    /// All members, including this person, in the order in which they joined.
    package var members: [Member] = []
    /// The receipt of the newest own message of a one-to-one conversation.
    package var receipt: ThreadReceipt?
    /// The links of the conversation that this person pinned, newest first.
    package var pins: [LinkCard] = []
    /// The links of the collaborations that were sent in it, as far as the server sent them.
    package var collaborations: [String] = []

    /// True if a member may leave or be removed: at least three must remain (`msg-leave-four`).
    var canBeLeft: Bool { members.count >= 4 }

    /// Returns the message with an id; nil if it is not loaded.
    package func message(_ id: String) -> MessageEntry? {
        for entry in entries.reversed() {
            if case .message(let message) = entry, message.id == id { return message }
        }
        return nil
    }

    /// Returns the notice with an id, either a waiting one or one in the thread.
    package func notice(_ id: String) -> NoticeEntry? {
        if let waiting = waiting.first(where: { $0.id == id }) { return waiting }
        for case .notice(let notice) in entries.reversed() where notice.id == id { return notice }
        return nil
    }

    /// Returns the newest message that satisfies a condition.
    package func newestMessage(where isWanted: (MessageEntry) -> Bool) -> MessageEntry? {
        for entry in entries.reversed() {
            if case .message(let message) = entry, isWanted(message) { return message }
        }
        return nil
    }

    /// The pinned links of the loaded entries, without duplicates, the newest message first.
    package var pinnedCards: [LinkCard] {
        var cards: [LinkCard] = []
        for entry in entries.reversed() {
            guard case .message(let message) = entry else { continue }
            for card in message.cards where card.isPinned && !cards.contains(where: { $0.url == card.url }) {
                cards.append(card)
            }
        }
        return cards
    }

    /// The addresses of the links of the loaded entries, the newest first.
    var links: [String] {
        var links: [String] = []
        for case .message(let message) in entries.reversed() {
            for card in message.cards where !links.contains(card.url) { links.append(card.url) }
        }
        return links
    }

    /// Returns the card with the number that `/pin` takes.
    func card(numbered number: Int) -> LinkCard? {
        for entry in entries.reversed() {
            if case .message(let message) = entry, let card = message.cards.first(where: { $0.number == number }) {
                return card
            }
        }
        return nil
    }
}

/// A member of a conversation.
package struct Member: Equatable, Sendable {
    package var handle: String
    /// The display name.
    package var name: String
    /// True if it is this person.
    package var isOwn: Bool = false
}

extension ThreadState {
    /// Returns the name of a member, with the handle if another member has the same name.
    func label(of member: Member) -> String {
        let hasNamesake = members.contains { $0.handle != member.handle && $0.name == member.name }
        return hasNamesake ? "\(member.name) (\(member.handle))" : member.name
    }
}

/// The receipt below the newest own message of a one-to-one conversation (`rcpt-delivered`).
package struct ThreadReceipt: Equatable, Sendable {
    /// The id of that message.
    var entry: String
    /// The text: `Delivered`, or `Read 09:41`.
    package var text: String
}

/// An entry of a thread.
package enum ThreadItem: Equatable, Sendable {
    /// A message of a person.
    case message(MessageEntry)
    /// A notice of an app about a document.
    case notice(NoticeEntry)
    /// An event in the conversation itself: “Anna added Bea”.
    case system(SystemEntry)

    /// The entry's id.
    package var id: String {
        switch self {
        case .message(let entry): return entry.id
        case .notice(let entry): return entry.id
        case .system(let entry): return entry.id
        }
    }

    /// The number of a message in its conversation; nil for other entries.
    package var number: Int? {
        if case .message(let message) = self { message.number } else { nil }
    }

    /// The day of the entry, as shown (“Today”, “Sat 14 March”); empty for none.
    package var day: String {
        switch self {
        case .message(let entry): return entry.day
        case .notice(let entry): return entry.day
        case .system(let entry): return entry.day
        }
    }
}

/// An event in the conversation itself.
package struct SystemEntry: Equatable, Sendable {
    /// The entry's id.
    var id: String
    /// The sentence.
    package var text: String
    /// The day of the event, as shown; empty for none.
    package var day: String = ""
}

/// A collaboration notice.
package struct NoticeEntry: Equatable, Sendable {
    /// The sentence for a question that no longer waits.
    package static let nothingIsAsked = "This question no longer applies"
    /// The sentence about the link that is sent by an answer about a new member.
    static let sendsLink = "The link is sent to people who have not received it since it was shared."

    /// True if it asks whether to add a new member.
    var adds: Bool { actions.contains { $0.id == "add" } }

    /// The notice's id. A notice that grows keeps its id.
    package var id: String
    /// The sentence: `Anna edited “Trip plan”`.
    package var text: String
    /// The link that opening the notice opens.
    package var url: String
    /// The possible answers that the owner's prompt offers; empty for most notices.
    package var actions: [Notice.Action] = []
    /// The time to show.
    var time: String = ""
    /// The day of the notice, as shown; empty for none.
    var day: String = ""
    /// The display name of the person who caused it; empty if it is unknown.
    package var actor = ""
    /// The title of its document, which heads its group in the list of waiting notices; empty if the notice is about a
    /// person.
    package var document = ""
    /// The link of its document, if `url` leads to a view inside it; nil if not.
    package var documentURL: String?
    /// The ids of the shares that an answer changes.
    package var shares: [String] = []
    /// The titles of these shares, as far as they were known when the notice arrived.
    package var titles: [String] = []

    /// The link of the collaboration that it is about.
    package var collaborationURL: String { documentURL ?? url }
}
