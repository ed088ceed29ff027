import ChatProtocol

/// Pins, shelves, switches, and what is answered.
extension Recording {
    mutating func takePin(_ request: HeardRequest) {
        guard let person = request.person, let place = conversation(request),
            let url = request.text("url").flatMap(RecordedWords.quoted)
        else { return leaveOut(request, "in a conversation that began before") }
        remember(link: request.text("url") ?? "")
        act("\(cast.name(person)) \(request.method == .linkPin ? "pins" : "unpins") \(url) in \(place)", request)
    }

    mutating func takeHighlight(_ request: HeardRequest) {
        guard let person = request.person else { return }
        if request.method == .attributionAttach {
            // Who sees the content alone has opened it from the shelf.
            guard request.text("context") == "detail", request.refusal == nil, let app = request.app?.rawValue,
                let url = request.text("highlight").flatMap({ highlights[$0] }),
                let words = RecordedWords.quoted(url), let name = appName(app)
            else { return }
            remember(shelfOf: person, link: url)
            let text = "\(cast.name(person)) opens \(words) from the shelf of \(name)"
            guard script.lines.last?.text != text else { return }
            release(person)
            held[person] = .looked(line: act(text, at: request.at), url: url)
            return
        }
        guard let url = request.text("highlight").flatMap({ highlights[$0] }).flatMap(RecordedWords.quoted) else {
            return leaveOut(request, "of a link that came before")
        }
        highlights[request.text("highlight") ?? ""].map { remember(shelfOf: person, link: $0) }
        let me = cast.name(person)
        if request.method == .highlightHide {
            act("\(me) removes \(url) from Shared with You", request)
        } else {
            act("\(me) takes \(url) back into Shared with You", request)
        }
    }

    mutating func takeSettings(_ request: HeardRequest) {
        guard let person = request.person else { return }
        let me = cast.name(person)
        var steps: [String] = []
        var isSaid = true
        func word(_ value: JSONValue) -> String { value == true ? "on" : "off" }
        let sharing = request.params["automaticSharing"]
        if let everywhere = sharing?["everywhere"] { steps.append("\(me) turns automatic sharing \(word(everywhere))") }
        for member in sharing?["apps"]?.objectValue?.members ?? [] {
            guard let app = appName(member.key) else {
                isSaid = false
                continue
            }
            steps.append("\(me) turns automatic sharing \(word(member.value)) for \(app)")
        }
        func add(_ what: String, _ conversations: JSONValue?) {
            for member in conversations?.objectValue?.members ?? [] {
                guard let place = cast.conversation(member.key).flatMap({ RecordedWords.quoted($0) }) else {
                    isSaid = false
                    continue
                }
                steps.append("\(me) turns \(what) \(word(member.value)) for \(place)")
            }
        }
        add("automatic sharing", sharing?["conversations"])
        let receipts = request.params["readReceipts"]
        if let everywhere = receipts?["everywhere"] { steps.append("\(me) turns read receipts \(word(everywhere))") }
        add("read receipts", receipts?["conversations"])
        if let alerts = request.params["mentionAlerts"] {
            steps.append("\(me) turns alerts of mentions \(word(alerts))")
        }
        guard isSaid, let last = steps.popLast() else { return leaveOut(request, "which no phrase says") }
        for step in steps where request.refusal == nil { act(step, at: request.at) }
        act(last, request)
    }

    mutating func takeConsent(_ request: HeardRequest) {
        let words = ["allow": "Allow", "notNow": "Not Now", "never": "Never"]
        guard let person = request.person, let consent = request.text("consent"),
            let word = request.text("answer").flatMap({ words[$0] })
        else { return leaveOut(request, "which no phrase says") }
        let me = cast.name(person)
        let waiting = consents[person] ?? []
        if let last = lastAnswer, last.person == person, last.consent == consent, script.lines.last?.id == last.line {
            lastAnswer = nil
            script.change(
                last.line, to: "\(me) answers \"\(last.word)\" on one device and \"\(word)\" on another at once")
            return refuse(request)
        }
        guard waiting.first == consent else { return leaveOut(request, "to a question that was not the oldest") }
        let line = act("\(me) answers \"\(word)\"\(request.device > 1 ? " on the second device" : "")", request)
        guard request.refusal == nil else { return }
        consents[person]?.removeFirst()
        lastAnswer = (line, consent, word, person)
    }

    /// Whom a question is put to.
    private func owner(ofPrompt notice: String) -> Handle? {
        noticeReaders[notice]?.filter(\.value.isDelivered).keys.min()
    }

    mutating func takeNoticeAnswer(_ request: HeardRequest) {
        guard let person = request.person, let notice = request.text("notice").flatMap({ notices[$0] }),
            let place = notice["conversation"]?.stringValue.flatMap({ cast.conversation($0) }),
            let text = RecordedWords.quoted(cast.inSteps(notice["text"]?.stringValue ?? "")),
            let words = RecordedWords.quoted(place)
        else { return leaveOut(request, "about a notice that came before") }
        let me = cast.name(person)
        if request.method == .noticeDismiss {
            // Who opens a document has seen what was told of it.
            if case .accepted(_, let url)? = held[person], notice["url"]?.stringValue == url { return }
            act("\(me) closes the notice \(text) in \(words)", request)
        } else if let owner = owner(ofPrompt: request.text("notice") ?? ""), owner != person {
            let word = request.text("action") == "remove" ? "Remove" : "Add"
            act("\(me) answers \"\(word)\" to what \(cast.name(owner)) is asked in \(words)", request)
        } else {
            act(
                "\(me) answers \"\(request.text("action") == "remove" ? "Remove" : "Add")\" to \(text) in \(words)",
                request)
        }
    }
}
