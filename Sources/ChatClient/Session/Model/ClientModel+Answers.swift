import AppFrameworks
import ChatProtocol
import ChatScreens

/// Answers to what was asked.
extension ClientModel {
    mutating func apply(
        _ result: JSONValue, of request: ClientRequest, clientID: String?
    ) throws(InvalidField) {
        var fields = try JSONFields(result)
        switch request {
        case .fence, .typing: break
        case .listConversations:
            replaceConversations(
                try fields.list("conversations", of: Conversation.self))
        case .history(let conversation, let before):
            let page = try fields.list("entries", of: ThreadEntry.self)
            let more = try fields.bool("more")
            if before == nil {
                load(page, of: conversation, hasOlder: more)
            } else {
                prepend(page, to: conversation, hasOlder: more)
            }
        case .settings(let isAsked):
            replace(try fields.read("settings"))
            if isAsked { tell(.settings(state.settings)) }
        case .answerConsent(let consent, _):
            replace(try fields.read("settings"))
            known.consent.settle(consent)
        case .audit(let app):
            let changes = try fields.list("changes", of: SettingChange.self)
            show(audit: changes, of: app, hasMore: try fields.bool("more"))
        case .standings:
            showStandings(try fields.list("changes", of: SettingChange.self))
        case .appName(let id):
            var app = try fields.fields("app")
            let manageTitle = try app.optionalString("manageTitle")
            register(id, name: try app.string("name"), manageTitle: manageTitle)
        case .shelf(let isAsked):
            let shelf = try fields.list("highlights", of: PersonHighlight.self)
            replaceShelf(shelf)
            if isAsked { tell(.shelf(state.shelf)) }
        case .send:
            post(try fields.read("message"), clientID: clientID)
        case .edit, .unsend, .react:
            changed(try fields.read("message"), by: request, warning: try fields.optionalString("warning"))
        case .replies(_, let isAsked): showReplies(try fields.list("messages", of: Message.self), isAsked: isAsked)
        case .search(let text):
            let page = try fields.list("messages", of: Message.self)
            found(page, for: text, hasMore: try fields.optionalBool("more") ?? false)
        case .attachment(let message, let path):
            var attachment = try fields.fields("attachment")
            try save(&attachment, of: message, path: path)
        case .clock:
            clock.advance(to: try fields.read("now"))
            state.clock = clock.now.milliseconds
        case .markRead: try showConversation(&fields)
        case .markUnread:
            try showConversation(&fields)
            say("Marked as unread")
        case .mute(_, let isMuted):
            try showConversation(&fields)
            say(isMuted ? "Its alerts are hidden" : "Its alerts are shown")
        case .leave(let conversation):
            let name = title(of: conversation)
            try showConversation(&fields)
            hint("You left “\(name)”")
        case .member(_, let conversation, _):
            let id = try showConversation(&fields)
            guard id != conversation else { break }
            visit(id)
            hint("A new conversation with \(title(of: id)) began: what was said before is not theirs")
        case .rename, .setPhoto: try showConversation(&fields)
        case .setSharing, .pinConversation, .setReadReceipts, .setMentionAlerts: replace(try fields.read("settings"))
        case .create:
            visit(try showConversation(&fields))
        case .pin(let url, let conversation, let isPinned): pinned(url, in: conversation, isPinned: isPinned)
        case .contact(let handle, let isAdded): hint("\(handle) is \(isAdded ? "a contact" : "no contact") now")
        case .block(let handle, let isBlocked):
            hint(
                isBlocked
                    ? "\(handle) is blocked: their links stay out of Shared with You"
                    : "\(handle) is blocked no longer: their links may be in Shared with You")
        case .dismissNotice: break
        case .open(let url):
            let row = showShare(try fields.read("share"))
            if row.isDocumentDeleted {
                hint("\(row.quoted) was deleted: there is nothing to open")
            } else {
                hint("Opened \(row.quoted) (\(row.app)): \(url)")
            }
        case .explain(let about): try explain(about, &fields)
        case .showAttribution(let token):
            outbox.attributions.append((token, AttributionContent(try fields.read("attribution"))))
        case .hide(let id, let isHidden):
            state.view.removedHighlight = isHidden ? id.rawValue : nil
            say(isHidden ? "Removed from Shared with You; u brings it back" : "Back in Shared with You")
            ask(.shelf(isAsked: false))
        case .collaboration(let request): try apply(result, of: request)
        case .app(.request(let request), _): try showSharing(by: request, &fields)
        case .handOver, .app: break  // what is shown is the app's; an app's session has no such model
        }
    }

    /// Whether a notice told of a document at that link: then it was shared once.
    private func isNoticed(_ url: String) -> Bool {
        state.threads.values.contains { thread in
            thread.entries.contains { if case .notice(let notice) = $0 { notice.url == url } else { false } }
        }
    }

    private mutating func visit(_ conversation: ConversationID) {
        for action in ChatUpdate.select(conversation.rawValue, in: &state) { perform(action) }
        state.view.pane = .thread
    }

    @discardableResult
    private mutating func showConversation(_ fields: inout JSONFields) throws(InvalidField) -> ConversationID {
        let conversation: Conversation = try fields.read("conversation")
        upsert(conversation)
        if let line: ThreadEntry = try fields.readOptional("line"), !conversation.left {
            post(system: line, in: conversation.id)
        }
        return conversation.id
    }

    private mutating func explain(_ about: String, _ fields: inout JSONFields) throws(InvalidField) {
        let isDelivered = try fields.bool("delivered")
        let reasons = try fields.list("reasons", of: Reason.self)
        let body = [isDelivered ? "You see it:" : "You do not see it:", ""] + reasons.map { "\($0.text) (\($0.rule))" }
        state.view.sheet = .text(title: "Why: \(about)", body: body)
        tell(.text(title: about, body: body.filter { !$0.isEmpty }))
    }

    private mutating func pinned(_ url: String, in conversation: ConversationID, isPinned: Bool) {
        known.shelf.pin(url, in: conversation, isPinned: isPinned)
        refreshCards()
        for item in state.threads[conversation.rawValue]?.entries.reversed() ?? [] {
            guard case .message(let message) = item, let card = message.cards.first(where: { $0.url == url }) else {
                continue
            }
            tell(.pin(card, conversation: title(of: conversation)))
            break
        }
        state.view.hint = isPinned ? "Pinned" : "Unpinned"
    }

    /// What the server refused is undone on the screen: where that is more than a word, the truth is asked again.
    mutating func apply(_ error: RPCError, of request: ClientRequest, clientID: String?) {
        switch request {
        // A token of an attribution that is gone meanwhile shows nothing, which is right.
        // The name of an app is guessed until it is told, and what was answered is "not asked".
        case .fence, .typing, .showAttribution, .handOver, .standings: return
        case .appName(let app):
            return line.appNames.end(app)
        case .send(let text, let conversation, _, _):
            return fail(clientID ?? "", in: conversation, text: text, why: RefusalWords.sentence(error, of: request))
        case .replies(let message, let isAsked):
            // What is known of it here is on the screen already.
            let root = (known.messages[message]?.thread ?? message).rawValue
            let isShown = state.replies[root] != nil
            guard isAsked, !isShown || error.reason != .unknownMethod else { return }
            if !isShown, state.view.replies == root { state.view.replies = nil }
        case .search: state.search = SearchState()
        case .mute, .pinConversation, .markUnread: ask(.listConversations)
        case .setReadReceipts, .setMentionAlerts: ask(.settings(isAsked: false))
        case .collaboration(let request): return apply(error, of: request)
        case .open(let url) where state.lostShares[url] != nil && error.reason != .invalidParams:
            return hint(state.lostShares[url]?.sentence ?? "")
        case .open(let url) where error.reason == .notFound && isNoticed(url):
            return hint("This document is not shared with you any more")
        case .open(let url) where error.reason == .notFound || error.reason == .invalidParams:
            return hint("Opened \(url)")
        case .history(let conversation, _):
            line.pages.remove(conversation)
            state.threads[conversation.rawValue]?.isLoadingOlder = false
        case .answerConsent(let consent, _):
            known.consent.settle(consent)
            ask(.settings(isAsked: false))
        case .setSharing: ask(.settings(isAsked: false))
        case .dismissNotice, .markRead: ask(.listConversations)
        default: break
        }
        hint(RefusalWords.sentence(error, of: request))
    }
}
