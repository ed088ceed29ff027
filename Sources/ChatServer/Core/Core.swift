public import ChatProtocol

/// What happens: a value that takes a request and an instant, and decides facts and an answer.
///
/// It has no clock, no socket, no file and no random number of its own (law 1): ids are made of the positions of
/// the facts that bring things into being. Every check is made before the first fact is decided, so that what is
/// refused leaves no trace.
public struct Core {
    /// The fold of everything decided so far, written or not.
    public internal(set) var state: CoreState
    /// The facts that were decided and not yet taken by ``takeDecided()``.
    public private(set) var decided: [EventRecord] = []
    let limits: Limits
    let consentPolicy: ConsentPolicy
    let actionPolicy: ActionPolicy

    /// A core that goes on from a state.
    public init(
        state: CoreState = CoreState(), limits: Limits = .standard, consentPolicy: ConsentPolicy = .init(),
        actionPolicy: ActionPolicy = .init()
    ) {
        self.state = state
        self.state.shelves.beginNoting()
        self.limits = limits
        self.consentPolicy = consentPolicy
        self.actionPolicy = actionPolicy
    }

    /// Who asks.
    public enum Actor: Sendable, Equatable {
        /// Someone in Messages.
        case person(Handle)
        /// An app that runs as a person.
        case app(AppID, person: Handle)
        /// A test harness, and on whose behalf it acts where a request does not say.
        case observer(Handle?)

        /// The person the session speaks for, if there is one.
        public var handle: Handle? {
            switch self {
            case .person(let handle), .app(_, let handle): handle
            case .observer(let handle): handle
            }
        }

        /// The role, by which methods are allowed.
        public var role: Role {
            switch self {
            case .person: .person
            case .app: .app
            case .observer: .observer
            }
        }
    }

    /// What was read from the store for a request before it is decided: the core itself cannot read.
    public enum Found: Sendable, Equatable {
        /// Nothing was needed, or nothing was there.
        case nothing
        /// The fact that a request names by the id of its entry.
        case record(EventRecord)
        /// The facts that a question about a delivery is answered from, in order.
        case facts([EventRecord])
    }

    /// The entry that has to be looked up in the store before that request can be decided.
    public static func lookup(for request: Request) -> String? {
        switch request {
        case .markRead(let request): request.through?.rawValue
        case .send(let request): request.replyTo?.rawValue
        case .edit(let request): request.message.rawValue
        case .unsend(let message): message.rawValue
        case .react(let request): request.message.rawValue
        case .dismissNotice(let notice): notice.rawValue
        case .answerNotice(let request): request.notice.rawValue
        case .fulfillAction(let request): request.action.rawValue
        case .failAction(let request): request.action.rawValue
        // A collaboration begins with the action that stands at its position.
        case .cancelCollaboration(let start): "x\(start.rawValue.dropFirst())"
        default: nil
        }
    }

    /// Takes the facts that were decided since the last time, to be written.
    public mutating func takeDecided() -> [EventRecord] {
        defer { decided = [] }
        return decided
    }

    /// Whether facts wait to be taken.
    var hasDecided: Bool { !decided.isEmpty }

    /// The position of the next fact.
    var nextPosition: Int64 { state.position + 1 }

    /// Decides a fact: it is folded in at once, so that what follows builds on it.
    mutating func decide(_ event: Event, at now: Instant) {
        let record = EventRecord(position: nextPosition, at: max(now, state.lastAt), event: event)
        state.fold(record)
        decided.append(record)
    }

    /// Notes that a request changed nothing, so that a retry of it finds its answer and changes nothing either.
    mutating func answerUnchanged(at now: Instant) {
        decide(.requestAnswered, at: now)
    }

    /// Lets time pass in a world whose clock is virtual.
    public mutating func pass(to instant: Instant) {
        endByTime(upTo: instant)
        decide(.timePassed, at: instant)
    }

    /// Makes someone known under a name when they say hello: only if the name is new.
    public mutating func greet(_ handle: Handle, name: String?, at now: Instant) throws(RPCError) {
        endByTime(upTo: now)
        if let name {
            try checkName(name, "name")
            if state.people[handle]?.name != name {
                decide(.personNamed(Person(handle: handle, name: name)), at: now)
            }
        } else if state.people[handle] == nil {
            decide(.personNamed(Person(handle: handle, name: handle.defaultName)), at: now)
        }
    }

    /// Decides a request of someone whose role allows it.
    ///
    /// - Throws: ``RPCError`` if it is refused; then nothing was decided.
    public mutating func handle(
        _ request: Request, from actor: Actor, clientID: String? = nil, found: Found = .nothing, at now: Instant
    ) throws(RPCError) -> Answer {
        endByTime(upTo: now)
        let answer =
            switch actor {
            case .person(let me): try handle(request, of: me, clientID: clientID, found: found, at: now)
            case .app(let app, let me): try handle(request, of: app, runningAs: me, found: found, at: now)
            case .observer(let me): try handle(request, ofObserverFor: me, found: found, at: now)
            }
        if !state.collaborating.actions.isEmpty { endHopelessActions(at: now) }
        tellShelves(at: now)
        return answer
    }

    private mutating func handle(
        _ request: Request, of me: Handle, clientID: String?, found: Found, at now: Instant
    ) throws(RPCError) -> Answer {
        switch request {
        case .createConversation(let request): return try createConversation(request, by: me, at: now)
        case .listConversations:
            let views = state.conversationViews(of: me, at: now)
            return .conversations(views.fitting(in: limits.unsentBytes / 2))
        case .addParticipant(let request): return try addParticipant(request, by: me, at: now)
        case .removeParticipant(let request): return try removeParticipant(request, by: me, at: now)
        case .leave(let conversation): return try leave(conversation, me, at: now)
        case .rename(let request): return try rename(request, by: me, at: now)
        case .setPhoto(let request): return try setPhoto(request, by: me, at: now)
        case .markRead(let request): return try markRead(request, by: me, found: found, at: now)
        case .markUnread(let conversation): return try markUnread(conversation, by: me, at: now)
        case .mute(let request): return try mute(request, by: me, at: now)
        case .pinConversation(let request): return try pinConversation(request, by: me, at: now)
        case .send(let request): return try send(request, by: me, clientID: clientID, found: found, at: now)
        case .edit(let request): return try edit(request, by: me, found: found, at: now)
        case .unsend(let message): return try unsend(message, by: me, found: found, at: now)
        case .react(let request): return try react(request, by: me, found: found, at: now)
        case .pin(let request): return try pin(request, by: me, at: now)
        case .unpin(let request): return try unpin(request, by: me, at: now)
        case .openLink(let url): return try openLink(url, by: me, at: now)
        case .explainLink(let url): return try explainLink(url)
        case .getApp(let app): return try getApp(app, showsAssociation: false)
        case .addContact(let change): return try addContacts(change, of: try mine(change.person, me), at: now)
        case .removeContact(let change): return try removeContact(change, of: try mine(change.person, me), at: now)
        case .listContacts(let person): return state.contacts(of: try mine(person, me))
        case .blockPerson(let change): return try block(change, true, of: try mine(change.person, me), at: now)
        case .unblockPerson(let change): return try block(change, false, of: try mine(change.person, me), at: now)
        case .getSettings: return .settings(state.settings(of: me))
        case .setSettings(let change): return try setSettings(change, by: me, at: now)
        case .auditSettings(let request): return try auditSettings(request, of: try mine(request.person, me))
        case .answerConsent(let request): return try answerConsent(request, by: me, at: now)
        case .listHighlights(let request): return try listHighlights(request, of: me)
        case .hideHighlight(let id): return try hideHighlight(id, true, by: me, at: now)
        case .restoreHighlight(let id): return try hideHighlight(id, false, by: me, at: now)
        case .dismissNotice(let id): return try dismissNotice(id, by: me, found: found, at: now)
        case .createShare(let request): return try createShare(request, by: me, at: now)
        case .sendShare(let request): return try sendShare(request, by: me, at: now)
        case .getShare(let reference): return .share(state.view(try share(reference, for: me), of: me))
        case .acceptShare(let reference): return try acceptShare(reference, by: me, at: now)
        case .saveShare(let save): return try saveShare(save, by: me, at: now)
        case .leaveShare(let reference): return try leaveShare(reference, by: me, at: now)
        case .stopShare(let reference): return try stopShare(reference, by: me, at: now)
        case .listShares(let conversation): return try listShares(in: conversation, of: me)
        case .answerNotice(let request): return try answerNotice(request, by: me, found: found, at: now)
        case .offerCollaboration(let request): return try offerCollaboration(request, to: me)
        case .startCollaboration(let request): return try startCollaboration(request, by: me, at: now)
        case .cancelCollaboration(let id): return try cancelCollaboration(id, by: me, found: found, at: now)
        case .listCollaborations: return listCollaborations(of: me)
        case .explain(let request):
            guard request.person == me else { throw RPCError(.forbidden, "You may ask about yourself only.") }
            return .explanation(try explain(request, isObserver: false, found: found, at: now))
        case .document(let request): return try handle(request, in: nil, for: me, at: now)
        case .history, .search, .replyThread, .attachment, .postNotice, .clearNotices, .registerApp, .publishSite,
            .displayHighlight, .findHighlight, .fulfillAction, .failAction:
            throw misdirected
        }
    }

    private mutating func handle(
        _ request: Request, of app: AppID, runningAs me: Handle, found: Found, at now: Instant
    ) throws(RPCError) -> Answer {
        switch request {
        case .listHighlights(let request): return try listHighlights(request, of: app, for: me)
        case .displayHighlight(let request): return try displayHighlight(request, in: app, by: me, at: now)
        case .findHighlight(let search): return .appHighlight(try findHighlight(search, in: app, of: me))
        case .postNotice(let request): return try postNotice(request, by: app, as: me, at: now)
        case .clearNotices(let url): return try clearNotices(of: url, by: app, as: me, at: now)
        case .fulfillAction(let request): return try fulfillAction(request, by: app, as: me, found: found, at: now)
        case .failAction(let request): return try failAction(request, by: app, as: me, found: found, at: now)
        case .getApp(let other):
            guard other == nil || other == app else {
                throw RPCError(.forbidden, "app: an app may ask about itself only.", .field("app"))
            }
            return try getApp(app, showsAssociation: true)
        case .document(let request): return try handle(request, in: app, for: me, at: now)
        default: throw misdirected
        }
    }

    private mutating func handle(
        _ request: Request, ofObserverFor me: Handle?, found: Found, at now: Instant
    ) throws(RPCError) -> Answer {
        switch request {
        case .addContact(let change): return try addContacts(change, of: try named(change.person ?? me), at: now)
        case .removeContact(let change): return try removeContact(change, of: try named(change.person ?? me), at: now)
        case .listContacts(let person): return state.contacts(of: try named(person ?? me))
        case .listConversations:
            return .conversations(state.allConversationViews(at: now).fitting(in: limits.unsentBytes / 2))
        case .blockPerson(let change): return try block(change, true, of: try named(change.person ?? me), at: now)
        case .unblockPerson(let change): return try block(change, false, of: try named(change.person ?? me), at: now)
        case .auditSettings(let request): return try auditSettings(request, of: try named(request.person ?? me))
        case .registerApp(let request): return try register(request, at: now)
        case .publishSite(let request): return try publish(request, at: now)
        case .getApp(let app): return try getApp(app, showsAssociation: true)
        case .explainLink(let url): return try explainLink(url)
        case .explain(let request):
            return .explanation(try explain(request, isObserver: true, found: found, at: now))
        default: throw misdirected
        }
    }

    /// The method table keeps these apart before the core is asked.
    private var misdirected: RPCError { RPCError(.forbidden, "This role may not ask for that.") }

    private func mine(_ person: Handle?, _ me: Handle) throws(RPCError) -> Handle {
        guard person == nil || person == me else {
            throw RPCError(.forbidden, "person: only an observer may act for someone else.", .field("person"))
        }
        return me
    }

    private func named(_ person: Handle?) throws(RPCError) -> Handle {
        guard let person else {
            throw RPCError.invalid(InvalidField(field: "person", problem: "is missing: on whose behalf"))
        }
        return person
    }

    func checkName(_ name: String, _ field: String) throws(RPCError) {
        guard !name.isBlank else {
            throw RPCError.invalid(InvalidField(field: field, problem: "must not be empty"))
        }
        try check(name, field, max: limits.nameCharacters, limit: "nameCharacters")
        // One character may have any number of marks.
        guard name.utf8.count <= 16 * limits.nameCharacters else {
            throw RPCError.tooLarge(
                "\(field) has \(name.utf8.count) bytes, and a character 16 at the most on average",
                limit: "nameCharacters", limits.nameCharacters)
        }
    }

    /// Holds a text to its limit; only a text with more bytes than that can have more characters.
    func check(_ text: String, _ field: String, max: Int, limit: String) throws(RPCError) {
        if text.utf8.count > max, text.count > max {
            throw RPCError.tooLarge("\(field) has \(text.count) characters", limit: limit, max)
        }
    }
}

extension String {
    /// Whether there is nothing in it that anybody sees: white space, control characters, and what is invisible by
    /// itself, such as a joiner.
    var isBlank: Bool {
        unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
                || $0.properties.generalCategory == .control
        }
    }
}
