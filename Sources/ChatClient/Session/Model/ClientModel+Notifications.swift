import ChatConnection
package import ChatProtocol
import ChatScreens

/// Notifications of the server.
extension ClientModel {
    /// Applies a notification.
    mutating func apply(_ heard: HeardNotification) throws(InvalidField) {
        switch try heard.content() {
        case .lasting(let notification): apply(notification)
        case .live(.typing(let conversation, let person, let isTyping)):
            if isTyping { startTyping(person, in: conversation) } else { stopTyping(person, in: conversation) }
        case .live, nil: break
        }
    }

    private mutating func apply(_ notification: Notification) {
        switch notification {
        case .messagePosted(let message, let isAlert):
            stopTyping(message.sender, in: message.conversation)
            state.search.isStale = true
            post(message, clientID: message.sender == me ? message.clientID : nil)
            if isAlert {
                alert("a message of \(label(message.sender))", of: .text(message.shownText), in: message.conversation)
            }
        case .messageChanged(let message, let change, let isAlert):
            state.search.isStale = true
            changed(message, change)
            if isAlert {
                noteAlert(of: message)
                alert(words(change, of: message), of: Alert.Subject(change, of: message), in: message.conversation)
            }
        case .receipt(let conversation, _, _, let receipt):
            known[conversation].receipt.advance(to: receipt)
            refreshReceipt(in: conversation)
        case .noticePosted(let notice, let isAlert):
            post(notice)
            if isAlert { alert("a mention", of: .text(notice.text), in: notice.conversation) }
        case .noticeCleared(let notices): clear(notices.map(\.rawValue))
        case .conversationChanged(let conversation, let line):
            // A deleted conversation that returns is not reported as new.
            let wasDeleted = known.deleted[conversation.id] != nil
            if upsert(conversation), self.line.isListed, !wasDeleted {
                let members = conversation.people.filter { $0.handle != me }.map(\.name).joined(separator: ", ")
                let text = "a new conversation with " + members
                tell(.system(SystemEntry(text), conversation: title(conversation)))
            }
            if let line, !conversation.left { post(system: line, in: conversation.id) }
        case .deletionChanged(let conversation, let change): changed(conversation, change)
        case .consentRequested(let request): consent(request)
        case .highlightsChanged(let change):
            for highlight in change.added {
                meet(highlight.app)
                tell(.hint("“\(highlight.title)” (\(known.apps.name(of: highlight.app))) is in Shared with You"))
            }
            ask(.shelf(isAsked: false))
        case .settingsChanged(let settings):
            replace(settings)
            // Another device may have answered a question that the sheet shows.
            if state.view.sheet == .settings { ask(.standings) }
        case .shareChanged(let share): changed(share)
        case .shareLost(let share, let cause):
            lose(share.url, title: share.title, cause: cause.rawValue)
            if let sentence = state.lostShares[share.url]?.sentence { hint(sentence) }
            // A share that becomes public drops people who were invited by name and have not accepted. They can still
            // use the link.
            if cause == .removed { ask(.collaboration(.find(url: share.url))) }
        case .collaborationChanged(let start): showStart(start)
        case .personNamed(let person): rename(person)
        // Apps show the contents of documents.
        case .documentChanged(let document, _):
            state.retitle(document.url, document.title)
            if document.isDeleted { askOffersAgain(at: document.url) }
        }
    }

    /// Removes notices from the banners.
    mutating func clear(_ ids: [String]) {
        for row in state.conversations {
            for entry in state.threads[row.id]?.waiting ?? [] where ids.contains(entry.id) {
                tell(.noticeCleared(entry, conversation: row.title))
            }
            state.threads[row.id]?.waiting.removeAll { ids.contains($0.id) }
        }
    }

    // MARK: Consent and settings

    private mutating func consent(_ request: ConsentRequest) {
        meet(request.app)
        guard !known.consent.isAnswered(request.id), !state.consents.contains(where: { $0.id == request.id.rawValue })
        else {
            return
        }
        let prompt = prompt(request)
        known.consent.add(request)
        state.consents.append(prompt)
        tell(.consent(prompt))
    }

    private func prompt(_ request: ConsentRequest) -> ConsentPrompt {
        ConsentPrompt(request, app: known.apps.name(of: request.app), conversation: title(of: request.conversation))
    }

    /// Returns the effect of a change of the settings, in a sentence without a period; nil if it has no sentence.
    func sentence(of set: SetSettings) -> String? {
        func word(_ isOn: Bool?) -> String { isOn == true ? "on" : "off" }
        if let isOn = set.sharing?.everywhere { return "Automatic sharing is \(word(isOn))" }
        if let app = set.sharing?.apps.ids.first {
            return "Automatic sharing is \(word(set.sharing?.apps[app])) for \(known.apps.name(of: app))"
        }
        if let id = set.sharing?.conversations.ids.first {
            let verb = set.sharing?.conversations[id] == true ? "appear" : "do not appear"
            return "Links of “\(title(of: id))” \(verb) in Shared with You"
        }
        if let isOn = set.receipts?.everywhere { return "Read receipts are \(word(isOn))" }
        if let id = set.receipts?.conversations.ids.first {
            return "Read receipts are \(word(set.receipts?.conversations[id])) in “\(title(of: id))”"
        }
        return set.mentionAlerts.map { "Alerts of mentions in muted conversations are \(word($0))" }
    }

    /// Replaces the settings. Questions that another device answered disappear, and the waiting ones appear.
    mutating func replace(_ settings: Settings) {
        for app in settings.sharing.apps.ids { meet(app) }
        for request in settings.consents { meet(request.app) }
        known.consent.replace(settings.consents)
        for request in known.consent.waiting where !state.consents.contains(where: { $0.id == request.id.rawValue }) {
            tell(.consent(prompt(request)))
        }
        state.consents = known.consent.waiting.map(prompt)
        order(pinned: settings.pinnedConversations.filter { known[$0].conversation != nil })
        state.settings = SettingsState(
            settings, apps: known.apps.met.map { toggle($0, isOn: settings.sharing.apps[$0]) },
            conversations: state.conversations)
    }

    // MARK: The shelf

    mutating func replaceShelf(_ shelf: [PersonHighlight]) {
        for highlight in shelf { meet(highlight.app) }
        let threads = state.threads
        known.shelf.replace(shelf) { url, conversation in
            threads[conversation]?.pinnedCards.contains { $0.url == url && $0.app != nil } ?? false
        }
        showShelf()
        refreshCards()
        for id in known.conversations { refreshPins(of: id) }
    }

    /// Redraws the shelf.
    mutating func showShelf() {
        let chosen = state.shelf.indices.contains(state.view.shelfFocus) ? state.shelf[state.view.shelfFocus].id : nil
        state.shelf = known.shelf.highlights.map { ShelfItem($0, app: known.apps.name(of: $0.app)) }
        // The focus stays on its item when another comes before it.
        if let index = state.shelf.firstIndex(where: { $0.id == chosen }) {
            state.view.shelfFocus = index
        } else if let chosen, state.view.isShelfFocused {
            state.view.hasLostShelfItem = !state.view.removedHighlights.contains(chosen)
        }
    }
}

/// An alert that made a person's device ring.
package struct Alert: Hashable, Sendable {
    /// The reason for an alert, with the text at that time.
    package enum Subject: Hashable, Sendable {
        /// A message, or the sentence of a notice.
        case text(String)
        /// A tapback to a message with that text.
        case reaction(by: Handle, Reaction, to: String)

        /// Creates the subject for the alert of a change.
        init(_ change: MessageChange, of message: Message) {
            switch change {
            case .edited, .unsent: self = .text(message.shownText)
            case .reacted(let person, let reaction, _): self = .reaction(by: person, reaction, to: message.shownText)
            }
        }
    }

    package var conversation: ConversationID
    package var subject: Subject
}
