import ChatProtocol
import ChatScreens

/// What the server tells by itself.
extension ClientModel {
    mutating func apply(_ method: String, _ params: JSONValue) throws(InvalidField) {
        var fields = try JSONFields(params)
        switch NotificationName(rawValue: method) {
        case .messagePosted:
            var message = try fields.fields("message")
            let value = try Message(from: &message)
            stopTyping(value.sender, in: value.conversation)
            post(value, clientID: value.sender == me ? value.clientID : nil)
            if try fields.optionalBool("alert") == true {
                alert("a message of \(name(value.sender))", of: .text(value.shownText), in: value.conversation)
            }
        case .messageChanged:
            var message = try fields.fields("message")
            var change = try fields.fields("change")
            let value = try Message(from: &message)
            let news = try MessageChange(from: &change)
            changed(value, news)
            if try fields.optionalBool("alert") == true {
                alert(words(news, of: value), of: Alert.Subject(news, of: value), in: value.conversation)
            }
        case .receipt: try receipt(&fields)
        case .typing:
            let conversation: ConversationID = try fields.read("conversation")
            let person: Handle = try fields.read("person")
            if try fields.bool("typing") {
                startTyping(person, in: conversation)
            } else {
                stopTyping(person, in: conversation)
            }
        case .noticePosted:
            var notice = try fields.fields("notice")
            let value = try Notice(from: &notice)
            post(value)
            if try fields.optionalBool("alert") == true {
                alert("a mention", of: .text(value.text), in: value.conversation)
            }
        case .noticeCleared: clear(try fields.read("notices"))
        case .conversationChanged:
            var conversation = try fields.fields("conversation")
            let value = try Conversation(from: &conversation)
            if upsert(value), isListed {
                let members = value.people.filter { $0.handle != me }.map(\.name).joined(separator: ", ")
                let text = "a new conversation with " + members
                tell(.system(SystemEntry(id: "", text: text), conversation: title(value)))
            }
            if var line = try fields.optionalFields("line"), !value.left {
                post(system: try ThreadEntry(from: &line), in: value.id)
            }
        case .consentRequested: consent(try ConsentRequest(from: &fields))
        case .highlightsChanged:
            for highlight in try fields.list(
                "added", { fields throws(InvalidField) in try PersonHighlight(from: &fields) })
            {
                meet(highlight.app)
                tell(.hint("“\(highlight.title)” (\(appName(highlight.app))) is in Shared with You"))
            }
            ask(.shelf(isAsked: false))
        case .settingsChanged:
            var settings = try fields.fields("settings")
            replace(try Settings(from: &settings))
            // Another device may have answered what the sheet tells of.
            if state.view.sheet == .settings { ask(.standings) }
        case .shareChanged:
            try shareChanged(&fields)
        case .collaborationChanged:
            var start = try fields.fields("start")
            take(start: try CollaborationStart(from: &start))
        default: break  // a later server tells more
        }
    }

    private mutating func clear(_ ids: [String]) {
        for row in state.conversations {
            for entry in state.threads[row.id]?.waiting ?? [] where ids.contains(entry.id) {
                tell(.noticeCleared(entry, conversation: row.title))
            }
            state.threads[row.id]?.waiting.removeAll { ids.contains($0.id) }
        }
        if case .notice(let notice)? = state.view.sheet, ids.contains(notice.id) {
            state.view.sheet = nil
            state.view.hint = "This was answered or closed already"
        }
    }

    // MARK: Consent and settings

    private mutating func consent(_ request: ConsentRequest) {
        meet(request.app)
        guard !answered.contains(request.id), !state.consents.contains(where: { $0.id == request.id.rawValue }) else {
            return
        }
        let prompt = prompt(request)
        questions.append(request)
        state.consents.append(prompt)
        tell(.consent(prompt))
    }

    private func prompt(_ request: ConsentRequest) -> ConsentPrompt {
        ConsentPrompt(
            id: request.id.rawValue, app: appName(request.app), conversation: title(of: request.conversation),
            url: request.url)
    }

    /// Takes the settings as they are: questions that were answered elsewhere are gone, those that wait are there.
    mutating func replace(_ settings: Settings) {
        for item in settings.apps { meet(item.app) }
        for request in settings.consents { meet(request.app) }
        let waiting = settings.consents.filter { !answered.contains($0.id) }
        for request in waiting where !state.consents.contains(where: { $0.id == request.id.rawValue }) {
            tell(.consent(prompt(request)))
        }
        questions = waiting
        state.consents = waiting.map(prompt)
        order(pinned: settings.pinnedConversations.filter { conversations[$0] != nil })
        defer {
            state.settings.readReceipts = settings.readReceipts
            state.settings.mentionAlerts = settings.mentionAlerts
            state.settings.receiptsByConversation = Dictionary(
                settings.readReceiptConversations.map { ($0.conversation.rawValue, $0.isOn) }
            ) { $1 }
        }
        state.settings = SettingsState(
            everywhere: settings.everywhere,
            apps: apps.map { app in toggle(app, isOn: settings.apps.first { $0.app == app }?.isOn) },
            conversations: state.conversations.map { row in
                SettingsState.Toggle(
                    id: row.id, title: row.title,
                    isOn: settings.conversations.first { $0.conversation.rawValue == row.id }?.isOn ?? true)
            })
    }

    // MARK: The shelf

    /// A link that an app opens is pinned where the shelf says so: another device may have pinned it, or unpinned it.
    private mutating func forgetPinsOfOldShelf() {
        for (conversation, known) in pins {
            let cards = state.threads[conversation.rawValue]?.pinnedCards ?? []
            pins[conversation] = pinnedOnShelf.union(
                known.filter { url in !cards.contains { $0.url == url && $0.app != nil } })
        }
    }

    mutating func replaceShelf(_ shelf: [PersonHighlight]) {
        pinnedOnShelf = Set(shelf.filter(\.pinned).map(\.url))
        for highlight in shelf { meet(highlight.app) }
        highlights = shelf
        showShelf()
        forgetPinsOfOldShelf()
        refreshCards()
        for id in conversations.keys { refreshPins(of: id) }
    }

    /// Draws the shelf anew of what is known.
    mutating func showShelf() {
        let chosen = state.shelf.indices.contains(state.view.shelfFocus) ? state.shelf[state.view.shelfFocus].id : nil
        state.shelf = highlights.map { highlight in
            var item = ShelfItem(
                id: highlight.id.rawValue, title: highlight.title, app: appName(highlight.app), url: highlight.url,
                isPinned: highlight.pinned, from: highlight.sharers,
                conversation: highlight.attribution.first?.conversation.rawValue, why: highlight.why.text)
            item.ranking = highlight.ranking.map(RankingWords.lines) ?? []
            return item
        }
        // The item that is looked at stays so when another comes before it.
        if let index = state.shelf.firstIndex(where: { $0.id == chosen }) { state.view.shelfFocus = index }
    }
}
