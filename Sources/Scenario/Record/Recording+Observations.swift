import ChatConnection
import ChatProtocol

/// What others saw of what was done, as it is told.
extension Recording {
    /// Something that somebody saw.
    enum Observation: Hashable {
        /// A message that was said.
        case message(MessageID)
        /// A message that reads otherwise now.
        case edited(MessageID)
        /// A message that was taken back.
        case unsent(MessageID, text: String)
        /// A tapback that alerted somebody.
        case reaction(MessageID, by: Handle, Reaction, alerted: Handle)
        /// Who is in a group now.
        case members(ConversationID)
        /// A notice.
        case notice(NoticeID)
        /// A question to the owner of a document.
        case prompt(Handle, NoticeID)
        /// A question of consent.
        case consent(Handle, ConsentID, AppID)
        /// A link on somebody's shelf, and who shared it where that was one alone.
        case shelf(Handle, url: String, from: Handle?)
        /// Somebody is on a share no longer.
        case noAccess(Handle, url: String)
        /// How far somebody's collaboration got.
        case start(Handle, CollaborationStart.State)
        /// How far somebody's change of a share got, which its app is asked for.
        case change(Handle, CollaborationStart.State)
        /// Somebody types.
        case typing(ConversationID, Handle)
        /// A message of a conversation of two was read.
        case read(MessageID)

        /// What is told anew where it changes: the last is what is seen.
        fileprivate func isAbout(_ other: Observation) -> Bool {
            switch (self, other) {
            case (.shelf(let one, let url, _), .shelf(let other, let link, _)): one == other && url == link
            case (.start(let one, _), .start(let other, _)), (.change(let one, _), .change(let other, _)): one == other
            default: self == other
            }
        }
    }

    /// Notes that others saw something.
    mutating func see(_ observation: Observation) {
        if !isUnsaid, !seen.contains(observation) { seen.append(observation) }
    }

    private mutating func seeAnew(_ observation: Observation) {
        seen.removeAll { $0.isAbout(observation) }
        see(observation)
    }

    mutating func observe(_ heard: ScriptedClient.Notified) {
        if hasPassed {
            // Time alone brought it.
            flush()
            flushTime()
        }
        guard let name = NotificationName(rawValue: heard.method), var fields = try? JSONFields(heard.params)
        else { return }
        if let told = try? Notification(name, from: &fields) {
            observe(told, heard.params)
        } else if case .typing(let conversation, let person, let isTyping)? = try? LiveNotification(name, from: &fields),
            options.hasEverything
        {
            seen.removeAll { $0 == .typing(conversation, person) }
            if isTyping { see(.typing(conversation, person)) }
        }
    }

    /// - Parameter params: who is alerted, and whose own it is.
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
            see(.reaction(message.id, by: by, reaction, alerted: reader))
        case (.conversationChanged(let conversation, _), _): learn(conversation)
        case (.receipt(_, _, let message, let receipt), _):
            if options.hasEverything, receipt.status == .read { see(.read(message)) }
        case (.noticePosted(let notice, _), _): record(notice, of: person)
        case (.consentRequested(let request), let person?):
            wait(for: request.id, person)
            see(.consent(person, request.id, request.app))
        case (.settingsChanged(let settings), let person?): consents[person] = settings.consents.map(\.id)
        case (.highlightsChanged(let change), let person?):
            for highlight in change.removed {
                seen.removeAll { if case .shelf(person, highlight.url, _) = $0 { true } else { false } }
            }
            for highlight in change.updated { record(highlight, of: person, isNew: false) }
            for highlight in change.added { record(highlight, of: person, isNew: true) }
        case (.shareLost(let share, let cause), let person?):
            if cause == .removed { see(.noAccess(person, url: share.url)) }
        case (.shareChanged(let view), _): learn(view.share)
        case (.collaborationChanged(let start), let person?):
            guard !unsaidStarts.contains(start.id) else { return }
            let isChange = start.share != nil && start.state != .sent
            seeAnew(isChange ? .change(person, start.state) : .start(person, start.state))
        case (.noticeCleared, _), (.documentChanged, _), (_, nil): return
        }
    }

    private mutating func record(_ highlight: PersonHighlight, of person: Handle, isNew: Bool) {
        highlights[highlight.id] = highlight.url
        let sharers = Set(highlight.attribution.map(\.handle))
        let look = Observation.shelf(person, url: highlight.url, from: sharers.count == 1 ? sharers.first : nil)
        if let known = seen.firstIndex(where: { $0.isAbout(look) }) { seen[known] = look } else if isNew { see(look) }
    }

    private mutating func record(_ notice: Notice, of person: Handle?) {
        notices[notice.id] = notice
        let isPrompt = !notice.actions.isEmpty
        if let person, isPrompt { return see(.prompt(person, notice.id)) }
        if noticeReaders[notice.id] == nil {
            let others = (cast.members[notice.conversation] ?? []).filter { isPrompt || $0 != notice.actor }
            questions.append((notice.id, Array(others.prefix(8))))
        }
        see(.notice(notice.id))
    }
}
