// Written by script/contract: change the contract instead.

extension Reaction {
    /// The six classic tapbacks.
    public enum Classic: String, CaseIterable, Sendable {
        case `heart`
        case `thumbsUp`
        case `thumbsDown`
        case `haHa`
        case `exclamation`
        case `question`
    }
}

extension Reaction.Classic: JSONWord {}

/// A tapback on a message; each person can have one (`tap-one`).
public struct MessageReaction: Sendable, Equatable {
    /// The person.
    public var handle: Handle
    /// The tapback.
    public var reaction: Reaction
    /// The time.
    public var at: Instant

    /// Creates a value from its members.
    public init(handle: Handle, reaction: Reaction, at: Instant) {
        self.handle = handle
        self.reaction = reaction
        self.at = at
    }
}

extension MessageReaction: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("handle") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.read("handle")
        reaction = try fields.read("reaction")
        at = try fields.read("at")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("handle", handle)
        json.member("reaction", reaction)
        json.member("at", at)
    }
}
