import ChatProtocol

/// From each request to its step: the table of what a recording can say. What only looks at something is no step.
extension Recording {
    mutating func record(_ request: HeardRequest) {
        if request.method == .sessionHello { return recordGreeting(request) }
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
        case .sessionHello, .sessionPing, .rpcDiscover, .sessionFence, .conversationList, .conversationHistory,
            .messageSearch,
            .messageThread, .messageAttachment, .contactList, .settingsGet, .settingsAudit, .highlightList,
            .highlightCenterGetHighlight, .highlightCenterGetCollaborationHighlight,
            .highlightCenterCollaborationHighlight, .attributionShow,
            .highlightDisplay, .shareGet, .shareList, .collaborationOffer, .collaborationList, .appGet, .clockNow,
            .worldCreate, .worldList, .faultList, .deliveryExplain, .documentList, .documentGet, .linkExplain,
            .journalList, .journalVerify, .personList:
            return
        case .clockAdvance:
            guard request.isDone else { return }
            if request.text("until") == nil {
                pass(request.params["milliseconds"]?.integerValue ?? 0)
            } else {
                act(say(.settles), request)
            }
        case .worldReset, .worldDelete, .faultClear: leaveOut(request, "which no phrase says")
        case .contactAdd, .contactRemove, .contactBlock, .contactUnblock: recordContact(request)
        case .conversationCreate: recordCreation(request)
        case .conversationAddParticipant, .conversationRemoveParticipant, .conversationLeave, .conversationRename,
            .conversationSetPhoto, .conversationMarkRead, .conversationMarkUnread, .conversationMute,
            .conversationPin, .conversationTyping:
            recordConversation(request)
        case .messageSend: recordSending(request)
        case .messageEdit, .messageUnsend, .messageReact: recordMessage(request)
        case .linkPin, .linkUnpin: recordPin(request)
        case .linkOpen: recordOpening(request)
        case .settingsSet: recordSettings(request)
        case .consentAnswer: recordConsent(request)
        case .attributionAttach: recordLook(request)
        case .highlightHide, .highlightRestore: recordHighlight(request)
        case .highlightCenterPostNotice, .highlightCenterClearNotices: recordNotice(request)
        case .noticeDismiss, .noticeAnswer: recordNoticeAnswer(request)
        case .shareCreate: recordCreatedShare(request)
        case .shareSend: recordSentShare(request)
        case .shareAccept, .shareSave, .shareAddParticipant, .shareRemoveParticipant, .shareSetPermission,
            .shareSetRole, .shareSetInviting, .shareSetAccess, .shareLeave, .shareStop:
            recordManaging(request)
        case .collaborationStart, .collaborationCancel: recordStart(request)
        case .actionFulfill, .actionFail: recordAction(request)
        case .appRegister: recordApp(request)
        case .sitePublish: recordSite(request)
        case .faultInject: recordFault(request)
        case .documentCreate, .documentOpen, .documentClose, .documentEdit, .documentComment, .documentRename,
            .documentMove, .documentDelete:
            recordDocument(request)
        }
    }

    /// Who does something in a conversation has it open: that they read it then goes without saying.
    private mutating func forgetReading(before request: HeardRequest) {
        guard let person = request.person, let read = lastRead[person], request.changesSomething else { return }
        let message = request.text("message").flatMap { cast.said[$0]?.conversation }
        if (request.text("conversation") ?? message) == read.conversation, request.method != .conversationMarkRead {
            script.remove(read.line)
            seen.removeAll { observation in
                guard case .read(let message) = observation else { return false }
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
            let isNew = share.text("url").map { documents[$0] == nil } ?? false
            learn(share: share)
            if isNew, request.method != .shareCreate { rememberShare(share) }
        }
        for highlight in result.list("highlights") { learn(highlight: highlight) }
        guard let person = request.person else { return }
        if request.method == .collaborationOffer { offers[person] = result["offer"] }
        for consent in result["settings"]?.list("consents") ?? [] { wait(consent.text("consent"), for: person) }
    }

    /// Notes that a question of consent waits.
    mutating func wait(_ consent: String?, for person: Handle) {
        guard let consent, !consents[person, default: []].contains(consent) else { return }
        consents[person, default: []].append(consent)
    }

    mutating func learn(highlight: JSONValue) {
        if let id = highlight.text("id"), let url = highlight.text("url") { highlights[id] = url }
    }

    mutating func learn(conversation: JSONValue) {
        guard let id = conversation.text("id") else { return }
        for person in conversation.list("people") {
            if let handle = person.handle("handle"), let name = person.text("name") { cast.show(handle, as: name) }
        }
        // Who has left sees it as it was.
        guard conversation["left"] == nil, cast.conversation(id) != nil else { return }
        cast.members[id] = conversation.handles("participants")
    }

    mutating func learn(share: JSONValue) {
        guard let url = share.text("url"), let app = share.text("app") else { return }
        if let access = share.text("access") { open[url] = access == Share.Access.public.rawValue }
        var document = documents[url] ?? RecordedDocument(app: app, title: "")
        document.title = share.text("title") ?? document.title
        document.share = share.text("id") ?? document.share
        documents[url] = document
    }

    // MARK: Who is there

    private mutating func recordGreeting(_ request: HeardRequest) {
        guard request.isDone, let person = request.person else { return }
        switch request.role {
        case .observer: return
        case .app: if let app = request.app { starting.append((request.session, app, person)) }
        case .person:
            if let name = request.text("name") { cast.show(person, as: name) }
            if request.text("system") == DeviceSystem.old.rawValue, old.insert(person).inserted {
                arrange(say(.hasOlderSystem, .person(person)), at: nil)
            }
            arrive(person, request)
        }
    }

    /// Writes what a story begins with.
    mutating func arrange(_ text: String?, at now: Instant?, docString: String? = nil, table: [[String]] = []) {
        if let text { write(text, at: now, kind: .setUp, docString: docString, table: table) }
    }

    private mutating func arrive(_ person: Handle, _ request: HeardRequest) {
        let isBack = !streams.values.contains(person)
        streams[request.session] = person
        if let index = leaving.firstIndex(of: person) {
            leaving.remove(at: index)
        } else if isBack, away.contains(person) {
            if let text = say(.comesBack, .person(person)) { write(text, at: request.at) }
            away.remove(person)
            for observation in missed { see(observation) }
            missed = []
        }
    }

    private mutating func recordContact(_ request: HeardRequest) {
        let others = request.params.handle("handle").map { [$0] } ?? request.params.handles("handles")
        guard let other = others.first else { return leaveOut(request, "which no phrase says") }
        if request.role == .observer {
            guard request.isDone, let owner = request.params.handle("person") ?? request.person else {
                return leaveOut(request, "which was refused")
            }
            guard request.method == .contactAdd else { return recordCard(request.method, owner, other, at: request.at) }
            contacts += others.map { (owner, $0) }
            return
        }
        flushContacts()
        guard let me = request.person else { return }
        for other in others { recordCard(request.method, me, other, at: request.at) }
        refuse(request)
    }

    private mutating func recordCard(_ method: Method, _ owner: Handle, _ other: Handle, at now: Instant?) {
        let (me, them) = (RecordedSlot.person(owner), RecordedSlot.person(other))
        switch method {
        case .contactRemove: arrange(say(.deletesContact, me, them), at: now)
        case .contactBlock: arrange(say(.blocks, me, "blocks", them), at: now)
        case .contactUnblock: arrange(say(.blocks, me, "unblocks", them), at: now)
        default: arrange(say(.savesContact, me, them), at: now)
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
            let everyone = all.flatMap { owner in all.filter { $0 != owner }.map { (owner: owner, other: $0) } }
            let begin = left.prefix(everyone.count)
            if begin.count == everyone.count, zip(begin, everyone).allSatisfy({ $0 == $1 }) {
                arrange(say(.areContacts, .people(all)), at: nil)
                left = left.dropFirst(everyone.count)
            } else {
                recordCard(.contactAdd, first.owner, first.other, at: nil)
                left = left.dropFirst()
            }
        }
    }

    // MARK: What observers arrange

    private mutating func recordApp(_ request: HeardRequest) {
        guard request.isDone, let id = request.text("app"), let name = request.text("name"),
            let steps = steps(registering: request.params, as: id)
        else { return leaveOut(request, "which no phrase says") }
        cast.apps[id] = name
        for step in steps { arrange(step.text, at: request.at, table: step.table) }
    }

    private mutating func recordSite(_ request: HeardRequest) {
        let domain = RecordedSlot.text(request.isDone ? request.text("domain") : nil)
        guard let nothing = say(.publishesNothing, domain) else { return leaveOut(request, "which was refused") }
        guard let association = request.params["association"], association != .null else {
            return arrange(nothing, at: request.at)
        }
        let text = String(decoding: JSONWriter.bytes(of: association), as: UTF8.self)
        arrange(say(.publishes, domain), at: request.at, docString: text)
    }

    private mutating func recordFault(_ request: HeardRequest) {
        let kinds: [NotificationName: String] = [.messagePosted: "message", .noticePosted: "notice"]
        guard request.isDone, let on = request.params["on"], let to = on.handle("to"),
            let kind = on.text("notification").flatMap(NotificationName.init(rawValue:)).flatMap({ kinds[$0] }),
            on["from"] == nil, on["device"] == nil, on["percent"] == nil, on["nth"] == nil || on["nth"] == 1
        else { return leaveOut(request, "which no phrase says") }
        faulty.insert(to)
        let (who, isMessage) = (RecordedSlot.person(to), kind == "message")
        let fault = isMessage ? PhraseName.faultOfMessage : .faultOfNotice
        let effect = request.text("do")
        if effect == "disconnect" { breaking.insert(to) }
        switch effect {
        case "drop", "duplicate": act(say(fault, who, effect == "drop" ? "lost" : "delivered twice"), request)
        case "delay": act(say(fault, who, .milliseconds(request.params["milliseconds"]?.integerValue ?? 0)), request)
        case "reorder" where isMessage: act(say(.reordersMessage, who), request)
        case "disconnect": act(say(.breaks, who, .word(kind)), request)
        default: leaveOut(request, "which no phrase says")
        }
    }
}
