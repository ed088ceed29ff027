// Written by script/contract: change the contract instead.

/// An earlier text of an edited message (`msg-edit-label`).
public struct MessageVersion: Sendable, Equatable {
    /// The text.
    public var text: String
    /// The time of this text.
    public var at: Instant

    /// Creates a value from its members.
    public init(text: String, at: Instant) {
        self.text = text
        self.at = at
    }
}

extension MessageVersion: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("text") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        text = try fields.read("text")
        at = try fields.read("at")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("text", text)
        json.member("at", at)
    }
}

/// A change of a posted message.
public enum MessageChange: Sendable, Equatable {
    /// Its sender edited the text; the newly mentioned people are listed.
    case edited(mentioned: [Handle] = [])
    /// Its sender unsent it.
    case unsent
    /// A person set or removed their tapback.
    case reacted(by: Handle, _ reaction: Reaction, removed: Bool = false)
}

extension MessageChange: JSONRecord {
    /// The words of `kind`.
    public enum Kind: String, CaseIterable, Sendable, JSONWord {
        case `edited`
        case `unsent`
        case `reacted`
    }

    /// Its word of `kind`.
    public var kind: Kind {
        switch self {
            case .edited: .edited
            case .unsent: .unsent
            case .reacted: .reacted
        }
    }

    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("kind") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        let kind: Kind = try fields.read("kind")
        switch kind {
            case .edited:
                self = .edited(mentioned: try fields.readOptional("mentioned") ?? [])
            case .unsent:
                self = .unsent
            case .reacted:
                self = .reacted(by: try fields.read("by"), try fields.read("reaction"), removed: try fields.readOptional("removed") ?? false)
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("kind", kind)
        switch self {
            case .edited(let mentioned):
                if !mentioned.isEmpty { json.member("mentioned", mentioned) }
            case .unsent: break
            case .reacted(let by, let reaction, let removed):
                json.member("by", by)
                json.member("reaction", reaction)
                if removed { json.member("removed", removed) }
        }
    }
}
