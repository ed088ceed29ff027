package import ChatProtocol

/// What values of the contract look like on the screen, as far as they say it themselves: what depends on more that a
/// person knows is added by who knows it.
extension ConversationRow {
    /// The row of a conversation, but for what was said in it last.
    package init(_ conversation: Conversation, title: String, others: [String]) {
        self.init(
            id: conversation.id.rawValue, title: title, unread: Int(clamping: conversation.unread),
            readThrough: Int(
                clamping: conversation.readThrough ?? (conversation.lastMessage?.sequence ?? 0) - conversation.unread),
            newest: Int(clamping: conversation.lastMessage?.sequence ?? 0),
            isMuted: conversation.muted, isPinned: conversation.pinned,
            face: Self.face(photo: conversation.photo, others: others), photo: conversation.photo,
            isMarkedUnread: conversation.markedUnread)
    }
}

extension Member {
    /// Somebody in a conversation.
    package init(_ person: Person, me: Handle) {
        self.init(handle: person.handle.rawValue, name: person.name, isOwn: person.handle == me)
    }
}

extension ThreadReceipt {
    /// What stands under a message.
    package init(_ text: String, under message: MessageEntry) { self.init(entry: message.id, text: text) }
}

extension SystemEntry {
    /// A line that stands in no thread.
    package init(_ text: String) { self.init(id: "", text: text) }
}

extension ThreadItem {
    /// A line of the conversation's own.
    package static func line(_ text: String, id: String) -> ThreadItem { .system(SystemEntry(id: id, text: text)) }
}

extension NoticeEntry {
    /// A notice, with when it was told as a person reads it.
    package init(_ notice: Notice, actor: String, time: String, day: String) {
        self.init(
            id: notice.id.rawValue, text: notice.text, url: notice.url, actions: notice.actions, time: time, day: day,
            actor: actor, document: notice.title, documentURL: notice.documentURL,
            shares: notice.shares.map(\.rawValue))
    }
}

extension MessageEntry {
    /// A message without its cards, with when it was said as a person reads it.
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

    /// One's own message that the server does not have yet.
    package init(pending id: String, sender: String, text: String, day: String, file: SentAttachment?) {
        self.init(
            id: id, sender: sender, isOwn: true, text: text, day: day, delivery: .pending,
            attachment: file.map {
                AttachmentRow(name: $0.name, type: $0.type, bytes: Int64($0.content?.count ?? 0), isKept: false)
            })
    }
}

extension ReactionRow {
    /// Each reaction of a message once, with the names of those who chose it.
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
    /// What a message said before, and until when.
    package init(_ version: MessageVersion, time: String) { self.init(text: version.text, time: time) }
}

extension LinkCard {
    /// A link as its card calls it; without a number, it is no card of a message.
    package init(_ url: String, number: Int? = nil, title: String?, app: String?, isPinned: Bool) {
        self.init(number: number, title: title, app: app, url: url, isPinned: isPinned)
    }
}

extension SearchHit {
    /// A message that a search found.
    package init(_ message: Message, place: String, sender: String, time: String, isPinned: Bool) {
        self.init(
            id: message.id.rawValue, conversation: message.conversation.rawValue, place: place, sender: sender,
            text: message.shownText, titles: message.titles, time: time, isPinned: isPinned)
    }
}

extension Message {
    /// True if it is a text that tells an older system of an edit or a tapback: it has the number of that message, and
    /// stands where it came.
    package var tellsOfChange: Bool { id.rawValue.utf8.contains(UInt8(ascii: "+")) }

    /// The titles by which a search finds a message too: those of what its links lead to, and the name of its document.
    package var titles: [String] { links.compactMap(\.title) + (attachment.map { [$0.name] } ?? []) }

    /// What a message is called by: its text, and where it has none the name of its document.
    package var shownText: String { text.isEmpty ? attachment?.name ?? "" : text }
}

extension ShelfItem {
    /// A highlight, with why it stands where it does.
    package init(_ highlight: PersonHighlight, app: String) {
        self.init(
            id: highlight.id.rawValue, title: highlight.title, app: app, url: highlight.url,
            isPinned: highlight.pinned, from: highlight.sharers,
            conversation: highlight.attribution.first?.conversation.rawValue, why: highlight.why.text,
            ranking: highlight.ranking.map(RankingWords.lines) ?? [])
    }
}

extension ConsentPrompt {
    /// A question, by the names of its app and conversation.
    package init(_ request: ConsentRequest, app: String, conversation: String) {
        self.init(id: request.id.rawValue, app: app, conversation: conversation, url: request.url)
    }
}

extension SettingsState {
    /// The settings as the server has them.
    package init(_ settings: Settings, apps: [Toggle], conversations: [ConversationRow]) {
        self.init(
            everywhere: settings.sharing.everywhere, apps: apps,
            conversations: conversations.map { row in
                Toggle(
                    id: row.id, title: row.title,
                    isOn: settings.sharing.conversations[ConversationID(row.id)] ?? true)
            },
            readReceipts: settings.receipts.everywhere,
            receiptsByConversation: Dictionary(
                settings.receipts.conversations.map { ($0.id.rawValue, $0.isOn) }
            ) { $1 }, mentionAlerts: settings.mentionAlerts)
    }
}

extension AttributionContent {
    /// An attribution as the server tells it.
    package init(_ attribution: Attribution) {
        self.init(
            highlight: attribution.highlight.rawValue, url: attribution.url, app: attribution.appName,
            isPinned: attribution.pinned,
            sharers: attribution.sharers.map {
                Sharer(
                    name: $0.name, conversation: $0.conversation.rawValue, conversationName: $0.conversationName,
                    message: $0.message.rawValue)
            })
    }
}

extension ChatState {
    /// Somebody who knows nothing yet.
    package init(of person: Handle, connection: Connection = .starting) {
        self.init(handle: person.rawValue, connection: connection)
        isListed = false
    }
}

extension ThreadState {
    /// A thread in which nothing stands yet.
    package init(of conversation: ConversationID, title: String, isLoaded: Bool = true) {
        self.init(conversation: conversation.rawValue, title: title, isLoaded: isLoaded)
    }
}
