/// What became of a message after it was posted.
public enum MessageChange: Sendable, Equatable {
    /// Its sender gave it another text; those are mentioned now and were not before.
    case edited(mentioned: [Handle])
    /// Its sender took it back.
    case unsent
    /// Someone set their tapback, or took it away.
    case reacted(by: Handle, Reaction, removed: Bool)
}

/// An earlier text of an edited message (`msg-edit-label`).
public struct MessageVersion: Sendable, Equatable {
    /// The text.
    public var text: String
    /// Since when it stood there.
    public var at: Instant

    /// An earlier text.
    public init(text: String, at: Instant) {
        self.text = text
        self.at = at
    }
}

extension MessageVersion: JSONWritable {
    /// Appends `{text, at}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("text", text)
            $0.member("at", at)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        text = try fields.string("text")
        at = try fields.instant("at")
    }
}

extension MessageChange: JSONWritable {
    private enum Kind: String, CaseIterable { case edited, unsent, reacted }

    /// Appends `{kind, mentioned?, by?, reaction?, removed?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            switch self {
            case .edited(let mentioned):
                $0.member("kind", Kind.edited.rawValue)
                if !mentioned.isEmpty { $0.member("mentioned", mentioned) }
            case .unsent: $0.member("kind", Kind.unsent.rawValue)
            case .reacted(let person, let reaction, let removed):
                $0.member("kind", Kind.reacted.rawValue)
                $0.member("by", person)
                $0.member("reaction", reaction)
                if removed { $0.member("removed", true) }
            }
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        switch try fields.word("kind", Kind.self) {
        case .edited: self = .edited(mentioned: try fields.optionalHandles("mentioned") ?? [])
        case .unsent: self = .unsent
        case .reacted:
            self = .reacted(
                by: try fields.handle("by"), try fields.reaction("reaction"),
                removed: try fields.optionalBool("removed") ?? false)
        }
    }
}
