import ChatProtocol

/// A person's consent to automatic sharing of one app's links: a state machine (docs/reference/consent.md).
///
/// A pure value: the next state follows from the state and the input alone. ``ConsentPolicy`` decides if a question is
/// asked.
enum ConsentState: Equatable, Sendable {
    /// Undecided and without an answered question: counts as off, and a pin may ask.
    case unset
    /// A question is open.
    case offered(Offer)
    /// Automatic sharing is on: links received since that position surface (`auto-on`).
    case on(since: Int64)
    /// The last answer was Not Now.
    case postponed(Postponement)
    /// The answer was Never: no pin asks again. The person can still turn the switch on.
    case never
    /// The person turned the switch off at that position: no pin asks again.
    case revoked(since: Int64)

    /// An open question, with the postponement before it.
    struct Offer: Equatable, Sendable {
        var request: ConsentRequest
        /// The position of the question in the log. The oldest question comes first.
        var position: Int64
        /// The earlier Not Now answers, to which the state returns if the question is withdrawn; nil if there are none.
        var earlier: Postponement?
    }

    /// The number of Not Now answers and the time of the last one.
    struct Postponement: Equatable, Sendable {
        var count: Int
        var last: Instant
    }

    /// The inputs of the state machine.
    enum Input: Equatable, Sendable {
        /// A link of the app was pinned, and the person is asked.
        case offered(ConsentRequest)
        /// The person answered, on any device.
        case answered(ConsentRequest.Answer)
        /// The person turned the app's switch by hand.
        case switched(Bool)
        /// Automatic sharing was turned off everywhere, so that the question is void.
        case withdrawn
    }

    /// Returns the state after an input.
    ///
    /// - Parameters:
    ///   - position: the position of the input in the log.
    ///   - now: the time of the input.
    /// - Returns: nil if the input has no effect in this state.
    func after(_ input: Input, at position: Int64, _ now: Instant) -> ConsentState? {
        switch (self, input) {
        case (.unset, .offered(let request)):
            .offered(Offer(request: request, position: position))
        case (.postponed(let earlier), .offered(let request)):
            .offered(Offer(request: request, position: position, earlier: earlier))
        case (.offered, .offered), (.on, .offered), (.never, .offered), (.revoked, .offered): nil

        case (.offered, .answered(.allow)): .on(since: position)
        case (.offered(let offer), .answered(.notNow)):
            .postponed(Postponement(count: (offer.earlier?.count ?? 0) + 1, last: now))
        case (.offered, .answered(.never)): .never
        case (.unset, .answered), (.on, .answered), (.postponed, .answered), (.never, .answered),
            (.revoked, .answered):
            nil

        case (.unset, .switched(let isOn)), (.offered, .switched(let isOn)), (.postponed, .switched(let isOn)),
            (.never, .switched(let isOn)):
            isOn ? .on(since: position) : .revoked(since: position)
        case (.on, .switched(let isOn)): isOn ? nil : .revoked(since: position)
        case (.revoked, .switched(let isOn)): isOn ? .on(since: position) : nil

        case (.offered(let offer), .withdrawn): offer.earlier.map(ConsentState.postponed) ?? .unset
        case (.unset, .withdrawn), (.on, .withdrawn), (.postponed, .withdrawn), (.never, .withdrawn),
            (.revoked, .withdrawn):
            nil
        }
    }

    /// The open question; nil if there is none.
    var offer: Offer? {
        if case .offered(let offer) = self { offer } else { nil }
    }

    /// The switch as the person decided it; nil while it is undecided, which counts as off.
    var decided: PersonState.Switch? {
        switch self {
        case .on(let since): PersonState.Switch(isOn: true, since: since)
        case .revoked(let since): PersonState.Switch(isOn: false, since: since)
        case .unset, .offered, .postponed, .never: nil
        }
    }

    /// The state's name in the audit.
    var standing: SettingChange.Standing {
        switch self {
        case .unset: .unset
        case .offered: .offered
        case .on: .on
        case .postponed: .postponed
        case .never: .never
        case .revoked: .revoked
        }
    }
}

extension ConsentPolicy {
    /// Returns the reason not to ask a person for consent; nil if the person may be asked.
    ///
    /// - Parameters:
    ///   - state: the person's consent to the app.
    ///   - everywhere: True if automatic sharing is on everywhere.
    func objection(to state: ConsentState, everywhere: Bool, now: Instant) -> Reason? {
        switch state {
        case .on, .revoked: return Reason("consent-levels", "the person has already set the app's switch")
        case .unset, .offered, .postponed, .never: break
        }
        guard everywhere else { return Reason("swy-master-effect", "automatic sharing is off everywhere") }
        switch state {
        case .unset, .on, .revoked: return nil
        case .offered: return Reason("auto-offer", "another question about this app is open")
        case .never: return Reason("auto-offer", "the answer was Never")
        case .postponed(let postponement):
            if postponement.count >= notNowMax {
                return Reason("auto-offer", "the answer was Not Now \(times(postponement.count))")
            }
            let end = postponement.last.advanced(byMilliseconds: Int64(postponementMilliseconds))
            return now <= end
                ? Reason("auto-offer", "the last Not Now, at \(postponement.last), is valid until \(end)") : nil
        }
    }

    private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

/// A person's consent to each app, with the orders in which apps and questions are listed.
struct Consents: Equatable, Sendable {
    /// The states other than ``ConsentState/unset``.
    private var states: [AppID: ConsentState] = [:]
    /// The apps whose switch the person decided, in the order of the first decision. An app never leaves this list.
    private(set) var decided: [AppID] = []

    /// The state of an app, which may be unknown to the person.
    subscript(app: AppID) -> ConsentState { states[app] ?? .unset }

    /// Applies an input.
    ///
    /// - Returns: the states before and after it; nil if it has no effect.
    @discardableResult
    mutating func apply(
        _ input: ConsentState.Input, about app: AppID, at position: Int64, _ now: Instant
    ) -> (from: ConsentState, to: ConsentState)? {
        let before = self[app]
        guard let after = before.after(input, at: position, now) else { return nil }
        states[app] = after == .unset ? nil : after
        if before.decided == nil, after.decided != nil { decided.append(app) }
        return (before, after)
    }

    /// The open questions, oldest first, at most one for each app.
    var waiting: [ConsentRequest] {
        states.values.compactMap(\.offer).sorted { $0.position < $1.position }.map(\.request)
    }

    /// Returns the open question with that id; nil if there is none.
    func question(_ id: ConsentID) -> ConsentRequest? {
        states.values.lazy.compactMap(\.offer).first { $0.request.id == id }?.request
    }
}

/// The changes of a person by events about consent and about the switches of automatic sharing. The person's audit
/// records each change.
extension PersonState {
    /// Applies the question whether an app may show links that were not pinned.
    mutating func offer(_ request: ConsentRequest, at place: LogPosition) {
        step(.offered(request), about: request.app, at: place) { _ in .pinned(request.id) }
    }

    mutating func answer(_ request: ConsentRequest, _ answer: ConsentRequest.Answer, at place: LogPosition) {
        guard self.consents[request.app].offer?.request.id == request.id else { return }
        step(.answered(answer), about: request.app, at: place) { state in
            let count = if case .postponed(let postponement) = state { postponement.count } else { 1 }
            return .answered(answer, count: count)
        }
    }

    /// Applies the changed switches, the master switch first.
    mutating func set(_ change: SetSettings.Sharing, at place: LogPosition) {
        if let isOn = change.everywhere, isOn != self.everywhere.isOn {
            self.everywhere = Switch(isOn: isOn, since: place.position)
            self.audit.note(.everywhere(isOn), at: place.at)
            // With the master switch off, open questions are void.
            for request in isOn ? [] : self.consents.waiting {
                step(.withdrawn, about: request.app, at: place) { _ in .withdrawn }
            }
        }
        for change in change.apps {
            step(.switched(change.isOn), about: change.id, at: place) { _ in .switched(change.isOn) }
        }
        for change in change.conversations where conversationSwitch(change.id).isOn != change.isOn {
            setConversation(change.id, Switch(isOn: change.isOn, since: place.position))
            self.audit.note(.conversation(change.id, change.isOn), at: place.at)
        }
    }

    private mutating func step(
        _ input: ConsentState.Input, about app: AppID, at place: LogPosition,
        because cause: (ConsentState) -> SharingAudit.Cause
    ) {
        guard let step = self.consents.apply(input, about: app, at: place.position, place.at) else { return }
        self.audit.note(.app(app, from: step.from.standing, to: step.to.standing, cause(step.to)), at: place.at)
    }
}

/// Questions for consent, their answers, and the audit of both.
struct ConsentDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Begins the consent flow for a pinned link, because a pin signals importance (`pin-signal`, `auto-offer`).
    func offer(
        for app: AppID?, to me: Handle, pinned url: CanonicalURL, in conversation: ConversationID, at now: Instant
    ) {
        guard let app, let person = draft.state.people[me], draft.state.directory.isSharedWithYouApp(app) else {
            return
        }
        let objection = draft.consentPolicy.objection(
            to: person.consents[app], everywhere: person.everywhere.isOn, now: max(now, draft.state.lastAt))
        guard objection == nil else { return }
        let id = ConsentID("q", at: draft.nextPosition)
        draft.decide(
            .consentOffered(to: me, ConsentRequest(id: id, app: app, conversation: conversation, url: url.text)),
            at: now)
    }

    func answer(_ request: AnswerConsent, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        guard let asked = draft.state.people[me]?.consents.question(request.consent) else {
            let why =
                SettingHistory(draft.state).endOfQuestion(request.consent, to: me).map {
                    "this question is no longer open: \($0)"
                }
                ?? "there is no such open question"
            throw RPCError(.notFound, "consent: \(why).", .field("consent"))
        }
        let enabled = request.answer == .allow ? [asked.app] : []
        draft.decide(.consentAnswered(by: me, asked, request.answer), at: now)
        ShelfDecisions(draft).decideChanges(enablementOf: enabled, of: me, at: now)
        return .settings(Settings(of: me, in: draft.state))
    }

    /// Returns the audit of a person's switches (`consent-levels`): each stored change with its cause.
    ///
    /// - Throws: `not_found` if the world does not know the person.
    func audit(_ request: AuditSettings, of person: Handle) throws(RPCError) -> Answer {
        guard draft.state.people[person] != nil else {
            throw RPCError(.notFound, "person: this world has no person \(person).", .field("person"))
        }
        let changes = SettingHistory(draft.state).changes(of: person, app: request.app)
        // An answer above the limit of unsent bytes would end the session, so that a page has at most half of that
        // limit.
        var bytesLeft = draft.limits.unsentBytes / 2
        let page = changes.suffix(request.limit ?? draft.limits.pageEntries).reversed().prefix { change in
            bytesLeft -= JSONWriter.bytes(of: change).count
            return bytesLeft >= 0
        }
        return .settingChanges(page.reversed(), more: changes.count > page.count)
    }
}
