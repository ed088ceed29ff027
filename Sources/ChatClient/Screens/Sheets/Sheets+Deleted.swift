import AppModel
import ChatTerminal

/// The sheets of Recently Deleted.
extension Sheets {
    static func recentlyDeleted(_ state: ChatState) -> SheetContent {
        let rows = state.recentlyDeleted.rows
        var content = SheetContent(
            Sheet(
                title: "Recently Deleted", trailing: "Done",
                body: [rows.isEmpty ? "Nothing can be recovered." : "Messages stay here for 30 days."]))
        for (index, row) in rows.enumerated() {
            // If several conversations have this name, /recover needs the number.
            let isAlone = rows.count { CleanText.line($0.title) == CleanText.line(row.title) } == 1
            let number = isAlone ? "" : "number \(index + 1) · "
            let value = number + DeletedList.messages(row.count) + " · " + row.left(at: state.clock)
            var choice = Sheet.Choice(CleanText.line(row.title), value: value)
            choice.subject = row.id
            content.add(choice) { $0.showDeleted(of: row.id) }
        }
        return content
    }

    /// Returns the sheet of the deleted messages of a conversation.
    static func deletedMessages(_ id: String, _ state: ChatState) -> SheetContent {
        let row = state.recentlyDeleted.rows.first { $0.id == id }
        let messages = state.recentlyDeleted.messages[id] ?? []
        let title = row?.title ?? state.conversations.first { $0.id == id }?.title ?? "Recently Deleted"
        var content = SheetContent(Sheet(title: CleanText.line(title), trailing: "Done"))
        guard let count = row?.count ?? (messages.isEmpty ? nil : messages.count) else {
            content.sheet.body = ["Nothing can be recovered."]
            return content
        }
        content.add(Sheet.Choice("Recover \(DeletedList.messages(count))", value: "")) {
            $0.closeSheet()
            $0.emit(.recover($0.state.recentlyDeleted.listed(id)))
        }
        content.add(Sheet.Choice("Delete \(DeletedList.messages(count))…", value: "")) {
            $0.presentForNow(.confirm($0.state.erasing(.conversation(id))))
        }
        for (index, message) in messages.enumerated() {
            var choice = Sheet.Choice(
                message.line, value: "#\(message.number)", heading: index == 0 ? "Messages" : nil)
            choice.subject = message.id
            content.add(choice) {
                $0.presentForNow(.deletedMessage(message.id, conversation: id))
                // Its sender may have edited or unsent it since.
                $0.emit(.loadDeletedMessages(conversation: id))
            }
        }
        return content
    }

    static func deletedMessage(_ id: String, in conversation: String, _ state: ChatState) -> SheetContent {
        let message = state.recentlyDeleted.messages[conversation]?.first { $0.id == id }
        var content = SheetContent(
            Sheet(title: "Deleted Message", leading: "Cancel", body: message.map { [$0.line] } ?? [])
        )
        let what = Deletable.messages([id], conversation: conversation)
        content.add(Sheet.Choice("Recover")) {
            $0.closeSheet()
            $0.emit(.recover(what))
        }
        content.add(Sheet.Choice("Delete…")) { $0.presentForNow(.confirm($0.state.erasing(what))) }
        return content
    }
}
