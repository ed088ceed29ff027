/// `settings.set`: the switches that change; the others stay.
public struct SetSettings: Sendable, Equatable, JSONRecord {
    /// The master switch of automatic sharing, if it changes.
    public var everywhere: Bool?
    /// The switches of apps that change.
    public var apps: [Settings.AppSwitch]
    /// The switches of conversations that change.
    public var conversations: [Settings.ConversationSwitch]
    /// Whether others learn that their messages were read, if that changes.
    public var readReceipts: Bool?
    /// The conversations in which that changes.
    public var readReceiptConversations: [Settings.ConversationSwitch] = []
    /// Whether a mention alerts even in a muted conversation, if that changes.
    public var mentionAlerts: Bool?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        var sharing = try fields.optionalFields("automaticSharing")
        everywhere = try sharing?.optionalBool("everywhere")
        apps = (try sharing?.optionalSwitches("apps") ?? []).map {
            Settings.AppSwitch(app: AppID($0.key), isOn: $0.value)
        }
        conversations = (try sharing?.optionalSwitches("conversations") ?? []).map {
            Settings.ConversationSwitch(conversation: ConversationID($0.key), isOn: $0.value)
        }
        try sharing?.finish()
        var receipts = try fields.optionalFields("readReceipts")
        readReceipts = try receipts?.optionalBool("everywhere")
        readReceiptConversations = (try receipts?.optionalSwitches("conversations") ?? []).map {
            Settings.ConversationSwitch(conversation: ConversationID($0.key), isOn: $0.value)
        }
        try receipts?.finish()
        mentionAlerts = try fields.readOptional("mentionAlerts")
        if sharing == nil, receipts == nil, mentionAlerts == nil {
            throw fields.invalid("automaticSharing", "is missing, and so are readReceipts and mentionAlerts")
        }
    }
}

extension SetSettings {
    /// A change of those switches.
    public init(
        everywhere: Bool? = nil, apps: [Settings.AppSwitch] = [], conversations: [Settings.ConversationSwitch] = []
    ) {
        self.everywhere = everywhere
        self.apps = apps
        self.conversations = conversations
    }

    /// A change of read receipts, in a conversation or in all others.
    public static func readReceipts(_ isOn: Bool, in conversation: ConversationID?) -> SetSettings {
        var change = SetSettings()
        if let conversation {
            change.readReceiptConversations = [.init(conversation: conversation, isOn: isOn)]
        } else {
            change.readReceipts = isOn
        }
        return change
    }

    /// A change of whether mentions alert.
    public static func mentionAlerts(_ isOn: Bool) -> SetSettings {
        var change = SetSettings()
        change.mentionAlerts = isOn
        return change
    }

    /// Whether nothing changes.
    public var isEmpty: Bool { !changesSharing && !changesReadReceipts && mentionAlerts == nil }

    /// Whether a switch of automatic sharing changes.
    public var changesSharing: Bool { everywhere != nil || !apps.isEmpty || !conversations.isEmpty }

    /// Whether a switch of read receipts changes.
    public var changesReadReceipts: Bool { readReceipts != nil || !readReceiptConversations.isEmpty }

    /// Appends the params.
    public func writeMembers(to json: inout JSONWriter) {
        if changesSharing {
            json.key("automaticSharing")
            json.object {
                if let everywhere { $0.member("everywhere", everywhere) }
                $0.member("apps", pairs: apps.map { ($0.app.rawValue, $0.isOn) })
                $0.member("conversations", pairs: conversations.map { ($0.conversation.rawValue, $0.isOn) })
            }
        }
        if changesReadReceipts {
            json.key("readReceipts")
            json.object {
                if let readReceipts { $0.member("everywhere", readReceipts) }
                $0.member(
                    "conversations", pairs: readReceiptConversations.map { ($0.conversation.rawValue, $0.isOn) })
            }
        }
        if let mentionAlerts { json.member("mentionAlerts", mentionAlerts) }
    }
}
