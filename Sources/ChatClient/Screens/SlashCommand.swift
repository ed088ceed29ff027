package import ChatProtocol
import ChatTerminal

/// The common parts of the commands, which are written in the composer or on a line of `--plain` after a slash.
/// `ChatUpdate.perform` runs them.
package enum SlashCommand {
    /// The reason why the client refuses an action, for the person to read.
    package struct Mistake: Error, Equatable, Sendable {
        /// One sentence.
        package let text: String
        /// The error reason of the wire protocol: the one that the server would give for the same request.
        package var reason = RPCError.Reason.invalidParams

        package init(text: String, reason: RPCError.Reason = .invalidParams) {
            (self.text, self.reason) = (text, reason)
        }
    }

    /// The words, in the order in which completion offers them.
    static let words = [
        "new", "to", "peek", "pin", "unpin", "open", "shelf", "hide", "unhide", "settings", "auto", "audit", "contact",
        "notices", "explain", "reply", "edit", "unsend", "react", "tapbacks", "thread", "versions", "attach", "save",
        "search", "numbers", "delete", "deleted", "recover", "erase",
        "details", "mute", "unmute", "read", "unread", "top", "untop", "add", "remove", "rename", "photo", "leave",
        "receipts", "mentions", "links", "yes", "no", "allow", "notnow", "never", "share", "option", "send", "cancel",
        "people", "invite", "uninvite", "access", "permission", "admin", "inviting", "leaveshare", "stopshare",
        "copylink", "answer", "dismiss", "older", "choose", "inbox", "switch", "date", "look", "help", "quit",
    ]

    /// Option words of a command, in contrast to names, numbers and texts.
    struct Option {
        let command: String
        /// The positions of the arguments that can be one of the words, counted from 0.
        let places: ClosedRange<Int>
        let words: [String]
        /// The word that must precede them; nil for any word.
        var behind: String?

        init(_ command: String, _ places: ClosedRange<Int>, _ words: String..., behind: String? = nil) {
            (self.command, self.places, self.words, self.behind) = (command, places, words, behind)
        }
    }

    /// The commands about the open conversation that take no words.
    private static let aboutOpenConversation: Set = [
        "mute", "unmute", "unread", "untop", "leave", "details", "numbers", "older",
    ]

    /// The other commands that take no words.
    private static let alone: Set = [
        "shelf", "unhide", "settings", "inbox", "yes", "no", "allow", "notnow", "never", "cancel", "help", "quit",
    ]

    /// Returns the mistake in a command that is followed by words but takes none; nil for any other command.
    static func mistake(inWordsOf command: String) -> Mistake? {
        if aboutOpenConversation.contains(command) {
            return Mistake(
                text: "/\(command) takes no name: it is about the open conversation. /to NAME opens another")
        }
        return alone.contains(command) ? Mistake(text: "/\(command) takes no words after it") : nil
    }

    /// The commands whose effect others see in the open conversation, or that end it.
    static let changesConversation: Set = [
        "reply", "edit", "unsend", "react", "attach", "delete", "add", "remove", "rename", "photo", "leave", "share",
        "send",
    ]

    /// Returns true if a command changes the open conversation, or acts on a link or a message of it by number.
    package static func actsOnOpenConversation(_ line: String) -> Bool {
        let words = line.dropFirst().split(separator: " ")
        guard let command = words.first.map(String.init) else { return false }
        let settings: Set = ["mute", "unmute", "unread", "top", "untop", "pin", "unpin", "links"]
        let byNumber: Set = [
            "invite", "uninvite", "access", "permission", "admin", "inviting", "leaveshare", "stopshare", "open",
            "copylink", "read", "answer", "dismiss",
        ]
        if changesConversation.contains(command) || settings.contains(command) { return true }
        if command == "receipts" { return words.last == "here" }
        return byNumber.contains(command) && words.dropFirst().first.map { Int($0) != nil } ?? true
    }

    /// The commands that take the number or the address of a link.
    private static let takesLink: Set = [
        "pin", "unpin", "open", "explain", "hide", "people", "invite", "uninvite", "access", "permission", "admin",
        "inviting", "leaveshare", "stopshare", "copylink",
    ]

    /// Returns a command with the address of its link in place of the number, because the number may later refer to
    /// another link.
    ///
    /// - Parameter address: Returns the address for the command and the number. Without an address the command gets a
    ///   question mark, and is refused.
    package static func addressed(_ text: String, by address: (_ command: String, _ number: Int) -> String?) -> String {
        guard text.hasPrefix("/") else { return text }
        let command = text.dropFirst().prefix { !$0.isWhitespace }
        let written = text[command.endIndex...].drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
        guard takesLink.contains(String(command)), let number = Int(written) else { return text }
        let link = address(String(command), number) ?? "?"
        return text[..<written.startIndex] + link + text[written.endIndex...]
    }

    private static let last = 1_000

    /// The options of all commands. Completion offers them, and the help lists each.
    static let options: [Option] = [
        Option("new", 1...last, "as"), Option("read", 0...0, "all"), Option("delete", 0...0, "conversation"),
        Option("contact", 0...0, "add", "remove", "block", "unblock"), Option("auto", 0...0, "on", "off"),
        Option("receipts", 0...0, "on", "off"), Option("receipts", 1...1, "here"),
        Option("mentions", 0...0, "on", "off"), Option("links", 0...0, "on", "off"),
        Option("look", 0...0, "touch", "desktop"), Option("answer", 0...0, "add", "remove", "close"),
        Option("share", 1...last, "with", "private", "public", "read", "write", "inviting", "copy", "as"),
        Option("share", 2...last, "file", "text", "link", behind: "as"),
        Option("invite", 2...last, "read", "write", "nolink"), Option("access", 1...1, "public", "private"),
        Option("permission", 1...1, "read", "write"), Option("inviting", 1...1, "on", "off"),
        Option("admin", 2...2, "off"),
    ]

    /// Returns the option words that can follow some arguments of a command, without those that were already given.
    static func options(of command: String, behind arguments: [String]) -> [String] {
        let fitting = options.filter { $0.command == command && $0.places.contains(arguments.count) }
        let behind = fitting.filter { $0.behind != nil && $0.behind == arguments.last }
        return (behind.isEmpty ? fitting.filter { $0.behind == nil } : behind).flatMap(\.words)
            .filter { !arguments.dropFirst().contains($0) }
    }

    /// Returns the first instant of a day `YEAR-MONTH-DAY` in UTC, in milliseconds since 1970; nil for any other text.
    /// It uses the days-from-civil algorithm of the proleptic Gregorian calendar.
    static func day(_ text: String) -> Int64? {
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

    /// Returns the typed handle as the server stores it.
    ///
    /// - Throws: A `Mistake` with the usage if the text is empty, or if it is not a valid handle.
    static func handle(_ text: String, _ usage: String) throws(Mistake) -> String {
        let text = try needed(text, usage)
        guard let handle = Handle(typed: text) else {
            throw Mistake(text: "“\(CleanText.line(text))” is not a valid handle: use letters, digits and . _ - + @ '")
        }
        return handle.rawValue
    }

    /// Returns the text after the word of a command.
    ///
    /// - Throws: A `Mistake` with the usage if the text is empty.
    static func needed(_ rest: String, _ usage: String) throws(Mistake) -> String {
        guard !rest.isEmpty else { throw Mistake(text: usage) }
        return rest
    }
}

extension String {
    /// True for “on”, false for “off”, nil for any other text.
    var isOn: Bool? {
        switch self {
        case "on": true
        case "off": false
        default: nil
        }
    }

    /// The text without white space at either end.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
