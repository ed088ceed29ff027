import ChatProtocol
import ChatTerminal

/// The facts as lines, for pipes and screen readers. Each line names the conversation or the area that it belongs to.
/// It never contains an escape sequence.
package enum PlainRenderer {
    /// Returns the lines of one fact, without line ends.
    package static func lines(_ fact: PlainFact) -> [String] {
        switch fact {
        case .message(let message, let conversation): return self.message(message, place(conversation))
        case .changed(let message, let news, let conversation): return [changed(message, news, place(conversation))]
        case .alert(let text, let conversation): return ["\(place(conversation)) (alert) \(clean(text))"]
        case .receipt(let text, let conversation): return ["\(place(conversation)) (receipt) \(clean(text))"]
        case .typing(let name, let isTyping, let conversation):
            return ["\(place(conversation)) (typing) \(clean(name)) \(isTyping ? "is typing" : "stopped typing")"]
        case .status(let text, let conversation): return ["\(place(conversation)) (status) \(clean(text))"]
        case .versions(let message, let conversation): return versions(message, place(conversation))
        case .search(let found): return search(found)
        case .details(let thread, let row, let settings): return details(thread, row, settings)
        case .question(let question):
            return ["(question) \(clean(question.title)) \(clean(question.body)) Answer /yes or /no"]
        case .notice(let notice, let conversation, let number):
            return self.notice(notice, place(conversation), number.map { "\($0). " } ?? "")
        case .noticeCleared(let notice, let conversation):
            return ["\(place(conversation)) (notice cleared) \(clean(notice.text))"]
        case .system(let system, let conversation): return ["\(place(conversation)) (system) \(clean(system.text))"]
        case .pin(let card, let conversation): return [place(conversation) + " " + link(card)]
        case .consent(let request): return consent(request)
        case .shelf(let items): return shelf(items)
        case .recentlyDeleted: return []
        case .settings(let settings): return self.settings(settings)
        case .conversations(let rows, let selected): return conversations(rows, selected)
        case .staged(let draft, let conversation): return staged(draft, place(conversation))
        case .start(let start, let conversation): return [self.start(start, place(conversation))]
        case .collaborations(let rows, let conversation): return collaborations(rows, place(conversation))
        case .connection(let connection, let handle): return [self.connection(connection, clean(handle))]
        case .hint(let text):
            // A sentence may end with a key, which lines leave out together with the blank before it.
            let words = text.last == " " ? String(text.dropLast()) : text
            return CleanText.lines(words).map { "(hint) " + $0 }
        case .text(let title, let body):
            return ["(text) " + clean(title)] + body.flatMap { CleanText.lines($0) }.map { "(text)   " + $0 }
        }
    }

    static func clean(_ text: String) -> String { CleanText.line(text) }

    static func place(_ conversation: String) -> String { "[\(clean(conversation))]" }

    private static func message(_ message: MessageEntry, _ place: String) -> [String] {
        let sender = message.isOwn ? "You" : clean(message.sender)
        if message.isUnsent { return ["\(place) (unsent) \(sender) unsent a message"] }
        var marks = ""
        if message.mentionsReader { marks += " (mentions you)" }
        if message.isEdited { marks += " (edited)" }
        switch message.delivery {
        case .sent: break
        case .pending: marks += " (sending)"
        case .failed(let reason): marks += " (not sent: \(clean(reason)))"
        }
        var lines: [String] = []
        if let quote = message.quote {
            lines.append("\(place) \(sender) \(message.isOwn ? "answer" : "answers"): \(clean(quote))")
        }
        // Each line of the text carries the sender, so that a line break cannot imitate another person's line.
        let text = CleanText.lines(message.text, keepsTabs: true)
        for (index, line) in text.enumerated() {
            lines.append("\(place) \(sender): \(line)" + (index == text.count - 1 ? marks : ""))
        }
        if let attachment = message.attachment {
            if message.text.isEmpty { lines = lines.filter { !$0.hasSuffix(": ") } }
            lines.append("\(place) \(sender): (document) \(attachment.line)" + (message.text.isEmpty ? marks : ""))
        }
        lines += message.cards.map { place + " " + link($0) }
        if message.replies > 0 { lines.append("\(place) (replies) \(message.replies) to “\(clean(message.text))”") }
        if !message.reactions.isEmpty {
            lines.append("\(place) (reactions) " + message.reactions.map(\.named).joined(separator: "; "))
        }
        return lines
    }

    static func link(_ card: LinkCard) -> String {
        let number = card.number.map { " \($0)" } ?? ""
        let title = card.title.map { " " + clean($0) } ?? ""
        let app = card.app.map { " (\(clean($0)))" } ?? ""
        return "link\(number):\(title)\(app) \(clean(card.url))" + (card.isPinned ? " [pinned]" : "")
            + sharing(card)
    }

    private static func notice(_ notice: NoticeEntry, _ place: String, _ number: String) -> [String] {
        let url = notice.url.isEmpty ? "" : " — " + clean(notice.url)
        guard notice.actions.isEmpty else {
            let answers = notice.actions.map { "/answer \(clean($0.title).lowercased())" } + ["/answer close"]
            let titles = notice.titles.isEmpty ? "" : ": " + notice.titles.joined(separator: ", ")
            return ["\(place) (notice) \(number)\(clean(notice.text))\(titles) — \(answers.joined(separator: " or "))"]
        }
        return ["\(place) (notice) \(number)\(clean(notice.text))\(url)"]
    }

    private static func consent(_ request: ConsentPrompt) -> [String] {
        let cause = request.url.isEmpty ? "" : " — \(clean(request.url))"
        let place = request.conversation.isEmpty ? "" : " in " + Self.place(request.conversation)
        let app = clean(request.app)
        return [
            "(consent) Share “\(app)” automatically? \(app) wants to show links that people send you"
                + "\(cause)\(place). Answer /allow, /notnow or /never"
        ]
    }

    private static func shelf(_ items: [ShelfItem]) -> [String] {
        if items.isEmpty { return ["(shelf) no links"] }
        return items.enumerated().map { index, item in
            var line = "(shelf) \(index + 1). " + clean(item.title ?? item.url)
            if let app = item.app { line += " (\(clean(app)))" }
            if item.title != nil { line += " \(clean(item.url))" }
            if item.isPinned { line += " [pinned]" }
            if !item.from.isEmpty { line += " — " + clean(item.attribution) }
            if !item.why.isEmpty { line += " — " + clean(item.why) }
            return line
        }
    }

    private static func settings(_ settings: SettingsState) -> [String] {
        func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
        func below(_ toggle: SettingsState.Toggle) -> String {
            (toggle.isOn.map(word) ?? toggle.undecided)
                + (toggle.isOn == true && !settings.everywhere ? ", paused" : "")
        }
        return [
            "(settings) automatic sharing everywhere: \(word(settings.everywhere)) (/auto on, off; /audit explains why)",
            "(settings) read receipts: \(word(settings.readReceipts))",
            "(settings) mentions alert even when alerts are hidden: \(word(settings.mentionAlerts))",
        ]
            + settings.apps.map { "(settings) app \(clean($0.title)): \(below($0))" }
            + settings.conversations.map { "(settings) conversation \(clean($0.title)): \(below($0))" }
    }

    private static func conversations(_ rows: [ConversationRow], _ selected: String?) -> [String] {
        if rows.isEmpty { return ["(conversations) none; /new HANDLE begins one"] }
        return rows.enumerated().map { index, row in
            let mentions = row.mentions > 0 ? ", mentions you" : ""
            let alerted = row.isAlerted && row.unread == 0 && !row.isMarkedUnread ? ", alerted you" : ""
            let unread = (row.unread > 0 ? ", \(row.unread) unread" + mentions : "") + alerted
            let muted =
                (row.isMarkedUnread ? ", marked unread" : "") + (row.isMuted ? ", muted" : "")
                + (row.isPinned ? ", at the top" : "")
            let chosen = row.id == selected ? ", shown" : ""
            return "(conversation) \(index + 1). \(clean(row.title))\(unread)\(muted)\(chosen)"
        }
    }

    private static func connection(_ connection: ChatState.Connection, _ handle: String) -> String {
        switch connection {
        case .connecting: return "(connection) connecting as \(handle)"
        case .connected: return "(connection) connected as \(handle)"
        case .reconnecting(let seconds): return "(connection) lost; next try in \(seconds) s"
        case .offline(let reason): return "(connection) offline: \(clean(reason))"
        }
    }
}
