import ChatProtocol

/// The steps for each request: the table of what a recording can express. Queries become no steps.
extension Recording {
    mutating func record(_ done: DoneRequest) {
        if case .sessionHello(let hello)? = done.liveRequest { return recordGreeting(hello, done) }
        if done.changesSomething { starting.removeAll { $0.session == done.owner.session } }
        // The person was online before the recording began, or logged in with this request.
        if done.owner.role == .person, let person = done.person, streams[done.owner.session] == nil {
            arrive(person, done)
        }
        if done.method != .contactAdd { flushCards() }
        learn(from: done)
        guard done.params != nil else { return leaveOut(done, "too long to be recorded") }
        forgetReading(before: done)
        if let request = done.request {
            record(request, done)
        } else if let live = done.liveRequest {
            record(live, done)
        } else {
            recordUnreadable(done)
        }
        if let message: Message = done.answered("message") { cast.learn(message) }
    }

    private mutating func record(_ request: Request, _ done: DoneRequest) {
        let me = RecordedSlot.person(done.person)
        switch request {
        case .linkExplain, .contactList, .settingsGet, .settingsAudit, .highlightList, .highlightDisplay,
            .highlightCenterGetHighlight, .highlightCenterGetCollaborationHighlight,
            .highlightCenterCollaborationHighlight, .shareGet, .shareList, .collaborationOffer, .collaborationList,
            .appGet, .deliveryExplain, .documentList, .documentGet, .conversationRecentlyDeleted:
            return

        case .contactAdd(let it): recordCards(it, done)
        case .contactRemove(let it):
            act(say(.deletesContact, .person(it.person ?? done.person), .person(it.handle)), done, kind: .setUp)
        case .contactBlock(let it):
            act(say(.blocks, .person(it.person ?? done.person), "blocks", .person(it.handle)), done, kind: .setUp)
        case .contactUnblock(let it):
            act(say(.blocks, .person(it.person ?? done.person), "unblocks", .person(it.handle)), done, kind: .setUp)

        case .conversationCreate(let it): recordCreation(it, done)
        case .conversationAddParticipant(let it):
            let place = RecordedSlot.conversation(it.conversation)
            act(say(.adds, me, .person(it.handle), place, begun(from: it.conversation, done)), done)
            seeMembers(done)
        case .conversationRemoveParticipant(let it):
            act(say(.removes, me, .person(it.handle), .conversation(it.conversation)), done)
            seeMembers(done)
        case .conversationLeave(let it):
            act(say(.leaves, me, .conversation(it.conversation)), done)
            if done.isDone { cast.members[it.conversation]?.removeAll { $0 == done.person } }
        case .conversationRename(let it): recordRenaming(it, done)
        case .conversationSetPhoto(let it):
            let place = RecordedSlot.conversation(it.conversation)
            act(it.photo.map { say(.givesPhoto, me, place, .text($0)) } ?? say(.takesPhoto, me, place), done)
        case .conversationMarkRead(let it): recordReading(it, done)
        case .conversationMarkUnread(let it): act(say(.marksUnread, me, .conversation(it.conversation)), done)
        case .conversationMute(let it):
            act(say(.mutes, me, it.muted ? "mutes" : "unmutes", .conversation(it.conversation)), done)
        case .conversationPin(let it):
            let verb: RecordedSlot = it.pinned ? "pins" : "unpins"
            act(say(.pinsConversation, me, verb, .conversation(it.conversation), it.place.map { .count($0) }), done)

        case .conversationDelete(let it): act(say(.deletesConversation, me, .conversation(it.conversation)), done)
        case .conversationRestore(let it): act(say(.recoversConversation, me, .conversation(it.conversation)), done)
        case .conversationErase(let it): act(say(.erasesConversation, me, .conversation(it.conversation)), done)
        case .messageDelete(let it): recordDeletion(.deletesMessage, it, done)
        case .messageRestore(let it): recordDeletion(.recoversMessage, it, done)
        case .messageErase(let it): recordDeletion(.erasesMessage, it, done)

        case .messageSend(let it): recordSending(it.text, to: it.conversation, answering: it.replyTo, done)
        case .messageEdit(let it):
            let line = act(say(.edits, me, .message(it.message), .text(it.text), place(of: it.message)), done)
            if line == nil { cast.unsayable.insert(it.message) }
            if done.isDone { see(.edited(it.message)) }
        case .messageUnsend(let it):
            act(say(.unsends, me, .message(it.message), place(of: it.message)), done)
            if done.isDone, let text = cast.said[it.message]?.text { see(.unsent(it.message, text: text)) }
        case .messageReact(let it):
            let (message, place) = (RecordedSlot.message(it.message), place(of: it.message))
            let takesBack = say(.takesBackReaction, me, message, place)
            act(it.remove ? takesBack : say(.reacts, me, .text(it.reaction.spoken), message, place), done)

        case .linkPin(let it): act(say(.pins, me, "pins", .sentLink(it.url), .conversation(it.conversation)), done)
        case .linkUnpin(let it): act(say(.pins, me, "unpins", .sentLink(it.url), .conversation(it.conversation)), done)
        case .linkOpen(let it): recordOpening(of: it.url, done)
        case .highlightHide(let it): recordHighlight(it, .removesFromShelf, done)
        case .highlightRestore(let it): recordHighlight(it, .takesBackIntoShelf, done)
        case .settingsSet(let it): act(settings(it, of: me), done)
        case .consentAnswer(let it): recordConsent(it, done)
        case .noticeDismiss(let it): recordDismissal(of: it.notice, done)
        case .noticeAnswer(let it): recordAnswer(it, done)

        case .shareCreate(let it): recordCreatedShare(it, done)
        case .shareSend(let it): recordSentShare(it, done)
        case .shareAccept: recordAccepting(done)
        case .shareSave, .shareAddParticipant, .shareRemoveParticipant, .shareSetPermission, .shareSetRole,
            .shareSetInviting, .shareSetAccess, .shareLeave, .shareStop:
            recordManaging(done)
        case .collaborationStart(let it): recordStart(it, done)
        case .collaborationCancel:
            act(say(.cancelsDraft, me), done)
            if done.isDone, let person = done.person {
                see(.startIs, by: person, .word(PlayPhrases.states[.cancelled]))
            }
        case .actionFulfill(let it): recordFulfilment(it, done)
        case .actionFail(let it): act(say(.failsAction, .app(done.owner.app), me, .text(it.message ?? "")), done)

        case .documentCreate(let it): recordCreation(it, done)
        case .documentOpen: recordOpeningInApp(done)
        case .documentEdit(let it): recordEdit(it, done)
        case .documentComment(let it): recordWork(.comment(it.text), done)
        case .documentRename(let it): recordWork(.rename(to: it.title), done)
        case .documentMove(let it): recordWork(.move(to: it.folder), done)
        case .documentDelete: recordWork(.delete, done)
        case .highlightCenterPostNotice(let it): recordTelling(it, done)
        case .highlightCenterClearNotices(let it): recordSeeing(it.url, done)

        case .appRegister(let it):
            let steps = done.isDone ? steps(registering: it) : nil
            if steps?.isEmpty != true { act(steps ?? [], done, kind: .setUp) }
        case .activityOffer: act(.unsaid, done)
        case .sitePublish(let it):
            guard done.isDone else { return leaveOut(done, "which was refused") }
            var step = say(it.association == nil ? .publishesNothing : .publishes, .text(it.domain))
            step.docString = it.association.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) }
            act(step, done, kind: .setUp)
        }
    }

    private mutating func record(_ request: LiveRequest, _ done: DoneRequest) {
        let me = RecordedSlot.person(done.person)
        switch request {
        case .sessionHello, .sessionPing, .rpcDiscover, .sessionFence, .conversationList, .conversationHistory,
            .messageSearch, .messageThread, .messageAttachment, .attributionShow, .clockNow, .worldCreate, .worldList,
            .faultList, .journalList, .journalVerify, .personList, .messageRecentlyDeleted:
            return
        case .conversationTyping(let it):
            guard options.hasEverything, !done.isOverApp else { return }
            act(say(.types, me, it.isTyping ? "is" : "stops", .conversation(it.conversation)), done)
        case .clockAdvance(.milliseconds(let milliseconds)): if done.isDone { pass(milliseconds) }
        case .clockAdvance(.until(.quiescent)): if done.isDone { act(say(.settles), done) }
        case .attributionAttach(let it): recordLook(it, done)
        case .documentClose: recordClosing(done)
        case .activityChoose: act(.unsaid, done)
        case .faultInject(let it): recordFault(it, done)
        case .worldReset, .worldDelete, .faultClear: act(.unsaid, done)
        }
    }

    /// Records a request that the contract does not have, and that was therefore refused, if a phrase can express it.
    /// The content of an attached document is also missing from the notification to the observer.
    private mutating func recordUnreadable(_ done: DoneRequest) {
        let me = RecordedSlot.person(done.person)
        let params = done.params ?? .null
        let message = params.text("message").map { MessageID($0) }
        let conversation = params.text("conversation").map { ConversationID($0) }
        switch done.method {
        case .messageSend:
            guard let conversation, let document = params["attachment"]?.text("name") else { fallthrough }
            let origin = params.text("replyTo").map { MessageID($0) }
            recordSending(params.text("text") ?? "", to: conversation, with: document, answering: origin, done)
        case .conversationSetPhoto:
            act(say(.givesPhoto, me, .conversation(conversation), .text(params.text("photo"))), done)
        case .messageReact:
            let place = RecordedSlot.conversation(message.flatMap { cast.said[$0]?.conversation })
            act(say(.reacts, me, .text(params.text("reaction")), .message(message), place), done)
        default: if done.method.changesTheLog { leaveOut(done, "which is not in the contract") }
        }
    }

    /// Records one step for each message that was deleted or recovered.
    private mutating func recordDeletion(_ name: PhraseName, _ it: MessageReferences, _ done: DoneRequest) {
        act(it.messages.map { say(name, .person(done.person), .message($0), place(of: $0)) }, done)
    }

    /// Returns the conversation of a message.
    private func place(of message: MessageID) -> RecordedSlot { .conversation(cast.said[message]?.conversation) }

    // MARK: Data in responses

    /// Stores the messages, conversations and documents in a response, for any requester.
    private mutating func learn(from done: DoneRequest) {
        guard let result = done.result else { return }
        if let conversation: Conversation = done.answered("conversation") { learn(conversation) }
        if let share: Share = done.answered("share") { learn(share) }
        for highlight in result.list("highlights") {
            if let id = highlight.text("id"), let url = highlight.text("url") { highlights[HighlightID(id)] = url }
        }
        guard let person = done.person else { return }
        if done.method == .collaborationOffer { offers[person] = done.answered("offer") }
        if let settings: Settings = done.answered("settings") {
            for consent in settings.consents { wait(for: consent.id, person) }
        }
    }

    /// Stores that a consent request is pending.
    mutating func wait(for consent: ConsentID, _ person: Handle) {
        if consents[person]?.contains(consent) != true { consents[person, default: []].append(consent) }
    }

    mutating func learn(_ conversation: Conversation) {
        for person in conversation.people { cast.show(person.handle, as: person.name) }
        // A person who has left sees an old state of the conversation.
        guard !conversation.left, cast.conversation(conversation.id) != nil else { return }
        cast.members[conversation.id] = conversation.participants
    }

    mutating func learn(_ share: Share) {
        var document = documents[share.url] ?? RecordedDocument(app: share.app, title: share.title)
        document.title = share.title
        document.share = share.id
        document.isOpen = share.access == .public
        documents[share.url] = document
        if document.isOpen {
            seen.removeAll { if case .own(_, .hasNoAccess, [.text(share.url)]) = $0 { true } else { false } }
        }
    }

    // MARK: Presence

    private mutating func recordGreeting(_ hello: Hello, _ done: DoneRequest) {
        guard done.isDone, let person = done.person else { return }
        switch hello.identity {
        case .observer: return
        case .app(let app, _): starting.append((done.owner.session, app, person))
        case .person(_, let name):
            if let name { cast.show(person, as: name) }
            if hello.system == .old, old.insert(person).inserted {
                write(say(.hasOlderSystem, .person(person)), at: nil, kind: .setUp)
            }
            arrive(person, done)
        }
    }

    private mutating func arrive(_ person: Handle, _ done: DoneRequest) {
        let isBack = !streams.values.contains(person)
        streams[done.owner.session] = person
        if let index = leaving.firstIndex(of: person) {
            leaving.remove(at: index)
        } else if isBack, away.contains(person) {
            write(say(.comesBack, .person(person)), at: done.at)
            away.remove(person)
            for observation in missed { see(observation) }
            missed = []
        }
    }

    /// Records new cards. Those that an observer arranges are collected, and later written together.
    private mutating func recordCards(_ it: AddContacts, _ done: DoneRequest) {
        guard let owner = it.person ?? done.person else { return leaveOut(done, RecordedStep.unsaid.why) }
        if done.owner.role == .observer, done.isDone {
            cards += it.handles.map { RecordedCards.Card(owner: owner, other: $0) }
        } else {
            flushCards()
            act(it.handles.map { say(.savesContact, .person(owner), .person($0)) }, done, kind: .setUp)
        }
    }

    /// Writes the collected cards.
    mutating func flushCards() {
        let new = cards
        cards = []
        for step in saying(new) { write(step, at: nil, kind: .setUp) }
    }

    /// Returns the steps for cards, in the order of their owners. People who have each other's cards are called
    /// contacts.
    mutating func saying(_ cards: [RecordedCards.Card]) -> [RecordedStep] {
        let all = Set(cards)
        func have(_ one: Handle, _ other: Handle) -> Bool {
            all.contains(.init(owner: one, other: other)) && all.contains(.init(owner: other, other: one))
        }
        var said: Set<RecordedCards.Card> = []
        var steps: [RecordedStep] = []
        for card in cards where !said.contains(card) {
            guard have(card.owner, card.other) else {
                steps.append(say(.savesContact, .person(card.owner), .person(card.other)))
                continue
            }
            var circle = [card.owner, card.other]
            for other in cards where other.owner == card.owner {
                if circle.allSatisfy({ have($0, other.other) }) { circle.append(other.other) }
            }
            steps.append(say(.areContacts, .people(circle)))
            for owner in circle { said.formUnion(circle.map { .init(owner: owner, other: $0) }) }
        }
        return steps
    }

    // MARK: Faults

    private mutating func recordFault(_ it: InjectFault, _ done: DoneRequest) {
        let (to, target) = (it.target.to, it.target)
        let isMessage = target.notification == .messagePosted
        guard done.isDone, let to, isMessage || target.notification == .noticePosted, target.from == nil,
            target.device == nil, target.percent == nil, target.nth == 1
        else { return leaveOut(done, RecordedStep.unsaid.why) }
        faulty.insert(to)
        let (who, fault) = (RecordedSlot.person(to), isMessage ? PhraseName.faultOfMessage : .faultOfNotice)
        switch it.effect {
        case .drop: act(say(fault, who, "lost"), done)
        case .duplicate: act(say(fault, who, "delivered twice"), done)
        case .delay(let milliseconds): act(say(fault, who, .milliseconds(milliseconds)), done)
        case .reorder: act(isMessage ? say(.reordersMessage, who) : .unsaid, done)
        case .disconnect:
            breaking.insert(to)
            act(say(.breaks, who, isMessage ? "message" : "notice"), done)
        }
    }
}
