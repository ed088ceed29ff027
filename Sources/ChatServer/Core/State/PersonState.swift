package import ChatProtocol

/// What the core keeps of one person.
package struct PersonState: Equatable, Sendable {
    /// A switch of automatic sharing, and since when it stands so: only links received later surface (`auto-on`).
    struct Switch: Equatable, Sendable {
        var isOn: Bool
        var since: Int64
    }

    /// A pinned link.
    struct Pinned: Equatable, Sendable {
        /// When it was pinned, as a position: the newest pin stands first.
        var position: Int64
        /// Where.
        var conversation: ConversationID
        /// The same moment by the clock.
        var at: Instant
    }

    /// The display name.
    var name: String
    /// Whom they know, in order.
    private(set) var contacts: [Handle] = []
    private var contactSet: Set<Handle> = []
    /// The conversations they are a member of, in the order in which they joined.
    package var conversations: [ConversationID] = []
    /// How many conversations they began.
    var conversationsBegun = 0
    /// The master switch; on until turned off.
    var everywhere = Switch(isOn: true, since: 0)
    /// How they stand to each app.
    var consents = Consents()
    /// The switches of conversations, in the order in which they were first used; the others are on.
    var conversationSwitches: [(conversation: ConversationID, state: Switch)] = []
    /// What became of all that.
    var audit = SharingAudit()
    /// The pinned links.
    var pins: [CanonicalURL: Pinned] = [:]
    /// The links that they asked not to be shown again.
    var hiddenHighlights: Set<HighlightID> = []
    /// How they used links, and when they last did.
    var uses: [HighlightID: [RankingSignal: Instant]] = [:]
    /// Whose links do not surface, in order.
    private(set) var blocked: [Handle] = []
    private(set) var blockedSet: Set<Handle> = []
    /// The notices that wait, oldest first.
    var waitingNotices: [Notice] = []
    /// Whether others learn that their messages were read.
    var readReceipts = true
    /// Where that was decided by itself, in the order in which it was.
    var readReceiptSwitches = ConversationSwitches.empty
    /// Whether mentions are as quiet as the rest of a muted conversation.
    var mentionsQuiet = ToggleHistory()
    /// The conversations at the top of the list, in the person's own order.
    var pinnedConversations: [ConversationID] = []

    init(name: String) { self.name = name }

    /// Whether a mention alerts even in a muted conversation.
    var mentionAlerts: Bool { !mentionsQuiet.isOn }

    mutating func block(_ person: Handle, _ isBlocked: Bool) {
        if isBlocked {
            if blockedSet.insert(person).inserted { blocked.append(person) }
        } else if blockedSet.remove(person) != nil {
            blocked.removeAll { $0 == person }
        }
    }

    func isContact(_ person: Handle) -> Bool { contactSet.contains(person) }

    mutating func addContact(_ person: Handle) {
        if contactSet.insert(person).inserted { contacts.append(person) }
    }

    mutating func removeContact(_ person: Handle) {
        if contactSet.remove(person) != nil { contacts.removeAll { $0 == person } }
    }

    /// The switch of an app; nil as long as it was not decided, which counts as off.
    func appSwitch(_ app: AppID) -> Switch? { consents[app].decided }

    func conversationSwitch(_ conversation: ConversationID) -> Switch {
        conversationSwitches.first { $0.conversation == conversation }?.state ?? Switch(isOn: true, since: 0)
    }

    /// Whether others learn in that conversation that their messages were read (`rcpt-setting`).
    func sendsReadReceipts(in conversation: ConversationID) -> Bool {
        readReceiptSwitches[conversation] ?? readReceipts
    }

    mutating func setConversation(_ conversation: ConversationID, _ state: Switch) {
        if let index = conversationSwitches.firstIndex(where: { $0.conversation == conversation }) {
            conversationSwitches[index].state = state
        } else {
            conversationSwitches.append((conversation, state))
        }
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.contacts == right.contacts && left.conversations == right.conversations
            && left.conversationsBegun == right.conversationsBegun
            && left.everywhere == right.everywhere && left.consents == right.consents && left.audit == right.audit
            && left.conversationSwitches.elementsEqual(right.conversationSwitches, by: ==)
            && left.hiddenHighlights == right.hiddenHighlights && left.uses == right.uses
            && left.blocked == right.blocked && left.pins == right.pins && left.waitingNotices == right.waitingNotices
            && left.readReceipts == right.readReceipts && left.readReceiptSwitches == right.readReceiptSwitches
            && left.mentionsQuiet == right.mentionsQuiet && left.pinnedConversations == right.pinnedConversations
    }
}
