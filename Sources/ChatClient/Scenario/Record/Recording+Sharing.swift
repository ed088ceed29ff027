import ChatProtocol

/// Documents that are shared, and who is on a share.
extension Recording {
    /// Writes what was shared and sent nowhere, with what was changed of it.
    mutating func writeCreated(_ person: Handle) {
        guard let request = created.removeValue(forKey: person) else { return }
        takeUnsentShare(request, of: person)
        for change in changes.removeValue(forKey: person) ?? [] { takeManaging(change) }
    }

    mutating func takeSharing(_ request: HeardRequest) {
        guard let person = request.person else { return }
        // What its app is asked for is no start of a draft.
        if let start = request.result?["start"]?["id"]?.stringValue { unsaidStarts.insert(start) }
        if request.method == .shareCreate {
            release(person)
            writeCreated(person)
            if request.result?["start"] != nil { return takeUnsentShare(request, of: person) }
            guard request.refusal == nil else {
                return share(request, in: cast.members.filter { $0.value.contains(person) }.keys.min(), by: person)
            }
            created[person] = request
            return
        }
        guard let place = conversation(request), let id = request.text("share"),
            let (url, document) = documents.first(where: { $0.value.share == id })
        else { return leaveOut(request, "of a document that was there before") }
        let me = cast.name(person)
        let title = RecordedWords.quoted(document.title)
        var acceptedLine: Int?
        if case .accepted(let line, let known) = held[person], known == url { acceptedLine = line }
        if let first = created[person], first.result?["share"]?["id"]?.stringValue == id {
            created[person] = nil
            share(first, in: request.text("conversation"), by: person)
            refuse(request)
            for change in changes.removeValue(forKey: person) ?? [] { takeManaging(change) }
        } else if request.text("mode") == SharingMethod.copy.rawValue, let title {
            release(person)
            act("\(me) sends a copy of \(title) to \(place)", request)
        } else if request.text("mode") != nil || acceptedLine != nil, let title {
            takeAcceptance(of: url, by: person)
            act("\(me) sends \(title) on to \(place)", request)
        } else if let title, let name = appName(document.app), let words = RecordedWords.quoted(url) {
            release(person)
            act("\(me) shares \(title) from \(name) at \(words) in \(place)", request)
        } else {
            return leaveOut(request, "which cannot be said")
        }
        guard let message = request.result?["message"], let sent = message["id"]?.stringValue else { return }
        let isCopy = request.text("mode") == SharingMethod.copy.rawValue
        leaveOutText(of: request, in: message, as: isCopy ? message["attachment"]?["name"]?.stringValue ?? "" : url)
        see(.message(sent))
    }

    /// A share that is sent nowhere, or that its app is asked to make a link for.
    private mutating func takeUnsentShare(_ request: HeardRequest, of person: Handle) {
        let usual = ["access": Share.Access.private.rawValue, "permission": Share.Permission.readWrite.rawValue]
        guard let name = request.text("app").flatMap(appName), let (_, words) = link(request),
            let title = request.text("title").flatMap(RecordedWords.quoted),
            usual.allSatisfy({ request.text($0.key) ?? $0.value == $0.value }), request.params["document"] == nil,
            request.params["allowsInviting"] != true
        else { return leaveOut(request, "which no phrase says") }
        act("\(cast.name(person)) shares \(title) from \(name) at \(words) with nobody yet", request)
    }

    private mutating func share(_ request: HeardRequest, in conversation: String?, by person: Handle) {
        guard let place = conversation.flatMap({ cast.conversation($0) }).flatMap({ RecordedWords.quoted($0) }),
            let app = request.text("app"), let name = appName(app),
            let title = request.text("title").flatMap(RecordedWords.quoted), let (_, words) = link(request)
        else { return leaveOut(request, "which no phrase says") }
        let me = cast.name(person)
        let ending =
            request.text("permission") == Share.Permission.readOnly.rawValue ? " so that everyone can view" : ""
        act("\(me) shares \(title) from \(name) at \(words) in \(place)\(ending)", request)
        guard request.refusal == nil else { return }
        if request.text("access") == Share.Access.public.rawValue {
            act("\(me) opens the share at \(words) to anyone with the link", at: request.at)
        }
        if request.params["allowsInviting"] == true {
            act("\(me) lets people invite others to the share at \(words)", at: request.at)
        }
    }

    // MARK: Who is on a share

    mutating func takeManaging(_ request: HeardRequest) {
        guard let person = request.person, let (url, words) = link(request) else {
            return leaveOut(request, "of a document that was there before")
        }
        if let first = created[person], first.result?["share"]?["url"]?.stringValue == url {
            // No step has made it yet.
            return changes[person, default: []].append(request)
        }
        if let owner = created.first(where: { $0.value.result?["share"]?["url"]?.stringValue == url })?.key {
            writeCreated(owner)
        }
        let me = cast.name(person)
        if case .opened(_, let known) = held[person], known == url, request.method == .shareAccept {
            return refuse(request)
        }
        release(person)
        let others = request.handles("handles")
        let names = RecordedWords.list(others.map { cast.name($0) })
        let other = request.handle("handle") ?? (others.count == 1 ? others.first : nil)
        let may = request.text("permission") == Share.Permission.readOnly.rawValue ? "view" : "edit"
        var text: String?
        if request.method == .shareSave { return takeSave(request, by: me, words) }
        switch request.method {
        case .shareAccept:
            if request.refusal == RPCError.Reason.notFound.rawValue {
                let line = act("\(me) opens \(words) over the wire", request)
                held[person] = .tried(lines: line...line + 1, url: url)
                return
            }
            let line = act("\(me) opens \(words)", request)
            if request.refusal == nil { held[person] = .accepted(line: line, url: url) }
            return
        case .shareAddParticipant:
            let they = RecordedWords.list((others.isEmpty ? other.map { [$0] } ?? [] : others).map { cast.name($0) })
            let can = request.params["permission"] == nil ? "" : " so that they can \(may)"
            text = they.isEmpty ? nil : "\(me) adds \(they) to the share at \(words)\(can)"
        case .shareRemoveParticipant:
            let they = RecordedWords.list((others.isEmpty ? other.map { [$0] } ?? [] : others).map { cast.name($0) })
            text = they.isEmpty ? nil : "\(me) removes \(they) from the share at \(words)"
        case .shareSetPermission:
            let verb = may == "view" ? "only view" : "edit"
            if let other { text = "\(me) lets \(cast.name(other)) \(verb) the share at \(words)" }
            if other == nil, others.isEmpty { text = "\(me) lets everyone \(verb) the share at \(words)" }
        case .shareSetRole:
            let role = request.text("role") == Share.Role.administrator.rawValue
            let word = role ? "an administrator" : "an ordinary participant"
            text = other.map { "\(me) makes \(cast.name($0)) \(word) of the share at \(words)" }
        case .shareSetInviting:
            let who = request.params["allowsInviting"] == true ? "people" : "nobody else"
            text = "\(me) lets \(who) invite others to the share at \(words)"
        case .shareSetAccess where request.text("access") == Share.Access.public.rawValue:
            text = "\(me) opens the share at \(words) to anyone with the link"
        case .shareSetAccess:
            let kept = others.isEmpty ? "" : " keeping \(names)"
            text = "\(me) closes the share at \(words) to invited people\(kept)"
        case .shareLeave: text = "\(me) leaves the share at \(words)"
        case .shareStop: text = "\(me) stops sharing \(words)"
        default: break
        }
        // What was changed of an older state is changed of the present one when it is played.
        let isStale = request.params["revision"] != nil && request.refusal == RPCError.Reason.conflict.rawValue
        guard let text, !isStale else { return leaveOut(request, "which no phrase says") }
        act(text, request)
        if request.method == .shareRemoveParticipant, request.refusal == nil, request.result?["start"] == nil {
            for gone in others.isEmpty ? other.map({ [$0] }) ?? [] : others { see(.noAccess(gone, url: url)) }
        }
        if request.method == .shareStop, request.refusal == nil {
            documents[url]?.share = nil
            let groups = cast.members.filter { $0.value.contains(person) && $0.value.count > 1 }
            if let group = groups.keys.min(), let other = groups[group]?.first(where: { $0 != person }) {
                see(.noAccess(other, url: url))
            }
        }
    }

    /// What a sharing screen saves at once, one change after the other.
    private mutating func takeSave(_ request: HeardRequest, by me: String, _ words: String) {
        var steps: [String] = []
        func may(_ value: JSONValue?) -> String {
            value?.stringValue == Share.Permission.readOnly.rawValue ? "only view" : "edit"
        }
        switch request.text("access") {
        case Share.Access.public.rawValue:
            steps.append("\(me) opens the share at \(words) to anyone with the link")
        case nil: break
        default: steps.append("\(me) closes the share at \(words) to invited people")
        }
        if let permission = request.params["permission"] {
            steps.append("\(me) lets everyone \(may(permission)) the share at \(words)")
        }
        if let allows = request.params["allowsInviting"] {
            steps.append(
                "\(me) lets \(allows == true ? "people" : "nobody else") invite others to the share at \(words)")
        }
        for one in request.params["add"]?.arrayValue ?? [] {
            guard let other = one["handle"]?.stringValue.flatMap({ Handle($0) }) else { continue }
            let name = cast.name(other)
            let can = may(one["permission"] ?? request.result?["share"]?["permission"]) == "edit" ? "edit" : "view"
            steps.append("\(me) adds \(name) to the share at \(words) so that they can \(can)")
            if one["role"]?.stringValue == Share.Role.administrator.rawValue {
                steps.append("\(me) makes \(name) an administrator of the share at \(words)")
            }
        }
        for one in request.params["permissions"]?.arrayValue ?? [] {
            guard let other = one["handle"]?.stringValue.flatMap({ Handle($0) }) else { continue }
            steps.append("\(me) lets \(cast.name(other)) \(may(one["permission"])) the share at \(words)")
        }
        let gone = request.handles("remove")
        if !gone.isEmpty {
            let names = RecordedWords.list(gone.map { cast.name($0) })
            steps.append("\(me) removes \(names) from the share at \(words)")
        }
        guard request.refusal == nil, request.params["title"] == nil, !steps.isEmpty else {
            return leaveOut(request, "which no phrase says")
        }
        for step in steps { act(step, at: request.at, burst: "save at \(words)") }
    }
}
