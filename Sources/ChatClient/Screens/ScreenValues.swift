package import ChatProtocol

/// The screen's values, created from the values of the contract. The caller adds the parts that depend on other state.
extension ConversationRow {
    /// Creates the row of a conversation, without its last message.
    package init(_ conversation: Conversation, title: String, others: [String]) {
        self.init(
            id: conversation.id, title: title, unread: Int(clamping: conversation.unread),
            readThrough: Int(
                clamping: conversation.readThrough ?? (conversation.lastMessage?.sequence ?? 0) - conversation.unread),
            newest: Int(clamping: conversation.lastMessage?.sequence ?? 0),
            isMuted: conversation.muted, isPinned: conversation.pinned,
            face: Self.face(photo: conversation.photo, others: others), photo: conversation.photo,
            isMarkedUnread: conversation.markedUnread)
    }
}

extension Member {
    /// Creates the entry of a member.
    package init(_ person: Person, me: Handle) {
        self.init(handle: person.handle.rawValue, name: person.name, isOwn: person.handle == me)
    }
}

extension ThreadReceipt {
    /// Creates the receipt below a message.
    package init(_ text: String, under message: MessageEntry) { self.init(entry: message.id, text: text) }
}

extension SystemEntry {
    /// Creates a line that is in no thread.
    package init(_ text: String) { self.init(id: "", text: text) }
}

extension ThreadItem {
    /// Returns a system line of a conversation.
    package static func line(_ text: String, id: String) -> ThreadItem { .system(SystemEntry(id: id, text: text)) }
}

extension NoticeEntry {
    /// Creates the entry of a notice, with its time and day as text.
    package init(_ notice: Notice, actor: String, time: String, day: String) {
        self.init(
            id: notice.id.rawValue, text: notice.text, url: notice.url, actions: notice.actions, time: time, day: day,
            actor: actor, document: notice.title, documentURL: notice.documentURL,
            shares: notice.shares.map(\.rawValue))
    }
}

extension MessageEntry {
    /// Creates the entry of a message without its cards, with its time and day as text.
    package init(_ message: Message, sender: String, me: Handle, time: String, day: String) {
        self.init(
            id: message.id.rawValue, sender: sender, isOwn: message.sender == me, text: message.text, time: time,
            day: day, isEdited: message.editedAt != nil, isUnsent: message.isUnsent,
            number: message.tellsOfChange ? nil : Int(clamping: message.sequence),
            sentAt: message.sentAt.milliseconds,
            ownReaction: message.reactions.first { $0.handle == me }?.reaction.rawValue,
            mentions: message.mentions.map(Self.place),
            readerMentions: message.mentions.filter { $0.handle == me }.map(Self.place),
            attachment: message.attachment.map {
                AttachmentRow(name: $0.name, type: $0.type, bytes: $0.size, isKept: $0.content != nil)
            }, thread: message.thread?.rawValue, handle: message.sender.rawValue)
    }

    private static func place(of mention: MessageMention) -> Range<Int> {
        mention.range.location..<(mention.range.location + max(0, mention.range.length))
    }

    /// Creates this person's own message that the server does not have yet.
    package init(pending id: String, sender: String, text: String, day: String, file: SentAttachment?) {
        self.init(
            id: id, sender: sender, isOwn: true, text: text, day: day, delivery: .pending,
            attachment: file.map {
                AttachmentRow(name: $0.name, type: $0.type, bytes: Int64($0.content?.count ?? 0), isKept: false)
            })
    }
}

extension ReactionRow {
    /// Returns one row for each different reaction of a message, with the names of the people who chose it.
    package static func rows(_ reactions: [MessageReaction], name: (Handle) -> String) -> [ReactionRow] {
        var kinds: [(reaction: Reaction, people: [String])] = []
        for item in reactions {
            let person = name(item.handle)
            if let index = kinds.firstIndex(where: { $0.reaction == item.reaction }) {
                kinds[index].people.append(person)
            } else {
                kinds.append((item.reaction, [person]))
            }
        }
        return kinds.map { ReactionRow($0.reaction.symbol, $0.people) }
    }
}

extension EarlierText {
    /// Creates an earlier text of a message, with its time as text.
    package init(_ version: MessageVersion, time: String) { self.init(text: version.text, time: time) }
}

extension LinkCard {
    /// Creates the card of a link. Without a number, it is not the card of a message.
    package init(_ url: String, number: Int? = nil, title: String?, app: String?, isPinned: Bool) {
        self.init(number: number, title: title, app: app, url: url, isPinned: isPinned)
    }
}

extension SearchHit {
    /// Creates a hit from a message that a search found.
    package init(_ message: Message, place: String, sender: String, time: String, isPinned: Bool) {
        self.init(
            id: message.id.rawValue, conversation: message.conversation, place: place, sender: sender,
            text: message.shownText, titles: message.titles, time: time, isPinned: isPinned)
    }
}

extension Message {
    /// True if it is a text that informs an older system of an edit or a tapback. It has the number of that message,
    /// and its own position in the thread.
    package var tellsOfChange: Bool { id.rawValue.utf8.contains(UInt8(ascii: "+")) }

    /// The titles by which a search also finds the message: those of its linked documents, and the name of its
    /// document.
    package var titles: [String] { links.compactMap(\.title) + (attachment.map { [$0.name] } ?? []) }

    /// The text of the message; without a text, the name of its document.
    package var shownText: String { text.isEmpty ? attachment?.name ?? "" : text }

    /// The text of the message for a list or an alert; without a text, a paper clip and the name of its document.
    package var previewText: String { text.isEmpty ? attachment.map { "📎 " + $0.name } ?? "" : text }
}

extension ShelfItem {
    /// Creates the item of a highlight, with the reasons for its rank.
    package init(_ highlight: PersonHighlight, app: String) {
        self.init(
            id: highlight.id.rawValue, title: highlight.title, app: app, url: highlight.url,
            isPinned: highlight.pinned, from: highlight.sharers,
            conversation: highlight.attribution.first?.conversation, why: highlight.why.text,
            ranking: highlight.ranking.map(RankingWords.lines) ?? [])
    }
}

extension ConsentPrompt {
    /// Creates the prompt of a request, with the names of its app and conversation.
    package init(_ request: ConsentRequest, app: String, conversation: String) {
        self.init(id: request.id.rawValue, app: app, conversation: conversation, url: request.url)
    }
}

extension SettingsState {
    /// Creates the settings from the server's.
    package init(_ settings: Settings, apps: [Toggle<App>], conversations: [ConversationRow]) {
        self.init(
            everywhere: settings.sharing.everywhere, apps: apps,
            conversations: conversations.map { row in
                Toggle(
                    id: row.id, title: row.title,
                    isOn: settings.sharing.conversations[row.id] ?? true)
            },
            readReceipts: settings.receipts.everywhere,
            receiptsByConversation: Dictionary(
                settings.receipts.conversations.map { ($0.id, $0.isOn) }
            ) { $1 }, mentionAlerts: settings.mentionAlerts)
    }
}

extension AttributionContent {
    /// Creates the content from the server's attribution.
    package init(_ attribution: Attribution) {
        self.init(
            highlight: attribution.highlight.rawValue, url: attribution.url, app: attribution.appName,
            isPinned: attribution.pinned,
            sharers: attribution.sharers.map {
                Sharer(
                    name: $0.name, conversation: $0.conversation, conversationName: $0.conversationName,
                    message: $0.message.rawValue)
            })
    }
}

extension ChatState {
    /// Creates the state of a person before any data has arrived.
    package init(of person: Handle, connection: Connection = .starting) {
        self.init(handle: person.rawValue, connection: connection)
        isListed = false
    }
}

extension ThreadState {
    /// Creates a thread without entries.
    package init(of conversation: ConversationID, title: String, isLoaded: Bool = true) {
        self.init(conversation: conversation, title: title, isLoaded: isLoaded)
    }
}
