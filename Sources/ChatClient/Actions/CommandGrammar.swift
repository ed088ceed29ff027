/// The grammar of commands: words between blanks, the last of which may be a whole text.
package enum CommandGrammar: PatternGrammar {
    /// A parameter of a command.
    package enum Parameter: String, Hashable, Sendable, CaseIterable {
        /// A link of the open conversation: its number or address.
        case link
        /// A link to a collaboration: its number or address.
        case collaboration
        /// A link in Shared with You: its number or address.
        case highlight
        /// A link, or the id of an item.
        case subject
        /// A message of the open conversation: `#12`.
        case message
        /// A conversation: its number, name or id, or the other person's handle.
        case conversation
        /// An item in Recently Deleted: a conversation, or one of its messages.
        case deleted
        case handle
        /// Several handles.
        case handles
        /// Handles of people who are added to a collaboration.
        case guests
        /// A person on a collaboration: a handle, or a name of one word.
        case participant
        /// Several people on a collaboration.
        case participants
        /// Several people who ask for access to a collaboration, take part in it or are blocked.
        case requesters
        /// A member of the open conversation: a handle or a name.
        case member
        /// An app: its name or id.
        case app
        /// A number from 1.
        case number
        /// A day: `2026-11-20`.
        case day
        /// An answer to a notice.
        case answer
        /// A tapback: its name, an emoji, or the emoji's `:name:`.
        case tapback
        /// An emoji, or its `:name:`.
        case emoji
        /// A path. With blanks, it is in quotation marks or has backslashes.
        case file
        /// A name that a person gives.
        case name
        /// The title of a document.
        case title
        /// The text of a message.
        case text
        /// Words to search for.
        case words

        /// The parameter in the usage of a command.
        var shown: String {
            switch self {
            case .link, .highlight, .subject: "N|URL"
            case .collaboration, .number: "N"
            case .message: "#N"
            case .conversation, .deleted, .name, .member: "NAME"
            case .handle, .participant: "HANDLE"
            case .handles, .guests, .participants, .requesters: "HANDLE…"
            case .app: "APP"
            case .day: "YEAR-MONTH-DAY"
            case .answer: "ANSWER"
            case .tapback: "TAPBACK"
            case .emoji: "EMOJI"
            case .file: "FILE"
            case .title: "TITLE"
            case .text: "TEXT"
            case .words: "WORDS"
            }
        }

        /// The number of words that the parameter takes.
        fileprivate var extent: Extent {
            switch self {
            case .link, .collaboration, .highlight, .subject, .message, .handle, .participant, .number, .day: .word
            case .handles, .guests, .participants, .requesters, .title: .words
            case .conversation, .deleted, .member, .app, .answer, .tapback, .emoji, .file, .name, .text, .words: .rest
            }
        }

        fileprivate enum Extent { case word, words, rest }

        /// True if it is a link, which can be given by its number.
        var isLink: Bool { [.link, .collaboration, .highlight, .subject].contains(self) }

        /// True if completion offers emoji in it.
        var takesEmoji: Bool { [.text, .tapback, .emoji, .name].contains(self) }
    }

    package static func pieces(of word: Substring.UnicodeScalarView) -> [Substring] { [Substring(word)] }

    package static func isLiteral(_ piece: Substring) -> Bool { true }

    /// Commands have no quoted texts.
    package static func takeQuoted(_ text: inout Substring.UnicodeScalarView) -> Substring? { nil }

    package static func read(
        _ parameter: Parameter, _ pieces: [Substring], at position: Int
    ) -> [(CommandValue, Int)] {
        let word = pieces[position]
        switch parameter.extent {
        case .word:
            switch parameter {
            case .number where (Int(word) ?? 0) < 1: return []
            case .message where !word.hasPrefix("#") || (Int(word.dropFirst()) ?? 0) < 1: return []
            default: return [(.text(String(word)), position + 1)]
            }
        case .words:
            // The words of the pattern after it take precedence, so the shortest reading comes first.
            return (position..<min(pieces.count, position + wordsMax)).map { last in
                if parameter == .title { return (.text(text(pieces, position, last)), last + 1) }
                return (.list(pieces[position...last].map(String.init)), last + 1)
            }
        case .rest: return [(.text(text(pieces, position, pieces.count - 1)), pieces.count)]
        }
    }

    /// The most words of a list or a title: more than a conversation has participants. It bounds the cost of a command
    /// that a person pastes or pipes.
    private static let wordsMax = 300

    /// Returns the text from one word to another, with the blanks in between.
    private static func text(_ pieces: [Substring], _ first: Int, _ last: Int) -> String {
        String(pieces[first].base[pieces[first].startIndex..<pieces[last].endIndex])
    }

    package static func isList(_ parameter: Parameter) -> Bool { parameter.extent == .words }

    package static func pieces(of value: CommandValue, as parameter: Parameter) -> [Substring] {
        switch value {
        case .text(let text): [text[...]]
        case .list(let words): words.map { $0[...] }
        }
    }

    package static func choice(_ text: String) -> CommandValue { .text(text) }

    package static func text(of piece: Substring, isAlone: Bool) -> String { String(piece) }
}

/// The value of a parameter or of a group in a command.
package enum CommandValue: Hashable, Sendable, ExpressibleByStringLiteral {
    case text(String)
    case list([String])

    package init(stringLiteral text: String) { self = .text(text) }
}

extension Pattern<CommandGrammar> {
    /// The names of the command: the alternatives of its first word.
    var names: [String] {
        guard case .choice(let alternatives, _, isOptional: false)? = nodes.first else {
            return [Self.text(of: Array(nodes.prefix(1)))]
        }
        return alternatives.map(Self.text(of:))
    }

    /// The arguments as the help shows them, such as `N read|write [HANDLE]`; empty if there are none.
    var arguments: String { Self.shown(Array(nodes.dropFirst())) }

    private static func shown(_ nodes: [Node]) -> String {
        nodes.map { node in
            switch node {
            case .piece(let piece): return String(piece)
            case .parameter(let parameter, _): return parameter.shown
            case .choice(let alternatives, _, let isOptional):
                let words = alternatives.map(shown).joined(separator: "|")
                return isOptional ? "[\(words)]" : words
            }
        }.joined(separator: " ")
    }

    /// All parameters, in order.
    var parameters: [CommandGrammar.Parameter] {
        slots.compactMap { if case .parameter(let parameter) = $0 { parameter } else { nil } }
    }
}
