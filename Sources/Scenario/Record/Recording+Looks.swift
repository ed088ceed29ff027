import ChatProtocol

/// From each thing that others saw to a step or two, in which somebody who is there sees it.
extension Recording {
    /// Writes what others saw since the last act, as long as there is somebody who sees it.
    mutating func flush() {
        let observations = seen
        seen = []
        var shown: Set<String> = []
        for (index, observation) in observations.enumerated() {
            if case .shelf(_, let url, _) = observation, !shown.insert(url).inserted { continue }
            if case .notice(let id) = observation {
                addLooks(atNotice: id)
            } else {
                let isDenial = if case .unsent = observation { true } else { false }
                add(isDenial ? .denial : .outcome, look(at: observation, before: observations.dropFirst(index + 1)))
            }
        }
    }

    private func isThere(_ person: Handle) -> Bool { !away.contains(person) && !faulty.contains(person) }

    private mutating func look(at observation: Observation, before next: ArraySlice<Observation>) -> String? {
        switch observation {
        case .message(let id): return look(atMessage: id, before: next)
        case .text(let id):
            guard let one = cast.said[id], !one.isUnsent, let reader = reader(of: one, isCurrent: true) else {
                return nil
            }
            return say(.sees, reader, .message(id), .conversation(one.conversation))
        case .unsent(let id, let text):
            guard let one = cast.said[id], !text.isEmpty,
                !cast.messages(of: one.conversation).contains(where: { !$0.isUnsent && $0.text.says(text) }),
                let reader = reader(of: one, isCurrent: true)
            else { return nil }
            return say(.doesNotSee, reader, .text(text), .conversation(one.conversation))
        case .reaction(let id, let by, let spoken, let reader):
            guard isThere(reader), !old.contains(reader), let one = cast.said[id] else { return nil }
            let text = "\(cast.name(by)) reacted \(spoken) to “\(one.text)”"
            return say(.isAlerted, .person(reader), .text(text), .conversation(one.conversation))
        case .members(let id):
            let members = cast.members[id] ?? []
            guard (2...8).contains(members.count), members.allSatisfy(isThere) else { return nil }
            return say(.areIn, .people(members), .conversation(id))
        case .notice: return nil
        case .prompt(let person, let id):
            guard isThere(person), let (text, place) = slots(ofNotice: id) else { return nil }
            return say(.isAsked, .person(person), text, place)
        case .consent(let person, let id, let app):
            guard isThere(person), consents[person]?.contains(id) == true else { return nil }
            return say(.isAskedToShare, .person(person), nil, .app(app))
        case .shelf(let person, let url, let from):
            return isThere(person) ? say(.seesOnShelf, .person(person), .text(url), from.map { .people([$0]) }) : nil
        case .noAccess(let person, let url):
            return isThere(person) && open[url] != true ? say(.hasNoAccess, .person(person), .text(url)) : nil
        case .start(let person, let state):
            return isThere(person) ? say(.startIs, .person(person), .word(PlayPhrases.states[state])) : nil
        case .change(let person, let state):
            return isThere(person) ? say(.changeIs, .person(person), .word(PlayPhrases.states[state])) : nil
        case .typing(let conversation, let person):
            // What is typed in an app is no step.
            let typed = say(.types, .person(person), "is", .conversation(conversation))
            guard script.lines.contains(where: { $0.text == typed }),
                let reader = cast.members[conversation]?.first(where: { $0 != person && isThere($0) })
            else { return nil }
            return say(.seesTyping, .person(reader), "sees", .person(person), .conversation(conversation))
        case .read(let id):
            guard let one = cast.said[id], let sender = one.sender, isThere(sender), !one.isUnsent else { return nil }
            return say(.seesThatRead, .person(sender), .message(id), "read", .conversation(one.conversation))
        }
    }

    private mutating func look(atMessage id: String, before next: ArraySlice<Observation>) -> String? {
        guard let one = cast.said[id], !one.isUnsent, cast.text(ofMessage: id) != nil else { return nil }
        let place = RecordedSlot.conversation(one.conversation)
        if let reader = alerted[id]?.first(where: isThere),
            let text = say(.isAlerted, .person(reader), .message(id), place)
        {
            return text
        }
        // Who answers has seen it.
        let answers = next.compactMap { observation -> RecordedCast.Said? in
            if case .message(let other) = observation { cast.said[other] } else { nil }
        }
        let answering = answers.first { $0.conversation == one.conversation && $0.sender != one.sender }?.sender
        let text = reader(of: one, preferring: answering).flatMap { say(.sees, $0, .message(id), place) }
        if text == nil { missed.append(.message(id)) }
        return text
    }

    private mutating func addLooks(atNotice id: String) {
        guard let (text, place) = slots(ofNotice: id), let readers = noticeReaders[id] else { return }
        let told = readers.filter { $0.value && isThere($0.key) }.keys.min()
        let isPrompt = notices[id]?.list("actions").isEmpty == false
        if let told { add(.outcome, say(isPrompt ? .isAsked : .seesNotice, .person(told), text, place)) }
        // What is one person's own is worth saying of the others too, who were told nothing that reads the same.
        guard !isPrompt, notices[id]?["event"]?["type"] == "mention" else { return }
        let words = cast.inSteps(notices[id]?.text("text") ?? "")
        let others = readers.filter { reader, isTold in
            !isTold && isThere(reader)
                && !noticeReaders.contains {
                    $0.value[reader] == true && cast.inSteps(notices[$0.key]?.text("text") ?? "") == words
                }
        }.keys.min()
        if let others { add(.denial, say(.doesNotSeeNotice, .person(others), text, place)) }
    }

    /// Somebody in the conversation who sees a message that is not theirs.
    private func reader(
        of message: RecordedCast.Said, preferring first: Handle? = nil, isCurrent: Bool = false
    ) -> RecordedSlot? {
        let others = (cast.members[message.conversation] ?? []).filter { person in
            person != message.sender && isThere(person) && !(isCurrent && old.contains(person))
        }
        return (others.first { $0 == first } ?? others.first).map { .person($0) }
    }
}
