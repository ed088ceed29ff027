package import ChatProtocol

/// The reasons for and against deliveries, from the log and the state.
struct Explainer {
    let state: CoreState
    let policy: ConsentPolicy

    /// Explains from the log and the state why a subject was delivered to a person or not.
    ///
    /// - Parameters:
    ///   - isObserver: True if an observer asks. A person may ask only about their own conversations and about
    ///     everything that was delivered to them.
    /// - Throws: `not_found` if the world does not know the person or the subject.
    func explain(
        _ question: ExplainDelivery, isObserver: Bool, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> DeliveryExplanation {
        guard !isObserver || state.people[question.person] != nil else { throw unknownPerson(question.person) }
        guard case .facts(let facts) = prefetched,
            let explanation = explanation(
                of: question.about, to: question.person, isObserver: isObserver, facts,
                at: max(now, state.lastAt))
        else {
            throw RPCError(
                .notFound, "about: there is no such message, notice, highlight, consent or link.", .field("about"))
        }
        return explanation
    }

    /// The largest number of people among whom a similar handle is searched: each comparison costs time.
    private static let similarPeopleMax = 1_000

    /// Returns the refusal of a handle that the world does not have, with the most similar handle.
    private func unknownPerson(_ person: Handle) -> RPCError {
        let known = state.people.count <= Self.similarPeopleMax ? state.people.keys.map(\.rawValue) : []
        let hint = Spelling.nearest(to: person.rawValue, among: known).map { "Did you mean “\($0)”?" }
        let text = hint ?? "person.list has everyone."
        return RPCError(.notFound, "person: this world has no person “\(person)”. \(text)", .field("person"))
    }

    /// Returns the explanation of a subject from the log's events under its id. It is nil if the subject is unknown, or
    /// if the person may not know it.
    private func explanation(
        of about: String, to person: Handle, isObserver: Bool, _ facts: [EventRecord], at now: Instant
    ) -> DeliveryExplanation? {
        let explanation: DeliveryExplanation
        let conversation: ConversationID
        switch facts.last?.event {
        case let event? where event.message?.id.rawValue == about:
            guard let message = event.message else { return nil }
            conversation = message.conversation
            explanation = explain(message, facts, to: person)
        case .noticePosted(let event) where event.notice.id.rawValue == about:
            conversation = event.notice.conversation
            explanation = explain(event.notice, facts, to: person)
        case .consentOffered(let event) where event.request.id.rawValue == about:
            guard isObserver || event.to == person else { return nil }
            return explain(event.request, askedOf: event.to, to: person, at: now)
        default:
            guard let url = state.links.link(about),
                isObserver || ShelfReader(state).isLink(url, knownTo: person)
            else { return nil }
            return explain(url, facts, to: person, at: now)
        }
        let isMember = state.conversations[conversation]?.members.contains(person) == true
        return isObserver || isMember || explanation.delivered ? explanation : nil
    }

    // MARK: Messages and notices

    private func explain(_ message: Message, _ facts: [EventRecord], to person: Handle) -> DeliveryExplanation {
        guard let conversation = state.conversations[message.conversation],
            conversation.wasThere(person, for: message, at: 0)
        else {
            let isMember = state.conversations[message.conversation]?.members.contains(person) == true
            let text =
                isMember
                ? "\(state.name(person)) joined after it was sent" : "\(state.name(person)) was not in the conversation"
            return DeliveryExplanation(delivered: false, reasons: [Reason("grp-add", text)])
        }
        var reasons = [Reason("grp-add", "\(state.name(person)) was in the conversation when it was sent")]
        if conversation.isDeleted(message.sequence, for: person) {
            let place =
                state.conversations.isRecoverable(message, by: person)
                ? "it is in Recently Deleted" : "it was deleted permanently"
            reasons.append(Reason("unread-mark", "\(state.name(person)) deleted it: \(place)"))
        }
        if message.isUnsent {
            reasons.append(Reason("msg-unsend-note", "it was unsent: a note replaces it"))
        } else if person != message.sender {
            reasons += facts.compactMap { alertReason(person, by: $0) }
        }
        return DeliveryExplanation(delivered: true, reasons: reasons)
    }

    /// Returns the reason for or against an alert about a message, by the settings at that time. It is nil unless the
    /// event posted the message or is an edit that newly mentioned the person.
    private func alertReason(_ person: Handle, by fact: EventRecord) -> Reason? {
        switch fact.event {
        case .messagePosted: break
        case .messageChanged(let event):
            guard case .edited(let mentioned) = event.change, mentioned.contains(person),
                state.conversations.wasDelivered(event.message, to: person, at: fact.position)
            else { return nil }
        default: return nil
        }
        return fact.event.alert(for: person, in: state, at: fact.position)?.reason
    }

    /// A notice that grew has several events, and each was sent to the members present at its time.
    private func explain(_ notice: Notice, _ facts: [EventRecord], to person: Handle) -> DeliveryExplanation {
        let delivery = facts.last { $0.event.recipients.contains(person) }
        let isDelivered = delivery != nil
        guard isDelivered || facts.contains(where: { wasMember(person, of: notice.conversation, at: $0.position) })
        else {
            let text = "\(state.name(person)) was not in the conversation when the notice was posted there"
            return DeliveryExplanation(delivered: false, reasons: [Reason("notice-place", text)])
        }
        // A notified member had access when the notice was posted.
        var reasons: [Reason]
        switch notice.event {
        case .highlight where !isDelivered && facts.contains(where: { $0.event.recipientsOfSiblings.contains(person) }):
            reasons = [Reason("ntc-collapse", "another notice informs \(state.name(person)) of the same event")]
        case .highlight(let event):
            reasons = [
                NoticeRules.verdict(on: person, event: event, actor: notice.actor, hasAccess: isDelivered).reason
            ]
        case .group(let change, _): reasons = [NoticeRules.verdict(on: change, isRecipient: isDelivered)]
        }
        if case .noticePosted(let posted)? = delivery?.event, posted.notice.event.highlight != nil,
            posted.notice.count > 1
        {
            reasons.append(
                Reason("ntc-collapse", "\(posted.notice.count) events of one kind are combined into one notice"))
        }
        if let delivery, let alert = delivery.event.alert(for: person, in: state, at: delivery.position) {
            reasons.append(alert.reason)
        }
        return DeliveryExplanation(delivered: isDelivered, reasons: reasons)
    }

    private func wasMember(_ person: Handle, of conversation: ConversationID, at position: Int64) -> Bool {
        state.conversations[conversation]?.wasMember(person, at: position) == true
    }

    // MARK: Links and consent

    private func explain(
        _ url: CanonicalURL, _ facts: [EventRecord], to person: Handle, at now: Instant
    ) -> DeliveryExplanation {
        let surfacing = state.surfacing(of: url, for: person)
        var reasons = consentReason(about: url, facts, person, at: now).map { [$0] } ?? []
        if surfacing.sharers.count > 1 {
            reasons.append(Reason("merge-threads", "\(surfacing.sharers.count) people shared it"))
        }
        reasons.append(surfacing.reason)
        return DeliveryExplanation(delivered: surfacing.isShown, reasons: reasons)
    }

    /// Returns the reason why pinning a link asked the person for consent, would ask, or does not. It is nil if the
    /// link's app cannot ask, or if the app's switch is decided and the link is not pinned.
    private func consentReason(
        about url: CanonicalURL, _ facts: [EventRecord], _ person: Handle, at now: Instant
    ) -> Reason? {
        guard let app = state.app(opening: url), state.directory.isSharedWithYouApp(app) else { return nil }
        guard state.people[person]?.pins[url] == nil else {
            return facts.contains { $0.event.asks(person, about: url) }
                ? Reason("auto-offer", "pinning it asked \(state.name(person)) about \(state.appName(app))")
                : reasonNotAsked(person, about: app, at: now)
        }
        guard state.people[person]?.appSwitch(app) == nil else { return nil }
        return objection(to: person, about: app, at: now)
            ?? Reason("pin-signal", "pinning it would ask \(state.name(person)) about \(state.appName(app))")
    }

    private func explain(
        _ request: ConsentRequest, askedOf asked: Handle, to person: Handle, at now: Instant
    ) -> DeliveryExplanation {
        guard person == asked else {
            let isPinned = (try? CanonicalURL(request.url)).flatMap { state.people[person]?.pins[$0] } != nil
            let reason =
                isPinned
                ? reasonNotAsked(person, about: request.app, at: now)
                : Reason(
                    "swy-pin-scope", "\(state.name(asked)) pinned the link, and a pin asks only the person who pins")
            return DeliveryExplanation(delivered: false, reasons: [reason])
        }
        let text = "a link of \(state.appName(request.app)) was pinned, and all conditions for a question were met"
        var reasons = [Reason("auto-offer", text)]
        if state.people[person]?.consents.question(request.id) == nil {
            let end =
                SettingHistory(state).endOfQuestion(request.id, to: person)
                ?? "it was answered, or made unnecessary by a switch"
            reasons.append(Reason("consent-levels", end))
        }
        return DeliveryExplanation(delivered: true, reasons: reasons)
    }

    /// Returns the reason, as far as the present state shows it, why pinning a link asked a person nothing.
    private func reasonNotAsked(
        _ person: Handle, about app: AppID, at now: Instant
    ) -> Reason {
        objection(to: person, about: app, at: now)
            ?? Reason("auto-offer", "a condition for the question was not met at the time of the pin; now it would be")
    }

    private func objection(
        to person: Handle, about app: AppID, at now: Instant
    ) -> Reason? {
        let reader = state.people[person] ?? PersonState(name: person.defaultName)
        return policy.objection(to: reader.consents[app], everywhere: reader.everywhere.isOn, now: now)
    }
}

extension Event {
    /// The people whom the event notifies of a notice.
    fileprivate var recipients: [Handle] {
        if case .noticePosted(let event) = self { event.recipients } else { [] }
    }

    /// The people whom another notice informs of the same event.
    fileprivate var recipientsOfSiblings: [Handle] {
        if case .noticePosted(let event) = self { event.besides } else { [] }
    }

    /// Returns true if the event asks a person for consent because of that link.
    fileprivate func asks(_ person: Handle, about url: CanonicalURL) -> Bool {
        if case .consentOffered(let event) = self, event.to == person { event.request.url == url.text } else { false }
    }
}

/// The delivery of an event, for the journal: the notified people and apps, and the other members of the conversation.
///
/// It records the recipients at the time of the event. A session that resumes later is sent the present state instead.
package struct EventDelivery {
    /// The notification of the event and the person who caused it.
    let cause: NotificationCause
    /// The notified people.
    package let people: [Handle]
    /// The present and former members of the conversation who were not notified; empty unless the event is of a message
    /// or a notice.
    package let silent: [Handle]
    /// The notified apps, each with the person for whom it runs.
    package let apps: [AppInstance]

    /// Creates the delivery of an event; nil if the event notifies no client.
    init?(of record: EventRecord, in state: CoreState) {
        guard let cause = record.event.cause else { return nil }
        self.cause = cause
        let recipients = Self.notifiedPeople(of: record, in: state)
        people = recipients
        // Only the messages and notices of a thread have a reason for each member who is not notified.
        if let entry = record.event.entryKey(at: record.position), entry.kind == .notice || entry.kind == .message {
            silent = state.conversations.everMembers(of: ConversationID(entry.conversation)).filter {
                !recipients.contains($0)
            }
        } else {
            silent = []
        }
        apps = record.event.appInstances(in: state)
    }

    /// The person who caused the event; nil if the event has none.
    package var by: Handle? { cause.from }

    /// Returns the notification that a person receives.
    package func notification(to person: Handle) -> NotificationName { cause.notification(to: person) }

    /// Returns the notification that an app running as a person receives.
    package func notification(toAppOf person: Handle) -> NotificationName {
        cause.toApps ?? cause.notification(to: person)
    }

    /// Returns the people whom an event notified.
    private static func notifiedPeople(of record: EventRecord, in state: CoreState) -> [Handle] {
        // Most events name their recipients. An event of a thread goes to the members present at its position.
        guard let entry = record.event.entryKey(at: record.position), entry.kind == .message || entry.kind == .system
        else { return record.event.announcement(in: state)?.people ?? [] }
        let id = ConversationID(entry.conversation)
        if let message = record.event.message {
            return state.conversations.everMembers(of: id).filter {
                state.conversations.wasDelivered(message, to: $0, at: record.position)
            }
        }
        if case .participantRemoved(let event) = record.event { return event.remaining + [event.person] }
        return state.conversations.everMembers(of: id).filter {
            state.conversations[id]?.wasMember($0, at: record.position) == true
        }
    }
}
