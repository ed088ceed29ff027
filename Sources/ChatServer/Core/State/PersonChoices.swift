import ChatProtocol

/// What one person chose, and what came of it: read and written as members of their ``PersonState``.
package struct PersonChoices: Equatable, Sendable {
    /// Of whoever chose nothing.
    static let none = PersonChoices()

    /// The master switch; on until turned off.
    var everywhere = PersonState.Switch(isOn: true, since: 0)
    /// How they stand to each app.
    var consents = Consents()
    /// The switches of conversations, in the order in which they were first used; the others are on.
    var conversationSwitches: [(conversation: ConversationID, state: PersonState.Switch)] = []
    /// What became of all that.
    var audit = SharingAudit()
    /// The pinned links.
    var pins: [CanonicalURL: PersonState.Pinned] = [:]
    /// The links that they asked not to be shown again.
    var hiddenHighlights: Set<HighlightID> = []
    /// How they used links, and when they last did.
    var uses: [HighlightID: [RankingSignal: Instant]] = [:]
    /// Whose links do not surface, in order.
    var blocked: [Handle] = []
    var blockedSet: Set<Handle> = []
    /// The notices that wait, oldest first.
    var waitingNotices: [Notice] = []
    /// Where it was decided by itself whether others learn that messages were read, in the order in which it was.
    var readReceiptSwitches = ConversationSwitches.empty
    /// Whether mentions are as quiet as the rest of a muted conversation.
    var mentionsQuiet = ToggleHistory()
    /// The conversations at the top of the list, in the person's own order.
    var pinnedConversations: [ConversationID] = []
    /// The activities that apps offer this person in place of those that they registered.
    var offeredActivities: [AppID: [AppActivity]] = [:]
    /// The links that wait for the next start of an app of this person, oldest first.
    var keptLinks: [AppID: [String]] = [:]
    /// The most links that wait for one app; a further one replaces the oldest.
    static let keptLinksMax = 16

    package static func == (left: Self, right: Self) -> Bool {
        left.everywhere == right.everywhere && left.consents == right.consents && left.audit == right.audit
            && left.conversationSwitches.elementsEqual(right.conversationSwitches, by: ==)
            && left.hiddenHighlights == right.hiddenHighlights && left.uses == right.uses
            && left.blocked == right.blocked && left.pins == right.pins && left.waitingNotices == right.waitingNotices
            && left.readReceiptSwitches == right.readReceiptSwitches
            && left.mentionsQuiet == right.mentionsQuiet && left.pinnedConversations == right.pinnedConversations
            && left.offeredActivities == right.offeredActivities && left.keptLinks == right.keptLinks
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
