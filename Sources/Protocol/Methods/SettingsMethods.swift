/// `settings.set`: the switches of automatic sharing that change; the others stay.
public struct SetSettings: Sendable, Equatable {
    /// The master switch, if it changes.
    public var everywhere: Bool?
    /// The switches of apps that change.
    public var apps: [Settings.AppSwitch]
    /// The switches of conversations that change.
    public var conversations: [Settings.ConversationSwitch]

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        var sharing = try fields.fields("automaticSharing")
        everywhere = try sharing.optionalBool("everywhere")
        apps = (try sharing.optionalSwitches("apps") ?? []).map {
            Settings.AppSwitch(app: AppID($0.key), isOn: $0.value)
        }
        conversations = (try sharing.optionalSwitches("conversations") ?? []).map {
            Settings.ConversationSwitch(conversation: ConversationID($0.key), isOn: $0.value)
        }
        try sharing.finish()
    }
}

/// `consent.answer`: what a person says to a consent request.
public struct AnswerConsent: Sendable, Equatable {
    /// Which request.
    public var consent: ConsentID
    /// What they say.
    public var answer: ConsentRequest.Answer

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        consent = try fields.id("consent")
        answer = try fields.word("answer")
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

    /// Whether nothing changes.
    public var isEmpty: Bool { everywhere == nil && apps.isEmpty && conversations.isEmpty }
}
