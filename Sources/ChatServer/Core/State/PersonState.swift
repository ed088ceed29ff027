package import ChatProtocol

/// What the core keeps of one person.
@dynamicMemberLookup package struct PersonState: Equatable, Sendable {
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

    /// What a person brought into the conversations of a world: nothing of it is ever forgotten.
    struct Begun: Equatable, Sendable {
        var conversations = 0
        var participants = 0
        var bytes = 0

        mutating func add(_ members: some Collection<Handle>) {
            participants += members.count
            bytes += CoreState.bytes(of: members)
        }
    }

    /// The display name.
    var name: String
    /// Whom they know, in order.
    private(set) var contacts: [Handle] = []
    private var contactSet: Set<Handle> = []
    /// The conversations they are a member of, in the order in which they joined.
    package var conversations: [ConversationID] = []
    /// The conversations that they began, and the people whom they brought into some.
    var begun = Begun()
    /// Whether others learn that their messages were read.
    var readReceipts = true
    /// What they chose, once they chose anything: in a large world most never do, and each is spared the room for it.
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

    /// Whether a mention alerts even in a muted conversation.
    var mentionAlerts: Bool { !self.mentionsQuiet.isOn }

    func isContact(_ person: Handle) -> Bool { contactSet.contains(person) }

    mutating func addContact(_ person: Handle) {
        if contactSet.insert(person).inserted { contacts.append(person) }
    }

    mutating func removeContact(_ person: Handle) {
        if contactSet.remove(person) != nil { contacts.removeAll { $0 == person } }
    }

    /// The switch of an app; nil as long as it was not decided, which counts as off.
    func appSwitch(_ app: AppID) -> Switch? { self.consents[app].decided }

    /// Whether others learn in that conversation that their messages were read (`rcpt-setting`).
    func sendsReadReceipts(in conversation: ConversationID) -> Bool {
        self.readReceiptSwitches[conversation] ?? readReceipts
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.contacts == right.contacts && left.conversations == right.conversations
            && left.begun == right.begun && left.readReceipts == right.readReceipts
            && left.choices == right.choices
    }
}
