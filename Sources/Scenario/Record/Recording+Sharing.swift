import ChatProtocol
import ChatScreens

/// Shared documents and their participants.
extension Recording {
    /// A share that a person created and has not sent, with their later changes of it. One step shares and sends it.
    struct UnsentShare {
        let share: CreateShare
        let done: DoneRequest
        let url: String
        var changes: [DoneRequest] = []
    }

    /// Writes the steps for a share that was not sent, with its changes.
    mutating func writeUnsentShare(of person: Handle) {
        guard let unsent = unsent.removeValue(forKey: person) else { return }
        recordUnsentShare(unsent.share, unsent.done)
        for change in unsent.changes { recordManaging(change) }
    }

    mutating func recordCreatedShare(_ it: CreateShare, _ done: DoneRequest) {
        guard let person = done.person else { return }
        release(person)
        writeUnsentShare(of: person)
        if let start: CollaborationStart = done.answered("start") {
            // A request to the share's app is not the start of a draft.
            unsaidStarts.insert(start.id)
            recordUnsentShare(it, done)
        } else if let share: Share = done.answered("share") {
            unsent[person] = UnsentShare(share: it, done: done, url: share.url)
        } else {
            recordShare(it, in: cast.members.filter { $0.value.contains(person) }.keys.min(), done)
        }
    }

    mutating func recordSentShare(_ it: SendShare, _ done: DoneRequest) {
        guard let person = done.person else { return }
        if let start: CollaborationStart = done.answered("start") { unsaidStarts.insert(start.id) }
        guard cast.conversation(it.conversation) != nil,
            let (url, document) = documents.first(where: { $0.value.share == it.share })
        else { return leaveOut(done, "of a document from before the recording") }
        remember(documentAt: url)
        let place = RecordedSlot.conversation(it.conversation)
        let sending: [RecordedSlot?] = [.person(person), .text(document.title), place]
        if let unsent = unsent[person], unsent.url == url {
            self.unsent[person] = nil
            recordShare(unsent.share, in: it.conversation, unsent.done)
            refuse(done)
            for change in unsent.changes { recordManaging(change) }
        } else if it.mode == .copy {
            release(person)
            act(say(.sendsCopy, sending), done)
        } else if case .accepted? = deed(of: person, at: url) {
            withdrawAcceptance(of: url, by: person)
            act(say(.sendsOn, sending), done)
        } else {
            release(person)
            act(say(.shares, sending.dropLast() + [.app(document.app), .text(url), place]), done)
        }
        guard let message: Message = done.answered("message") else { return }
        leaveOut(text: it.text, of: message, as: it.mode == .copy ? message.attachment?.name ?? "" : url, done)
        see(.message(message.id))
    }

    /// Records a share that was not sent, or for which its app must create a link.
    private mutating func recordUnsentShare(_ it: CreateShare, _ done: DoneRequest) {
        let isUsual =
            it.access == .private && it.permission == .readWrite && !it.allowsInviting && it.folder == nil
        let share: Share? = done.answered("share")
        let shares = say(
            .sharesWithNobody, .person(done.person), .text(share?.title ?? it.title), .app(share?.app ?? it.app),
            .text(link(done)))
        act(isUsual ? shares : .unsaid, done)
    }

    private mutating func recordShare(_ it: CreateShare, in conversation: ConversationID?, _ done: DoneRequest) {
        act(
            sharing(
                it.folder ?? it.title, it.app, link(done), in: conversation, by: .person(done.person), it.permission,
                isOpen: it.access == .public, allowsInviting: it.allowsInviting, isFolder: it.folder != nil), done)
    }

    /// Returns the steps that share a document: the first one shares it, and the others set what differs from the
    /// defaults.
    mutating func sharing(
        _ title: String, _ app: AppID?, _ url: String?, in conversation: ConversationID?, by me: RecordedSlot,
        _ permission: Share.Permission, isOpen: Bool, allowsInviting: Bool, isFolder: Bool = false
    ) -> [RecordedStep] {
        let (link, place) = (RecordedSlot.text(url), RecordedSlot.conversation(conversation))
        var steps = [
            isFolder
                ? say(.sharesFolder, me, .text(title), .app(app), link, place)
                : say(.shares, me, .text(title), .app(app), link, place, everyoneMay(permission))
        ]
        if isFolder, permission == .readOnly {
            steps.append(say(.setsPermission, me, "everyone", "only view", link))
        }
        if isOpen { steps.append(say(.opensShare, me, link)) }
        if allowsInviting { steps.append(say(.setsInviting, me, "people", link)) }
        return steps
    }

    /// Returns the end of a sharing step if everyone may only view; nil if they may edit.
    func everyoneMay(_ permission: Share.Permission) -> RecordedSlot? {
        permission == .readOnly ? "so that everyone can view" : nil
    }

    // MARK: Participants

    mutating func recordAccepting(_ done: DoneRequest) {
        guard let (person, url) = share(done) else { return }
        if case .opened = deed(of: person, at: url) { return refuse(done) }
        release(person)
        var step = say(.opens, .person(person), .text(url))
        let isThere = done.refusal != .notFound
        if !isThere { step.text = step.text.map(PlayPhrases.overTheWire) }
        // A person who is refused here opens the link as the next part of the same action.
        guard let line = act(step, done) else { return }
        held[person] = Held(isThere ? .accepted : .tried, url, line: line)
    }

    mutating func recordManaging(_ done: DoneRequest) {
        guard let request = done.request, let (person, url) = share(done) else { return }
        release(person)
        // The request was based on an old revision, and in another run it would be based on the current one.
        let isStale = done.params?["revision"] != nil && done.refusal == .conflict
        let isSave = done.method == .shareSave
        let steps = isStale || isSave && !done.isDone ? [] : managing(request, .person(person), .text(url), done)
        guard act(steps, done, burst: isSave ? "save at \(url)" : nil) != nil, done.isDone else { return }
        switch request {
        case .shareRemoveParticipant(let it) where done.result?["start"] == nil:
            for gone in it.people.handles { seeNoAccess(gone, to: url) }
        case .shareStop:
            documents[url]?.share = nil
            let groups = cast.members.filter { $0.value.contains(person) && $0.value.count > 1 }
            if let group = groups.keys.min(), let other = groups[group]?.first(where: { $0 != person }) {
                seeNoAccess(other, to: url)
            }
        default: return
        }
    }

    /// Returns the person who changes a share, and its link. Nil if the link is unknown, or if the change must wait for
    /// the step that creates the share.
    private mutating func share(_ done: DoneRequest) -> (person: Handle, url: String)? {
        guard let person = done.person, let url = link(done) else {
            leaveOut(done, "of a document from before the recording")
            return nil
        }
        guard let owner = unsent.first(where: { $0.value.url == url })?.key else { return (person, url) }
        if owner == person {
            unsent[person]?.changes.append(done)
            // These requests may send the link themselves.
            if [.shareAddParticipant, .shareSave].contains(done.method) { writeUnsentShare(of: person) }
            return nil
        }
        writeUnsentShare(of: owner)
        return (person, url)
    }

    /// The end of a step that adds people without sending them the link.
    static let withoutLink: RecordedSlot = "without sending the link"

    /// Returns the steps for a change of a share. A sharing screen saves several changes at once; other requests
    /// contain one.
    private mutating func managing(
        _ request: Request, _ me: RecordedSlot, _ url: RecordedSlot, _ done: DoneRequest
    ) -> [RecordedStep] {
        let save: SaveShare
        switch request {
        case .shareSave(let it) where it.title == nil: save = it
        case .shareAddParticipant(let it): save = SaveShare(it)
        case .shareRemoveParticipant(let it): save = SaveShare(it)
        case .shareSetPermission(let it): save = SaveShare(it)
        case .shareSetRole(let it): save = SaveShare(it)
        case .shareSetInviting(let it): save = SaveShare(it)
        case .shareSetAccess(let it): save = SaveShare(it)
        default: return say(done)
        }
        var steps: [RecordedStep] = []
        func may(_ permission: Share.Permission) -> RecordedSlot { permission == .readOnly ? "only view" : "edit" }
        var added = save.additions
        switch save.access {
        case .public: steps.append(say(.opensShare, me, url))
        case .private:
            // Participants who remain are added again by the request.
            let kept = added.filter { $0.permission == nil && $0.role != .administrator }.map(\.handle)
            added.removeAll { kept.contains($0.handle) }
            steps.append(say(.closesShare, me, url, kept.isEmpty ? nil : .people(kept)))
        case nil: break
        }
        if let permission = save.permission {
            steps.append(say(.setsPermission, me, "everyone", may(permission), url))
        }
        if let allows = save.allowsInviting {
            steps.append(say(.setsInviting, me, allows ? "people" : "nobody else", url))
        }
        if let allows = save.allowsAccessRequests {
            steps.append(say(.setsAccessRequests, me, allows ? "people" : "nobody", url))
        }
        let answers: [(AccessAnswer, [Handle])] = [
            (.deny, save.denials), (.block, save.blocks), (.unblock, save.unblocks),
        ]
        for (answer, people) in answers where !people.isEmpty {
            steps.append(say(.answersAccessRequests, me, .text(PlayPhrases.verb(answer)), .people(people), url))
        }
        for permission in save.addedLinks {
            steps.append(say(.makesOneTimeLink, me, url, permission == .readOnly ? "to view" : nil))
        }
        if !save.removedLinks.isEmpty { steps.append(say(.takesBackOneTimeLink, me, url)) }
        for (permission, words) in [(nil, nil), (.readOnly, "view"), (.readWrite, "edit")]
            as [(Share.Permission?, RecordedSlot?)]
        {
            let people = added.filter { $0.permission == permission }.map(\.handle)
            guard !people.isEmpty else { continue }
            steps.append(
                say(.addsToShare, me, .people(people), url, words, save.sendsLink ? nil : Self.withoutLink))
        }
        for own in save.permissions {
            steps.append(say(.setsPermission, me, .person(own.handle), may(own.permission), url))
        }
        let administrators = added.filter { $0.role == .administrator }
        for own in administrators.map({ SaveShare.OwnRole(handle: $0.handle, role: .administrator) }) + save.roles {
            let role: RecordedSlot = own.role == .administrator ? "an administrator" : "an ordinary participant"
            steps.append(say(.setsRole, me, .person(own.handle), role, url))
        }
        if !save.removals.isEmpty { steps.append(say(.removesFromShare, me, .people(save.removals), url)) }
        return steps
    }
}

/// Collaborations that begin in a draft, and the answers of apps.
extension Recording {
    mutating func recordStart(_ it: StartCollaboration, _ done: DoneRequest) {
        guard let person = done.person else { return }
        let start: CollaborationStart? = done.answered("start")
        // The server creates a new link each time, and only the share sheet refers to a document, so the step gives the
        // link.
        let needsLink = !options.makesTheSameLinks || it.document != nil || it.content != nil
        if needsLink, it.mode != .copy, let message = start?.message {
            sent[message] = (it, done)
            return
        }
        guard let steps = draft(it, of: person) else {
            return leaveOut(done, "with choices that have no phrase")
        }
        for step in steps { write(step, at: done.at, burst: "draft of \(person)") }
        act(say(done), done)
        if let start { see(start, of: person) }
    }

    /// Writes the steps for a collaboration with the link in its message.
    mutating func recordSent(_ message: Message) {
        guard let (it, done) = sent.removeValue(forKey: message.id), let person = done.person else { return }
        let usual = offers[person]?.options ?? .standard
        let chosen = it.options.flatMap { try? usual.selecting($0) } ?? usual
        let link = cast.said[message.id]?.links.first
        let title = it.title ?? link.flatMap { documents[$0.url]?.title } ?? ""
        let steps = sharing(
            title, link?.app, link?.url, in: it.conversation, by: .person(person), chosen.permission,
            isOpen: chosen.access == .public, allowsInviting: chosen.allowsInviting)
        guard act(steps, done) != nil, let link else {
            cast.unsayable.insert(message.id)
            return
        }
        let own = Set(usual.selected).symmetricDifference(chosen.selected)
        for option in chosen.options where option.effect == nil && own.contains(option.identifier) {
            let choice = option.isSelected ? "chosen" : "turned off"
            leaveOut("the option \(option.identifier) that was \(choice)", of: done)
        }
        if it.content?.isEmpty == false { leaveOut("the text of the document", of: done) }
        leaveOut(text: it.text, of: message, as: link.url, done)
    }

    /// Records that a step sends a link or a copy without the accompanying text.
    ///
    /// - Parameters:
    ///   - text: The text that was sent too.
    ///   - message: The message.
    ///   - told: The text of the message in the step.
    ///   - done: The request.
    mutating func leaveOut(text: String?, of message: Message, as told: String, _ done: DoneRequest) {
        defer { cast.learn(message) }
        guard let text, !text.isEmpty else { return }
        let words = StepText.fitsLine(text) ? "the text \"\(StepText.escaped(text))\"" : "a text of several lines"
        leaveOut("\(words) that was sent with it", of: done)
        cast.retell(message.text, as: told)
        alone.insert(message.id)
    }

    /// Returns the steps that lead from the default choices to the draft that a person sent; nil if no steps do.
    private mutating func draft(_ it: StartCollaboration, of person: Handle) -> [RecordedStep]? {
        let me = RecordedSlot.person(person)
        guard let title = it.title, it.document == nil, it.representations.count <= 1, let offer = offers[person],
            offer.app == it.app,
            var draft = CollaborationDraft(
                .new(title: title), offer: offer, for: it.conversation, representations: it.representations)
        else { return nil }
        let form: RecordedSlot? = it.representations.first.map { $0 == .file ? "with a file" : "with a plain text" }
        var steps = [say(.stages, me, .text(title), .app(it.app), .conversation(it.conversation), form)]
        if draft.method != it.mode {
            guard draft.choose(it.mode) else { return nil }
            steps.append(say(.choosesInDraft, me, .text(it.mode.title)))
        }
        if let chosen = it.options {
            for option in draft.options.options {
                let isWanted = chosen.contains(option.identifier)
                // Another choice of the same picker deselects this one.
                guard draft.options.selected.contains(option.identifier) != isWanted,
                    draft.choose(option: option.identifier, isWanted)
                else { continue }
                steps.append(say(isWanted ? .choosesInDraft : .turnsOffInDraft, me, .text(option.title)))
            }
            guard it.mode == .copy || Set(draft.options.selected) == Set(chosen) else { return nil }
        }
        if let text = it.text, !text.isEmpty { steps.append(say(.writesInDraft, me, .text(text))) }
        return steps.contains { $0.text == nil } ? nil : steps
    }
}
