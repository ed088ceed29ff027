import AppFrameworks
import ChatProtocol
import ChatTerminal

/// The sheets about a message and about a conversation.
extension Sheets {
    static func menu(_ id: String, _ state: ChatState) -> Sheet {
        guard let message = state.message(id) else { return Sheet(title: "Message", leading: "Cancel") }
        let deeds = MessageMenu.deeds(for: message, in: state)
        return Sheet(
            title: message.summary, leading: "Cancel",
            choices: deeds.map { Sheet.Choice(MessageMenu.label($0, message, in: state)) })
    }

    static func tapbacks(_ id: String, _ state: ChatState) -> Sheet {
        guard let message = state.message(id) else { return Sheet(title: "Tapback", leading: "Cancel") }
        let own = message.ownReaction.flatMap { Reaction($0) }
        let classics = Reaction.Classic.allCases
        var choices = classics.map { classic in
            Sheet.Choice(
                "\(Reaction.classic(classic).symbol)  \(Tapback.title(classic))",
                value: own == .classic(classic) ? "[set]" : "")
        }
        var focus = 0
        var other = ""
        switch own {
        case .classic(let classic): focus = classics.firstIndex(of: classic) ?? 0
        case .emoji(let emoji):
            focus = classics.count
            other = "[\(emoji)]"
        case nil: break
        }
        choices.append(Sheet.Choice("Any emoji…", value: other))
        return Sheet(
            title: "Tapback", leading: "Cancel",
            body: [message.summary]
                + (message.ownReaction == nil ? [] : ["The one that is set goes when it is chosen."]),
            choices: choices, focus: focus)
    }

    static func details(_ id: String, _ state: ChatState) -> Sheet {
        guard let thread = state.threads[id] else { return Sheet(title: "Details", trailing: "Done") }
        let row = state.conversations.first { $0.id == id }
        var choices: [Sheet.Choice] = []
        var isFirstPin = true
        var isFirstCollaboration = true
        for detail in ChatUpdate.details(of: thread, in: state) {
            switch detail {
            case .alerts: choices.append(Sheet.Choice("Hide Alerts", value: value(row?.isMuted == true)))
            case .receipts:
                choices.append(Sheet.Choice("Send Read Receipts", value: value(state.settings.sendsReceipts(in: id))))
            case .shelf:
                choices.append(
                    Sheet.Choice(
                        "Show in Shared with You", value: value(state.settings.shows(id)),
                        note: "Links of this conversation appear in the apps that you allowed. Pins always appear."))
            case .top: choices.append(Sheet.Choice("Keep at Top", value: value(row?.isPinned == true)))
            case .pin(let card):
                let title = card.title ?? LinkText.title(card.url)
                choices.append(
                    Sheet.Choice("📌 " + title, value: card.app ?? "Link", heading: isFirstPin ? "Pins" : nil))
                isFirstPin = false
            case .collaboration(let row):
                choices.append(
                    Sheet.Choice(
                        row.title, value: row.app, heading: isFirstCollaboration ? "Collaborations" : nil,
                        note: row.facts))
                isFirstCollaboration = false
            case .rename: choices.append(Sheet.Choice("Rename…", value: "", heading: "Conversation"))
            case .add: choices.append(Sheet.Choice("Add Somebody…", value: ""))
            case .remove(let member): choices.append(Sheet.Choice("Remove \(member.name)", value: ""))
            case .leave: choices.append(Sheet.Choice("Leave", value: ""))
            }
        }
        return Sheet(title: thread.title, trailing: "Done", body: ["Members: " + members(thread)], choices: choices)
    }

    private static func members(_ thread: ThreadState) -> String {
        thread.members.map { $0.isOwn ? "You" : CleanText.line($0.name) }.joined(separator: ", ")
    }
}
