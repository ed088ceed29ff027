/// A change of what a person lets surface, with its cause: an entry of their audit.
public struct SettingChange: Sendable, Equatable {
    /// Which switch it is, of the three levels of `consent-levels`.
    public enum Scope: Sendable, Equatable {
        /// The switch above all others.
        case everywhere
        /// That of an app, with the question about it.
        case app(AppID)
        /// That of a conversation.
        case conversation(ConversationID)
    }

    /// How a switch stands.
    public enum Standing: String, CaseIterable, Sendable {
        /// Links may surface by themselves.
        case on
        /// They may not. Of an app this is ``revoked``.
        case off
        /// The app's switch was never decided, and the person never asked: counts as off.
        case unset
        /// The person is asked.
        case offered
        /// The answer was Not Now.
        case postponed
        /// The answer was Never.
        case never
        /// The app's switch was turned off by hand.
        case revoked
    }

    /// When it was.
    public var at: Instant
    /// Which switch it is.
    public var scope: Scope
    /// How it stood before.
    public var from: Standing
    /// How it stands since.
    public var to: Standing
    /// The rule and the sentence: what led to it. No link, title or text of a message stands in it.
    public var cause: Reason

    /// A change.
    public init(at: Instant, scope: Scope, from: Standing, to: Standing, cause: Reason) {
        self.at = at
        self.scope = scope
        self.from = from
        self.to = to
        self.cause = cause
    }
}

// MARK: JSON

extension SettingChange: JSONWritable {
    private enum Level: String, CaseIterable {
        case everywhere, app, conversation
    }

    /// Appends `{at, scope, app?, conversation?, from, to, cause: {rule, text}}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("at", at)
            switch scope {
            case .everywhere: $0.member("scope", Level.everywhere.rawValue)
            case .app(let app):
                $0.member("scope", Level.app.rawValue)
                $0.member("app", app)
            case .conversation(let conversation):
                $0.member("scope", Level.conversation.rawValue)
                $0.member("conversation", conversation)
            }
            $0.member("from", from.rawValue)
            $0.member("to", to.rawValue)
            $0.member("cause", cause)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        at = try fields.instant("at")
        switch try fields.word("scope", Level.self) {
        case .everywhere: scope = .everywhere
        case .app: scope = .app(try fields.id("app"))
        case .conversation: scope = .conversation(try fields.id("conversation"))
        }
        from = try fields.word("from")
        to = try fields.word("to")
        var cause = try fields.fields("cause")
        self.cause = try Reason(from: &cause)
    }
}
