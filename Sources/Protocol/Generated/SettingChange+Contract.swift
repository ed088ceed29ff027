// Written by script/contract: change the contract instead.

extension SettingChange {
    /// The state of a switch.
    public enum Standing: String, CaseIterable, Sendable {
        /// On: links appear outside Messages.
        case `on`
        /// Off; an app's switch is ``revoked`` instead.
        case `off`
        /// An app's switch that was never set; counts as off. The person was not asked.
        case `unset`
        /// The person was asked, and has not answered.
        case `offered`
        /// The answer was Not Now.
        case `postponed`
        /// The answer was Never.
        case `never`
        /// The app's switch was turned off by hand.
        case `revoked`
    }
}

extension SettingChange.Standing: JSONWord {}

/// A change of a person's switch with its cause: an entry of the audit.
public struct SettingChange: Sendable, Equatable {
    /// The time of the change.
    public var at: Instant
    /// The switch.
    public var scope: Scope
    /// The state before.
    public var from: Standing
    /// The new state.
    public var to: Standing
    /// The rule that caused the change, and a sentence that explains it, without links, titles or texts of messages.
    public var cause: Reason

    /// Creates a value from its members.
    public init(at: Instant, scope: Scope, from: Standing, to: Standing, cause: Reason) {
        self.at = at
        self.scope = scope
        self.from = from
        self.to = to
        self.cause = cause
    }
}

extension SettingChange: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("at") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        at = try fields.read("at")
        scope = try Scope(from: &fields)
        from = try fields.read("from")
        to = try fields.read("to")
        cause = try fields.read("cause")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("at", at)
        scope.writeMembers(to: &json)
        json.member("from", from)
        json.member("to", to)
        json.member("cause", cause)
    }
}

extension SettingChange {
    /// A switch of one of the three levels of `consent-levels`.
    public enum Scope: Sendable, Equatable {
        /// The master switch.
        case everywhere
        /// The switch of an app, with its question.
        case app(_ app: AppID)
        /// The switch of a conversation.
        case conversation(_ conversation: ConversationID)
    }
}

extension SettingChange.Scope: JSONRecord {
    /// The words of `scope`.
    public enum Kind: String, CaseIterable, Sendable, JSONWord {
        case `everywhere`
        case `app`
        case `conversation`
    }

    /// Its word of `scope`.
    public var kind: Kind {
        switch self {
            case .everywhere: .everywhere
            case .app: .app
            case .conversation: .conversation
        }
    }

    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("scope") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        let kind: Kind = try fields.read("scope")
        switch kind {
            case .everywhere:
                self = .everywhere
            case .app:
                self = .app(try fields.read("app"))
            case .conversation:
                self = .conversation(try fields.read("conversation"))
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("scope", kind)
        switch self {
            case .everywhere: break
            case .app(let app):
                json.member("app", app)
            case .conversation(let conversation):
                json.member("conversation", conversation)
        }
    }
}
