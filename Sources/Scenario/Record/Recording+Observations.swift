import ChatConnection
import ChatProtocol

/// The observed effects of requests, from their notifications.
extension Recording {
    /// An observed effect.
    enum Observation: Hashable {
        /// A message was sent.
        case message(MessageID)
        /// The text of a message changed.
        case edited(MessageID)
        /// A message was unsent.
        case unsent(MessageID, text: String)
        /// The members of a group changed.
        case members(ConversationID)
        /// A notice was posted.
        case notice(NoticeID)
        /// A consent request was made.
        case consent(Handle, ConsentID, AppID)
        /// A person is typing.
        case typing(ConversationID, Handle)
        /// An effect for one person: its phrase, and the values after the person.
        case own(Handle, PhraseName, [RecordedSlot?])

        /// Returns true if both describe the state of the same item of one person. Only the last is then checked.
        fileprivate func isAbout(_ other: Observation) -> Bool {
            guard case .own(let one, let name, let slots) = self, case .own(one, name, let others) = other else {
                return self == other
            }
            return name == .startIs || name == .changeIs || slots.first == others.first
        }
    }

    /// Adds an observation.
    mutating func see(_ observation: Observation) {
        if !isUnsaid, !seen.contains(observation) { seen.append(observation) }
    }

    /// Adds an observation for one person.
    mutating func see(_ name: PhraseName, by person: Handle, _ slots: RecordedSlot?...) {
        see(.own(person, name, slots))
    }

    /// Adds that a person has lost access to a share, unless anyone with its link can open it.
    mutating func seeNoAccess(_ person: Handle, to url: String) {
        if documents[url]?.isOpen != true { see(.hasNoAccess, by: person, .text(url)) }
    }

    /// Adds the state of a person's collaboration, or that of a change of a share for which its app is asked.
    mutating func see(_ start: CollaborationStart, of person: Handle) {
        let isChange = start.share != nil && start.state != .sent
        let look = Observation.own(
            person, isChange ? .changeIs : .startIs, [.text(PlayPhrases.states[start.state])])
        seen.removeAll { $0.isAbout(look) }
        see(look)
    }

    mutating func observe(_ heard: ScriptedClient.Notified) {
        if hasPassed {
            // The effect was caused by the passing of time alone.
            flush()
            flushTime()
        }
        if let told = heard.notification {
            observe(told, heard.params)
        } else if case .typing(let conversation, let person, let isTyping)? = heard.liveNotification,
            options.hasEverything
        {
            seen.removeAll { $0 == .typing(conversation, person) }
            if isTyping { see(.typing(conversation, person)) }
        }
    }

    /// - Parameter params: The members with the alerted people and with the person to whom the notification belongs.
    private mutating func observe(_ told: Notification, _ params: JSONValue) {
        let (person, alerted) = (params.handle("person"), params.handles("alerted"))
        switch (told, person) {
        case (.messagePosted(let message, _), _):
            cast.learn(message)
            recordSent(message)
            let mentioned = message.mentions.map(\.handle)
            self.alerted[message.id] = alone.contains(message.id) ? [] : alerted.filter(mentioned.contains)
            see(.message(message.id))
        case (.messageChanged(let message, let change, _), _):
            cast.learn(message)
            guard case .reacted(let by, let reaction, removed: false) = change, let reader = alerted.first else {
                return
            }
            guard !old.contains(reader), let text = cast.said[message.id]?.text else { return }
            let words = "\(cast.name(by)) reacted \(reaction.spoken) to “\(text)”"
            see(.isAlerted, by: reader, .text(words), .conversation(message.conversation))
        case (.conversationChanged(let conversation, _), _), (.deletionChanged(let conversation, _), _):
            learn(conversation)
        case (.receipt(let conversation, let reader, let message, let receipt), _):
            // The reader may have sent the newest message that they read.
            let before = cast.messages(of: conversation).prefix { $0.id != message }
            let earlier = before + [cast.said[message]].compactMap(\.self)
            guard options.hasEverything, receipt.status == .read,
                let one = earlier.last(where: { $0.sender != reader }), !one.isUnsent
            else { return }
            see(.seesThatRead, by: one.sender, .message(one.id), "read", .conversation(conversation))
        case (.noticePosted(let notice, _), _): record(notice, of: person)
        case (.consentRequested(let request), let person?):
            wait(for: request.id, person)
            see(.consent(person, request.id, request.app))
        case (.settingsChanged(let settings), let person?): consents[person] = settings.consents.map(\.id)
        case (.highlightsChanged(let change), let person?):
            for url in change.removed.compactMap(\.url) {
                seen.removeAll { $0.isAbout(.own(person, .seesOnShelf, [.text(url)])) }
            }
            for highlight in change.updated { record(highlight, of: person, isNew: false) }
            for highlight in change.added { record(highlight, of: person, isNew: true) }
        case (.shareLost(let share, let cause), let person?):
            if cause == .removed { seeNoAccess(person, to: share.url) }
        case (.shareChanged(let view), _): learn(view.share)
        case (.collaborationChanged(let start), let person?):
            if !unsaidStarts.contains(start.id) { see(start, of: person) }
        case (.noticeCleared, _), (.documentChanged, _), (.personNamed, _), (_, nil): return
        }
    }

    private mutating func record(_ highlight: PersonHighlight, of person: Handle, isNew: Bool) {
        highlights[highlight.id] = highlight.url
        let sharers = Set(highlight.attribution.map(\.handle))
        let from = sharers.count == 1 ? RecordedSlot.people(Array(sharers)) : nil
        let look = Observation.own(person, .seesOnShelf, [.text(highlight.url), from])
        if let known = seen.firstIndex(where: { $0.isAbout(look) }) { seen[known] = look } else if isNew { see(look) }
    }

    private mutating func record(_ notice: Notice, of person: Handle?) {
        notices[notice.id] = notice
        let isPrompt = !notice.actions.isEmpty
        if let person, isPrompt {
            return see(.isAsked, by: person, .text(words(of: notice)), .conversation(notice.conversation))
        }
        if noticeReaders[notice.id] == nil {
            let others = (cast.members[notice.conversation] ?? []).filter { isPrompt || $0 != notice.actor }
            questions.append((notice.id, Array(others.prefix(8))))
        }
        see(.notice(notice.id))
    }
}

/// The checks of a recording: each observation becomes a step or two in which someone online sees it.
extension Recording {
    /// Writes the observations since the last action for which an observer is online.
    mutating func flush() {
        let observations = seen
        seen = []
        var shown: Set<RecordedSlot?> = []
        for (index, observation) in observations.enumerated() {
            // A link on several shelves is checked on one of them.
            if case .own(_, .seesOnShelf, let slots) = observation, !shown.insert(slots[0]).inserted { continue }
            look(at: observation, before: observations.dropFirst(index + 1))
        }
    }

    private func isThere(_ person: Handle) -> Bool { !away.contains(person) && !faulty.contains(person) }

    private mutating func look(at observation: Observation, before next: ArraySlice<Observation>) {
        switch observation {
        case .message(let id):
            guard let one = cast.said[id], !one.isUnsent, cast.text(of: id) != nil else { return }
            if let reader = alerted[id]?.first(where: isThere) {
                return outcome(of: reader, .isAlerted, .message(id), .conversation(one.conversation))
            }
            // A person who answers a message has seen it.
            let answers = next.compactMap { if case .message(let id) = $0 { cast.said[id] } else { nil } }
            let answering = answers.first { $0.conversation == one.conversation && $0.sender != one.sender }?.sender
            guard let reader = reader(of: one, preferring: answering) else { return missed.append(observation) }
            outcome(of: reader, .sees, .message(id), .conversation(one.conversation))
        case .edited(let id):
            guard let one = cast.said[id], !one.isUnsent, let reader = reader(of: one, isCurrent: true) else { return }
            outcome(of: reader, .sees, .message(id), .conversation(one.conversation))
        case .unsent(let id, let text):
            guard let one = cast.said[id], !text.isEmpty,
                !cast.messages(of: one.conversation).contains(where: { !$0.isUnsent && $0.text.says(text) }),
                let reader = reader(of: one, isCurrent: true)
            else { return }
            script.add(.denial, say(.doesNotSee, .person(reader), .text(text), .conversation(one.conversation)))
        case .members(let id):
            let members = cast.members[id] ?? []
            guard (2...8).contains(members.count), members.allSatisfy(isThere) else { return }
            script.add(.outcome, say(.areIn, .people(members), .conversation(id)))
        case .notice(let id): look(atNotice: id)
        case .consent(let person, let id, let app):
            guard consents[person]?.contains(id) == true else { return }
            outcome(of: person, .isAskedToShare, nil, .app(app))
        case .typing(let conversation, let person):
            // Typing in an app is not recorded as a step.
            let typed = say(.types, .person(person), "is", .conversation(conversation)).text
            guard script.lines.contains(where: { $0.text == typed }),
                let reader = cast.members[conversation]?.first(where: { $0 != person && isThere($0) })
            else { return }
            outcome(of: reader, .seesTyping, "sees", .person(person), .conversation(conversation))
        case .own(let person, let name, let slots): outcome(of: person, name, slots)
        }
    }

    /// Writes a check for a person, if they are online.
    private mutating func outcome(of person: Handle, _ name: PhraseName, _ slots: RecordedSlot?...) {
        outcome(of: person, name, slots)
    }

    private mutating func outcome(of person: Handle, _ name: PhraseName, _ slots: [RecordedSlot?]) {
        let step = say(name, [.person(person)] + slots)
        if isThere(person) { script.add(.outcome, step) }
    }

    private mutating func look(atNotice id: NoticeID) {
        guard let notice = notices[id], let readers = noticeReaders[id] else { return }
        let told = readers.filter { $0.value && isThere($0.key) }.keys.sorted()
        let subjects = notice.subjects
        // The text contains “you” for its subject. With several subjects, their order differs too.
        if let told = told.first(where: { !subjects.contains($0) }) ?? (subjects.count == 1 ? told.first : nil) {
            script.add(.outcome, say(notice.actions.isEmpty ? .seesNotice : .isAsked, about: notice, to: told))
        }
        // For a personal notice, also check one of the others, who received no notice with the same text.
        guard notice.actions.isEmpty, case .highlight(.mention) = notice.event else { return }
        let alike = noticeReaders.filter { notices[$0.key].map { words(of: $0) } == words(of: notice) }
        let others = readers.keys.filter { reader in isThere(reader) && !alike.contains { $0.value[reader] == true } }
        if let other = others.min() { script.add(.denial, say(.doesNotSeeNotice, about: notice, to: other)) }
    }

    /// Returns the text of a notice, with the names of the steps.
    func words(of notice: Notice) -> String { cast.inSteps(notice.text) }

    /// Returns a step about a notice.
    mutating func say(_ name: PhraseName, about notice: Notice, to person: Handle) -> RecordedStep {
        var words = words(of: notice)
        if notice.subjects == [person] {
            words = words.replacing("added \(cast.name(person)) to", with: "added you to")
        }
        return say(name, .person(person), .text(words), .conversation(notice.conversation))
    }

    /// Returns a participant of the conversation who sees a message and did not send it; nil without one.
    private func reader(
        of message: RecordedCast.Said, preferring first: Handle? = nil, isCurrent: Bool = false
    ) -> Handle? {
        let others = (cast.members[message.conversation] ?? []).filter { person in
            person != message.sender && isThere(person) && !(isCurrent && old.contains(person))
        }
        return others.first { $0 == first } ?? others.first
    }
}

extension Notice {
    /// The people, other than its actor, whom a notice about members names.
    fileprivate var subjects: [Handle] {
        guard case .highlight(.membership(_, let person)) = event else { return [] }
        return people.isEmpty ? [person] : people
    }
}
