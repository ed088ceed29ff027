package import ChatProtocol

/// What a screen shows of one conversation's thread: plain values, written by the session, independent of the wire.
package struct ThreadState: Equatable, Sendable {
    /// The conversation's id.
    package var conversation: String
    /// Its name, or the names of the others.
    package var title: String
    /// Display names of the participants, oneself left out.
    package var participants: [String] = []
    /// What stands in the thread, oldest first.
    package var entries: [ThreadItem] = []
    /// Notices that wait in the banner, newest first.
    package var waiting: [NoticeEntry] = []
    /// Whether the server has older entries than these.
    package var hasOlder: Bool = false
    /// Whether older entries are on their way.
    package var isLoadingOlder: Bool = false
    /// Whether the newest page is here; until then nothing is marked read.
    package var isLoaded: Bool = true
    /// Who is typing now, by display name.
    package var typing: [String] = []
    /// Everybody in it, oneself included, in the order in which they joined.
    package var members: [Member] = []
    /// How far the newest own message of a one-to-one conversation has come.
    package var receipt: ThreadReceipt?
    /// The links of it that this person pinned, newest first.
    package var pins: [LinkCard] = []
    /// The links of the collaborations that were sent in it, as far as the server told.
    package var collaborations: [String] = []

    /// Whether someone may leave, or be removed: three at least remain (`msg-leave-four`).
    var canBeLeft: Bool { members.count >= 4 }

    /// The message with an id.
    package func message(_ id: String) -> MessageEntry? {
        for entry in entries.reversed() {
            if case .message(let message) = entry, message.id == id { return message }
        }
        return nil
    }

    /// Returns the notice with an id, whether it waits or is in the thread.
    package func notice(_ id: String) -> NoticeEntry? {
        if let waiting = waiting.first(where: { $0.id == id }) { return waiting }
        for case .notice(let notice) in entries.reversed() where notice.id == id { return notice }
        return nil
    }

    /// The newest message of which something is so.
    package func newestMessage(where isWanted: (MessageEntry) -> Bool) -> MessageEntry? {
        for entry in entries.reversed() {
            if case .message(let message) = entry, isWanted(message) { return message }
        }
        return nil
    }

    /// The pinned links of the entries that are here, each once, the newest message first.
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

    /// The addresses of the links of the entries that are here, the newest first.
    var links: [String] {
        var links: [String] = []
        for case .message(let message) in entries.reversed() {
            for card in message.cards where !links.contains(card.url) { links.append(card.url) }
        }
        return links
    }

    /// The card that `/pin` with this number means.
    func card(numbered number: Int) -> LinkCard? {
        for entry in entries.reversed() {
            if case .message(let message) = entry, let card = message.cards.first(where: { $0.number == number }) {
                return card
            }
        }
        return nil
    }
}

/// Somebody in a conversation.
package struct Member: Equatable, Sendable {
    /// The handle.
    package var handle: String
    /// The display name.
    package var name: String
    /// Whether it is this person.
    package var isOwn: Bool = false
}

extension ThreadState {
    /// The name of a member, with the handle if another member has the same name.
    func label(of member: Member) -> String {
        let hasNamesake = members.contains { $0.handle != member.handle && $0.name == member.name }
        return hasNamesake ? "\(member.name) (\(member.handle))" : member.name
    }
}

/// What stands under the newest own message of a one-to-one conversation (`rcpt-delivered`).
package struct ThreadReceipt: Equatable, Sendable {
    /// That message.
    var entry: String
    /// `Delivered`, or `Read 09:41`.
    package var text: String
}

/// One thing in a thread.
package enum ThreadItem: Equatable, Sendable {
    /// What a person wrote.
    case message(MessageEntry)
    /// What an app told about a document.
    case notice(NoticeEntry)
    /// What happened to the conversation: "Anna added Bea".
    case system(SystemEntry)

    /// The entry's id.
    package var id: String {
        switch self {
        case .message(let entry): return entry.id
        case .notice(let entry): return entry.id
        case .system(let entry): return entry.id
        }
    }

    /// A message's number in its conversation.
    package var number: Int? {
        if case .message(let message) = self { message.number } else { nil }
    }

    /// The day it stands under, as it is to be shown ("Today", "Sat 14 March"); empty for none.
    package var day: String {
        switch self {
        case .message(let entry): return entry.day
        case .notice(let entry): return entry.day
        case .system(let entry): return entry.day
        }
    }
}

/// What happened to the conversation itself.
package struct SystemEntry: Equatable, Sendable {
    /// The entry's id.
    var id: String
    /// The sentence.
    package var text: String
    /// The day it stands under.
    package var day: String = ""
}

/// A collaboration notice.
package struct NoticeEntry: Equatable, Sendable {
    /// Says that a question does not wait any more.
    package static let nothingIsAsked = "This question no longer applies: it was answered, or the group has changed"
    /// Says what the answer to a question about a newcomer sends.
    static let sendsLink = "The link is sent to people who do not have it yet."

    /// True if it asks whether a newcomer is added.
    var adds: Bool { actions.contains { $0.id == "add" } }

    /// The notice's id; a notice that grows keeps it.
    package var id: String
    /// The sentence: `Anna edited “Trip plan”`.
    package var text: String
    /// What opening it opens.
    package var url: String
    /// What may be answered, as the owner's prompt offers; mostly nothing.
    package var actions: [Notice.Action] = []
    /// The time to show.
    var time: String = ""
    /// The day it stands under.
    var day: String = ""
    /// Who did it, by display name; empty where nobody says.
    package var actor = ""
    /// The title of its document, which is how the list of what waits groups them; empty where it is about a person.
    package var document = ""
    /// The link of its document, if `url` leads to a view inside it.
    package var documentURL: String?
    /// The ids of the shares that an answer changes.
    package var shares: [String] = []
    /// The titles of these shares, as far as they were known when it came.
    package var titles: [String] = []

    /// The link of the collaboration that it is about.
    package var collaborationURL: String { documentURL ?? url }
}
