import AppFrameworks
import ChatTerminal

/// All that waits for a person, over all conversations: what asks, where they are mentioned, what apps told, and what is
/// unread.
struct InboxContent {
    /// Where a row leads.
    enum Deed: Equatable {
        case conversation(String)
        case message(conversation: String, id: String)
        case notice(NoticeEntry, conversation: String)
    }

    /// As it is drawn.
    var sheet = Sheet(title: "Inbox", trailing: "Done")
    /// One for each choice.
    var deeds: [Deed] = []

    init(_ state: ChatState) {
        for row in state.conversations {
            for notice in state.threads[row.id]?.waiting ?? [] where !notice.actions.isEmpty {
                add(notice.text, row.title, "Asks you", .notice(notice, conversation: row.id))
            }
        }
        for row in state.conversations where row.mentions > 0 {
            for case .message(let message) in state.threads[row.id]?.entries ?? []
            where (message.number ?? 0) > row.readThrough && message.mentionsReader && !message.isUnsent {
                add(message.summary, row.title, "Mentions", .message(conversation: row.id, id: message.id))
            }
        }
        for row in state.conversations {
            for notice in state.threads[row.id]?.listedNotices ?? [] where notice.actions.isEmpty {
                add(notice.text, row.title, "Notices", .notice(notice, conversation: row.id))
            }
        }
        for row in state.conversations where row.isWaiting {
            add(row.preview, row.title + " " + ConversationListPane.badge(row), "Unread", .conversation(row.id))
        }
        if deeds.isEmpty { sheet.body = ["Nothing waits for you."] }
    }

    private mutating func add(_ text: String, _ place: String, _ heading: String, _ deed: Deed) {
        let isFirst = sheet.choices.last { $0.heading != nil }?.heading != heading
        sheet.choices.append(Sheet.Choice(text, value: CleanText.line(place), heading: isFirst ? heading : nil))
        deeds.append(deed)
    }
}

extension ChatUpdate {
    /// Goes to what a row of the inbox is about.
    mutating func pickInInbox(_ index: Int) {
        let deeds = InboxContent(state).deeds
        guard deeds.indices.contains(index) else { return closeSheet() }
        endSheets()
        leaveShelf()
        state.view.pane = .thread
        switch deeds[index] {
        case .conversation(let id):
            select(id)
            open()
        case .message(let conversation, let id):
            select(conversation)
            open()
            state.view.replies = nil
            state.view.target = .message(id)
        case .notice(let notice, let conversation):
            select(conversation)
            open()
            open(notice, in: conversation)
        }
    }
}
