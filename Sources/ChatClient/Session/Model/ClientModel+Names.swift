package import ChatProtocol
import ChatScreens

/// The display names of people: conversations and contacts bring them, and `person.changed` changes them.
extension ClientModel {
    /// Returns the display name of a person, or the handle if the name is not known.
    func name(_ handle: Handle) -> String { known.names.name(of: handle) }

    /// Returns the display name of a person, with the handle if another person has the same name.
    func label(_ handle: Handle) -> String { known.names.label(of: handle) }

    /// Returns the display name for a typed handle, or the typed text if no name is known.
    func name(of handle: String) -> String { Handle(handle).map(name) ?? handle }

    /// Asks for the contacts, once on a connection, if one of these people has no known name: it may be a contact's.
    mutating func askNames(of people: [Handle]) {
        guard !line.hasAskedContacts, people.contains(where: { $0 != me && known.names[$0] == nil }) else { return }
        askContacts()
    }

    /// Asks for the contacts, once on a connection.
    mutating func askContacts() {
        guard !line.hasAskedContacts else { return }
        line.hasAskedContacts = true
        line.sharesAwaitingNames = []
        ask(.contactList(.init()))
    }

    /// Stores the names of the contacts.
    mutating func learn(contacts: [Person]) {
        for person in contacts { rename(person) }
        nameSharers()
        reportSharesAwaitingNames()
    }

    /// Stores a display name, and shows it wherever the person is named.
    ///
    /// - Parameter origin: the conversation that brings the name; its caller redraws it in any case.
    mutating func rename(_ person: Person, in origin: ConversationID? = nil) {
        let old = known.names.update(person)
        // Only the screens of shares show the handle of a person whose name comes with a conversation. But a
        // namesake needs a handle then.
        guard old != person.name, old != nil || origin == nil || known.names.isShared(person.name) else {
            if old == nil, line.isListed { nameSharers() }
            return
        }
        state.renames += 1
        for id in known.conversations where id != origin {
            guard let people = known[id].conversation?.people else { continue }
            if let place = people.firstIndex(where: { $0.handle == person.handle }) {
                known[id].conversation?.people[place].name = person.name
            } else if !people.contains(where: { $0.name == person.name || $0.name == old }) {
                continue
            }
            refreshNames(in: id)
        }
        // The entries of every thread can name the person, even if they are no participant.
        for id in state.threads.keys { refreshEntries(of: id, with: person, insteadOf: old) }
        for index in state.search.hits.indices {
            if let message = known.messages[MessageID(state.search.hits[index].id)], message.sender == person.handle,
                person.handle != me
            {
                state.search.hits[index].sender = label(person.handle)
            }
        }
        refreshReplies()
        guard line.isListed else { return }
        // The server's data make the rows of shares and of the shelf, so that they are requested again.
        if state.shares.values.contains(where: { $0.everyone.contains { $0.handle == person.handle.rawValue } }) {
            ask(.collaboration(.shares(nil)))
        }
        if old != nil { ask(.shelf(isAsked: false)) }
    }

    /// Names the people of shares that arrived before their names.
    mutating func nameSharers() {
        let names = known.names
        for url in state.shares.keys {
            state.shares[url]?.rename { handle in Handle(handle).map(names.name) ?? handle }
        }
    }

    /// Redraws the names of a conversation: its title, its members, its hits and its row.
    private mutating func refreshNames(in id: ConversationID) {
        guard let conversation = known[id].conversation else { return }
        let (title, others, me) = (title(conversation), others(conversation), me)
        state.threads[id]?.title = title
        state.threads[id]?.participants = others
        state.threads[id]?.members = conversation.people.map { Member($0, me: me) }
        showTyping(in: id)
        refreshHits(in: id)
        guard let index = state.conversations.firstIndex(where: { $0.id == id }) else { return }
        var row = row(conversation)
        let before = state.conversations[index]
        // These fields of the row are newer than the stored conversation.
        (row.time, row.unread, row.mentions) = (before.time, before.unread, before.mentions)
        (row.readThrough, row.newest) = (before.readThrough, before.newest)
        row.isMarkedUnread = before.isMarkedUnread
        (row.isPinned, row.isMuted, row.preview) = (before.isPinned, before.isMuted, before.preview)
        state.conversations[index] = row
    }

    /// Redraws the entries of a thread that name a person. The server wrote the sentences of notices and system lines,
    /// so the old name is replaced in them.
    private mutating func refreshEntries(of conversation: ConversationID, with person: Person, insteadOf old: String?) {
        guard var thread = state.threads[conversation] else { return }
        let members = known[conversation].conversation?.people ?? []
        let namesakes = members.filter { $0.name == person.name && $0.handle != person.handle }
        func renamed(_ text: String) -> String {
            var text = text
            if namesakes.count == 1, namesakes[0].handle != me {
                text = text.replacing(person.name, with: namesakes[0], isLabelled: true)
            }
            return old.map { text.replacing($0, with: person, isLabelled: !namesakes.isEmpty) } ?? text
        }
        for index in thread.entries.indices {
            switch thread.entries[index] {
            case .message(let entry):
                if let message = known.messages[MessageID(entry.id)] {
                    thread.entries[index] = .message(self.entry(message))
                }
            case .notice(var notice):
                notice.text = renamed(notice.text)
                thread.entries[index] = .notice(notice)
            case .system(var system):
                system.text = renamed(system.text)
                thread.entries[index] = .system(system)
            }
        }
        for index in thread.waiting.indices { thread.waiting[index].text = renamed(thread.waiting[index].text) }
        state.threads[conversation] = thread
        refreshReceipt(in: conversation)
        if let index = state.conversations.firstIndex(where: { $0.id == conversation }),
            let last = known.messages.all.filter({ $0.conversation == conversation }).max(by: {
                ($0.sequence, $0.sentAt) < ($1.sequence, $1.sentAt)
            }), last.sequence == known[conversation].counted
        {
            state.conversations[index].preview = preview(last)
        }
    }
}

extension String {
    /// Returns the text with a person's name in place of their old one, wherever that is a whole word. Quoted text is a
    /// title or a message, and does not change. The handle follows the name of people with the same name.
    ///
    /// - Parameter isLabelled: true if the handle follows the name, because another person has the same name.
    fileprivate func replacing(_ word: String, with person: Person, isLabelled: Bool) -> String {
        guard !word.isEmpty else { return self }
        let label = " (\(person.handle.rawValue))"
        var result = ""
        var rest = self[...]
        var quotes = 0
        while !rest.isEmpty {
            let before = result.last.map { $0.isLetter || $0.isNumber } ?? false
            let after = rest.dropFirst(word.count)
            let end = after.first.map { $0.isLetter || $0.isNumber } ?? false
            let isNamesake = after.hasPrefix(" (") && !after.hasPrefix(label)
            if rest.first == "“" { quotes += 1 }
            if rest.first == "”" { quotes -= 1 }
            if quotes <= 0, rest.hasPrefix(word), !before, !end, !isNamesake {
                result += person.name + (isLabelled && !after.hasPrefix(label) ? label : "")
                rest = after
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}

/// The names of people, as the screens show them.
extension PersonSession {
    /// Returns the display name of a person.
    package func name(of handle: Handle) -> String { model.name(handle) }

    /// Returns the display name of a person, with the handle if another person has the same name.
    package func label(of handle: Handle) -> String { model.label(handle) }
}
