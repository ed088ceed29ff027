import AppModel
import ChatTerminal

extension Sheets {
    /// Returns all that waits for the person in all conversations: questions, problems of extensions, mentions, notices
    /// of apps, and unread messages.
    static func inbox(_ state: ChatState) -> SheetContent {
        var content = SheetContent(Sheet(title: "Inbox", trailing: "Done"))
        func add(
            _ text: String, _ place: String, _ heading: String, about subject: String, in conversation: String,
            _ show: @escaping (inout ChatUpdate) -> Void = { _ in }
        ) {
            let isFirst = content.sheet.choices.last { $0.heading != nil }?.heading != heading
            var choice = Sheet.Choice(text, value: CleanText.line(place), heading: isFirst ? heading : nil)
            choice.subject = heading + " " + subject
            content.add(choice) {
                $0.endSheets()
                $0.leaveShelf()
                $0.state.view.pane = .thread
                $0.select(conversation)
                $0.open()
                show(&$0)
            }
        }
        for row in state.conversations {
            for notice in state.threads[row.id]?.waiting ?? [] where !notice.actions.isEmpty {
                add(notice.text, row.title, "Questions", about: notice.id, in: row.id) { $0.open(notice, in: row.id) }
            }
        }
        for (index, problem) in state.problems.enumerated() {
            var row = Sheet.Choice(CleanText.line(problem.text), value: "", heading: index == 0 ? "Extensions" : nil)
            row.rowsMax = 3
            row.subject = problem.job?.id
            content.add(row) {
                $0.read(problem)
                $0.endSheets()
                $0.present(.text(title: "Extension", body: [CleanText.line(problem.text)]))
            }
        }
        for row in state.conversations where row.mentions > 0 {
            for case .message(let message) in state.threads[row.id]?.entries ?? []
            where (message.number ?? 0) > row.readThrough && message.mentionsReader && !message.isUnsent {
                add(message.summary, row.title, "Mentions", about: message.id, in: row.id) {
                    $0.leaveReplies()
                    $0.state.view.target = .message(message.id)
                }
            }
        }
        for row in state.conversations {
            for notice in state.threads[row.id]?.listedNotices ?? [] where notice.actions.isEmpty {
                add(notice.text, row.title, "Notices", about: notice.id, in: row.id) { $0.open(notice, in: row.id) }
            }
        }
        for row in state.conversations where row.isWaiting {
            // The badge after the title must show, even if the title is long.
            let title = TextLayout.truncate(CleanText.line(row.title), to: 20)
            add(row.preview, title + " " + ConversationListPane.badge(row), "Unread", about: row.id, in: row.id)
        }
        if state.conversations.contains(where: \.isWaiting) {
            content.add(Sheet.Choice("Mark All as Read", value: "", heading: "All Conversations")) {
                $0.endSheets()
                $0.markRead($0.state.conversations)
            }
        }
        if content.sheet.choices.isEmpty { content.sheet.body = ["Nothing unread or unanswered."] }
        return content
    }
}
