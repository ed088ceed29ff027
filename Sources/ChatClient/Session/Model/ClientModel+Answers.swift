import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// Answers to requests.
extension ClientModel {
    mutating func apply(
        _ result: JSONValue, of request: ClientRequest, clientID: String?
    ) throws(InvalidField) {
        var fields = try JSONFields(result)
        switch request {
        case .live(.conversationList(let asked)):
            take(
                page: try fields.list("conversations", of: Conversation.self), after: asked.after,
                next: try fields.readOptional("next"))
        case .live(.conversationHistory(let asked)):
            let page = try fields.list("entries", of: ThreadEntry.self)
            let more = try fields.bool("more")
            if asked.before == nil {
                load(page, of: asked.conversation, hasOlder: more)
            } else {
                prepend(page, to: asked.conversation, hasOlder: more)
            }
        case .settings(let isAsked):
            replace(try fields.read("settings"))
            if isAsked { tell(.settings(state.settings)) }
        case .request(.consentAnswer(let answer)):
            replace(try fields.read("settings"))
            known.consent.settle(answer.consent)
        case .audit(let app):
            let changes = try fields.list("changes", of: SettingChange.self)
            show(audit: changes, of: app, hasMore: try fields.bool("more"))
        case .standings:
            showStandings(try fields.list("changes", of: SettingChange.self))
        case .appName(let id):
            let app: App = try fields.read("app")
            register(id, name: app.name, manageTitle: app.manageTitle)
            known.apps.register(app)
        case .shelf(let isAsked):
            let shelf = try fields.list("highlights", of: PersonHighlight.self)
            replaceShelf(shelf)
            if isAsked { tell(.shelf(state.shownShelf)) }
        case .request(.messageSend):
            let message: Message = try fields.read("message")
            post(message, clientID: clientID)
            if let clientID { known.parts[clientID] = nil }
            warnOfLinks(in: message)
        case .request(.messageEdit), .request(.messageUnsend), .react:
            if case .request(.messageEdit(let edit)) = request { endEcho(edit) }
            changed(try fields.read("message"), by: request, warning: try fields.optionalString("warning"))
        case .replies(_, let isAsked): showReplies(try fields.list("messages", of: Message.self), isAsked: isAsked)
        case .live(.messageSearch(let search)):
            let page = try fields.list("messages", of: Message.self)
            found(page, for: search.text, hasMore: try fields.optionalBool("more") ?? false)
        case .attachment(let message, let path, let forward):
            var attachment = try fields.fields("attachment")
            try save(&attachment, of: message, path: path, forward: forward)
        case .live(.clockNow):
            clock.advance(to: try fields.read("now"))
            state.clock = clock.now.milliseconds
        case .request(.conversationRecentlyDeleted):
            showDeleted(try fields.list("conversations", of: RecentlyDeleted.self))
        case .live(.messageRecentlyDeleted(let asked)):
            showDeleted(try fields.list("messages", of: Message.self), of: asked.conversation)
        // The server notifies all devices of a deletion or recovery, this one included.
        case .request(let request) where request.isDeletion:
            said(request)
            // A conversation without messages returns although no message is recovered.
            if case .conversationRestore = request { try showConversation(&fields) }
            if case .conversationDelete = request {
                let conversation: Conversation = try fields.read("conversation")
                if !conversation.deleted { stays(conversation) }
            }
        case .stayUnread: try showConversation(&fields)
        case .request(.conversationMarkUnread):
            try showConversation(&fields)
            say("Marked as unread")
        case .request(.conversationMute(let mute)):
            try showConversation(&fields)
            say(mute.muted ? "Its alerts are hidden" : "Its alerts are shown")
        case .request(.conversationLeave(let left)):
            let name = title(of: left.conversation)
            try showConversation(&fields)
            hint("You left “\(name)”")
        case .member(_, let conversation, _):
            let id = try showConversation(&fields)
            guard id != conversation else {
                state.view.asked = nil
                break
            }
            visit(id)
            hint("A new conversation with \(title(of: id)) began, without the earlier messages")
        case .request(.settingsSet(let set)):
            replace(try fields.read("settings"))
            // A sheet shows its switches itself.
            if state.sheet == nil, let sentence = sentence(of: set) { hint(sentence) }
        case .create(_, _, let photo):
            let id = try showConversation(&fields)
            // The item of the share sheet goes only to the conversation that its New Message created.
            let takesItem = state.view.composed != nil && state.view.handsOn != nil
            state.view.composed = nil
            visit(id, takesItem: takesItem)
            if let photo { ask(.conversationSetPhoto(.init(conversation: id, photo: photo))) }
        // A request of an earlier run closes the banner that the list brought back.
        case .request(.noticeDismiss(let dismissed)): clear([dismissed.notice.rawValue])
        case .request(.linkPin(let link)): pinned(link.url, in: link.conversation, isPinned: true)
        case .request(.linkUnpin(let link)): pinned(link.url, in: link.conversation, isPinned: false)
        case .contact(let handle, let isAdded):
            hint("\(name(of: handle)) is \(isAdded ? "a contact" : "no contact") now")
            // The names of contacts show in place of their handles.
            if isAdded { ask(.contactList(.init())) }
        case .request(.contactList): learn(contacts: try fields.list("contacts", of: ChatProtocol.Person.self))
        case .block(let handle, let isBlocked):
            hint(
                isBlocked
                    ? "\(name(of: handle)) is blocked: their links stay out of Shared with You"
                    : "\(name(of: handle)) is unblocked: their links can appear in Shared with You")
        case .request(.shareAccept(.url(let url))):
            let row = showShare(try fields.read("share"))
            resolve(url, to: row)
            let inside = row.url == url ? nil : sentTitle(of: url).map { "“\(CleanText.line($0))”" }
            hint("Passed \(inside ?? row.quoted) to \(row.app): \(url)")
        case .request(.linkOpen(let link)):
            guard known.plainLinks.remove(link.url) != nil else { break }
            let app: AppID? = try fields.readOptional("app")
            hint(
                app.map { "Passed to \(CleanText.line(known.apps.name(of: $0))): \(link.url)" }
                    ?? "No app opens \(link.url)")
        case .explain(let about): try explain(about, &fields)
        case .live(.attributionShow(let shown)):
            outbox.attributions.append((shown.attribution.rawValue, AttributionContent(try fields.read("attribution"))))
        case .request(.shareRequestAccess):
            hint("You asked for access: you can open it when its owner or an administrator approves")
        case .request(.highlightHide(let hidden)): removed(hidden.highlight)
        case .request(.highlightRestore(let restored)): broughtBack(restored.highlight)
        case .collaboration(let request): try apply(result, of: request)
        case .app(.request(let request), _): try showSharing(by: request, &fields)
        case .request:
            if result["settings"] != nil {
                replace(try fields.read("settings"))
            } else if result["conversation"]?["participants"] != nil {
                try showConversation(&fields)
            }
        case .live, .app: break  // nothing in the answer is shown here
        }
    }

    /// True if a notice names a document at that link, so that it was shared at some time.
    private func isNoticed(_ url: String) -> Bool {
        state.threads.values.contains { thread in
            thread.entries.contains {
                if case .notice(let notice) = $0 { notice.url == url || notice.documentURL == url } else { false }
            }
        }
    }

    /// Returns the title of the document at a link, as a message had it; nil if the link led to no document. A title
    /// that an app gives to all links of one form does not identify a document.
    func sentTitle(of url: String) -> String? {
        for link in known.messages.all.lazy.flatMap(\.links) where link.url == url {
            guard let app = link.app, let title = link.title, known.apps.isRegistered(app),
                title != known.apps.previewTitle(of: url, app)
            else { continue }
            return title
        }
        return nil
    }

    private mutating func removed(_ id: HighlightID) {
        let places = known.shelf.highlights.first { $0.id == id }?.attribution.map(\.conversation)
        if let places, !state.conversations.contains(where: { places.contains($0.id) }) {
            // Without a conversation that has the link, the server cannot restore it.
            state.shelf.removeAll { $0.id == id.rawValue }
            say("Removed from Shared with You")
        } else {
            state.view.removedHighlights.append(id.rawValue)
            known.shelf.keepPin(of: id)
            say("Removed from Shared with You; \(state.view.isShelfFocused ? "u" : state.wayBack) restores it")
        }
        ask(.shelf(isAsked: false))
    }

    /// Restores the pin, which the server removed with the highlight.
    private mutating func broughtBack(_ id: HighlightID) {
        say("Back in Shared with You")
        state.view.removedHighlights.removeAll { $0 == id.rawValue }
        if let pin = known.shelf.takeKeptPin(of: id) { ask(.linkPin(pin)) }
        ask(.shelf(isAsked: false))
    }

    private mutating func visit(_ conversation: ConversationID, takesItem: Bool = false) {
        guard !state.hasGoneOn else {
            var isThere = true
            if takesItem {
                outbox.actions += ChatUpdate.run(on: &state) {
                    isThere = $0.handOn(to: conversation, staysHere: true)
                }
            }
            state.leaveInList(title(of: conversation))
            let missing = isThere ? "" : ", without the file"
            return hint("“\(title(of: conversation))” is in the list\(missing). \(state.keys.hint("Alt-K goes there"))")
        }
        let place = state.placeOfWordsForNew
        state.view.asked = nil
        state.view.pane = .thread
        // If an app is on the screen, the conversation covers it.
        state.view.handedTo = conversation
        let actions = ChatUpdate.run(on: &state) { update in
            update.select(conversation)
            update.open()
        }
        for action in actions { perform(action) }
        outbox.actions += ChatUpdate.run(on: &state) { update in
            if takesItem { update.handOn(to: conversation) }
            if let place { update.moveWords(from: place) }
        }
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
        let head =
            LinkText.isAddress(about)
            ? "It is \(isDelivered ? "" : "not ")in Shared with You:" : "You \(isDelivered ? "" : "do not ")see it:"
        let body = [head, ""] + reasons.map { "\($0.text) (\($0.rule))" }
        state.arrive(.text(title: "Why: \(about)", body: body))
        tell(.text(title: about, body: body.filter { !$0.isEmpty }))
    }

    private mutating func pinned(_ url: String, in conversation: ConversationID, isPinned: Bool) {
        known.shelf.pin(url, in: conversation, isPinned: isPinned)
        refreshCards()
        for item in state.threads[conversation]?.entries.reversed() ?? [] {
            guard case .message(let message) = item, let card = message.cards.first(where: { $0.url == url }) else {
                continue
            }
            tell(.pin(card, conversation: title(of: conversation)))
            break
        }
        state.view.hint = isPinned ? "Pinned" : "Unpinned"
    }

    /// Reverts the effect of a refused request on the screen. Requests the present state again if it is not known here.
    mutating func apply(_ error: RPCError, of request: ClientRequest, clientID: String?) {
        switch request {
        // A token of an attribution that no longer exists shows nothing, which is right. An app keeps its derived name,
        // and its answer is “not asked”.
        case .live(.sessionFence), .live(.conversationTyping), .live(.attributionShow), .standings:
            return
        case .request(.contactList):
            return reportSharesAwaitingNames()
        case .appName(let app):
            return line.appNames.end(app)
        case .request(.messageSend(let message)):
            let why = RefusalWords.sentence(error, of: request)
            return fail(clientID ?? "", message, why: why)
        case .request(.messageEdit(let edit)):
            endEcho(edit)
            state.view.remember(ChatUpdate.draft(of: edit.text))
            let why = RefusalWords.sentence(error, of: request)
            return refuse("\(why)\(why.hasSuffix(".") ? "" : ".") ↑ restores your text")
        case .replies(let message, let isAsked):
            // The known messages of the thread are on the screen already.
            let root = (known.messages[message]?.thread ?? message).rawValue
            let isShown = state.replies[root] != nil
            guard isAsked, !isShown || error.reason != .unknownMethod else { return }
            if !isShown, state.view.replies == root { state.view.replies = nil }
        case .live(.messageSearch): state.search = SearchState()
        case .request(.conversationMute), .request(.conversationPin), .request(.conversationMarkUnread),
            .request(.noticeDismiss), .request(.conversationMarkRead), .stayUnread:
            ask(.live(.conversationList(.init())))
        case .request(.settingsSet): ask(.settings(isAsked: false))
        case .create:
            state.view.asked = nil
            _ = ChatUpdate.run(on: &state) { $0.composeAgain() }
        case .member: state.view.asked = nil
        case .collaboration(let request): return apply(error, of: request, clientID: clientID ?? "")
        case .request(.shareAccept(.url(let url))) where error.rule == "ck-access-requests":
            if error.reason == .forbidden { return state.askForAccess(to: url, because: error.sentence) }
        case .request(.shareAccept(.url(let url))) where state.lostShares[url]?.isOwn == true:
            // Owners can open their documents without a share.
            known.plainLinks.insert(url)
            return
        case .request(.shareAccept(.url(let url))) where state.lostShares[url] != nil && error.reason != .invalidParams:
            return refuse(state.lostShares[url]?.sentence ?? "")
        case .request(.shareAccept(.url(let url))) where error.reason == .notFound && isNoticed(url):
            return refuse("This document is no longer shared with you")
        case .request(.shareAccept(.url(let url)))
        where error.reason == .notFound && lostTitle(of: url, in: error) != nil:
            lose(url, title: lostTitle(of: url, in: error) ?? "", cause: Self.cause(of: error) ?? "")
            return refuse(state.lostShares[url]?.sentence ?? "")
        case .request(.shareAccept(.url(let url))) where error.reason == .notFound || error.reason == .invalidParams:
            // The answer about the link, which follows, names the app that opens it.
            known.plainLinks.insert(url)
            return
        case .request(.linkOpen(let link)):
            if known.plainLinks.remove(link.url) != nil { refuse("No app opens \(link.url)") }
            return
        case .live(.conversationHistory(let page)):
            line.pages.remove(page.conversation)
            state.threads[page.conversation]?.isLoadingOlder = false
        case .request(.consentAnswer(let answer)):
            known.consent.settle(answer.consent)
            ask(.settings(isAsked: false))
        default: break
        }
        refuse(RefusalWords.sentence(error, of: request))
    }
}
