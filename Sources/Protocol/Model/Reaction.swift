/// A tapback: one of the six classic ones, or any emoji (`tap-set`).
public enum Reaction: Sendable, Hashable {
    /// The six that were there from the start.
    public enum Classic: String, CaseIterable, Sendable {
        case heart
        case thumbsUp
        case thumbsDown
        case haHa
        case exclamation
        case question
    }

    /// One of the six.
    case classic(Classic)
    /// One emoji.
    case emoji(Character)

    /// The most bytes of an emoji: room for a family of four with their skin tones.
    private static let emojiBytesMax = 64

    /// The reaction that a text names.
    ///
    /// - Returns: nil if it is neither one of the six words nor one emoji.
    public init?(_ text: String) {
        if let classic = Classic(rawValue: text) {
            self = .classic(classic)
        } else if let character = Self.emoji(text) {
            self = .emoji(character)
        } else {
            return nil
        }
    }

    /// The one emoji that a text is; nil if it is anything else.
    static func emoji(_ text: String) -> Character? {
        guard text.utf8.count <= emojiBytesMax, text.count == 1, let character = text.first, isEmoji(character) else {
            return nil
        }
        return character
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .classic(let classic): classic.rawValue
        case .emoji(let character): String(character)
        }
    }

    /// What is drawn for it.
    public var symbol: String {
        switch self {
        case .classic(.heart): "♥"
        case .classic(.thumbsUp): "👍"
        case .classic(.thumbsDown): "👎"
        case .classic(.haHa): "HaHa"
        case .classic(.exclamation): "!!"
        case .classic(.question): "?"
        case .emoji(let character): String(character)
        }
    }

    /// The text that stands for it where it cannot be drawn (`tap-sms`).
    ///
    /// - Parameters:
    ///   - text: the message that it was given to.
    ///   - isRemoved: whether it was taken away.
    public func sentence(about text: String, isRemoved: Bool) -> String {
        let (verb, name) =
            switch self {
            case .classic(.heart): ("Loved", "a heart")
            case .classic(.thumbsUp): ("Liked", "a like")
            case .classic(.thumbsDown): ("Disliked", "a dislike")
            case .classic(.haHa): ("Laughed at", "a laugh")
            case .classic(.exclamation): ("Emphasized", "an exclamation")
            case .classic(.question): ("Questioned", "a question mark")
            case .emoji(let character): ("Reacted \(character) to", "\(character)")
            }
        return isRemoved ? "Removed \(name) from “\(text)”" : "\(verb) “\(text)”"
    }

    /// Digits and a few signs of ASCII begin an emoji and are none by themselves.
    private static func isEmoji(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        return !first.isASCII || scalars.contains("\u{20E3}")
    }
}

/// A tapback on a message: one a person (`tap-one`).
public struct MessageReaction: Sendable, Equatable {
    /// Whose.
    public var handle: Handle
    /// Which.
    public var reaction: Reaction
    /// Since when.
    public var at: Instant

    /// A tapback of someone.
    public init(handle: Handle, reaction: Reaction, at: Instant) {
        self.handle = handle
        self.reaction = reaction
        self.at = at
    }
}

extension Reaction: JSONWritable {
    /// Appends the word or the emoji.
    public func write(to json: inout JSONWriter) { json.string(rawValue) }
}

extension JSONFields {
    /// A reaction that must be there.
    public mutating func reaction(_ key: String) throws(InvalidField) -> Reaction {
        guard let reaction = Reaction(try string(key)) else {
            let words = Reaction.Classic.allCases.map(\.rawValue).joined(separator: ", ")
            throw invalid(key, "must be one emoji, or one of: \(words)")
        }
        return reaction
    }
}

extension MessageReaction: JSONWritable {
    /// Appends `{handle, reaction, at}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("handle", handle)
            $0.member("reaction", reaction)
            $0.member("at", at)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.handle("handle")
        reaction = try fields.reaction("reaction")
        at = try fields.instant("at")
    }
}
