package import ChatProtocol
import ChatTerminal

/// The values that commands and sheets share. ``CommandTable`` has the commands.
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

    /// Returns the first instant of a day `YEAR-MONTH-DAY` in UTC, in milliseconds since 1970; nil for any other text.
    /// It uses the days-from-civil algorithm of the proleptic Gregorian calendar.
    static func day(_ text: String) -> Int64? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1970...9999).contains(year), (1...12).contains(month)
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length: Int64 = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard (1...length).contains(day) else { return nil }
        let shifted = month > 2 ? year : year - 1
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (shifted / 400 * 146_097 + dayOfEra - 719_468) * 86_400_000
    }

    /// Returns the typed handle as the server stores it.
    ///
    /// - Throws: A `Mistake` if it is not a valid handle.
    static func handle(_ text: String) throws(Mistake) -> String {
        guard let handle = Handle(typed: text) else {
            throw Mistake(text: "“\(CleanText.line(text))” is not a valid handle: use letters, digits and . _ - + @ '")
        }
        return handle.rawValue
    }
}

extension String {
    /// The text without white space at either end.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
