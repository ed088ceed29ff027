package import ChatProtocol
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
        func below<Entity>(_ toggle: SettingsState.Toggle<Entity>) -> String {
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

    private static func conversations(_ rows: [ConversationRow], _ selected: ConversationID?) -> [String] {
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

/// An event for `--plain`: the same facts that the screen shows, one after another.
package enum PlainFact: Equatable, Sendable {
    /// A message, with its links.
    case message(MessageEntry, conversation: String)
    /// A message in its current state after it was edited, unsent or given a tapback.
    case changed(MessageEntry, MessageNews, conversation: String)
    /// An alert for this person, with its summary.
    case alert(String, conversation: String)
    /// The receipt of this person's newest message: `Delivered`, `Read 09:41`.
    case receipt(String, conversation: String)
    /// A person starts or stops typing.
    case typing(String, isTyping: Bool, conversation: String)
    /// A setting of a conversation: `alerts are hidden`.
    case status(String, conversation: String)
    /// The earlier texts of a message.
    case versions(MessageEntry, conversation: String)
    /// The results of a search.
    case search(SearchState)
    /// The members of a conversation, and its settings.
    case details(ThreadState, ConversationRow, SettingsState)
    /// The confirmation before an irreversible action.
    case question(Confirmation)
    /// A notice. A notice that grows appears again with the same id. In a list it has the number for `/notices` and
    /// `/dismiss`.
    case notice(NoticeEntry, conversation: String, number: Int? = nil)
    /// A waiting notice that was cleared.
    case noticeCleared(NoticeEntry, conversation: String)
    /// An event in a conversation itself.
    case system(SystemEntry, conversation: String)
    /// A link that was pinned or unpinned.
    case pin(LinkCard, conversation: String)
    /// The request of an app for consent.
    case consent(ConsentPrompt)
    /// The current items of Shared with You.
    case shelf([ShelfItem])
    /// The contents of Recently Deleted arrived. The client lists them with the numbers that `/choose` takes.
    case recentlyDeleted
    /// The current settings.
    case settings(SettingsState)
    /// The current conversations.
    case conversations([ConversationRow], selected: ConversationID?)
    /// A staged document, with its choices.
    case staged(CollaborationDraft, conversation: String)
    /// The state of a collaboration that waits for its app.
    case start(StartRow, conversation: String)
    /// The live collaborations of a conversation.
    case collaborations([CollaborationRow], conversation: String)
    /// The connection changed.
    case connection(ChatState.Connection, handle: String)
    /// A short answer or an error, as a sentence.
    case hint(String)
    /// A text that the person requested.
    case text(title: String, body: [String])
}

extension ViewState {
    /// The names of printed lists that are not sheets.
    static let (conversationsList, shelfList, hitsList) = ("conversations", "shelf", "hits")

    /// Remembers the rows of the lists among printed facts. From now on, numbers refer to these rows.
    package mutating func notePrinted(_ facts: [PlainFact]) {
        for fact in facts {
            switch fact {
            case .conversations(let rows, _): printed[Self.conversationsList] = rows.map(\.id.rawValue)
            case .shelf(let items): printed[Self.shelfList] = items.map(\.url)
            case .search(let found): printed[Self.hitsList] = found.hits.map(\.id)
            default: break
            }
        }
    }
}

/// A change of a message.
package enum MessageNews: Equatable, Sendable {
    /// Its text was edited.
    case edited
    /// It was unsent.
    case unsent
    /// A person set or removed a tapback. `by` is the display name, or “You”.
    case reacted(by: String, reaction: Reaction, isRemoved: Bool)
}

/// The lines about changes of messages and conversations.
extension PlainRenderer {
    /// Returns the line about a change of an earlier message. Printed lines cannot be redrawn, so the line names what
    /// it is about (`tap-sms`, `msg-edit-old`).
    static func changed(_ message: MessageEntry, _ news: MessageNews, _ place: String) -> String {
        let sender = message.isOwn ? "You" : clean(message.sender)
        switch news {
        case .edited: return "\(place) \(sender): \(MessageChange.sentence(ofEditTo: clean(message.text)))"
        case .unsent: return "\(place) (unsent) \(sender) unsent a message"
        case .reacted(let person, let reaction, let isRemoved):
            let text = message.text.isEmpty ? message.attachment?.name ?? "" : message.text
            return "\(place) \(clean(person)): "
                + Tapback.sentence(reaction, isRemoved: isRemoved, about: text)
        }
    }

    static func versions(_ message: MessageEntry, _ place: String) -> [String] {
        (message.versions.map { ($0.time, $0.text) } + [("now", message.text)]).map { time, text in
            "\(place) (version) \(clean(time)): \(clean(text))"
        }
    }

    static func search(_ found: SearchState) -> [String] {
        if found.hits.isEmpty { return ["(search) nothing found for “\(clean(found.query))”"] }
        let phrases = SearchPhrase.phrases(of: found.query)
        let lines = found.hits.enumerated().map { index, hit in
            let part = hit.part(with: phrases)
            return "(search) \(index + 1). \(place(hit.place)) \(clean(hit.sender)): \(clean(hit.text))"
                + (part == hit.text ? "" : " “\(clean(part))”") + (hit.time.isEmpty ? "" : " — \(clean(hit.time))")
                + (hit.isPinned ? " [pinned]" : "")
        }
        return lines + (found.hasMore ? ["(search) more results exist; add words to narrow the search"] : [])
    }

    static func details(_ thread: ThreadState, _ row: ConversationRow, _ settings: SettingsState) -> [String] {
        func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
        let place = place(thread.title)
        let members = thread.members.map { ($0.isOwn ? "You" : clean($0.name)) + " (\(clean($0.handle)))" }
        var lines = [
            "\(place) (details) members: \(members.joined(separator: ", "))",
            "\(place) (details) Hide Alerts: \(word(row.isMuted)) (/mute, /unmute)",
        ]
        if thread.members.count == 2 {
            let receipts = word(settings.sendsReceipts(in: thread.conversation))
            lines.append("\(place) (details) Send Read Receipts: \(receipts) (/receipts on|off here)")
        }
        lines += [
            "\(place) (details) Show in Shared with You: \(word(settings.shows(thread.conversation))); links of this "
                + "conversation appear in the apps that you allowed, pins always do (/links on, off)",
            "\(place) (details) at the top: \(word(row.isPinned)) (/top, /untop)",
        ]
        lines += thread.pins.map { "\(place) (details) pinned " + link($0) }
        return lines + (thread.canBeLeft ? ["\(place) (details) /leave, /remove NAME"] : [])
    }
}

/// The lines about collaborations.
extension PlainRenderer {
    /// Returns the collaboration's summary and status, for the end of a link's line; empty if the link is no
    /// collaboration.
    static func sharing(_ card: LinkCard) -> String {
        guard let sharing = card.sharing else { return "" }
        return " — " + [sharing.summary, sharing.status].filter { !$0.isEmpty }.map(clean).joined(separator: " ")
    }

    /// Returns the lines of the staged document, with the numbers that `/option` takes.
    static func staged(_ draft: CollaborationDraft, _ place: String) -> [String] {
        let lead = "\(place) (draft)"
        var lines = ["\(lead) “\(clean(draft.title))” (\(clean(draft.offer.appName))): \(draft.line)"]
        if let account = draft.account { lines.append("\(lead) from \(account)") }
        for (index, choice) in draft.choices.enumerated() {
            if let heading = choice.heading { lines.append("\(lead) \(clean(heading)):") }
            lines.append("\(lead) option \(index + 1): \(clean(choice.title))" + (choice.isOn ? " [chosen]" : ""))
            if let footer = choice.footer { lines.append("\(lead) \(clean(footer))") }
        }
        return lines + ["\(lead) TEXT or /send sends it, /option N changes it, /cancel discards it"]
    }

    static func start(_ start: StartRow, _ place: String) -> String {
        "\(place) (sharing) \(start.sentence)" + (start.state == .waiting ? " — /cancel cancels it" : "")
    }

    static func collaborations(_ rows: [CollaborationRow], _ place: String) -> [String] {
        rows.map { "\(place) (details) collaboration “\(clean($0.title))” (\(clean($0.app))): \($0.facts)" }
    }
}
