import ChatProtocol

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
