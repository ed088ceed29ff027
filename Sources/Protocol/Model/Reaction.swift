/// A tapback: one of the six classic ones, or any emoji (`tap-set`).
public enum Reaction: Sendable, Hashable {
    /// One of the six classic tapbacks.
    case classic(Classic)
    /// One emoji.
    case emoji(Character)
    /// The most bytes of an emoji: enough for a family of four with their skin tones.
    private static let emojiBytesMax = 64

    /// Creates the tapback from its text.
    ///
    /// - Returns: nil if the text is neither one of the six words nor one emoji.
    public init?(_ text: String) {
        if let classic = Classic(rawValue: text) {
            self = .classic(classic)
        } else if let character = Self.emoji(text) {
            self = .emoji(character)
        } else {
            return nil
        }
    }

    /// Returns the only emoji of a text; nil for any other text.
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

    /// The symbol on the screen.
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

    /// Returns the text message for a device that cannot show the tapback (`tap-sms`).
    ///
    /// - Parameters:
    ///   - text: the text of the message with the tapback.
    ///   - isRemoved: true if the tapback was removed.
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

    /// Returns true for an emoji. An ASCII digit or sign counts only as a keycap, with U+20E3.
    private static func isEmoji(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        return !first.isASCII || scalars.contains("\u{20E3}")
    }
}

extension Reaction: JSONStringCodable {
    /// The text "one emoji, or one of: " and the words.
    public static var expected: String {
        "one emoji, or one of: " + Classic.allCases.map(\.rawValue).joined(separator: ", ")
    }

    /// The text on the wire.
    public var description: String { rawValue }
}
