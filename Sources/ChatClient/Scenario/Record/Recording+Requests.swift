import ChatProtocol

/// From each request to its step: the table of what a recording can say. What only looks at something is no step.
extension Recording {
    mutating func take(_ request: HeardRequest) {
        if request.method == .sessionHello { return takeGreeting(request) }
        if request.changesSomething { starting.removeAll { $0.session == request.session } }
        // Who was there before the recording began, or greeted with the request itself.
        if request.role == .person, let person = request.person, streams[request.session] == nil {
            arrive(person, request)
        }
        if request.method != .contactAdd { flushContacts() }
        learn(from: request)
        guard !request.isTruncated || request.params != .object(JSONObject()) else {
            return leaveOut(request, "too long to be told")
        }
        forgetReading(before: request)
        switch request.method {
        case .sessionHello, .sessionPing, .sessionFence, .conversationList, .conversationHistory, .messageSearch,
            .messageThread, .messageAttachment, .contactList, .settingsGet, .settingsAudit, .highlightList,
            .highlightCenterGetHighlight, .highlightCenterGetCollaborationHighlight,
            .highlightCenterCollaborationHighlight, .attributionShow,
            .highlightDisplay, .shareGet, .shareList, .collaborationOffer, .collaborationList, .appGet, .clockNow,
            .worldCreate, .worldList, .faultList, .deliveryExplain, .documentList, .documentGet, .linkExplain:
            return
        case .clockAdvance:
            guard request.refusal == nil else { return }
            if request.text("until") == nil {
                pass(request.params["milliseconds"]?.integerValue ?? 0)
            } else {
                act("everything has settled", at: request.at)
            }
        case .worldReset, .worldDelete, .faultClear: leaveOut(request, "which no phrase says")
        case .contactAdd, .contactRemove, .contactBlock, .contactUnblock: takeContact(request)
        case .conversationCreate: takeCreation(request)
        case .conversationAddParticipant, .conversationRemoveParticipant, .conversationLeave, .conversationRename,
            .conversationSetPhoto, .conversationMarkRead, .conversationMarkUnread, .conversationMute,
            .conversationPin, .conversationTyping:
            takeConversation(request)
        case .messageSend, .messageEdit, .messageUnsend, .messageReact: takeMessage(request)
        case .linkPin, .linkUnpin: takePin(request)
        case .linkOpen: takeOpening(request)
        case .settingsSet: takeSettings(request)
        case .consentAnswer: takeConsent(request)
        case .highlightHide, .highlightRestore, .attributionAttach: takeHighlight(request)
        case .highlightCenterPostNotice, .highlightCenterClearNotices: takeNotice(request)
        case .noticeDismiss, .noticeAnswer: takeNoticeAnswer(request)
        case .shareCreate, .shareSend: takeSharing(request)
        case .shareAccept, .shareSave, .shareAddParticipant, .shareRemoveParticipant, .shareSetPermission,
            .shareSetRole, .shareSetInviting, .shareSetAccess, .shareLeave, .shareStop:
            takeManaging(request)
        case .collaborationStart, .collaborationCancel: takeStart(request)
        case .actionFulfill, .actionFail: takeAction(request)
        case .appRegister: takeApp(request)
        case .sitePublish: takeSite(request)
        case .faultInject: takeFault(request)
        case .documentCreate, .documentOpen, .documentClose, .documentEdit, .documentComment, .documentRename,
            .documentMove, .documentDelete:
            takeDocument(request)
        }
    }

    /// Who does something in a conversation has it open: that they read it then goes without saying.
    private mutating func forgetReading(before request: HeardRequest) {
        guard let person = request.person, let read = lastRead[person], request.changesSomething else { return }
        let message = request.text("message").flatMap { cast.said[$0]?.conversation }
        if (request.text("conversation") ?? message) == read.conversation, request.method != .conversationMarkRead {
            script.remove(read.line)
            seen.removeAll { sight in
                guard case .read(let message) = sight else { return false }
                return cast.said[message]?.conversation == read.conversation
            }
        }
        lastRead[person] = nil
    }

    /// Notes what an answer shows of messages, conversations and documents, whoever asked.
    private mutating func learn(from request: HeardRequest) {
        guard let result = request.result else { return }
        if let conversation = result["conversation"] { learn(conversation: conversation) }
        if let share = result["share"] {
            let isNew = share["url"]?.stringValue.map { documents[$0] == nil } ?? false
            learn(share: share)
            if isNew, request.method != .shareCreate { rememberShare(share) }
        }
        if request.method == .collaborationOffer, let person = request.person { offers[person] = result["offer"] }
        for highlight in (result["highlights"]?.arrayValue ?? []) { learn(highlight: highlight) }
        for consent in (result["settings"]?["consents"]?.arrayValue ?? []) {
            guard let person = request.person, let id = consent["consent"]?.stringValue else { continue }
            if !consents[person, default: []].contains(id) { consents[person, default: []].append(id) }
        }
    }

    mutating func learn(highlight: JSONValue) {
        if let id = highlight["id"]?.stringValue, let url = highlight["url"]?.stringValue { highlights[id] = url }
    }

    mutating func learn(conversation: JSONValue) {
        guard let id = conversation["id"]?.stringValue else { return }
        for person in conversation["people"]?.arrayValue ?? [] {
            guard let handle = person["handle"]?.stringValue.flatMap({ Handle($0) }),
                let name = person["name"]?.stringValue
            else { continue }
            cast.show(handle, as: name)
        }
        // Who has left sees it as it was.
        guard conversation["left"] == nil, cast.conversation(id) != nil else { return }
        cast.members[id] = (conversation["participants"]?.arrayValue ?? []).compactMap {
            $0.stringValue.flatMap { Handle($0) }
        }
    }

    mutating func learn(share: JSONValue) {
        guard let url = share["url"]?.stringValue, let app = share["app"]?.stringValue else { return }
        if let access = share["access"]?.stringValue { open[url] = access == Share.Access.public.rawValue }
        var document = documents[url] ?? RecordedDocument(app: app, title: "")
        document.title = share["title"]?.stringValue ?? document.title
        document.share = share["id"]?.stringValue ?? document.share
        documents[url] = document
    }

    // MARK: Who is there

    private mutating func takeGreeting(_ request: HeardRequest) {
        guard request.refusal == nil, let person = request.person else { return }
        switch request.role {
        case .observer: return
        case .app:
            if let app = request.app?.rawValue {
                starting.append((request.session, app, person))
            }
        case .person:
            if let name = request.text("name") { cast.show(person, as: name) }
            if request.text("system") == DeviceSystem.old.rawValue, old.insert(person).inserted {
                act("\(cast.name(person)) has a device with an older system", at: nil, kind: .setUp)
            }
            arrive(person, request)
        }
    }

    private mutating func arrive(_ person: Handle, _ request: HeardRequest) {
        let isBack = !streams.values.contains(person)
        streams[request.session] = person
        if let index = leaving.firstIndex(of: person) {
            leaving.remove(at: index)
        } else if isBack, away.contains(person) {
            act("\(cast.name(person)) comes back online", at: request.at)
            away.remove(person)
            for sight in missed { see(sight) }
            missed = []
        }
    }

    private mutating func takeContact(_ request: HeardRequest) {
        let others = request.handle("handle").map { [$0] } ?? request.handles("handles")
        guard let other = others.first else { return leaveOut(request, "which no phrase says") }
        if request.role == .observer {
            guard request.refusal == nil, let owner = request.handle("person") ?? request.person else {
                return leaveOut(request, "which was refused")
            }
            guard request.method == .contactAdd else {
                return contact(request.method, owner, other, at: request.at)
            }
            contacts += others.map { (owner, $0) }
            return
        }
        flushContacts()
        guard let me = request.person else { return }
        for other in others { contact(request.method, me, other, at: request.at) }
        refuse(request)
    }

    private mutating func contact(_ method: Method, _ owner: Handle, _ other: Handle, at now: Instant?) {
        let (me, them) = (cast.name(owner), cast.name(other))
        switch method {
        case .contactRemove: act("\(me) deletes the contact \(them)", at: now, kind: .setUp)
        case .contactBlock: act("\(me) blocks \(them)", at: now, kind: .setUp)
        case .contactUnblock: act("\(me) unblocks \(them)", at: now, kind: .setUp)
        default: act("\(me) saves \(them) as a contact", at: now, kind: .setUp)
        }
    }

    /// Writes the cards that were made in one go: who has each other's are contacts.
    mutating func flushContacts() {
        var left = contacts[...]
        contacts = []
        while let first = left.first {
            let run = left.prefix { $0.owner == first.owner }
            var all = [first.owner]
            for pair in run where !all.contains(pair.other) { all.append(pair.other) }
            var everyone: [(owner: Handle, other: Handle)] = []
            for owner in all { for other in all where other != owner { everyone.append((owner, other)) } }
            let begin = left.prefix(everyone.count)
            let isCircle = zip(begin, everyone).allSatisfy { $0.owner == $1.owner && $0.other == $1.other }
            if begin.count == everyone.count, isCircle {
                act("\(RecordedWords.list(all.map { cast.name($0) })) are contacts", at: nil, kind: .setUp)
                left = left.dropFirst(everyone.count)
            } else {
                contact(.contactAdd, first.owner, first.other, at: nil)
                left = left.dropFirst()
            }
        }
    }

    // MARK: What observers arrange

    private mutating func takeApp(_ request: HeardRequest) {
        guard request.refusal == nil, let id = request.text("app"), let name = request.text("name"),
            let steps = registry.steps(registering: request.params, as: id)
        else { return leaveOut(request, "which no phrase says") }
        cast.apps[id] = name
        for step in steps { act(step.text, at: request.at, kind: .setUp, table: step.table) }
    }

    private mutating func takeSite(_ request: HeardRequest) {
        guard request.refusal == nil, let domain = request.text("domain").flatMap(RecordedWords.quoted) else {
            return leaveOut(request, "which was refused")
        }
        guard let association = request.params["association"], association != .null else {
            act("the site \(domain) publishes nothing", at: request.at, kind: .setUp)
            return
        }
        let text = String(decoding: JSONWriter.bytes(of: association), as: UTF8.self)
        act("the site \(domain) publishes:", at: request.at, kind: .setUp, docString: text)
    }

    private mutating func takeFault(_ request: HeardRequest) {
        let on = request.params["on"]
        let notification = on?["notification"]?.stringValue.flatMap(NotificationName.init(rawValue:))
        let kinds: [NotificationName: String] = [.messagePosted: "message", .noticePosted: "notice"]
        guard request.refusal == nil, let to = on?["to"]?.stringValue.flatMap({ Handle($0) }),
            let kind = notification.flatMap({ kinds[$0] }), on?["from"] == nil, on?["device"] == nil,
            on?["percent"] == nil, on?["nth"] == nil || on?["nth"] == 1
        else { return leaveOut(request, "which no phrase says") }
        faulty.insert(to)
        let who = cast.name(to)
        var text: String?
        switch request.text("do") {
        case "drop": text = "the next \(kind) to \(who) is lost"
        case "duplicate": text = "the next \(kind) to \(who) is delivered twice"
        case "delay":
            let milliseconds = request.params["milliseconds"]?.integerValue ?? 0
            let words = RecordedWords.duration(milliseconds: milliseconds)
            text = words.map { "the next \(kind) to \(who) is delayed by \($0)" }
        case "reorder" where kind == "message": text = "the next message to \(who) comes after the one behind it"
        case "disconnect":
            breaking.insert(to)
            text = "\(who)'s connection breaks at the next \(kind)"
        default: break
        }
        guard let text else { return leaveOut(request, "which no phrase says") }
        act(text, at: request.at)
    }
}
