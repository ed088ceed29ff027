package import ChatProtocol

/// The core: a value that takes a request and an instant, and decides events and an answer.
///
/// It has no clock, socket, file or random number of its own, so that the same log always gives the same state. An id
/// is made of the position of the event that creates the thing. Every check comes before the first event, so that a
/// refused request leaves no trace.
package struct Core {
    /// The fold of every decided event, written or not.
    package internal(set) var state: CoreState
    /// The decided events that ``takeDecided()`` has not returned yet.
    private(set) var decided: [EventRecord] = []
    /// The next time at which something ends by time alone; nil if nothing will. It is stored, because each request
    /// reads it.
    package internal(set) var nextEnd: Instant?
    let limits: Limits
    let consentPolicy: ConsentPolicy
    let actionPolicy: ActionPolicy
    /// The secret of the world, which makes generated links impossible to guess.
    let secret: [UInt8]

    /// Creates a core that continues from a state.
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

    /// Sets the newest message that a person sees in a conversation from which they deleted messages.
    package mutating func setHead(_ head: PlacedMessage?, of conversation: ConversationID, for person: Handle) {
        state.setHead(head, of: conversation, for: person)
    }

    /// Removes and returns the decided events, for the log.
    package mutating func takeDecided() -> [EventRecord] {
        defer { decided = [] }
        return decided
    }

    /// Removes and returns the decided events of a request that a client may repeat. A request without an event gets
    /// one of its own, so that a repetition finds its answer and changes nothing.
    package mutating func takeDecidedOrUnchanged(at now: Instant) -> [EventRecord] {
        if decided.isEmpty { decide(.requestAnswered, at: now) }
        return takeDecided()
    }

    /// The position of the next event.
    var nextPosition: Int64 { state.position + 1 }

    /// Decides an event and folds it into the state at once, so that the next decision builds on it.
    mutating func decide(_ event: Event, at now: Instant) {
        let record = EventRecord(position: nextPosition, at: max(now, state.lastAt), event: event)
        state.fold(record)
        nextEnd = soonestEnd
        decided.append(record)
    }

    /// Advances the virtual clock of a world.
    package mutating func pass(to instant: Instant) {
        endByTime(upTo: instant)
        decide(.timePassed, at: instant)
    }

    /// Adds a person to the world when they log in, or changes their name if the login gives a new one.
    package mutating func login(_ handle: Handle, name: String?, at now: Instant) throws(RPCError) {
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

    /// Decides a request of a caller whose role allows it.
    ///
    /// - Throws: ``RPCError`` if the request is refused. No event of the request is decided then.
    package mutating func handle(
        _ request: Request, from principal: Principal, clientID: String? = nil, prefetched: Prefetched = .nothing,
        at now: Instant
    ) throws(RPCError) -> Answer {
        endByTime(upTo: now)
        let answer = try answer(request, from: principal, clientID: clientID, prefetched: prefetched, at: now)
        if !state.collaborating.actions.isEmpty { cancelImpossibleActions(at: now) }
        decideShelfChanges(at: now)
        return answer
    }

    /// Checks a name or a title, which clients show on one line.
    ///
    /// - Parameter isOneLine: False for a sentence, which may have several lines.
    func checkName(_ name: String, _ field: String, isOneLine: Bool = true) throws(RPCError) {
        guard !name.isBlank else {
            throw RPCError.invalid(InvalidField(field: field, problem: "must not be empty"))
        }
        guard !isOneLine || !name.contains(where: \.isNewline) else {
            throw RPCError.invalid(InvalidField(field: field, problem: "must not contain line breaks"))
        }
        try check(name, field, max: limits.nameCharacters, limit: "nameCharacters")
    }

    /// The largest number of bytes of a text for each allowed character, on average. One character can have any number
    /// of bytes, and the cost of a text depends on its bytes.
    private static let bytesPerCharacter = 4

    /// Checks that a text is within its limit.
    ///
    /// - Parameter max: the largest number of characters.
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
    /// True if the text has no visible character: only white space, control characters and ignorable ones, such as a
    /// joiner.
    var isBlank: Bool {
        // Nearly every text has a visible ASCII character.
        if utf8.contains(where: { $0 > 0x20 && $0 < 0x7F }) { return false }
        return unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
                || $0.properties.generalCategory == .control
        }
    }
}
