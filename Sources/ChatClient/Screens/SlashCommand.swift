package import ChatProtocol
import ChatTerminal

/// A command as it is written in the composer or on a line of `--plain`.
package enum SlashCommand: Equatable, Sendable {
    /// Why the screen does not do something, for the person to read.
    package struct Mistake: Error, Equatable, Sendable {
        /// One sentence.
        package let text: String
        /// What the wire would call it: the server's own reason for the same, where it were asked.
        package var reason = RPCError.Reason.invalidParams

        package init(text: String, reason: RPCError.Reason = .invalidParams) {
            (self.text, self.reason) = (text, reason)
        }
    }

    /// Go to another conversation: a number in the list, or the start of its name; without one, show the list.
    case to(String)
    /// The same without reading what is there.
    case peek(String)
    /// Begin a conversation.
    case new(handles: [String], name: String?)
    /// Pin a link: a number or an address.
    case pin(String)
    /// Unpin a link.
    case unpin(String)
    /// Open a link.
    case open(String)
    /// Why something is shown or not.
    case explain(String)
    /// Shared with You.
    case shelf
    /// Take something out of Shared with You: its number there, or an address; without one, bring the last back.
    case hide(String?)
    /// The switches of automatic sharing, and the others.
    case settings
    /// Turn automatic sharing on or off: for an app by its name, or everywhere.
    case automatic(Bool, app: String?)
    /// What became of automatic sharing, and why: of an app by its name, or of all.
    case audit(app: String?)
    /// Make someone a contact.
    case addContact(String)
    /// Make someone no contact.
    case removeContact(String)
    /// Keep someone's links out of Shared with You, or let them in again.
    case block(String, Bool)
    /// Answer the app that asks (`--plain`; on the screen it is a sheet).
    case consent(ConsentAnswer)
    /// The notices that wait in this conversation.
    case notices
    /// Something with a message; without one the chosen one is meant, else the newest that fits.
    case message(MessageCommand, number: Int?)
    /// Something with the conversation.
    case conversation(ConversationCommand)
    /// Something with a collaboration, or with what its notices ask.
    case collaboration(CollaborationCommand)
    /// Search everywhere; without words, open the panel.
    case search(String)
    /// The newest messages with the numbers that commands take.
    case numbers
    /// Answer a question (`--plain`; on the screen it is a sheet).
    case answer(Bool)
    /// The page before the oldest entry that is here.
    case older
    /// Chooses from what was listed with numbers, with what is written there (`--plain`; on the screen it is a sheet).
    case choose(Int, text: String)
    /// All that waits for the person.
    case inbox
    /// Go to a conversation by some letters of its name.
    case switcher
    /// Go to what was said on a day, as milliseconds since 1970 at its first instant in UTC.
    case date(Int64)
    /// Sheets like those of a phone, or of a desktop.
    case look(SheetLook)
    /// Go to the conversation that fits some letters best.
    case switchTo(String)
    /// Keys and commands.
    case help
    /// End.
    case quit

    /// The words, in the order that completion offers them.
    static let words =
        [
            "new", "to", "peek", "pin", "unpin", "open", "shelf", "hide", "unhide", "settings", "auto", "audit",
            "contact", "notices", "explain",
            "reply", "edit",
            "unsend", "react", "thread", "versions", "attach", "save", "search", "numbers", "details", "mute", "unmute",
            "unread", "top", "untop", "add", "remove", "rename", "leave", "receipts", "mentions", "links", "yes", "no",
            "allow",
            "notnow", "never",
        ] + CollaborationCommand.words + ["older", "choose", "inbox", "switch", "date", "look", "help", "quit"]

    /// Reads a line that begins with a slash.
    ///
    /// - Throws: `Mistake`, with the sentence to show; nothing must be sent then.
    package init(_ line: String) throws(Mistake) {
        let words = line.dropFirst().split(whereSeparator: \.isWhitespace).map(String.init)
        let word = words.first ?? ""
        let rest = String(line.dropFirst(1 + word.count)).trimmed
        switch word {
        case "new": self = try Self.new(Array(words.dropFirst()))
        case "to": self = .to(rest)
        case "peek": self = .peek(try Self.needed(rest, "/peek N, or /peek NAME"))
        case "pin": self = .pin(try Self.needed(rest, "/pin N, or /pin URL"))
        case "unpin": self = .unpin(try Self.needed(rest, "/unpin N, or /unpin URL"))
        case "open": self = .open(try Self.needed(rest, "/open N, or /open URL"))
        case "explain": self = .explain(try Self.needed(rest, "/explain N, or /explain URL"))
        case "shelf": self = .shelf
        case "hide": self = .hide(try Self.needed(rest, "/hide N, or /hide URL: what /shelf lists"))
        case "unhide": self = .hide(nil)
        case "settings": self = .settings
        case "auto":
            guard words.count > 1, words[1] == "on" || words[1] == "off" else {
                throw Mistake(text: "/auto on, or /auto off; for one app with its name behind it")
            }
            let app = words.dropFirst(2).joined(separator: " ")
            self = .automatic(words[1] == "on", app: app.isEmpty ? nil : app)
        case "audit": self = .audit(app: rest.isEmpty ? nil : rest)
        case "contact":
            let usage = "/contact add HANDLE, or remove, block, unblock"
            guard words.count == 3 else { throw Mistake(text: usage) }
            let handle = try Self.handle(words[2], usage)
            switch words[1] {
            case "add": self = .addContact(handle)
            case "remove": self = .removeContact(handle)
            case "block": self = .block(handle, true)
            case "unblock": self = .block(handle, false)
            default: throw Mistake(text: usage)
            }
        case "search": self = .search(rest)
        case "numbers": self = .numbers
        case "yes": self = .answer(true)
        case "no": self = .answer(false)
        case "allow": self = .consent(.allow)
        case "notnow": self = .consent(.notNow)
        case "never": self = .consent(.never)
        case "notices":
            guard let number = Int(rest) else {
                guard rest.isEmpty else { throw Mistake(text: "/notices, or /notices N to open one") }
                self = .notices
                return
            }
            self = .collaboration(.openNotice(number))
        case "older": self = .older
        case "choose":
            guard let first = words.dropFirst().first, let number = Int(first), number > 0 else {
                throw Mistake(text: "/choose N, or /choose N TEXT where something is to be written")
            }
            self = .choose(number, text: words.dropFirst(2).joined(separator: " "))
        case "inbox": self = .inbox
        case "switch": self = rest.isEmpty ? .switcher : .switchTo(rest)
        case "date":
            guard let day = Self.day(rest) else {
                throw Mistake(text: "/date YEAR-MONTH-DAY, such as /date 2026-11-20")
            }
            self = .date(day)
        case "look":
            guard let look = SheetLook(rawValue: rest) else { throw Mistake(text: "/look touch, or /look desktop") }
            self = .look(look)
        case "help": self = .help
        case "quit": self = .quit
        default:
            var number: Int?
            if let command = try MessageCommand(word, rest, &number) {
                self = .message(command, number: number)
                return
            }
            if let command = try CollaborationCommand(word, rest) {
                self = .collaboration(command)
                return
            }
            if let command = try ConversationCommand(word, rest) {
                self = .conversation(command)
                return
            }
            let near = Self.words.first { !word.isEmpty && $0.hasPrefix(word) }.map { " Did you mean /\($0)?" } ?? ""
            throw Mistake(text: "There is no /\(word).\(near) /help lists the commands; // sends a slash")
        }
    }

    /// The first instant of a day in UTC (days from civil, as the proleptic Gregorian calendar counts them).
    private static func day(_ text: String) -> Int64? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let shifted = month > 2 ? year : year - 1
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (shifted / 400 * 146_097 + dayOfEra - 719_468) * 86_400_000
    }

    private static func new(_ words: [String]) throws(Mistake) -> SlashCommand {
        let handles = words.prefix { $0 != "as" }
        let name = words.dropFirst(handles.count + 1).joined(separator: " ")
        guard !handles.isEmpty || words.isEmpty else { throw Mistake(text: "/new HANDLE…, or /new HANDLE… as NAME") }
        for text in handles { _ = try handle(text, "") }
        return .new(handles: Array(handles), name: name.isEmpty ? nil : name)
    }

    /// A handle, as the server will take it.
    static func handle(_ text: String, _ usage: String) throws(Mistake) -> String {
        let text = try needed(text, usage)
        guard Handle(text) != nil else {
            throw Mistake(text: "“\(CleanText.line(text))” is no handle: letters, digits and . _ - + @ ' only")
        }
        return text
    }

    static func needed(_ rest: String, _ usage: String) throws(Mistake) -> String {
        guard !rest.isEmpty else { throw Mistake(text: usage) }
        return rest
    }
}

extension String {
    /// Without white space at either end.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
