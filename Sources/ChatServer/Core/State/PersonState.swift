package import ChatProtocol

/// The state of one person.
@dynamicMemberLookup package struct PersonState: Equatable, Sendable {
    /// A switch of automatic sharing, with the position of its last change. Only links that were received later surface
    /// (`auto-on`).
    struct Switch: Equatable, Sendable {
        var isOn: Bool
        var since: Int64
    }

    /// A pinned link.
    struct Pinned: Equatable, Sendable {
        /// The position of the pin in the log. The newest pin is the first one on the shelf.
        var position: Int64
        /// The conversation in which the link was pinned.
        var conversation: ConversationID
        /// The time of the pin.
        var at: Instant
    }

    /// The conversations and participants that a person has added to a world. These counts never decrease.
    struct Begun: Equatable, Sendable {
        var conversations = 0
        var participants = 0
        var bytes = 0

        mutating func add(_ members: some Collection<Handle>) {
            participants += members.count
            bytes += Usage.bytes(of: members)
        }
    }

    var name: String
    /// The contacts, in the order in which they were added.
    private(set) var contacts: [Handle] = []
    private var contactSet: Set<Handle> = []
    /// The conversations of the person, in the order in which they joined.
    package var conversations: [ConversationID] = []
    /// The conversations that the person began, and the people whom they added.
    var begun = Begun()
    /// True if the person sends read receipts by default.
    var readReceipts = true
    /// The choices, in an array of at most one element. In a large world most people never choose anything, and an
    /// empty array takes little memory.
    private var chosen: [PersonChoices] = []

    init(name: String) { self.name = name }

    private var choices: PersonChoices {
        _read { if chosen.isEmpty { yield PersonChoices.none } else { yield chosen[0] } }
        _modify {
            if chosen.isEmpty { chosen.append(PersonChoices()) }
            yield &chosen[0]
        }
    }

    @inline(__always)
    package subscript<Choice>(
        dynamicMember choice: WritableKeyPath<PersonChoices, Choice>
    ) -> Choice {
        _read { yield choices[keyPath: choice] }
        _modify { yield &choices[keyPath: choice] }
    }

    /// True if mentions alert the person even in muted conversations.
    var mentionAlerts: Bool { !self.mentionAlertsOff.isOn }

    func isContact(_ person: Handle) -> Bool { contactSet.contains(person) }

    mutating func addContact(_ person: Handle) {
        if contactSet.insert(person).inserted { contacts.append(person) }
    }

    mutating func removeContact(_ person: Handle) {
        if contactSet.remove(person) != nil { contacts.removeAll { $0 == person } }
    }

    /// Returns the switch of an app; nil if the person never decided, which counts as off.
    func appSwitch(_ app: AppID) -> Switch? { self.consents[app].decided }

    /// Returns true if the person sends read receipts in a conversation (`rcpt-setting`).
    func sendsReadReceipts(in conversation: ConversationID) -> Bool {
        self.readReceiptSwitches[conversation] ?? readReceipts
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.contacts == right.contacts && left.conversations == right.conversations
            && left.begun == right.begun && left.readReceipts == right.readReceipts
            && left.choices == right.choices
    }
}

/// The choices of one person and their results. They are accessed as members of ``PersonState``.
package struct PersonChoices: Equatable, Sendable {
    /// The choices of a person who has made none.
    static let none = PersonChoices()

    /// The master switch of automatic sharing, initially on.
    var everywhere = PersonState.Switch(isOn: true, since: 0)
    /// The consent for each app.
    var consents = Consents()
    /// The switches of conversations, in the order of their first use. All other conversations are on.
    var conversationSwitches: [(conversation: ConversationID, state: PersonState.Switch)] = []
    /// The history of consents and switches.
    var audit = SharingAudit()
    var pins: [CanonicalURL: PersonState.Pinned] = [:]
    /// The links that the person removed from Shared with You.
    var hiddenHighlights: Set<HighlightID> = []
    /// The uses of links, each with the time of the last one.
    var uses: [HighlightID: [RankingSignal: Instant]] = [:]
    /// The people whose links do not surface, in order of blocking.
    var blocked: [Handle] = []
    var blockedSet: Set<Handle> = []
    /// The waiting notices, the oldest first.
    var waitingNotices: [Notice] = []
    /// The conversations with their own setting for read receipts, in the order in which it was set.
    var readReceiptSwitches = ConversationSwitches.empty
    /// On if mentions do not alert in muted conversations.
    var mentionAlertsOff = ToggleHistory()
    /// The pinned conversations, in the person's own order.
    var pinnedConversations: [ConversationID] = []
    /// The activities that an app offers this person instead of its registered ones.
    var offeredActivities: [AppID: [AppActivity]] = [:]
    /// The links that wait for the next start of an app of this person, the oldest first.
    var storedLinks: [AppID: [String]] = [:]
    /// The names of the devices with keys in collaborations, by slot.
    var devices: [String] = []
    /// The largest number of links that wait for one app; a further one replaces the oldest.
    static let storedLinksMax = 16

    package static func == (left: Self, right: Self) -> Bool {
        left.everywhere == right.everywhere && left.consents == right.consents && left.audit == right.audit
            && left.conversationSwitches.elementsEqual(right.conversationSwitches, by: ==)
            && left.hiddenHighlights == right.hiddenHighlights && left.uses == right.uses
            && left.blocked == right.blocked && left.pins == right.pins && left.waitingNotices == right.waitingNotices
            && left.readReceiptSwitches == right.readReceiptSwitches
            && left.mentionAlertsOff == right.mentionAlertsOff && left.pinnedConversations == right.pinnedConversations
            && left.offeredActivities == right.offeredActivities && left.storedLinks == right.storedLinks
            && left.devices == right.devices
    }
}

extension PersonState {
    mutating func block(_ person: Handle, _ isBlocked: Bool) {
        if isBlocked {
            if self.blockedSet.insert(person).inserted { self.blocked.append(person) }
        } else if self.blockedSet.remove(person) != nil {
            self.blocked.removeAll { $0 == person }
        }
    }

    func conversationSwitch(_ conversation: ConversationID) -> Switch {
        self.conversationSwitches.first { $0.conversation == conversation }?.state ?? Switch(isOn: true, since: 0)
    }

    mutating func setConversation(_ conversation: ConversationID, _ state: Switch) {
        if let index = self.conversationSwitches.firstIndex(where: { $0.conversation == conversation }) {
            self.conversationSwitches[index].state = state
        } else {
            self.conversationSwitches.append((conversation, state))
        }
    }
}

/// A switch that begins as off, with the log positions of its changes. The reason of an earlier alert depends on the
/// state of the switch at that time.
struct ToggleHistory: Equatable, Sendable {
    /// The positions of the changes: on at the first, off at the second and so on.
    private var positions: [Int64] = []

    var isOn: Bool { !positions.count.isMultiple(of: 2) }

    func isOn(at position: Int64) -> Bool {
        let later = positions.reversed().prefix { $0 > position }.count
        return !(positions.count - later).isMultiple(of: 2)
    }

    mutating func turn(_ isOn: Bool, at position: Int64) {
        if isOn != self.isOn { positions.append(position) }
    }
}
