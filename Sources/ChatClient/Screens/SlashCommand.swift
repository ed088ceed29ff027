package import ChatProtocol
import ChatTerminal

/// What the commands have in common that are written in the composer or on a line of `--plain`, behind a slash. What
/// each does stands where its word is read: `ChatUpdate.perform`.
package enum SlashCommand {
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

    /// The words, in the order that completion offers them.
    static let words = [
        "new", "to", "peek", "pin", "unpin", "open", "shelf", "hide", "unhide", "settings", "auto", "audit", "contact",
        "notices", "explain", "reply", "edit", "unsend", "react", "tapbacks", "thread", "versions", "attach", "save",
        "search", "numbers", "delete", "deleted", "recover", "erase",
        "details", "mute", "unmute", "read", "unread", "top", "untop", "add", "remove", "rename", "leave",
        "receipts", "mentions", "links", "yes", "no", "allow", "notnow", "never", "share", "option", "send", "cancel",
        "people", "invite", "uninvite", "access", "permission", "admin", "inviting", "leaveshare", "stopshare",
        "copylink", "answer", "dismiss", "older", "choose", "inbox", "switch", "date", "look", "help", "quit",
    ]

    /// The first instant of a day in UTC (days from civil, as the proleptic Gregorian calendar counts them).
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

    /// A handle, as the server will take it.
    static func handle(_ text: String, _ usage: String) throws(Mistake) -> String {
        let text = try needed(text, usage)
        guard Handle(text) != nil else {
            throw Mistake(text: "“\(CleanText.line(text))” is no handle: letters, digits and . _ - + @ ' only")
        }
        return text
    }

    /// What stands behind the word of a command, which must be there.
    static func needed(_ rest: String, _ usage: String) throws(Mistake) -> String {
        guard !rest.isEmpty else { throw Mistake(text: usage) }
        return rest
    }
}

extension String {
    /// Whether it says on; nil where it says neither on nor off.
    var isOn: Bool? {
        switch self {
        case "on": true
        case "off": false
        default: nil
        }
    }

    /// Without white space at either end.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
