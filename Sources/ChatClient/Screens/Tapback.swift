package import ChatProtocol
import ChatTerminal

/// The tapbacks by the names that people use. ``Reaction`` defines their wire form, signs and sentences.
package enum Tapback {
    /// Returns the name of one of the six tapbacks in the menu.
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

    /// Returns the wire protocol's word for a tapback that a person typed: one of the six by any of their names, one
    /// emoji, or the `:name:` of one.
    ///
    /// - Returns: Nil if it is none of these.
    static func reaction(_ text: String) -> String? {
        let word = text.lowercased()
        let named = spellings[word] ?? Reaction.Classic.allCases.first { $0.rawValue.lowercased() == word }
        return (named.map(Reaction.classic) ?? Reaction(EmojiNames.emoji(of: text) ?? text))?.rawValue
    }

    /// Returns the sentence that replaces a tapback where it cannot be drawn (`tap-sms`): `Liked “See you”`.
    package static func sentence(_ reaction: Reaction, isRemoved: Bool, about text: String) -> String {
        CleanText.line(reaction.sentence(about: CleanText.line(text), isRemoved: isRemoved))
    }
}
