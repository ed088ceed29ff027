import ChatTerminal

/// What a command does with a message.
package enum MessageCommand: Equatable, Sendable {
    /// Answer it.
    case reply(String)
    /// Give it another text; without one, put the text into the composer.
    case edit(String)
    /// Take it back.
    case unsend
    /// Set a tapback, in the wire's word or as an emoji.
    case react(String)
    /// Show its thread of replies alone.
    case openReplies
    /// Show its earlier texts, or hide them again.
    case versions
    /// Write its document to a file.
    case save(path: String?)

    /// Reads the words behind the slash.
    ///
    /// - Returns: nil where the word is none of these commands.
    init?(_ word: String, _ text: String) throws(SlashCommand.Mistake) {
        switch word {
        case "reply": self = .reply(try SlashCommand.needed(text, "/reply [#N] TEXT"))
        case "edit": self = .edit(text)
        case "unsend": self = .unsend
        case "react":
            let text = try SlashCommand.needed(text, "/react [#N] \(Tapback.words.joined(separator: ", ")) or an emoji")
            guard let reaction = Tapback.reaction(text) else {
                let words = Tapback.words.joined(separator: ", ")
                throw SlashCommand.Mistake(
                    text: "“\(CleanText.line(text))” is no tapback: \(words), or one emoji")
            }
            self = .react(reaction)
        case "thread": self = .openReplies
        case "versions": self = .versions
        case "save": self = .save(path: text.isEmpty ? nil : text)
        default: return nil
        }
    }

    /// The command and the number of its message, where one stands in front: `/reply #12 At seven`.
    init?(_ word: String, _ rest: String, _ number: inout Int?) throws(SlashCommand.Mistake) {
        let first = rest.prefix { !$0.isWhitespace }
        guard first.hasPrefix("#"), let value = Int(first.dropFirst()), value > 0 else {
            try self.init(word, rest)
            return
        }
        number = value
        try self.init(word, String(rest.dropFirst(first.count)).trimmed)
    }
}

/// What a command does with the conversation that is open.
package enum ConversationCommand: Equatable, Sendable {
    /// Hide its alerts, or no longer.
    case mute(Bool)
    /// Mark it as unread.
    case unread
    /// Put it to the top of the list, 1 for the first.
    case top(place: Int?)
    /// Take it from there.
    case untop
    /// Add somebody.
    case add(String)
    /// Remove somebody: a handle, or a name.
    case remove(String)
    /// Call it otherwise.
    case rename(String)
    /// Give it a photo, which is an emoji here, or none.
    case photo(String?)
    /// Leave it.
    case leave
    /// Who is in it, and its switches.
    case details
    /// Choose a file from a list.
    case browse
    /// Send a file, with a text behind its name.
    case attach(path: String, text: String)
    /// Let others know what was read: everywhere, or here.
    case receipts(Bool, isEverywhere: Bool)
    /// Let its links surface in Shared with You, or not.
    case links(Bool)
    /// Let mentions alert even where alerts are hidden.
    case mentions(Bool)

    /// Reads the words behind the slash.
    ///
    /// - Returns: nil where the word is none of these commands.
    init?(_ word: String, _ text: String) throws(SlashCommand.Mistake) {
        switch word {
        case "mute": self = .mute(true)
        case "unmute": self = .mute(false)
        case "unread": self = .unread
        case "top":
            guard !text.isEmpty else {
                self = .top(place: nil)
                return
            }
            guard let place = Int(text), (1...1_000).contains(place) else {
                throw SlashCommand.Mistake(text: "/top, or /top PLACE: 1 for the first")
            }
            self = .top(place: place)
        case "untop": self = .untop
        case "add": self = .add(try SlashCommand.handle(text, "/add HANDLE"))
        case "remove": self = .remove(try SlashCommand.needed(text, "/remove NAME, or /remove HANDLE"))
        case "rename": self = .rename(try SlashCommand.needed(text, "/rename NAME"))
        case "photo":
            guard text.count <= 1 else { throw SlashCommand.Mistake(text: "/photo EMOJI, or /photo for none") }
            self = .photo(text.isEmpty ? nil : text)
        case "leave": self = .leave
        case "details": self = .details
        case "attach": self = text.isEmpty ? .browse : try Self.attach(text)
        case "receipts", "mentions", "links":
            let words = text.split(separator: " ")
            let usage = word == "receipts" ? "/receipts on|off [here]" : "/\(word) on, or /\(word) off"
            guard let first = words.first, first == "on" || first == "off",
                words.count == 1 || (words.count == 2 && words[1] == "here" && word == "receipts")
            else { throw SlashCommand.Mistake(text: usage) }
            switch word {
            case "mentions": self = .mentions(first == "on")
            case "links": self = .links(first == "on")
            default: self = .receipts(first == "on", isEverywhere: words.count == 1)
            }
        default: return nil
        }
    }

    /// A name with spaces stands in quotes.
    private static func attach(_ text: String) throws(SlashCommand.Mistake) -> ConversationCommand {
        guard text.hasPrefix("\"") else {
            let path = text.prefix { !$0.isWhitespace }
            return .attach(path: String(path), text: String(text.dropFirst(path.count)).trimmed)
        }
        let path = text.dropFirst().prefix { $0 != "\"" }
        guard path.count + 2 <= text.count, !path.isEmpty else {
            throw SlashCommand.Mistake(text: "The quotes end nowhere: /attach \"FILE\" [TEXT]")
        }
        return .attach(path: String(path), text: String(text.dropFirst(path.count + 2)).trimmed)
    }
}
