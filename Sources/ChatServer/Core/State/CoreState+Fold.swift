import ChatProtocol

extension CoreState {
    /// Takes one fact in. Facts were decided once and are never refused here.
    public mutating func fold(_ record: EventRecord) {
        position = record.position
        lastAt = max(lastAt, record.at)
        switch record.event {
        case .personNamed(let person): meet(person.handle) { $0.name = person.name }
        case .contactAdded(let owner, let contact):
            meet(owner) { if !$0.contacts.contains(contact) { $0.contacts.append(contact) } }
        case .contactRemoved(let owner, let contact): meet(owner) { $0.contacts.removeAll { $0 == contact } }
        case .conversationCreated(let id, _, let members, let name):
            begin(id, members: members, name: name, at: record.position)
        case .messagePosted(let message): take(message, at: record.position)
        case .messagesRead(let reader, let conversation, let through):
            conversations[conversation]?.members[reader]?.readThrough = through
        case .linkPinned(let person, let conversation, let url):
            guard let url = try? CanonicalURL(url) else { return }
            noteHighlight(url)
            meet(person) { $0.pins[url] = .init(position: record.position, conversation: conversation) }
        case .linkUnpinned(let person, let url):
            guard let url = try? CanonicalURL(url) else { return }
            meet(person) { $0.pins[url] = nil }
        case .consentOffered(let person, let request): meet(person) { $0.waitingConsents.append(request) }
        case .consentAnswered(let person, let request, let answer):
            meet(person) { $0.take(answer, to: request, at: record) }
        case .sharingSwitched(let person, let change): meet(person) { $0.take(change, at: record.position) }
        case .appRegistered(let app): register(app)
        case .shareSaved(let share, _):
            shares[share.id, default: SharedDocument(share: share)].share = share
            if let url = try? CanonicalURL(share.url) { shareIDs[url] = share.id }
        case .noticePosted(let notice, let told, let firstAt): take(notice, told: told, firstAt: firstAt, at: record.at)
        case .noticesCleared(let person, let notices):
            meet(person) { $0.waitingNotices.removeAll { notices.contains($0.id) } }
        case .timePassed, .shelvesChanged, .requestAnswered: break
        }
    }

    /// Changes what is kept of a person, who comes into being when first named.
    private mutating func meet(_ handle: Handle, _ change: (inout PersonState) -> Void) {
        change(&people[handle, default: PersonState(name: handle.defaultName)])
    }

    private mutating func begin(_ id: ConversationID, members: [Handle], name: String?, at position: Int64) {
        var conversation = ConversationState(id: id, name: name, order: members, members: [:], lastPosition: position)
        for member in members {
            conversation.members[member] = .init(joined: position)
            meet(member) { $0.conversations.append(id) }
        }
        conversations[id] = conversation
        if members.count == 2 { oneToOne[Pair(members[0], members[1])] = id }
    }

    private mutating func take(_ message: Message, at position: Int64) {
        conversations[message.conversation]?.take(message, at: position)
        for link in message.links {
            guard let url = try? CanonicalURL(link.url) else { continue }
            noteHighlight(url)
            conversations[message.conversation]?.take(url, of: message, at: position)
            if let id = shareIDs[url], shares[id]?.conversations.contains(message.conversation) == false {
                shares[id]?.conversations.append(message.conversation)
            }
        }
    }

    private mutating func noteHighlight(_ url: CanonicalURL) {
        guard highlightIDs[url] == nil else { return }
        let id = HighlightID("h\(highlightIDs.count + 1)")
        highlightIDs[url] = id
        highlightURLs[id] = url
    }

    private mutating func register(_ app: App) {
        if let index = apps.firstIndex(where: { $0.id == app.id }) {
            apps[index] = app
        } else {
            apps.append(app)
        }
        router = LinkRouter(apps)
    }

    private mutating func take(_ notice: Notice, told: [Handle], firstAt: Instant, at now: Instant) {
        windows = windows.filter { now <= $0.value.firstAt.advanced(byMilliseconds: NoticeRules.windowMilliseconds) }
        windows[NoticeKey(notice)] = NoticeWindow(notice: notice, firstAt: firstAt)
        for person in told {
            meet(person) { state in
                state.waitingNotices.removeAll { $0.id == notice.id }
                state.waitingNotices.append(notice)
                let here = state.waitingNotices.filter { $0.conversation == notice.conversation }
                if here.count > NoticeRules.waitingMax, let oldest = here.first {
                    state.waitingNotices.removeAll { $0.id == oldest.id }
                }
            }
        }
    }

    /// Notes where the log ends, which may be a fact that is not hot.
    mutating func restoreEnd(_ end: Int64, at instant: Instant) {
        position = end
        lastAt = max(lastAt, instant)
    }

    /// Puts a conversation's head in place, as the store keeps it for messages that are not hot.
    mutating func restoreHead(of newest: Message, at position: Int64, lastSequences: [(Handle, Int64)]) {
        conversations[newest.conversation]?.take(newest, at: position)
        for (sender, sequence) in lastSequences {
            guard let read = conversations[newest.conversation]?.members[sender]?.readThrough else { continue }
            conversations[newest.conversation]?.members[sender]?.readThrough = max(read, sequence)
        }
    }
}

extension PersonState {
    fileprivate mutating func take(
        _ answer: ConsentRequest.Answer, to request: ConsentRequest, at record: EventRecord
    ) {
        waitingConsents.removeAll { $0.id == request.id }
        consents[request.app, default: ConsentHistory()].take(answer, at: record.at)
        if answer == .allow { setApp(request.app, Switch(isOn: true, since: record.position)) }
    }

    fileprivate mutating func take(_ change: SetSettings, at position: Int64) {
        if let isOn = change.everywhere, isOn != everywhere.isOn {
            everywhere = Switch(isOn: isOn, since: position)
            // With the master switch off there is nothing left to be asked about.
            if !isOn { waitingConsents = [] }
        }
        for change in change.apps where appSwitch(change.app)?.isOn != change.isOn {
            setApp(change.app, Switch(isOn: change.isOn, since: position))
            consents[change.app] = ConsentHistory()
            waitingConsents.removeAll { $0.app == change.app }
        }
        for change in change.conversations where conversationSwitch(change.conversation).isOn != change.isOn {
            setConversation(change.conversation, Switch(isOn: change.isOn, since: position))
        }
    }
}
