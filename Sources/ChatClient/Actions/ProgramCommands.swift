import ChatProtocol
import ChatTerminal

extension CommandTable {
    /// The commands that go to a conversation or list something.
    static let places: [Command?] = [
        .step(
            "new [{handles} [as {name}]]", "begin a conversation; alone, on a sheet",
            from: { action, _ in
                guard case .createConversation(let handles, let name, nil) = action else { return nil }
                return [.list(handles), name.map(CommandValue.text)]
            }
        ) { update, call in
            let handles = call.words(of: .handles)
            if handles.isEmpty { return update.compose() }
            guard !handles.contains("as") else { throw call.usage }
            update.emit(.createConversation(handles: try call.handles(handles), name: call[.name]))
        },
        .step("to [{conversation}]", "another conversation; alone, the list of the conversations") { update, call in
            try update.go(to: call[.conversation])
            if call[.conversation] != nil { update.open() }
        },
        .step("peek {conversation}", "open it without marking it as read", .program, .forLines) { update, call in
            try update.go(to: call.needed(.conversation))
        },
        .step("switch [{conversation}]", "another conversation, found by letters") { update, call in
            guard let text = call[.conversation] else { return update.switchConversation() }
            try update.switchConversation(to: text)
        },
        .step("inbox", "everything unread or unanswered") { update, _ in update.present(.inbox) },
        .step(
            "search [{words}]",
            "search all conversations; \"in this order\"; documents by the title when they were sent",
            from: { action, _ in
                guard case .search(let text) = action else { return nil }
                return [.text(text)]
            }
        ) { update, call in
            if call[.words] != nil, let obstacle = update.obstacleToSearching { throw obstacle }
            update.openSearch()
            guard let words = call[.words] else { return }
            update.state.view.search?.query = LineEditor(words, isOneLine: true)
            update.search()
        },
        .step(
            "shelf", "Shared with You",
            from: { action, _ in if case .loadShelf = action { [] } else { nil } }
        ) { update, _ in
            update.state.view.isShelfShown = true
            update.state.view.isShelfLeft = false
            update.state.view.shelfFocus = 0
            update.emit(.loadShelf)
        },
        .step(
            "hide {highlight}", "remove a link of /shelf from it",
            from: { action, state in
                guard case .request(.highlightHide(let it)) = action else { return nil }
                let id = it.highlight.rawValue
                return [.text(state.shelf.first { $0.id == id }?.url ?? id)]
            }
        ) { update, call in
            update.emit(.hideHighlight(id: try update.highlight(call.needed(.highlight))))
        },
        .step(
            "unhide", "restore the link that was removed last",
            from: { action, _ in if case .request(.highlightRestore) = action { [] } else { nil } }
        ) { update, _ in
            guard let removed = update.state.view.removedHighlights.last else {
                throw SlashCommand.Mistake(text: "No link was removed from Shared with You")
            }
            update.emit(.restoreHighlight(id: removed))
        },
        .step(
            "deleted [{deleted}]", "recoverable messages, for 30 days",
            from: { action, _ in if case .loadRecentlyDeleted = action { [] } else { nil } }
        ) { update, call in
            update.state.view.awaitedDeletion = nil
            guard let text = call[.deleted] else { return update.showRecentlyDeleted() }
            try update.perform("deleted", onDeleted: text)
        },
        .step(
            "recover [{deleted}]", "NAME [#N], or undo this client's last deletion",
            from: { action, state in
                guard case .recover(let what) = action else { return nil }
                return [named(what, in: state)]
            }
        ) { update, call in
            update.state.view.awaitedDeletion = nil
            guard call[.deleted] == nil else { return try update.perform("recover", onDeleted: call.needed(.deleted)) }
            guard let last = update.state.view.deletions.last else {
                throw SlashCommand.Mistake(
                    text: "This client has no deletion to recover. /deleted lists recoverable messages")
            }
            update.emit(.recover(last))
        },
        .step(
            "erase {deleted}", "NAME [#N], as listed by /deleted: delete it permanently",
            from: { action, state in
                guard case .erase(let what) = action else { return nil }
                return [named(what, in: state)]
            }
        ) { update, call in
            update.state.view.awaitedDeletion = nil
            try update.perform("erase", onDeleted: call.needed(.deleted))
        },
        .act(
            "explain {subject}", "explain if and why you see it",
            from: { action, _ in
                guard case .explain(let about) = action else { return nil }
                return [.text(about)]
            }
        ) { update, call in
            let text = try call.needed(.subject)
            guard Int(text) == nil else { return .explain(about: try update.link(text)) }
            return .explain(about: (try? update.link(text)) ?? text)
        },
    ]

    /// The commands about the person's settings, contacts and questions, and about the client.
    static let program: [Command?] = [
        .step(
            "settings", "automatic sharing, receipts, mentions",
            from: { action, _ in if case .loadSettings = action { [] } else { nil } }
        ) { update, _ in
            update.present(.settings)
            update.emit(.loadSettings)
        },
        .act(
            "auto on|off [{app}]", "automatic sharing, or an app's",
            from: { action, state in
                guard case .request(.settingsSet(let it)) = action, let sharing = it.sharing else { return nil }
                if let isOn = sharing.everywhere { return [isOn ? "on" : "off"] }
                return sharing.apps.first { _ in true }.map { switched in
                    let id = switched.id
                    return [
                        switched.isOn ? "on" : "off",
                        .text(state.settings.apps.first { $0.id == id }?.title ?? id.rawValue),
                    ]
                }
            }
        ) { update, call in
            guard let app = call[.app] else { return .setEverywhere(call.says("on")) }
            return .setApp(id: try update.app(app), isOn: call.says("on"))
        },
        .act(
            "audit [{app}]", "its changes, and why",
            from: { action, _ in if case .loadAudit(nil) = action { [] } else { nil } }
        ) { update, call in
            guard let app = call[.app] else { return .loadAudit(app: nil) }
            return .loadAudit(app: try update.app(app))
        },
        .step(
            "receipts on|off [here]", "send read receipts, or only in this conversation", .numbered, .isReported,
            from: { action, _ in
                guard case .request(.settingsSet(let it)) = action, let receipts = it.receipts else { return nil }
                if let isOn = receipts.everywhere { return [isOn ? "on" : "off"] }
                return receipts.conversations.first { _ in true }.map { [$0.isOn ? "on" : "off", "here"] }
            }
        ) { update, call in
            try update.setReceipts(call.says("on"), in: call.says("here") ? update.openThread : nil)
        },
        .step(
            "mentions on|off", "alert even when alerts are hidden", .program, .isReported,
            from: { action, _ in
                guard case .request(.settingsSet(let it)) = action, let isOn = it.mentionAlerts else { return nil }
                return [isOn ? "on" : "off"]
            }
        ) { update, call in
            update.emit(.setMentionAlerts(call.says("on")))
            update.state.view.hint =
                "Mentions \(call.says("on") ? "alert" : "do not alert") where alerts are hidden"
        },
        .act(
            "contact add|remove|block|unblock {handle}", "your contacts, and the people whose links you do not see",
            from: { action, _ in
                switch action {
                case .addContact(let handle): ["add", .text(handle)]
                case .removeContact(let handle): ["remove", .text(handle)]
                case .block(let handle, let isBlocked): [isBlocked ? "block" : "unblock", .text(handle)]
                default: nil
                }
            }
        ) { _, call in
            let handle = try SlashCommand.handle(call.needed(.handle))
            if call.says("add") { return .addContact(handle: handle) }
            if call.says("remove") { return .removeContact(handle: handle) }
            return .block(handle: handle, call.says("block"))
        },
        .step(
            "allow|notnow|never", "answer an app's question", .program, .forLines,
            from: { action, _ in
                guard case .request(.consentAnswer(let it)) = action else { return nil }
                switch it.answer {
                case .allow: return ["allow"]
                case .notNow: return ["notnow"]
                case .never: return ["never"]
                }
            }
        ) { update, call in
            try update.consent(call.says("allow") ? .allow : call.says("never") ? .never : .notNow)
        },
        .step("yes|no", "confirm, or not: leave, remove, unsend, delete", .program, [.forLines, .isReported]) {
            update, call in try update.confirm(call.says("yes"))
        },
        .step(
            "choose {number} [{text}]", "choose from a numbered list; TEXT fills a text field", .program, .forLines
        ) { update, call in
            guard let number = call.number else { throw call.usage }
            try update.choose(number, writing: call[.text] ?? "")
        },
        .step("look touch|desktop", "sheets for touch or for a desktop") { update, call in
            update.state.view.look = call.says("touch") ? .touch : .desktop
        },
        .step("help", "this help") { update, _ in update.present(.help) },
        .step("quit", "end the client") { update, _ in update.quit() },
    ]

    /// Returns an item in Recently Deleted as a command writes it. A message that is not there has a number that none
    /// has.
    private static func named(_ what: Deletable, in state: ChatState) -> CommandValue {
        guard case .messages(let ids, let conversation) = what else { return .text(what.conversation.rawValue) }
        let message = state.recentlyDeleted.messages[conversation]?.first { $0.id == ids.first }
        return .text("\(conversation) #\(message?.number ?? 1_000_000)")
    }
}
