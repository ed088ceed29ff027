import ChatProtocol

/// Documents that are shared, and who is on a share.
extension Recording {
    /// Writes what was shared and sent nowhere, with what was changed of it.
    mutating func writeCreated(_ person: Handle) {
        guard let request = created.removeValue(forKey: person) else { return }
        recordUnsentShare(request, of: person)
        recordChanges(of: person)
    }

    private mutating func recordChanges(of person: Handle) {
        for change in changes.removeValue(forKey: person) ?? [] { recordManaging(change) }
    }

    /// Whether everyone may only view, as the end of a step that shares; nil where they may edit.
    func everyoneMay(_ permission: String?) -> RecordedSlot? {
        permission == Share.Permission.readOnly.rawValue ? "so that everyone can view" : nil
    }

    mutating func recordCreatedShare(_ request: HeardRequest) {
        guard let person = request.person else { return }
        release(person)
        writeCreated(person)
        if let start = request.result?["start"] {
            // What its app is asked for is no start of a draft.
            if let id = start.text("id") { unsaidStarts.insert(id) }
            recordUnsentShare(request, of: person)
        } else if request.isDone {
            created[person] = request
        } else {
            share(request, in: cast.members.filter { $0.value.contains(person) }.keys.min(), by: person)
        }
    }

    mutating func recordSentShare(_ request: HeardRequest) {
        guard let person = request.person else { return }
        if let start = request.result?["start"]?.text("id") { unsaidStarts.insert(start) }
        guard let conversation = request.text("conversation"), cast.conversation(conversation) != nil,
            let id = request.text("share"), let (url, document) = documents.first(where: { $0.value.share == id })
        else { return leaveOut(request, "of a document that was there before") }
        let (me, title, place) = (
            RecordedSlot.person(person), RecordedSlot.text(document.title), RecordedSlot.conversation(conversation)
        )
        let isCopy = request.text("mode") == SharingMethod.copy.rawValue
        let isAccepted = if case .accepted = deed(of: person, at: url) { true } else { false }
        if let first = created[person], first.result?["share"]?.text("id") == id {
            created[person] = nil
            share(first, in: conversation, by: person)
            refuse(request)
            recordChanges(of: person)
        } else if isCopy, let text = say(.sendsCopy, me, title, place) {
            release(person)
            act(text, request)
        } else if request.text("mode") != nil || isAccepted, let text = say(.sendsOn, me, title, place) {
            withdrawAcceptance(of: url, by: person)
            act(text, request)
        } else if let text = say(.shares, me, title, .app(document.app), .text(url), place) {
            release(person)
            act(text, request)
        } else {
            return leaveOut(request, "which cannot be said")
        }
        guard let message = request.result?["message"], let sent = message.text("id") else { return }
        leaveOutText(of: request, in: message, as: isCopy ? message["attachment"]?.text("name") ?? "" : url)
        see(.message(sent))
    }

    /// A share that is sent nowhere, or that its app is asked to make a link for.
    private mutating func recordUnsentShare(_ request: HeardRequest, of person: Handle) {
        let isUsual =
            request.text("access") ?? Share.Access.private.rawValue == Share.Access.private.rawValue
            && request.text("permission") ?? Share.Permission.readWrite.rawValue == Share.Permission.readWrite.rawValue
            && request.params["document"] == nil && !request.isOn("allowsInviting")
        let title = RecordedSlot.text(request.text("title"))
        let text = say(.sharesWithNobody, .person(person), title, .app(request.text("app")), .text(link(request)))
        act(isUsual ? text : nil, request)
    }

    private mutating func share(_ request: HeardRequest, in conversation: String?, by person: Handle) {
        let steps = sharing(
            request.text("title"), request.text("app"), link(request), in: conversation, by: person,
            request.text("permission"), isPublic: request.text("access") == Share.Access.public.rawValue,
            allowsInviting: request.isOn("allowsInviting"))
        guard act(steps[0], request) != nil, request.isDone else { return }
        act(Array(steps.dropFirst()), request)
    }

    /// The steps that share a document: the first shares it, and the others change what is not usual.
    mutating func sharing(
        _ title: String?, _ app: String?, _ url: String?, in conversation: String?, by person: Handle,
        _ permission: String?, isPublic: Bool, allowsInviting: Bool
    ) -> [String?] {
        let (me, link) = (RecordedSlot.person(person), RecordedSlot.text(url))
        var steps = [
            say(.shares, me, .text(title), .app(app), link, .conversation(conversation), everyoneMay(permission))
        ]
        if isPublic { steps.append(say(.opensShare, me, link)) }
        if allowsInviting { steps.append(say(.setsInviting, me, "people", link)) }
        return steps
    }

    // MARK: Who is on a share

    mutating func recordManaging(_ request: HeardRequest) {
        guard let person = request.person, let url = link(request) else {
            return leaveOut(request, "of a document that was there before")
        }
        if let first = created[person], first.result?["share"]?.text("url") == url {
            // No step has made it yet.
            return changes[person, default: []].append(request)
        }
        if let owner = created.first(where: { $0.value.result?["share"]?.text("url") == url })?.key {
            writeCreated(owner)
        }
        if case .opened = deed(of: person, at: url), request.method == .shareAccept { return refuse(request) }
        release(person)
        if request.method == .shareAccept { return recordAccepting(request, by: person, at: url) }
        if request.method == .shareSave {
            guard request.isDone, request.params["title"] == nil else {
                return leaveOut(request, "which no phrase says")
            }
            let steps = managing(request, .person(person), .text(url))
            if steps.isEmpty { return leaveOut(request, "which no phrase says") }
            return act(steps, request, burst: "save at \(url)")
        }
        // What was changed of an older state is changed of the present one when it is played.
        let isStale = request.params["revision"] != nil && request.refusal == RPCError.Reason.conflict.rawValue
        let text = isStale ? nil : managing(request, .person(person), .text(url)).first ?? nil
        guard act(text, request) != nil, request.isDone else { return }
        if request.method == .shareRemoveParticipant, request.result?["start"] == nil {
            for gone in request.others { see(.noAccess(gone, url: url)) }
        }
        if request.method == .shareStop {
            documents[url]?.share = nil
            let groups = cast.members.filter { $0.value.contains(person) && $0.value.count > 1 }
            if let group = groups.keys.min(), let other = groups[group]?.first(where: { $0 != person }) {
                see(.noAccess(other, url: url))
            }
        }
    }

    private mutating func recordAccepting(_ request: HeardRequest, by person: Handle, at url: String) {
        let text = say(.opens, .person(person), .text(url))
        if request.refusal == RPCError.Reason.notFound.rawValue {
            guard let line = act(text.map(PlayPhrases.overTheWire), request) else { return }
            held[person] = Held(.tried, url, line: line)
        } else if let line = act(text, request), request.isDone {
            held[person] = Held(.accepted, url, line: line)
        }
    }

    /// The steps that change a share: a sharing screen saves several changes at once, everything else asks for one.
    private mutating func managing(_ request: HeardRequest, _ me: RecordedSlot, _ url: RecordedSlot) -> [String?] {
        let (params, others, method) = (request.params, request.others, request.method)
        func isViewer(_ permission: JSONValue?) -> Bool {
            permission?.stringValue == Share.Permission.readOnly.rawValue
        }
        func may(_ permission: JSONValue?) -> RecordedSlot { isViewer(permission) ? "only view" : "edit" }
        func isAdministrator(_ one: JSONValue) -> Bool { one.text("role") == Share.Role.administrator.rawValue }
        let own = params["permission"]
        switch method {
        case .shareAddParticipant:
            let permission: RecordedSlot? = own == nil ? nil : isViewer(own) ? "view" : "edit"
            return [say(.addsToShare, me, .people(others), url, permission)]
        case .shareSetRole:
            let role: RecordedSlot = isAdministrator(params) ? "an administrator" : "an ordinary participant"
            return [say(.setsRole, me, .person(others.count == 1 ? others[0] : nil), role, url)]
        case .shareLeave: return [say(.leavesShare, me, url)]
        case .shareStop: return [say(.stopsSharing, me, url)]
        case .shareRemoveParticipant: return [say(.removesFromShare, me, .people(others), url)]
        default: break
        }
        var steps: [String?] = []
        if params["access"] != nil || method == .shareSetAccess {
            let isPublic = params.text("access") == Share.Access.public.rawValue
            let kept: RecordedSlot? = others.isEmpty ? nil : .people(others)
            steps.append(isPublic ? say(.opensShare, me, url) : say(.closesShare, me, url, kept))
        }
        if own != nil || method == .shareSetPermission {
            let who = others.isEmpty ? "everyone" : RecordedSlot.person(others.count == 1 ? others[0] : nil)
            steps.append(say(.setsPermission, me, who, may(own), url))
        }
        if let allows = params["allowsInviting"] {
            steps.append(say(.setsInviting, me, allows == true ? "people" : "nobody else", url))
        }
        for one in params.list("add") {
            guard let other = one.handle("handle") else { continue }
            let permission = one["permission"] ?? request.result?["share"]?["permission"]
            steps.append(say(.addsToShare, me, .people([other]), url, isViewer(permission) ? "view" : "edit"))
            if isAdministrator(one) { steps.append(say(.setsRole, me, .person(other), "an administrator", url)) }
        }
        for one in params.list("permissions") {
            guard let other = one.handle("handle") else { continue }
            steps.append(say(.setsPermission, me, .person(other), may(one["permission"]), url))
        }
        let gone = params.handles("remove")
        if !gone.isEmpty { steps.append(say(.removesFromShare, me, .people(gone), url)) }
        return steps
    }
}
