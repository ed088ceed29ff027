package import ChatProtocol

extension CoreState {
    /// Takes one fact in. Facts were decided once and are never refused here.
    package mutating func fold(_ record: EventRecord) {
        position = record.position
        lastAt = max(lastAt, record.at)
        take(record)
        reshelve(after: record.event)
        shelves.forgetEnds(by: lastAt)
        waits.removeFirst(through: lastAt)
    }

    private mutating func take(_ record: EventRecord) {
        switch record.event {
        case .personNamed(let person): meet(person.handle) { $0.name = person.name }
        case .contactAdded(let owner, let contact):
            meet(owner) { $0.addContact(contact) }
        case .contactRemoved(let owner, let contact): meet(owner) { $0.removeContact(contact) }
        case .conversationCreated(let id, _, let members, let name):
            begin(id, members: members, name: name, at: record.position)
        case .participantAdded(let conversation, let person, _, let after):
            add(person, to: conversation, after: after, at: record.position)
        case .participantRemoved(let removal): remove(removal, at: record.position)
        case .conversationRenamed(let conversation, let name, _): conversations[conversation]?.name = name
        case .conversationPhotoSet(let conversation, let photo, _): conversations[conversation]?.photo = photo
        case .conversationMuted(let conversation, let person, let isMuted):
            conversations[conversation]?.muted[person, default: ToggleHistory()].turn(isMuted, at: record.position)
        case .conversationMarkedUnread(let conversation, let person, let sequence):
            conversations[conversation]?.members[person]?.markedUnread = sequence
        case .conversationsPinned(let person, let conversations):
            meet(person) { $0.pinnedConversations = conversations }
        case .messagePosted(let message):
            conversations[message.conversation]?.take(message, at: record.position)
            if !message.links.isEmpty { takeLinks(of: message, at: record) }
        case .messageChanged(let message, let change, let hadLinks):
            if conversations[message.conversation]?.lastMessage?.id == message.id {
                conversations[message.conversation]?.lastMessage = message
                conversations[message.conversation]?.lastFact = record.position
            }
            if case .reacted = change { return }
            if hadLinks || !message.links.isEmpty { takeLinks(of: message, at: record) }
        case .messagesRead(let reader, let conversation, let through, let receipt):
            conversations[conversation]?.members[reader]?.take(readThrough: through, at: record.at, receipt: receipt)
        case .linkPinned(let person, let conversation, let url):
            guard let url = try? CanonicalURL(url) else { return }
            let link = noteLink(url)
            links[link].pinners.insert(person)
            let id = links[link].id
            meet(person) {
                $0.pins[url] = .init(position: record.position, conversation: conversation, at: record.at)
                // Who pins what they once removed wants it back (`pin-always`).
                $0.hiddenHighlights.remove(id)
            }
        case .linkUnpinned(let person, let url):
            guard let url = try? CanonicalURL(url) else { return }
            meet(person) { $0.pins[url] = nil }
            if let link = links.number(of: url) { links[link].pinners.remove(person) }
        case .consentOffered(let person, let request): meet(person) { $0.take(offer: request, at: record) }
        case .consentAnswered(let person, let request, let answer):
            meet(person) { $0.take(answer, to: request, at: record) }
        case .sharingSwitched(let person, let change): meet(person) { $0.take(change, at: record) }
        case .appRegistered(let app): register(app)
        case .sitePublished(let domain, let association): publish(Site(domain: domain, association: association))
        case .shareSaved(let share, _, let actor): save(share, by: actor, at: record.position)
        case .shareStopped(let share): stop(share)
        case .noticePosted(let notice, let told, let firstAt): take(notice, told: told, firstAt: firstAt, at: record.at)
        case .noticesCleared(let person, let notices):
            meet(person) { $0.waitingNotices.removeAll { notices.contains($0.id) } }
        case .highlightHidden(let person, let highlight, let isHidden):
            meet(person) {
                if isHidden { $0.hiddenHighlights.insert(highlight) } else { $0.hiddenHighlights.remove(highlight) }
            }
        case .highlightUsed(let person, let highlight, let signal):
            meet(person) { $0.uses[highlight, default: [:]][signal] = record.at }
        case .personBlocked(let person, let other, let isBlocked):
            meet(person) { $0.block(other, isBlocked) }
        case .actionRequested(let action): take(action)
        case .actionEnded(let action, _, _, _): collaborating.remove(action)
        case .collaborationChanged(let start, let person): collaborating.take(start, of: person)
        case .draftKept(let start, _, let draft): collaborating.starts[start]?.draft = draft
        case .draftErased(let start, _): collaborating.starts[start]?.draft = KeptDraft()
        case .attachmentStored, .attachmentErased, .timePassed, .shelvesChanged, .requestAnswered: break
        case .documentSaved(let document, _, _): documents.save(document)
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

    private mutating func add(
        _ person: Handle, to conversation: ConversationID, after: Int64, at position: Int64
    ) {
        conversations[conversation]?.order.append(person)
        conversations[conversation]?.members[person] = .init(joined: position, after: after, readThrough: after)
        meet(person) { $0.conversations.append(conversation) }
    }

    private mutating func remove(_ removal: ParticipantRemoval, at position: Int64) {
        let (id, person) = (removal.conversation, removal.person)
        guard let membership = conversations[id]?.members[person] else { return }
        conversations[id]?.former[person, default: []].append(
            .init(
                joined: membership.joined, after: membership.after, through: removal.through, end: position))
        conversations[id]?.members[person] = nil
        conversations[id]?.order.removeAll { $0 == person }
        conversations[id]?.muted[person]?.turn(false, at: position)
        meet(person) { state in
            state.conversations.removeAll { $0 == id }
            state.pinnedConversations.removeAll { $0 == id }
            state.waitingNotices.removeAll { $0.conversation == id }
        }
    }

    /// Takes in which links stand in a message now. A share whose link stands in a conversation was sent there.
    private mutating func takeLinks(of message: Message, at record: EventRecord) {
        let urls = message.urls
        for url in urls { _ = noteLink(url) }
        let touched =
            conversations[message.conversation]?
            .setLinks(urls, of: message, at: record.position, sentAt: message.editedAt ?? message.sentAt) ?? []
        for url in touched {
            notePlace(of: url, in: message.conversation)
            reshelve(noteLink(url), in: message.conversation)
            guard let id = shareIDs[url], let made = shares[id]?.position else { continue }
            let first = conversations[message.conversation]?.links[url]?.first { $0.position > made }
            shares[id]?.setPlace(message.conversation, since: first?.position)
        }
    }

    private mutating func save(_ share: Share, by actor: Handle?, at position: Int64) {
        let before = shares[share.id]?.share
        for participant in shares[share.id]?.share.participants ?? [] {
            sharesOf[participant.handle]?.remove(share.id)
        }
        for participant in share.participants { sharesOf[participant.handle, default: []].insert(share.id) }
        shares[share.id, default: SharedDocument(share: share, at: position)].save(share, by: actor)
        documents.note(share)
        guard let url = try? CanonicalURL(share.url) else { return }
        shareIDs[url] = share.id
        stoppedShareIDs[url] = nil
        noteRetitled(url) { before?.title(for: $0) != share.title(for: $0) }
    }

    private mutating func register(_ app: App) {
        let before = self.app(app.id)
        let wasSharing = isSharedWithYouApp(app.id)
        keep(app)
        previews[app.id] = AppPreviews(app)
        router.register(app)
        let domains = ((before?.domains ?? []) + app.domains).compactMap { DomainPattern($0) }
        reroute(domains, switched: wasSharing == isSharedWithYouApp(app.id) ? nil : app.id)
    }

    private mutating func publish(_ site: Site) {
        keep(site)
        router.publish(site)
        reroute([site.domain], switched: nil)
    }

    /// Takes the share away; those who were on it to its end may know that it has ended.
    private mutating func stop(_ share: Share) {
        for participant in share.participants { sharesOf[participant.handle]?.remove(share.id) }
        shares[share.id] = nil
        stoppedShares[share.id] = share
        guard let url = try? CanonicalURL(share.url) else { return }
        shareIDs[url] = nil
        stoppedShareIDs[url] = share.id
        noteRetitled(url) { share.title(for: $0) != nil }
    }

    private mutating func take(_ notice: Notice, told: [Handle], firstAt: Instant, at now: Instant) {
        // Looked through when there are twice as many: what is added costs the same however many there are.
        if windows.count >= windowsMax {
            windows = windows.filter { !$0.value.isOver(at: now) }
            windowsMax = max(64, 2 * windows.count)
        }
        switch notice.event {
        case .highlight(let event):
            let key = NoticeKey(
                event, about: notice.people, by: notice.actor, at: notice.url, in: notice.conversation)
            windows[key] = NoticeWindow(notice: notice, firstAt: firstAt)
            if let url = try? CanonicalURL(notice.url), let id = shareIDs[url] { shares[id]?.note(notice) }
        case .group:
            // What was answered asks no more.
            if notice.actions.isEmpty { return }
        }
        waits.append(.init(notice: notice.id, people: told, postedAt: notice.postedAt))
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
    package mutating func restoreEnd(_ end: Int64, at instant: Instant) {
        position = end
        lastAt = max(lastAt, instant)
        shelves.forgetEnds(by: lastAt)
    }

    /// Puts a conversation's head in place, as the store keeps it for messages that are not hot: what it says of who
    /// has read what is in the newest message of each.
    ///
    /// - Parameters:
    ///   - place: the position at which the newest message was posted, whatever became of it since.
    ///   - fact: the position of the fact that says how it reads now.
    package mutating func restoreHead(
        of newest: Message, at place: Int64, fact: Int64, lastSequences: [(Handle, Int64)]
    ) {
        conversations[newest.conversation]?.setHead(newest, at: place, fact: fact)
        // The newest message of someone who is here again may be one of an earlier stay.
        for (sender, sequence) in lastSequences {
            guard let read = conversations[newest.conversation]?.members[sender]?.readThrough else { continue }
            conversations[newest.conversation]?.members[sender]?.readThrough = max(read, sequence)
            if let marked = conversations[newest.conversation]?.members[sender]?.markedUnread, marked < sequence {
                conversations[newest.conversation]?.members[sender]?.markedUnread = nil
            }
        }
    }
}

extension PersonState {
    fileprivate mutating func take(_ change: SetSettings, at record: EventRecord) {
        if let sharing = change.sharing { take(sharing, at: record) }
        if let sends = change.receipts?.everywhere { readReceipts = sends }
        for each in change.receipts?.conversations ?? .empty { readReceiptSwitches[each.id] = each.isOn }
        if let alerts = change.mentionAlerts { mentionsQuiet.turn(!alerts, at: record.position) }
    }
}

extension ConversationState.Membership {
    /// Notes how far someone has read.
    fileprivate mutating func take(readThrough through: Int64, at now: Instant, receipt message: MessageID?) {
        readThrough = max(readThrough, through)
        markedUnread = nil
        if message != nil { receipt = MessageReceipt(status: .read, sequence: through, at: now) }
    }
}
