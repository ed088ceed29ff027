import ChatProtocol

/// Collaborations that begin in a draft, and what apps answer.
extension Recording {
    mutating func takeStart(_ request: HeardRequest) {
        guard let person = request.person else { return }
        let me = cast.name(person)
        guard request.method == .collaborationStart else {
            act("\(me) cancels the draft", request)
            if request.refusal == nil { see(.start(person, state: "cancelled")) }
            return
        }
        if !options.makesTheSameLinks, request.refusal == nil, request.text("mode") != SharingMethod.copy.rawValue,
            let message = request.result?["start"]?["message"]?.stringValue
        {
            // Its link was made by the server, which would make another one: the step has to name it.
            sent[message] = request
            return
        }
        guard let place = conversation(request), let steps = draft(request, of: person, in: place) else {
            return leaveOut(request, "with choices that no phrase says")
        }
        for step in steps { act(step, at: request.at, burst: "draft of \(person)") }
        act("\(me) sends the draft", request)
        if request.refusal == nil, let state = request.result?["start"]?["state"]?.stringValue {
            see(.start(person, state: state))
        }
    }

    /// Writes that a collaboration was shared at the link that its message has.
    mutating func takeSent(_ message: JSONValue) {
        guard let id = message["id"]?.stringValue, let request = sent.removeValue(forKey: id),
            let person = request.person
        else { return }
        guard let place = conversation(request), let link = cast.link(inMessage: id), let name = appName(link.app),
            let url = RecordedWords.quoted(link.url),
            let title = RecordedWords.quoted(request.text("title") ?? documents[link.url]?.title ?? "")
        else {
            cast.unsayable.insert(id)
            return leaveOut(request, "which no phrase says")
        }
        let me = cast.name(person)
        let usual = offers[person].flatMap(Self.offer)?.options ?? .standard
        let chosen = Self.choosing(request, of: usual)
        let ending = chosen.permission == .readOnly ? " so that everyone can view" : ""
        act("\(me) shares \(title) from \(name) at \(url) in \(place)\(ending)", request)
        if chosen.access == .public { act("\(me) opens the share at \(url) to anyone with the link", at: request.at) }
        if chosen.allowsInviting { act("\(me) lets people invite others to the share at \(url)", at: request.at) }
        let own = Set(usual.selected).symmetricDifference(chosen.selected)
        for option in chosen.options where option.effect == nil && own.contains(option.identifier) {
            let choice = option.isSelected ? "chosen" : "turned off"
            leaveOut("the option \(option.identifier) that was \(choice)", of: request)
        }
        leaveOutText(of: request, in: message, as: link.url)
    }

    /// Notes that a step sends a link, or a copy, without the text that was sent with it.
    ///
    /// - Parameter told: what the message of the step reads.
    mutating func leaveOutText(of request: HeardRequest, in message: JSONValue, as told: String) {
        defer { cast.take(message: message) }
        guard let text = request.text("text"), !text.isEmpty else { return }
        let words = RecordedWords.quoted(text).map { "the text \($0)" } ?? "a text of several lines"
        leaveOut("\(words) that was sent with it", of: request)
        cast.retell(message["text"]?.stringValue ?? "", as: told)
        if let id = message["id"]?.stringValue { alone.insert(id) }
    }

    private static func choosing(_ request: HeardRequest, of usual: ShareOptions) -> ShareOptions {
        guard let chosen = request.params["options"]?.arrayValue?.compactMap(\.stringValue) else { return usual }
        do throws(InvalidField) { return try usual.selecting(chosen) } catch { return usual }
    }

    /// How somebody came to the draft that they sent: from the usual choices to their own; nil where no steps lead there.
    private mutating func draft(_ request: HeardRequest, of person: Handle, in place: String) -> [String]? {
        let me = cast.name(person)
        guard let app = request.text("app"), let name = appName(app),
            let title = request.text("title"), let words = RecordedWords.quoted(title),
            request.params["document"] == nil,
            let conversation = request.text("conversation"), let value = offers[person],
            value["app"]?.stringValue == app, let offer = Self.offer(value)
        else { return nil }
        let forms = (request.params["representations"]?.arrayValue ?? []).compactMap {
            $0.stringValue.flatMap { Share.Representation(rawValue: $0) }
        }
        guard forms.count <= 1,
            var draft = CollaborationDraft(
                .new(title: title), offer: offer, for: ConversationID(conversation), representations: forms)
        else { return nil }
        let form = forms.first.map { $0 == .file ? " with a file" : " with a plain text" } ?? ""
        var steps = ["\(me) stages a draft of \(words) from \(name) for \(place)\(form)"]
        let mode = request.text("mode").flatMap { SharingMethod(rawValue: $0) } ?? .collaborate
        if draft.method != mode {
            guard draft.choose(mode) else { return nil }
            steps.append("\(me) chooses \"\(mode == .copy ? "Send Copy" : "Collaborate")\" in the draft")
        }
        if let chosen = request.params["options"]?.arrayValue?.compactMap(\.stringValue) {
            for option in draft.options.options {
                let wanted = chosen.contains(option.identifier)
                let current = draft.options.options.first { $0.identifier == option.identifier }
                guard let current, current.isSelected != wanted else { continue }
                guard let title = RecordedWords.quoted(option.title) else { return nil }
                // Of a picker another is chosen; that takes this one off.
                if draft.choose(option: option.identifier, wanted) {
                    steps.append(
                        wanted ? "\(me) chooses \(title) in the draft" : "\(me) turns \(title) off in the draft")
                }
            }
            let now = draft.options.options.filter(\.isSelected).map(\.identifier)
            guard mode == .copy || Set(now) == Set(chosen) else { return nil }
        }
        if let text = request.text("text"), !text.isEmpty {
            guard let said = RecordedWords.quoted(text) else { return nil }
            steps.append("\(me) writes \(said) in the draft")
        }
        return steps
    }

    private static func offer(_ value: JSONValue) -> CollaborationOffer? {
        do throws(InvalidField) {
            var fields = try JSONFields(value)
            return try CollaborationOffer(from: &fields)
        } catch { return nil }
    }

    mutating func takeAction(_ request: HeardRequest) {
        guard let person = request.person, let app = request.app?.rawValue, let name = appName(app) else { return }
        let me = cast.name(person)
        if request.method == .actionFail {
            guard let message = RecordedWords.quoted(request.text("message") ?? "") else {
                return leaveOut(request, "with a reason that cannot be said")
            }
            act("the app \(name) fails for \(me) with \(message)", request)
            return
        }
        switch (request.text("url"), request.text("collaborationIdentifier")) {
        case (let url?, let identifier?):
            guard let link = RecordedWords.quoted(url), let known = RecordedWords.quoted(identifier) else {
                return leaveOut(request, "which cannot be said")
            }
            act("the app \(name) answers the start for \(me) with \(link) known as \(known)", request)
        case (nil, nil): act("the app \(name) lets the people in for \(me)", request)
        case (_?, nil): act("the app \(name) answers the start for \(me) without an identifier", request)
        case (nil, _?): act("the app \(name) answers the start for \(me) without a link", request)
        }
    }
}
