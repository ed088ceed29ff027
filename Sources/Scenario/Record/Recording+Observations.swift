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
