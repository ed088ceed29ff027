import ChatProtocol
import ChatScreens

/// Collaborations that begin in a draft, and what apps answer.
extension Recording {
    mutating func recordStart(_ request: HeardRequest) {
        guard let person = request.person else { return }
        guard request.method == .collaborationStart else {
            act(say(.cancelsDraft, .person(person)), request)
            if request.isDone { see(.start(person, .cancelled)) }
            return
        }
        if !options.makesTheSameLinks, request.isDone, request.text("mode") != SharingMethod.copy.rawValue,
            let message = request.result?["start"]?.text("message")
        {
            // Its link was made by the server, which would make another one: the step has to name it.
            sent[message] = request
            return
        }
        guard let steps = draft(request, of: person), !steps.contains(nil) else {
            return leaveOut(request, "with choices that no phrase says")
        }
        act(steps, request, burst: "draft of \(person)")
        act(say(.sendsDraft, .person(person)), request)
        let state = request.result?["start"]?.text("state").flatMap(CollaborationStart.State.init(rawValue:))
        if request.isDone, let state { see(.start(person, state)) }
    }

    /// Writes that a collaboration was shared at the link that its message has.
    mutating func recordSent(_ message: JSONValue) {
        guard let id = message.text("id"), let request = sent.removeValue(forKey: id), let person = request.person
        else { return }
        let usual = (try? CollaborationOffer(told: offers[person], as: "an offer"))?.options ?? .standard
        let chosen = Self.choosing(request, of: usual)
        let link = cast.link(inMessage: id)
        let title = request.text("title") ?? link.flatMap { documents[$0.url]?.title } ?? ""
        let steps = sharing(
            title, link?.app, link?.url, in: request.text("conversation"), by: person, chosen.permission.rawValue,
            isPublic: chosen.access == .public, allowsInviting: chosen.allowsInviting)
        guard act(steps[0], request) != nil, let link else {
            cast.unsayable.insert(id)
            return
        }
        act(Array(steps.dropFirst()), request)
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
        defer { cast.learn(message: message) }
        guard let text = request.text("text"), !text.isEmpty else { return }
        let words = StepText.fitsLine(text) ? "the text \"\(StepText.escaped(text))\"" : "a text of several lines"
        leaveOut("\(words) that was sent with it", of: request)
        cast.retell(message.text("text") ?? "", as: told)
        if let id = message.text("id") { alone.insert(id) }
    }

    private static func choosing(_ request: HeardRequest, of usual: ShareOptions) -> ShareOptions {
        guard request.params["options"]?.arrayValue != nil else { return usual }
        do throws(InvalidField) { return try usual.selecting(request.params.texts("options")) } catch { return usual }
    }

    /// How somebody came to the draft that they sent: from the usual choices to their own; nil where no steps lead there.
    private mutating func draft(_ request: HeardRequest, of person: Handle) -> [String?]? {
        let me = RecordedSlot.person(person)
        guard let app = request.text("app"), let title = request.text("title"), request.params["document"] == nil,
            let conversation = request.text("conversation"), let value = offers[person],
            value.text("app") == app, let offer = try? CollaborationOffer(told: value, as: "an offer")
        else { return nil }
        let forms = request.params.texts("representations").compactMap(Share.Representation.init(rawValue:))
        guard forms.count <= 1,
            var draft = CollaborationDraft(
                .new(title: title), offer: offer, for: ConversationID(conversation), representations: forms)
        else { return nil }
        let form: RecordedSlot? = forms.first.map { $0 == .file ? "with a file" : "with a plain text" }
        var steps = [say(.stages, me, .text(title), .app(app), .conversation(conversation), form)]
        let mode = request.text("mode").flatMap { SharingMethod(rawValue: $0) } ?? .collaborate
        if draft.method != mode {
            guard draft.choose(mode) else { return nil }
            steps.append(say(.choosesInDraft, me, .text(mode.title)))
        }
        if request.params["options"]?.arrayValue != nil {
            let chosen = request.params.texts("options")
            for option in draft.options.options {
                let wanted = chosen.contains(option.identifier)
                let current = draft.options.options.first { $0.identifier == option.identifier }
                guard let current, current.isSelected != wanted else { continue }
                // Of a picker another is chosen; that takes this one off.
                guard draft.choose(option: option.identifier, wanted) else { continue }
                steps.append(say(wanted ? .choosesInDraft : .turnsOffInDraft, me, .text(option.title)))
            }
            let now = draft.options.options.filter(\.isSelected).map(\.identifier)
            guard mode == .copy || Set(now) == Set(chosen) else { return nil }
        }
        if let text = request.text("text"), !text.isEmpty { steps.append(say(.writesInDraft, me, .text(text))) }
        return steps
    }

    mutating func recordAction(_ request: HeardRequest) {
        guard let person = request.person, let id = request.app, cast.apps[id] != nil else { return }
        let (me, app) = (RecordedSlot.person(person), RecordedSlot.app(id))
        if request.method == .actionFail {
            let message = RecordedSlot.text(request.text("message") ?? "")
            act(say(.failsAction, app, me, message), request, or: "with a reason that cannot be said")
            return
        }
        switch (request.text("url"), request.text("collaborationIdentifier")) {
        case (let url?, let identifier?):
            act(say(.answersStart, app, me, .text(url), .text(identifier)), request, or: "which cannot be said")
        case (nil, nil): act(say(.letsPeopleIn, app, me), request)
        case (_?, nil): act(say(.answersStartWithout, app, me, "an identifier"), request)
        case (nil, _?): act(say(.answersStartWithout, app, me, "a link"), request)
        }
    }
}
