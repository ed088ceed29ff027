import AppModel
package import ChatProtocol
import ChatTerminal

/// The drafts that the server offers for links and files, from the request to the composer.
extension ChatUpdate {
    /// Requests the sharing options of the share sheet's item, unless it already has a draft.
    mutating func askForOffer() {
        guard let context = state.view.sharing, context.draft == nil, let url = context.url else { return }
        state.view.sharing?.isAsking = true
        emit(.loadOffer(.shareSheet(url: url)))
    }

    /// Applies the server's answer about the sharing options of an item.
    ///
    /// - Parameters:
    ///   - draft: The draft for the item; nil if it is not a document of this person.
    ///   - obstacle: The reason why it cannot be shared; nil if it can.
    package mutating func settle(
        _ purpose: OfferPurpose, _ draft: CollaborationDraft?, obstacle: String?
    ) {
        switch purpose {
        case .shareSheet(let url): settleShareSheet(url, draft, obstacle)
        case .pasted(let url, let id):
            // If the person has written more, the address stays text. So does one that a document's link would not
            // replace: of a view inside it, or a one-time link.
            let isWhole = draft?.url.map { !LinkText.enclosing(url).contains($0) } ?? true
            if let draft, isWhole, state.view.drafts[id]?.text.trimmed == url {
                state.view.drafts[id] = LineEditor()
                stage(draft, in: id)
            }
            if let obstacle { state.view.hint = obstacle }
        case .file(let path, let id):
            // A message without a conversation keeps the file until it has one.
            guard let draft, id != "", state.view.attachments[id] == path else { return }
            state.view.attachments[id] = nil
            stage(draft, in: id)
        case .sent: break
        case .staged(let url, let id):
            guard let before = state.view.staged[id], before.url == url else { return }
            // The sender's choice does not change by itself: a copy would go to people who cannot open the document.
            let hasNothingToCopy = before.method == .copy && draft != nil
            // A document that came into a shared folder is not shared alone, and the folder was not chosen.
            let folder = draft.flatMap { $0.url == nil || $0.url == url || $0.title == before.title ? nil : $0 }
            let draft = draft.flatMap { $0.methods.contains(before.method) && folder == nil ? $0 : nil }
            state.view.staged[id] = draft
            state.view.staged[id]?.conversation = before.conversation
            state.view.staged[id]?.keepChoices(of: before)
            // Esc on unchanged options then has no changes to discard.
            if draft == nil || state.view.optionsBefore[.composer(id)]?.hasChoices(of: before) == true {
                state.view.optionsBefore[.composer(id)] = state.view.staged[id]
            }
            if draft == nil {
                // The last row shows the refusal until the text that belonged to the document is sent or changed.
                let sentence = obstacle.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
                let title = "“\(CleanText.line(before.title))”"
                let isInside = folder.map { " is in “\(CleanText.line($0.title))”, which is shared" }
                let change = isInside ?? (hasNothingToCopy ? " has nothing to copy" : " can no longer be shared")
                let why = sentence ?? title + change
                let hasText = state.view.drafts[id]?.saysSomething == true
                let refusal = "Not staged: \(why)" + (hasText ? ". Return sends your text alone" : "")
                if hasText { state.view.refusals[id.rawValue] = refusal }
                if hasText, state.view.selected == id { state.view.lostItemAge = 0 }
                let place = state.view.selected == id ? nil : state.conversations.first { $0.id == id }?.title
                state.view.hint = place.map { "Not staged in “\(CleanText.line($0))”: \(why)" } ?? refusal
            }
        }
    }

    private mutating func settleShareSheet(_ url: String, _ draft: CollaborationDraft?, _ obstacle: String?) {
        func settle(_ context: inout ShareContext?) {
            guard context?.url == url, context?.isAsking == true else { return }
            context?.answer(draft, obstacle)
        }
        settle(&state.view.sharing)
        settle(&state.view.handsOn)
        for (id, var parked) in state.view.parked {
            settle(&parked.sharing)
            state.view.parked[id] = parked
        }
        for index in state.view.awaited.indices { settle(&state.view.awaited[index].context) }
        // Composers receive the items in the order in which they were chosen.
        while let item = state.view.awaited.first(where: { $0.context != nil }), let context = item.context,
            !context.isAsking
        {
            state.view.endAwaiting { $0 == item }
            hand(link: context, to: item.conversation)
        }
    }

    /// Puts a draft into the composer of a conversation (`collab-start-sheet`, `collab-start-drop`), and names the item
    /// that it replaces.
    mutating func stage(_ draft: CollaborationDraft, in id: ConversationID) {
        var draft = draft
        draft.conversation = id
        let before = state.view.staged[id]
        // The refusal is about an earlier item.
        state.view.refusals[id.rawValue] = nil
        let replaced = before == draft ? nil : state.view.replaceItem(in: id, with: draft)
        if state.view.selected == id {
            state.view.pane = .thread
            leaveReplies()
        }
        let account = draft.account.map { " from \($0)" } ?? ""
        let title = "“\(CleanText.line(draft.title))”"
        let obstacle = state.view.selected == id ? obstacleToReplyingWithDocument : nil
        state.view.hint = obstacle ?? isComposed(in: id, title) + account
        guard let replaced, before?.url == nil || before?.url != draft.url else { return }
        let isOpen = state.view.selected == id && state.keys.areThere
        let restores = isOpen ? ". " + state.keys.hint("Ctrl-_ restores it") : ""
        state.view.hint = "\(replaced) was replaced by \(title)" + restores
    }

    /// Stages a document, or writes its link if the link is not a document.
    mutating func hand(link context: ShareContext, to id: ConversationID) {
        if let refusal = state.refusal(of: context, in: id) { return state.view.hint = refusal }
        if context.isAsking {
            state.view.startAwaiting(context, for: id)
            return state.view.hint = "Asking the server how it can be shared…"
        }
        if let draft = context.draft { return stage(draft, in: id) }
        write(context.item.plainText, after: " ", in: id)
    }

    /// Appends a text to the composer of a conversation.
    mutating func write(_ text: String, after separator: String, in id: ConversationID) {
        // A command that is not sent yet is removed: no text may follow it.
        if case .command(let before, let purpose)? = state.view.purposes[id] {
            (state.view.drafts[id], state.view.purposes[id]) = (before, purpose)
        }
        var editor = state.view.drafts[id] ?? LineEditor()
        let before = editor.saysSomething && !editor.isCommand ? editor.text + separator : ""
        // The blank separates the link from the text that the person writes next.
        editor.rewrite((before.isEmpty ? Self.draft(of: text) : before + text) + (separator == " " ? " " : ""))
        state.view.drafts[id] = editor
        state.view.hint = isComposed(in: id, "It")
    }

    /// Returns the sentence about an item that was put into a composer. The conversation may not be on the screen.
    private func isComposed(in id: ConversationID, _ subject: String) -> String {
        guard state.view.selected != id, let row = state.conversations.first(where: { $0.id == id }) else {
            return state.keys.hint("Return sends it")
        }
        return "\(subject) is in the composer of “\(CleanText.line(row.title))”"
    }

    // MARK: Dropped files and pasted addresses

    /// Attaches a file that was dropped on the thread, or requests the document at an address that was pasted into an
    /// empty composer (`collab-start-drop`).
    ///
    /// - Parameter files: The existing files that the pasted text names.
    /// - Returns: False if the caller must insert the text into the composer.
    package mutating func drop(_ text: String, files: [String]) -> Bool {
        guard state.pastesInComposer(on: screen), !state.view.draft.isCommand else { return false }
        switch state.view.purpose {
        case .command?: return false
        case .edit?:
            guard !files.isEmpty else { return false }
            state.view.hint = "Finish or cancel the edit, then drop the file again"
            return true
        case .reply?, nil: break
        }
        guard files.count < 2 else {
            state.view.hint = "A message takes one file: drop the \(files.count) files one at a time"
            return true
        }
        if let file = files.first {
            turnToComposer()
            attach(file)
            open()
            return true
        }
        let url = text.trimmed
        if let id = state.view.selected, state.view.draft.isEmpty, LinkText.isAddress(url) {
            emit(.loadOffer(.pasted(url: url, conversation: id)))
        }
        return false
    }
}

extension ChatUpdate {
    /// Puts a file into the composer, and names the keys that send and remove it, or the item that it replaced.
    mutating func attach(_ path: String) {
        let id = state.view.selected ?? ""
        let staged = state.view.staged[id].map { "“\(CleanText.line($0.title))”" }
        let before = staged ?? state.view.attachments[id].flatMap { $0 == path ? nil : CleanText.line($0) }
        stage(file: path)
        if let before {
            let restores = state.keys.hint("Ctrl-_ restores it", inLines: "")
            return state.view.hint = "\(before) was replaced by \(CleanText.line(path)). \(restores)"
        }
        let keys = [state.keys.hint("↵ sends it"), state.keys.hint("Esc removes it")]
        state.view.hint = "\(CleanText.line(path)) will be attached to your message: \(keys.joined(separator: ", "))"
    }
}

extension CollaborationRow {
    /// The reason why this person cannot send the document to others; nil if they can.
    package var obstacleToSending: String? {
        if isDocumentDeleted { return "\(quoted) was deleted: there is nothing to share" }
        return own?.acceptance == .pending ? "Open \(quoted) first, then send it" : nil
    }

    /// The reason why this person cannot add people by sending the link; nil if they can.
    package var obstacleToInviting: String? {
        let isManager = role == .owner || role == .administrator
        return isManager || allowsInviting || access == .public
            ? nil : "Only the owner and administrators add people to \(quoted)"
    }

    /// Returns the reason why this person cannot send the link to these members, whom it would add; nil if they can
    /// (`options-set`).
    package func obstacle(toSendingTo members: [Member]) -> String? {
        let isAdding = members.contains { member in !people.contains { $0.handle == member.handle } }
        return isAdding ? obstacleToInviting : nil
    }
}

/// An item that the composer of a conversation receives once the server has answered how it can be shared.
package struct AwaitedItem: Equatable, Sendable {
    /// The title of the item.
    var title: String
    /// The id of the conversation.
    package internal(set) var conversation: ConversationID
    /// The item, if it was chosen on a share sheet; nil for `/share`.
    package internal(set) var context: ShareContext?
    /// True until Return was refused: the next one sends the text without the item.
    var holdsText = true

    /// The sentence that refuses Return.
    fileprivate var sentence: String {
        "“\(CleanText.line(title))” is not staged yet: Return again sends the text without it"
    }
}

extension ViewState {
    /// Starts to wait for an item of a share sheet. The same link is awaited only once in a conversation.
    mutating func startAwaiting(_ context: ShareContext, for conversation: ConversationID) {
        endAwaiting { $0.context?.item == context.item && $0.conversation == conversation }
        awaited.append(AwaitedItem(title: context.item.title, conversation: conversation, context: context))
    }

    /// Starts to wait for the item of `/share`.
    package mutating func startAwaiting(_ wish: ShareWish) {
        awaited.append(AwaitedItem(title: wish.title, conversation: wish.conversation))
    }

    /// Stops waiting for the item of `/share`.
    ///
    /// - Returns: False if the person has cancelled it.
    package mutating func endAwaiting(_ wish: ShareWish) -> Bool {
        endAwaiting { $0.context == nil && ($0.title, $0.conversation) == (wish.title, wish.conversation) }
    }

    /// Removes the first awaited item that fits, and the refusal of Return that it caused.
    ///
    /// - Returns: True if an item was removed.
    @discardableResult
    mutating func endAwaiting(where fits: (AwaitedItem) -> Bool) -> Bool {
        guard let index = awaited.firstIndex(where: fits) else { return false }
        let item = awaited.remove(at: index)
        let key = ViewState.recallKey(item.conversation, nil)
        if refusals[key] == item.sentence { refusals[key] = nil }
        if hint == item.sentence { hint = nil }
        return true
    }

    /// Returns the reason why the first Return in a conversation does not send the text; nil if no item is awaited
    /// there.
    mutating func holdText(in id: ConversationID) -> String? {
        let held = awaited.last { $0.conversation == id && $0.holdsText }
        for index in awaited.indices where awaited[index].conversation == id { awaited[index].holdsText = false }
        return held?.sentence
    }
}

extension ChatState {
    /// True if the composer of the open conversation waits for an item from the server.
    package var awaitsItem: Bool { view.awaited.contains { $0.conversation == view.selected } }
}

extension ChatUpdate {
    /// Cancels the newest share of the open conversation that waits for the server.
    ///
    /// - Returns: True if a share was cancelled.
    mutating func cancelAwaited() -> Bool {
        guard let item = state.view.awaited.last(where: { $0.conversation == state.view.selected }) else {
            return false
        }
        state.view.endAwaiting { $0 == item }
        state.view.hint = "The share of “\(CleanText.line(item.title))” was cancelled"
        return true
    }
}
