import ChatProtocol

/// The lines about changes of messages and conversations.
extension PlainRenderer {
    /// Returns the line about a change of an earlier message. Printed lines cannot be redrawn, so the line names what
    /// it is about (`tap-sms`, `msg-edit-old`).
    static func changed(_ message: MessageEntry, _ news: MessageNews, _ place: String) -> String {
        let sender = message.isOwn ? "You" : clean(message.sender)
        switch news {
        case .edited: return "\(place) \(sender): Edited to “\(clean(message.text))”"
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
