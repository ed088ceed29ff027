package import ChatProtocol

/// What happens: a value that takes a request and an instant, and decides facts and an answer.
///
/// It has no clock, no socket, no file and no random number of its own (law 1): ids are made of the positions of
/// the facts that bring things into being. Every check is made before the first fact is decided, so that what is
/// refused leaves no trace.
package struct Core {
    /// The fold of everything decided so far, written or not.
    package internal(set) var state: CoreState
    /// The facts that were decided and not yet taken by ``takeDecided()``.
    private(set) var decided: [EventRecord] = []
    /// When something next ends by time alone; nil if nothing will. Kept, because it is asked before each request.
    package internal(set) var nextEnd: Instant?
    let limits: Limits
    let consentPolicy: ConsentPolicy
    let actionPolicy: ActionPolicy
    /// By which links are made that nobody can guess.
    let secret: [UInt8]

    /// A core that goes on from a state.
    package init(
        state: CoreState = CoreState(), limits: Limits = .standard, consentPolicy: ConsentPolicy = .init(),
        actionPolicy: ActionPolicy = .init(), secret: [UInt8] = []
    ) {
        self.state = state
        self.state.shelves.beginNoting()
        self.limits = limits
        self.consentPolicy = consentPolicy
        self.actionPolicy = actionPolicy
        self.secret = secret
        nextEnd = soonestEnd
    }

    /// Sets the newest message that a member sees of a conversation from which they deleted something.
    package mutating func setHead(_ head: PlacedMessage?, of conversation: ConversationID, for person: Handle) {
        state.setHead(head, of: conversation, for: person)
    }

    /// Takes the facts that were decided since the last time, to be written.
    package mutating func takeDecided() -> [EventRecord] {
        defer { decided = [] }
        return decided
    }

    /// Takes what a request led to that may come again: one that changed nothing is a fact as well, so that a retry of it
    /// finds its answer and changes nothing either.
    package mutating func takeDecidedOrUnchanged(at now: Instant) -> [EventRecord] {
        if decided.isEmpty { decide(.requestAnswered, at: now) }
        return takeDecided()
    }

    /// The position of the next fact.
    var nextPosition: Int64 { state.position + 1 }

    /// Decides a fact: it is folded in at once, so that what follows builds on it.
    mutating func decide(_ event: Event, at now: Instant) {
        let record = EventRecord(position: nextPosition, at: max(now, state.lastAt), event: event)
        state.fold(record)
        nextEnd = soonestEnd
        decided.append(record)
    }

    /// Lets time pass in a world whose clock is virtual.
    package mutating func pass(to instant: Instant) {
        endByTime(upTo: instant)
        decide(.timePassed, at: instant)
    }

    /// Makes someone known under a name when they say hello: only if the name is new.
    package mutating func greet(_ handle: Handle, name: String?, at now: Instant) throws(RPCError) {
        endByTime(upTo: now)
        if let name {
            try checkName(name, "name")
            if state.people[handle]?.name != name {
                decide(named(handle, name), at: now)
            }
        } else if state.people[handle] == nil {
            decide(named(handle, handle.defaultName), at: now)
        }
    }

    private func named(_ handle: Handle, _ name: String) -> Event {
        .personNamed(Person(handle: handle, name: name), told: state.peopleWhoSee(handle))
    }

    /// Decides a request of someone whose role allows it.
    ///
    /// - Throws: ``RPCError`` if it is refused; then nothing was decided.
    package mutating func handle(
        _ request: Request, from principal: Principal, clientID: String? = nil, prefetched: Prefetched = .nothing,
        at now: Instant
    ) throws(RPCError) -> Answer {
        endByTime(upTo: now)
        let answer = try answer(request, from: principal, clientID: clientID, prefetched: prefetched, at: now)
        if !state.collaborating.actions.isEmpty { endHopelessActions(at: now) }
        tellShelves(at: now)
        return answer
    }

    /// Checks a name or a title, which clients show in one line.
    ///
    /// - Parameter isOneLine: false for a sentence, which may have several.
    func checkName(_ name: String, _ field: String, isOneLine: Bool = true) throws(RPCError) {
        guard !name.isBlank else {
            throw RPCError.invalid(InvalidField(field: field, problem: "must not be empty"))
        }
        guard !isOneLine || !name.contains(where: \.isNewline) else {
            throw RPCError.invalid(InvalidField(field: field, problem: "must not contain line breaks"))
        }
        try check(name, field, max: limits.nameCharacters, limit: "nameCharacters")
    }

    /// The most bytes of a text for each character that it may have, on average. One character can have any number of
    /// bytes, and the time that a text costs goes by its bytes.
    private static let bytesPerCharacter = 4

    /// Checks that a text keeps to its limit.
    ///
    /// - Parameter max: the most characters.
    /// - Throws: `too_large` for more characters, or for more than four bytes for each allowed character.
    package func check(_ text: String, _ field: String, max: Int, limit: String) throws(RPCError) {
        let bytes = text.utf8.count
        guard bytes > max else { return }
        guard bytes <= Self.bytesPerCharacter * max else {
            throw RPCError.tooLarge(
                "\(field) has \(bytes) bytes, but may have at most \(Self.bytesPerCharacter) for each allowed character",
                limit: limit, max)
        }
        if text.count > max { throw RPCError.tooLarge("\(field) has \(text.count) characters", limit: limit, max) }
    }
}

extension String {
    /// Whether there is nothing in it that anybody sees: white space, control characters, and what is invisible by
    /// itself, such as a joiner.
    var isBlank: Bool {
        // Nearly every text has a sign of ASCII that is seen.
        if utf8.contains(where: { $0 > 0x20 && $0 < 0x7F }) { return false }
        return unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
                || $0.properties.generalCategory == .control
        }
    }
}
