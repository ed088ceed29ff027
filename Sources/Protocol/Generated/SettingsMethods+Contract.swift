// Written by script/contract: change the contract instead.

/// `consent.answer`: a person answers a consent request.
public struct AnswerConsent: Sendable, Equatable {
    /// The request.
    public var consent: ConsentID
    /// The answer.
    public var answer: ConsentRequest.Answer

    /// Creates a value from its members.
    public init(consent: ConsentID, answer: ConsentRequest.Answer) {
        self.consent = consent
        self.answer = answer
    }
}

extension AnswerConsent: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("consent") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        consent = try fields.read("consent")
        answer = try fields.read("answer")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("consent", consent)
        json.member("answer", answer)
    }
}

/// `settings.audit`: returns the changes of a person's switches, and their causes.
public struct AuditSettings: Sendable, Equatable {
    /// The person; the caller if left out.
    public var person: Handle?
    /// Only changes of this app.
    public var app: AppID?
    /// The most changes of the answer, which has the newest.
    public var limit: Int?

    /// Creates a value from its members.
    public init(person: Handle? = nil, app: AppID? = nil, limit: Int? = nil) {
        self.person = person
        self.app = app
        self.limit = limit
    }
}

extension AuditSettings: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        person = try fields.readOptional("person")
        app = try fields.readOptional("app")
        limit = try fields.readOptional("limit", in: 1...1000)
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let person { json.member("person", person) }
        if let app { json.member("app", app) }
        if let limit { json.member("limit", limit) }
    }
}

/// `settings.set`: changes the given switches.
public struct SetSettings: Sendable, Equatable {
    /// The switches of automatic sharing.
    public var sharing: Sharing?
    /// The switches of read receipts.
    public var receipts: Receipts?
    /// True if a mention alerts even in a muted conversation.
    public var mentionAlerts: Bool?

    /// Creates a value from its members.
    public init(sharing: Sharing? = nil, receipts: Receipts? = nil, mentionAlerts: Bool? = nil) {
        self.sharing = sharing
        self.receipts = receipts
        self.mentionAlerts = mentionAlerts
    }
}

extension SetSettings: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        sharing = try fields.readOptional("automaticSharing")
        receipts = try fields.readOptional("readReceipts")
        mentionAlerts = try fields.readOptional("mentionAlerts")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let sharing { json.member("automaticSharing", sharing) }
        if let receipts { json.member("readReceipts", receipts) }
        if let mentionAlerts { json.member("mentionAlerts", mentionAlerts) }
    }
}

extension SetSettings {
    /// Changed switches of automatic sharing.
    public struct Sharing: Sendable, Equatable {
        /// The master switch.
        public var everywhere: Bool?
        /// The switches of apps.
        public var apps: AppSwitches
        /// The switches of conversations.
        public var conversations: ConversationSwitches

        /// Creates a value from its members.
        public init(everywhere: Bool? = nil, apps: AppSwitches = AppSwitches.empty, conversations: ConversationSwitches = ConversationSwitches.empty) {
            self.everywhere = everywhere
            self.apps = apps
            self.conversations = conversations
        }
    }
}

extension SetSettings.Sharing: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        everywhere = try fields.readOptional("everywhere")
        apps = try fields.readOptional("apps") ?? AppSwitches.empty
        conversations = try fields.readOptional("conversations") ?? ConversationSwitches.empty
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let everywhere { json.member("everywhere", everywhere) }
        json.member("apps", apps)
        json.member("conversations", conversations)
    }
}

extension SetSettings {
    /// Changed switches of read receipts.
    public struct Receipts: Sendable, Equatable {
        /// The switch for all conversations without their own.
        public var everywhere: Bool?
        /// The switches of conversations.
        public var conversations: ConversationSwitches

        /// Creates a value from its members.
        public init(everywhere: Bool? = nil, conversations: ConversationSwitches = ConversationSwitches.empty) {
            self.everywhere = everywhere
            self.conversations = conversations
        }
    }
}

extension SetSettings.Receipts: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        everywhere = try fields.readOptional("everywhere")
        conversations = try fields.readOptional("conversations") ?? ConversationSwitches.empty
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let everywhere { json.member("everywhere", everywhere) }
        json.member("conversations", conversations)
    }
}
