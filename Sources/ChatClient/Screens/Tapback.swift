package import ChatProtocol
import ChatTerminal

/// The tapbacks as people call them; what they are, how they look and how they read is ``Reaction``'s to say.
package enum Tapback {
    /// What the menu calls one of the six.
    static func title(_ classic: Reaction.Classic) -> String {
        switch classic {
        case .heart: "Heart"
        case .thumbsUp: "Thumbs Up"
        case .thumbsDown: "Thumbs Down"
        case .haHa: "Haha"
        case .exclamation: "Exclamation"
        case .question: "Question"
        }
    }

    private static let spellings: [String: Reaction.Classic] = [
        "love": .heart, "loved": .heart, "♥": .heart, "<3": .heart,
        "like": .thumbsUp, "liked": .thumbsUp, "up": .thumbsUp,
        "dislike": .thumbsDown, "disliked": .thumbsDown, "down": .thumbsDown,
        "laugh": .haHa, "lol": .haHa, "!!": .exclamation, "!": .exclamation, "emphasize": .exclamation,
        "?": .question,
    ]

    /// The words that completion offers.
    static let words = Reaction.Classic.allCases.map { $0.rawValue.lowercased() }

    /// The wire's word for a tapback that a person wrote: one of the six under any of their names, one emoji, or the
    /// `:name:` of one.
    ///
    /// - Returns: nil if it is none of these.
    static func reaction(_ text: String) -> String? {
        let word = text.lowercased()
        let named = spellings[word] ?? Reaction.Classic.allCases.first { $0.rawValue.lowercased() == word }
        return (named.map(Reaction.classic) ?? Reaction(EmojiNames.emoji(of: text) ?? text))?.rawValue
    }

    /// The text that stands for a tapback where it cannot be drawn (`tap-sms`): `Liked “See you”`.
    package static func sentence(_ reaction: Reaction, isRemoved: Bool, about text: String) -> String {
        CleanText.line(reaction.sentence(about: CleanText.line(text), isRemoved: isRemoved))
    }
}
