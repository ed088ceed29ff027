/// What a person lets surface outside Messages, at the three levels of `consent-levels`, and what they are asked.
public struct Settings: Sendable, Equatable {
    /// The master switch.
    public var everywhere: Bool
    /// The switch of each app that has one: an app that was never decided on is not here, and counts as off.
    public var apps: [AppSwitch]
    /// The switch of each conversation that was ever switched; the others are on.
    public var conversations: [ConversationSwitch]
    /// The consent requests that wait for an answer.
    public var consents: [ConsentRequest]
    /// Whether others learn in one-to-one conversations that their messages were read (`rcpt-setting`).
    public var readReceipts = true
    /// The conversations in which that was decided otherwise, or once more.
    public var readReceiptConversations: [ConversationSwitch] = []
    /// Whether a mention alerts even in a muted conversation (`mention-alert`).
    public var mentionAlerts = true
    /// The conversations that stand at the top of the list, in the person's own order (`msg-pin-conv`).
    public var pinnedConversations: [ConversationID] = []

    /// The switch of one app.
    public struct AppSwitch: Sendable, Equatable {
        /// Which app.
        public var app: AppID
        /// Whether its links may surface.
        public var isOn: Bool

        /// That switch.
        public init(app: AppID, isOn: Bool) {
            self.app = app
            self.isOn = isOn
        }
    }

    /// The switch of one conversation.
    public struct ConversationSwitch: Sendable, Equatable {
        /// Which conversation.
        public var conversation: ConversationID
        /// Whether its links may surface.
        public var isOn: Bool

        /// That switch.
        public init(conversation: ConversationID, isOn: Bool) {
            self.conversation = conversation
            self.isOn = isOn
        }
    }

    /// The settings of one person.
    public init(
        everywhere: Bool, apps: [AppSwitch], conversations: [ConversationSwitch], consents: [ConsentRequest]
    ) {
        self.everywhere = everywhere
        self.apps = apps
        self.conversations = conversations
        self.consents = consents
    }
}

extension Settings: JSONRecord {
    /// Appends `{automaticSharing: {everywhere, apps, conversations}, consents, readReceipts: {everywhere, conversations},
    /// mentionAlerts, pinnedConversations}`.
    public func writeMembers(to json: inout JSONWriter) {
        json.key("automaticSharing")
        json.object {
            $0.member("everywhere", everywhere)
            $0.member("apps", pairs: apps.map { ($0.app.rawValue, $0.isOn) })
            $0.member("conversations", pairs: conversations.map { ($0.conversation.rawValue, $0.isOn) })
        }
        json.member("consents", consents)
        json.key("readReceipts")
        json.object {
            $0.member("everywhere", readReceipts)
            $0.member("conversations", pairs: readReceiptConversations.map { ($0.conversation.rawValue, $0.isOn) })
        }
        json.member("mentionAlerts", mentionAlerts)
        json.member("pinnedConversations", pinnedConversations)
    }

    /// Reads what ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        var sharing = try fields.fields("automaticSharing")
        everywhere = try sharing.bool("everywhere")
        apps = (try sharing.optionalSwitches("apps") ?? []).map { AppSwitch(app: AppID($0.key), isOn: $0.value) }
        conversations = (try sharing.optionalSwitches("conversations") ?? []).map {
            ConversationSwitch(conversation: ConversationID($0.key), isOn: $0.value)
        }
        consents = try fields.readOptional("consents") ?? []
        if var receipts = try fields.optionalFields("readReceipts") {
            readReceipts = try receipts.bool("everywhere")
            readReceiptConversations = (try receipts.optionalSwitches("conversations") ?? []).map {
                ConversationSwitch(conversation: ConversationID($0.key), isOn: $0.value)
            }
        }
        mentionAlerts = try fields.readOptional("mentionAlerts") ?? true
        pinnedConversations = try fields.readOptional("pinnedConversations") ?? []
    }
}
