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
