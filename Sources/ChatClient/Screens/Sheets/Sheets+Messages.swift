import AppModel
import ChatProtocol
import ChatTerminal

/// The sheets about a message and about a conversation.
extension Sheets {
    static func menu(_ id: String, _ state: ChatState) -> SheetContent {
        guard let message = state.message(id) else { return SheetContent(Sheet(title: "Message", leading: "Cancel")) }
        var content = SheetContent(Sheet(title: message.summary, leading: "Cancel"))
        for deed in MessageMenu.deeds(for: message, in: state) {
            var choice = Sheet.Choice(MessageMenu.label(deed, message, in: state))
            choice.isDestructive = deed == .undoSend || deed == .delete
            content.add(choice) {
                $0.endSheets()
                $0.perform(deed, on: message)
            }
        }
        return content
    }

    static func tapbacks(_ id: String, _ state: ChatState) -> SheetContent {
        guard let message = state.message(id) else { return SheetContent(Sheet(title: "Tapback", leading: "Cancel")) }
        let own = message.ownReaction.flatMap { Reaction($0) }
        var content = SheetContent(
            Sheet(
                title: "Tapback", leading: "Cancel",
                body: [message.summary]
                    + (message.ownReaction == nil ? [] : ["Choose the set tapback to remove it."])))
        for (index, classic) in Reaction.Classic.allCases.enumerated() {
            let isSet = own == .classic(classic)
            if isSet { content.sheet.focus = index }
            content.add(
                Sheet.Choice(
                    "\(Reaction.classic(classic).symbol)  \(Tapback.title(classic))", value: isSet ? "[set]" : "")
            ) {
                $0.endSheets()
                $0.state.view.chosen = nil
                $0.emit(.react(message: id, reaction: classic.rawValue))
            }
        }
        var other = ""
        if case .emoji(let emoji)? = own {
            content.sheet.focus = Reaction.Classic.allCases.count
            other = "[\(emoji)]"
        }
        content.add(Sheet.Choice("Any Emoji…", value: other)) {
            $0.state.view.emojiQuery = LineEditor(isOneLine: true)
            $0.presentForNow(.emoji(id))
        }
        return content
    }

    /// Returns the sheet that finds an emoji for a tapback by its name. The typed text may also be the emoji itself.
    static func emoji(_ id: String, _ state: ChatState) -> SheetContent {
        // The composer and the command take the name between colons.
        let text = String(state.view.emojiQuery.text.trimmed.trimmingPrefix(":").split(separator: ":").first ?? "")
        var found = text.isEmpty ? EmojiNames.common : EmojiNames.fitting(text)
        if case .emoji(let emoji)? = Reaction(text) { found = [.init(name: "", emoji: String(emoji))] }
        func react(_ emoji: String?) -> (inout ChatUpdate) -> Void {
            {
                guard let emoji else { return }
                $0.endSheets()
                $0.state.view.chosen = nil
                $0.emit(.react(message: id, reaction: emoji))
            }
        }
        var name = Sheet.Choice("Emoji:", note: "its name, or the emoji itself")
        name.field = state.view.emojiQuery
        var content = SheetContent(
            Sheet(title: "Any Emoji", leading: "Cancel", body: found.isEmpty ? ["No emoji has this name."] : []))
        content.add(name, react(text.isEmpty ? nil : found.first?.emoji))
        for named in found.prefix(50) {
            content.add(
                Sheet.Choice(named.name.replacing("_", with: " "), value: "", glyph: named.emoji), react(named.emoji))
        }
        return content
    }

    /// Returns the details of a conversation: its members, pins and collaborations, and the actions that are possible.
    static func details(_ id: ConversationID, _ state: ChatState) -> SheetContent {
        guard let thread = state.threads[id] else { return SheetContent(Sheet(title: "Details", trailing: "Done")) }
        let row = state.conversations.first { $0.id == id }
        let (isMuted, isPinned) = (row?.isMuted == true, row?.isPinned == true)
        let (sendsReceipts, isShown) = (state.settings.sendsReceipts(in: id), state.settings.shows(id))
        var content = SheetContent(
            Sheet(title: thread.title, trailing: "Done", body: ["Members: " + members(thread)]))
        content.add(Sheet.Choice("Hide Alerts", value: value(isMuted))) {
            $0.emit(.mute(conversation: id, isMuted: !isMuted))
        }
        if thread.members.count == 2 {
            content.add(Sheet.Choice("Send Read Receipts", value: value(sendsReceipts))) {
                $0.emit(.setReadReceipts(isOn: !sendsReceipts, conversation: id))
            }
        }
        content.add(
            Sheet.Choice(
                "Show in Shared with You", value: value(isShown),
                note: "Links of this conversation appear in the apps that you allowed. Pins always appear.")
        ) { $0.emit(.setConversation(id: id, isOn: !isShown)) }
        content.add(Sheet.Choice("Keep at Top", value: value(isPinned))) {
            if !isPinned, let obstacle = ChatUpdate.obstacleToPinning(id, $0.state) {
                $0.state.view.hint = obstacle.text
                return
            }
            // The switch changes immediately. The order of the list changes with the server's answer.
            if let place = $0.state.conversations.firstIndex(where: { $0.id == id }) {
                $0.state.conversations[place].isPinned = !isPinned
            }
            $0.emit(.pinConversation(id: id, isPinned: !isPinned, place: nil))
        }
        for (index, card) in thread.pins.enumerated() {
            let title = card.title ?? LinkText.title(card.url)
            var pin = Sheet.Choice("📌 " + title, value: card.app ?? "Link", heading: index == 0 ? "Pins" : nil)
            pin.subject = card.url
            content.add(pin) {
                $0.turnToThread()
                $0.emit(.openLink(url: card.url, notice: nil))
            }
        }
        for (index, row) in state.collaborations(in: id).enumerated() {
            var choice = Sheet.Choice(
                row.title, value: row.app, heading: index == 0 ? "Collaborations" : nil, note: row.facts)
            choice.subject = "collaboration " + row.url
            content.add(choice) { update in
                do throws(SlashCommand.Mistake) {
                    try update.showPeople(of: row)
                } catch {
                    update.state.view.hint = error.text
                }
            }
        }
        if thread.members.count > 2 {
            content.add(Sheet.Choice("Rename…", value: "", heading: "Conversation")) {
                $0.begin(command: "/rename ", in: id)
            }
        }
        let heading = thread.members.count > 2 ? nil : "Conversation"
        content.add(Sheet.Choice("Add People…", value: "", heading: heading)) { $0.begin(command: "/add ", in: id) }
        var delete = Sheet.Choice("Delete Conversation…", value: "")
        delete.isDestructive = true
        content.add(delete) { $0.ask(ChatUpdate.deleting(thread)) }
        guard thread.canBeLeft else { return content }
        for member in thread.members where !member.isOwn {
            var remove = Sheet.Choice("Remove \(thread.label(of: member))", value: "")
            (remove.isDestructive, remove.subject) = (true, member.handle)
            content.add(remove) { $0.ask(ChatUpdate.removing(member, from: thread)) }
        }
        var leave = Sheet.Choice("Leave", value: "")
        leave.isDestructive = true
        content.add(leave) { $0.ask(ChatUpdate.leaving(thread)) }
        return content
    }

    private static func members(_ thread: ThreadState) -> String {
        thread.members.map { member in
            member.isOwn ? "You" : LookAlike.marked(CleanText.line(thread.label(of: member)), member.handle)
        }.joined(separator: ", ")
    }
}

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
            choice.subject = row.id.rawValue
            content.add(choice) { $0.showDeleted(of: row.id) }
        }
        return content
    }

    /// Returns the sheet of the deleted messages of a conversation.
    static func deletedMessages(_ id: ConversationID, _ state: ChatState) -> SheetContent {
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

    static func deletedMessage(_ id: String, in conversation: ConversationID, _ state: ChatState) -> SheetContent {
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
