import AppModel
package import ChatProtocol
import ChatTerminal

/// The share sheet in Messages, opened by one key for the visible or chosen item (`av-open`, `av-share-button-only`).
extension ChatUpdate {
    /// Opens the share sheet for the chosen item, the staged item of the composer, the message that the composer
    /// replies to or edits, or the newest item.
    mutating func share() {
        let context: ShareContext?
        if state.view.isShelfFocused {
            let isItem = state.shelf.indices.contains(state.view.shelfFocus)
            context = isItem ? state.shareContext(of: state.shelf[state.view.shelfFocus]) : nil
        } else if let message = state.chosenMessage {
            context = state.shareContext(of: message)
        } else if state.hasStaged {
            context = state.stagedContext
            if context == nil {
                let way = state.keys.hint("Alt-O changes its options", inLines: "/option N changes its options")
                state.view.hint = "This draft is not sent yet. " + way
                return
            }
        } else {
            context = (state.namedMessage ?? state.newestToShare).flatMap { state.shareContext(of: $0) }
        }
        guard let context else {
            state.view.hint = "There is nothing to share here"
            return
        }
        if let deletion = state.deletion(of: context) { return state.view.hint = deletion }
        share(context)
    }

    /// Opens the share sheet for an item.
    package mutating func share(_ context: ShareContext) {
        state.view.sharing = context
        present(.share)
        askForOffer()
    }

    /// Puts an item into the composer of a conversation: the same draft as by attaching it there
    /// (`collab-start-sheet`).
    package mutating func hand(_ context: ShareContext, to conversation: ConversationID) {
        state.view.handedTo = conversation
        turn(to: conversation)
        if case .edit? = state.view.purpose {
            state.view.hint = "Finish or cancel the edit, then share again"
            return
        }
        guard context.composer != conversation || context.draft != nil else {
            return state.view.hint = state.keys.hint("Return sends it")
        }
        switch context.item {
        case .file where context.draft != nil: hand(link: context, to: conversation)
        case .file(let path) where context.message == nil: stage(file: path, in: conversation)
        case .file(let name):
            guard let message = context.message else { return }
            askToSend(name, .forward(message: message, conversation: conversation))
        case .document, .link: hand(link: context, to: conversation)
        case .text(let text): write(text, after: "\n", in: conversation)
        }
        if let origin = context.composer, origin != conversation { unstage(context.item, in: origin) }
        // An options sheet that came back with the conversation and lost its document could not have been answered.
        let hadLost = state.view.hasLostQuestion
        closeSheetsOfNothing()
        state.view.hasLostQuestion = hadLost
    }

    /// Removes an item that went to another conversation from the composer in which it was staged.
    private mutating func unstage(_ item: ActivityItem, in id: ConversationID) {
        switch item {
        case .file(let path):
            if state.view.attachments[id] == path { state.view.attachments[id] = nil }
            if state.view.staged[id]?.item == .file(path) { _ = state.view.takeStaged(in: id) }
        case .document(let url, _), .link(let url, _):
            if state.view.staged[id]?.url == url { _ = state.view.takeStaged(in: id) }
        case .text: break
        }
    }

    /// Shares the new text of a message that was edited while the share sheet is open.
    mutating func followEdit() {
        let isOpen = state.view.openSheets.contains { $0 == .share || $0 == .shareActions }
        guard isOpen, let context = state.view.sharing, context.message == nil, let id = context.source,
            let message = state.message(id), let now = state.shareContext(of: message),
            now.item.plainText != context.item.plainText
        else { return }
        state.view.sharing = now
        state.view.hint = "The message was edited: the sheet shares the new text"
        askForOffer()
    }

    /// Puts an item that was shared with a newly created conversation into its composer.
    ///
    /// - Parameter staysHere: True if the person has moved to other work, so that the conversation only gets the item.
    /// - Returns: False if the item cannot wait in a composer: a file of a message.
    @discardableResult
    package mutating func handOn(to id: ConversationID, staysHere: Bool = false) -> Bool {
        guard let context = state.view.handsOn else { return true }
        state.view.handsOn = nil
        guard staysHere else {
            hand(context, to: id)
            return true
        }
        switch context.item {
        case .file where context.draft != nil: hand(link: context, to: id)
        case .file where context.message != nil: return false
        case .file(let path): stage(file: path, in: id)
        case .document, .link: hand(link: context, to: id)
        case .text(let text): write(text, after: "\n", in: id)
        }
        if let origin = context.composer, origin != id { unstage(context.item, in: origin) }
        return true
    }

    /// Asks for confirmation before sending an item that cannot wait in a composer.
    private mutating func askToSend(_ what: String, _ action: ChatAction) {
        ask(Self.sending(what, in: state.selectedThread, action))
    }

    /// Returns the confirmation before sending an item that no composer can hold.
    static func sending(_ what: String, in thread: ThreadState?, _ action: ChatAction) -> Confirmation {
        Confirmation(
            title: "Send to \(CleanText.line(thread?.title ?? ""))?",
            body: "It will be sent immediately: \(CleanText.line(what)).", button: "Send", action: action)
    }

    /// Performs an activity with the shared item.
    mutating func perform(_ type: ActivityType, _ context: ShareContext) {
        switch type {
        case .copyToPasteboard: if let handed = context.handed(to: type) { emit(.copy(text: handed.item.plainText)) }
        case .saveToFiles:
            if let message = context.message { return emit(.save(message: message, path: nil)) }
            if let handed = context.handed(to: type) { emit(.writeFile(handed)) }
        case .pinLink:
            guard let id = context.conversation else { return }
            let isPinned = state.threads[id]?.pins.contains { $0.url == context.item.plainText } == true
            emit(
                isPinned
                    ? .unpin(url: context.item.plainText, conversation: id)
                    : .pin(url: context.item.plainText, conversation: id))
        default:
            guard let handed = context.handed(to: type) else { return }
            guard let app = context.app, type.rawValue.hasPrefix("\(app)/") else {
                return emit(.runActivity(type, handed, text: ""))
            }
            let own = String(type.rawValue.dropFirst("\(app)/".count))
            emit(
                .chooseActivity(
                    ChooseActivity(app: app, type: own, url: handed.item.plainText, kind: handed.item.kind)))
        }
    }

    // MARK: The choice of actions

    /// Applies a key to the sheet on which the person edits the list of actions.
    ///
    /// - Returns: True if it was one of the sheet's own keys.
    mutating func applyToShareActions(_ key: Key, _ sheet: Sheet) -> Bool {
        guard let menu = state.shareMenu, menu.allActions.indices.contains(sheet.focus) else { return false }
        let type = menu.allActions[sheet.focus].type
        switch key {
        case .enter, .character(" "): state.activityPreferences.toggleHidden(type)
        case .character("f"): state.activityPreferences.toggleFavourite(type)
        case .jumpUp: state.activityPreferences.move(type, by: -1)
        case .jumpDown: state.activityPreferences.move(type, by: 1)
        default: return false
        }
        // The focus follows the moved action.
        state.view.inSheet.focus = state.shareMenu?.allActions.firstIndex { $0.type == type }
        emit(.keepActivityPreferences(state.activityPreferences))
        return true
    }
}

extension ActivityType {
    /// The action of Messages that pins or unpins a link.
    static let pinLink = ActivityType(rawValue: "messages/pin")
}

extension ChatState {
    /// The menu of the share sheet.
    var shareMenu: ActivityMenu? {
        guard let context = view.sharing else { return nil }
        var own = context.own
        if let id = context.conversation {
            let isPinned = threads[id]?.pins.contains { $0.url == context.item.plainText } == true
            own.append(
                .init(.pinLink, isPinned ? "Unpin" : "Pin", glyph: "📌", owner: .app, accepts: [.document, .link]))
        }
        return ActivityMenu(
            for: [context.item], own: own, plugins: extensions.map(\.entry), excluded: context.excluded,
            preferences: activityPreferences)
    }

    /// The newest message with an item that can be shared.
    fileprivate var newestToShare: MessageEntry? {
        shownThread?.newestMessage { $0.isThere && (!$0.cards.isEmpty || $0.attachment != nil) }
            ?? shownThread?.newestMessage(where: \.isThere)
    }

    /// The message that the composer replies to or edits.
    fileprivate var namedMessage: MessageEntry? {
        switch view.purpose {
        case .reply(let id)?, .edit(let id, _, _)?: message(id)
        case .command?, nil: nil
        }
    }

    /// The staged item of the composer, to be shared; nil for a document that does not exist until it is sent.
    fileprivate var stagedContext: ShareContext? {
        let id = view.selected ?? ""
        var context: ShareContext
        if let draft = view.staged[id] {
            let about = [CleanText.line(draft.offer.appName), draft.url.map { LinkText.short($0) }]
            let preview = about.compactMap { $0 }.joined(separator: " · ")
            if case .file(let path) = draft.item {
                context = ShareContext(.file(path), preview: path)
            } else if let url = draft.url {
                context = ShareContext(.document(url: url, title: draft.title), preview: preview)
            } else {
                return nil
            }
            context.draft = draft
        } else if let path = view.attachments[id] {
            context = ShareContext(.file(path), preview: path)
        } else {
            return nil
        }
        context.composer = id
        return context
    }

    /// Returns the share context of a message: its link, its document, or its text; nil if it has none of these.
    package func shareContext(of message: MessageEntry) -> ShareContext? {
        var context = contextOfContent(of: message)
        context?.source = message.id
        return context
    }

    private func contextOfContent(of message: MessageEntry) -> ShareContext? {
        guard message.isThere else { return nil }
        if let card = message.cards.first {
            var context = context(of: card.url, title: card.title, app: card.app)
            context.conversation = view.selected
            return context
        }
        if let attachment = message.attachment {
            guard attachment.isKept else { return nil }
            var context = ShareContext(.file(attachment.name), preview: attachment.line)
            context.message = message.id
            return context
        }
        return message.text.isEmpty ? nil : ShareContext(.text(message.text), preview: "")
    }

    /// Returns the share context of an item of Shared with You.
    fileprivate func shareContext(of item: ShelfItem) -> ShareContext {
        var context = context(of: item.url, title: item.title, app: item.app)
        (context.conversation, context.highlight) = (item.conversation, item.id)
        return context
    }

    private func context(of url: String, title: String?, app: String?) -> ShareContext {
        let known = share(at: url)
        let share = known.flatMap { $0.isDocumentDeleted || $0.own == nil ? nil : $0 }
        var preview = [app, LinkText.short(share?.url ?? url)].compactMap { $0 }.joined(separator: " · ")
        if let row = known, row.own == nil, row.access == .public, !row.isDocumentDeleted {
            preview += " · anyone with the link \(row.permission.words(isOwn: false))"
        }
        return ShareContext(
            share.map { .document(url: $0.url, title: $0.title) } ?? .link(url: url, title: title), preview: preview)
    }
}
