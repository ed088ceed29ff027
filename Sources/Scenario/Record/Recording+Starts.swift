import ChatProtocol
import ChatScreens

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
