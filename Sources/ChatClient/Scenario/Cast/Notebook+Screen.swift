import ChatProtocol

extension Notebook {
    /// Names that a screen shows instead of ids.
    struct Names {
        /// The display names of the persons of the scenario.
        var people: [Handle: String]
        /// The names of the apps.
        var apps: [AppID: String]
    }

    /// What the terminal client would show this person.
    func chatState(of me: Handle, isOnline: Bool, names: Names) -> ChatState {
        var state = ChatState(handle: me.rawValue, connection: isOnline ? .connected : .offline("away"))
        let pinned = pinnedConversations.compactMap(thread)
        for thread in pinned + threads.reversed().filter({ !pinnedConversations.contains($0.id) }) {
            let shown = screen(of: thread, for: me, names)
            state.threads[thread.id.rawValue] = shown
            var row = ConversationRow(id: thread.id.rawValue, title: shown.title, preview: Self.preview(shown))
            row.isPinned = pinnedConversations.contains(thread.id)
            row.face = ConversationRow.face(
                photo: thread.photo, others: thread.people.lazy.filter { $0.handle != me }.map(\.name))
            state.conversations.append(row)
        }
        state.shelf = shelf.map { highlight in
            ShelfItem(
                id: highlight.id.rawValue, title: highlight.title, app: names.apps[highlight.app],
                url: highlight.url, isPinned: highlight.pinned, from: Self.sharers(highlight), why: highlight.why.text)
        }
        showCollaborations(on: &state, for: me, names)
        state.settings = switches(names, state.conversations)
        state.consents = consents.map { request in
            ConsentPrompt(
                id: request.id.rawValue, app: names.apps[request.app] ?? request.app.rawValue,
                conversation: state.threads[request.conversation.rawValue]?.title ?? "", url: request.url)
        }
        state.view = ViewState(selected: latest?.rawValue)
        return state
    }

    /// The switches, for every app of the story and every conversation; before the first is told, as everyone begins.
    private func switches(_ names: Names, _ rows: [ConversationRow]) -> SettingsState {
        let apps = names.apps.sorted { $0.value < $1.value }.map { app, name in
            SettingsState.Toggle(
                id: app.rawValue, title: name, isOn: settings?.apps.first { $0.app == app }?.isOn)
        }
        let conversations = rows.map { row in
            SettingsState.Toggle(
                id: row.id, title: row.title,
                isOn: settings?.conversations.first { $0.conversation.rawValue == row.id }?.isOn ?? true)
        }
        return SettingsState(
            everywhere: settings?.everywhere ?? true, apps: apps, conversations: conversations)
    }

    /// The same facts as lines, conversation by conversation: what a failure shows of a person.
    func lines(of me: Handle, names: Names) -> [String] {
        let state = chatState(of: me, isOnline: true, names: names)
        var lines: [String] = []
        for thread in threads {
            guard let shown = state.threads[thread.id.rawValue] else { continue }
            for entry in shown.entries {
                switch entry {
                case .message(let message): lines += PlainRenderer.lines(.message(message, conversation: shown.title))
                case .notice(let notice): lines += PlainRenderer.lines(.notice(notice, conversation: shown.title))
                case .system(let system): lines += PlainRenderer.lines(.system(system, conversation: shown.title))
                }
            }
        }
        return lines + state.consents.flatMap { PlainRenderer.lines(.consent($0)) }
    }

    /// The names of those who shared a link, newest first, each once.
    static func sharers(_ highlight: PersonHighlight) -> [String] {
        var names: [String] = []
        for attribution in highlight.attribution where !names.contains(attribution.name) {
            names.append(attribution.name)
        }
        return names
    }

    private func screen(of thread: Thread, for me: Handle, _ names: Names) -> ThreadState {
        var known = names.people
        for person in thread.people { known[person.handle] = person.name }
        let others = thread.people.filter { $0.handle != me }.map(\.name)
        var numbering = LinkNumbering()
        let entries = thread.entries.map { entry in
            screen(of: entry, for: me, people: known, apps: names.apps, &numbering)
        }
        var shown = ThreadState(
            conversation: thread.id.rawValue, title: thread.name ?? others.joined(separator: ", "),
            participants: others, entries: entries, waiting: thread.waiting.reversed().map { Self.screen($0, known) })
        shown.members = thread.people.map {
            Member(handle: $0.handle.rawValue, name: $0.name, isOwn: $0.handle == me)
        }
        shown.pins = shown.pinnedCards.inPinOrder(of: shelf)
        return shown
    }

    private func screen(
        of entry: ThreadEntry, for me: Handle, people: [Handle: String], apps: [AppID: String],
        _ numbering: inout LinkNumbering
    ) -> ThreadItem {
        switch entry {
        case .notice(let notice): return .notice(Self.screen(notice, people))
        case .system(let id, let text): return .system(SystemEntry(id: id, text: text))
        case .message(let message):
            let cards = message.links.map { link in
                LinkCard(
                    number: numbering.number(for: link.url), title: link.title, app: link.app.flatMap { apps[$0] },
                    url: link.url, isPinned: pins.contains(link.url))
            }
            let origin = message.replyTo.flatMap { id in
                thread(message.conversation)?.messages.first { $0.id == id }
            }
            let quote = message.replyTo.map { _ -> String in
                guard let origin else { return "an earlier message" }
                let sender = people[origin.sender] ?? origin.sender.defaultName
                return origin.isUnsent
                    ? MessageEntry.tombstone(of: sender, isOwn: origin.sender == me) : "\(sender): \(origin.shownText)"
            }
            return .message(
                MessageEntry(
                    id: message.id.rawValue, sender: people[message.sender] ?? message.sender.defaultName,
                    isOwn: message.sender == me, text: message.shownText, cards: cards, time: Self.time(message.sentAt),
                    isEdited: message.editedAt != nil, isUnsent: message.isUnsent,
                    quote: quote, reactions: ClientModel.counted(message.reactions)))
        }
    }

    private static func screen(_ notice: Notice, _ people: [Handle: String]) -> NoticeEntry {
        var entry = NoticeEntry(
            id: notice.id.rawValue, text: notice.text, url: notice.url,
            actions: notice.actions.map { NoticeAction(id: $0.id, title: $0.title) }, time: time(notice.postedAt))
        entry.actor = people[notice.actor] ?? notice.actor.defaultName
        entry.document = notice.title
        return entry
    }

    private static func preview(_ thread: ThreadState) -> String {
        for entry in thread.entries.reversed() {
            if case .message(let message) = entry {
                return "\(message.isOwn ? "You" : message.sender): \(message.text)"
            }
        }
        return ""
    }

    /// Hours and minutes in UTC, which is the same on every machine.
    private static func time(_ instant: Instant) -> String {
        String(instant.description.dropFirst(11).prefix(5))
    }
}
