import ChatConnection
import ChatProtocol

/// The steps for each request. The rows of the phrases have those that depend on no other request. Queries become no
/// steps.
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

    /// Records a request whose steps depend on others, or else with the phrase that expresses it.
    private mutating func record(_ request: Request, _ done: DoneRequest) {
        switch request {
        case .contactAdd(let it): recordCards(it, done)
        case .conversationCreate(let it): recordCreation(it, done)
        case .conversationAddParticipant:
            if let group = group(begunBy: done) { _ = cast.name(group.id, group.name, of: group.participants) }
            act(say(done), done)
            seeMembers(done)
        case .conversationRemoveParticipant:
            act(say(done), done)
            seeMembers(done)
        case .conversationLeave(let it):
            act(say(done), done)
            if done.isDone { cast.members[it.conversation]?.removeAll { $0 == done.person } }
        case .conversationRename(let it): recordRenaming(it, done)
        case .conversationMarkRead(let it): recordReading(it, done)
        case .messageSend(let it): recordSending(it.text, to: it.conversation, answering: it.replyTo, done)
        case .messageEdit(let it):
            if act(say(done), done) == nil { cast.unsayable.insert(it.message) }
            if done.isDone { see(.edited(it.message)) }
        case .messageUnsend(let it):
            act(say(done), done)
            if done.isDone, let text = cast.said[it.message]?.text { see(.unsent(it.message, text: text)) }

        case .linkOpen(let it): recordOpening(of: it.url, done)
        case .highlightHide(let it), .highlightRestore(let it):
            let steps = say(done)
            if let person = done.person, let url = highlights[it.highlight], steps.allSatisfy({ $0.text != nil }) {
                remember(shelfOf: person, link: url)
            }
            act(steps, done)
        case .settingsSet(let it): act(settings(it, of: .person(done.person)), done)
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
            act(say(done), done)
            if done.isDone, let person = done.person {
                see(.startIs, by: person, .text(PlayPhrases.states[.cancelled]))
            }

        case .documentCreate(let it): recordCreation(it, done)
        case .documentOpen: recordOpeningInApp(done)
        case .documentEdit(let it): recordEdit(it, done)
        case .documentComment(let it): recordWork(.comment(it.text), done)
        case .documentRename(let it): recordWork(.rename(to: it.title), done)
        case .documentMove(let it): recordWork(.move(to: it.folder), done)
        case .documentDelete: recordWork(.delete, done)
        case .identitySign(let it):
            // The proof of a challenge is recorded when it is shown.
            if String(validating: it.bytes, as: UTF8.self) != nil { act(say(done), done) }
        case .identityProve:
            guard done.isDone else { return leaveOut(done, "which was refused") }
            act(say(done), done)
        case .highlightCenterPostNotice(let it): recordTelling(it, done)
        case .highlightCenterClearNotices(let it): recordSeeing(it.url, done)

        case .appRegister(let it):
            let steps = done.isDone ? steps(registering: it) : nil
            if steps?.isEmpty != true { act(steps ?? [], done, kind: .setUp) }
        case .sitePublish(let it):
            guard done.isDone else { return leaveOut(done, "which was refused") }
            var step = say(it.association == nil ? .publishesNothing : .publishes, .text(it.domain))
            step.docString = it.association.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) }
            act(step, done, kind: .setUp)

        case .contactRemove, .contactBlock, .contactUnblock: act(say(done), done, kind: .setUp)
        case .highlightDisplay: return
        default: if done.method.changesTheLog { act(say(done), done) }
        }
    }

    private mutating func record(_ request: LiveRequest, _ done: DoneRequest) {
        switch request {
        case .conversationTyping: if options.hasEverything, !done.isOverApp { act(say(done), done) }
        case .clockAdvance(.milliseconds(let milliseconds)): if done.isDone { pass(milliseconds) }
        case .clockAdvance(.until(.quiescent)): if done.isDone { act(say(done), done) }
        case .attributionAttach(let it): recordLook(it, done)
        case .documentClose: recordClosing(done)
        case .faultInject(let it): recordFault(it, done)
        case .activityChoose, .worldReset, .worldDelete, .faultClear: act(.unsaid, done)
        default: return
        }
    }

    /// Records a request that the contract does not have, and that was therefore refused, if a phrase can express it.
    /// The content of an attached document is also missing from the notification to the observer.
    private mutating func recordUnreadable(_ done: DoneRequest) {
        let document = done.params?["attachment"]?.text("name")
        switch done.method {
        case .messageSend, .conversationSetPhoto, .messageReact:
            guard let document, let conversation = place(of: done) else { return _ = act(say(done), done) }
            let origin = done.params?.text("replyTo").map { MessageID($0) }
            recordSending(done.params?.text("text") ?? "", to: conversation, with: document, answering: origin, done)
        default: if done.method.changesTheLog { leaveOut(done, "which is not in the contract") }
        }
    }

    /// Returns the conversation that a request names, or that of its message.
    func place(of done: DoneRequest) -> ConversationID? {
        let named = done.params?.text("conversation").map { ConversationID($0) }
        return named ?? done.message.flatMap { cast.said[$0]?.conversation }
    }

    /// Returns the new group that a change of a conversation created; nil if none was.
    func group(begunBy done: DoneRequest) -> Conversation? {
        done.answered("conversation").flatMap { $0.id == place(of: done) ? nil : $0 }
    }

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

/// Reading of a `request.done` notification for a recording.
extension DoneRequest {
    /// Reads a notification of an observer; nil if it is not about a request.
    init?(_ heard: ScriptedClient.Notified) {
        guard heard.method == NotificationName.requestDone,
            let done = try? DoneRequest(told: heard.params, as: "a request")
        else { return nil }
        self = done
    }

    /// The person who made the request, or for whom the app runs.
    var person: Handle? { owner.person }

    /// The request; nil if the contract has no such request.
    var request: Request? { read { method, fields throws(InvalidField) in try Request(method, from: &fields) } }

    /// The live request; nil if the contract has no such request.
    var liveRequest: LiveRequest? {
        read { method, fields throws(InvalidField) in try LiveRequest(method, from: &fields) }
    }

    private func read<Call>(_ read: (Method, inout JSONFields) throws(InvalidField) -> Call?) -> Call? {
        guard var fields = try? JSONFields(params) else { return nil }
        return (try? read(method, &fields)) ?? nil
    }

    /// The result; nil if the request was refused or the result is too long for a notification.
    var result: JSONValue? { if case .result(let result) = outcome { result } else { nil } }

    /// Returns a member of the result; nil if it has none.
    func answered<Value: JSONRecord>(_ key: String) -> Value? { try? Value(told: result?[key], as: key) }

    /// The reason of the refusal; nil if the request succeeded.
    var refusal: RPCError.Reason? { if case .refused(let error) = outcome { error.reason } else { nil } }

    /// The message that the request names.
    var message: MessageID? { params?.text("message").map { MessageID($0) } }

    /// A request about each message that the request lists; the request itself if it lists none.
    var parts: [DoneRequest] {
        guard let messages = params?["messages"]?.arrayValue else { return [self] }
        return messages.map { message in
            var part = self
            part.params = ["message": message]
            return part
        }
    }

    var isDone: Bool { refusal == nil }

    /// True if the request is more than a query.
    var changesSomething: Bool {
        method.changesTheLog || method == .conversationTyping || method == .collaborationOffer
    }

    /// True if the request comes from a system panel over an app.
    var isOverApp: Bool { owner.device?.name == "app" }
}
