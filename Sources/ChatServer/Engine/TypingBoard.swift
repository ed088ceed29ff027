import ChatProtocol

/// The people who type, with the time at which each stops without a new signal. It is a value, and in no log.
struct TypingBoard {
    struct Typist: Hashable {
        var conversation: ConversationID
        var person: Handle
    }

    private var until: [Typist: Instant] = [:]
    /// The ends in order of time. All have the same duration, so a new one always comes last. A renewed or ended one
    /// leaves an obsolete element in the order.
    private var order: [(typist: Typist, dueAt: Instant)] = []

    /// The number of elements in the order, obsolete ones included.
    var entryCount: Int { order.count }

    var isEmpty: Bool { until.isEmpty }

    /// The time at which the first person stops without a new signal; nil if no person types.
    var nextDue: Instant? { first?.dueAt }

    /// All people who type, the earliest end first.
    var all: [(typist: Typist, dueAt: Instant)] {
        until.map { (typist: $0.key, dueAt: $0.value) }.sorted {
            ($0.dueAt, $0.typist.conversation, $0.typist.person) < ($1.dueAt, $1.typist.conversation, $1.typist.person)
        }
    }

    private var first: (typist: Typist, dueAt: Instant)? { order.first { until[$0.typist] == $0.dueAt } }

    /// Notes that a person types.
    ///
    /// - Returns: True if the person did not type there before.
    mutating func begin(_ typist: Typist, until dueAt: Instant) -> Bool {
        let isNew = until.updateValue(dueAt, forKey: typist) == nil
        order.append((typist, dueAt))
        tidy()
        return isNew
    }

    /// Notes that a person does not type in a conversation any more.
    ///
    /// - Returns: True if the person did before.
    mutating func end(_ typist: Typist) -> Bool {
        let didType = until.removeValue(forKey: typist) != nil
        tidy()
        return didType
    }

    /// Notes that a person does not type anywhere any more.
    ///
    /// - Returns: The conversations in which the person did, in a stable order.
    mutating func endAll(of person: Handle) -> [Typist] {
        let ended = until.keys.filter { $0.person == person }.sorted { $0.conversation < $1.conversation }
        for typist in ended { until[typist] = nil }
        tidy()
        return ended
    }

    /// Removes the person whose end is due first. At the same moment, the conversation and the handle decide the order.
    mutating func takeFirst() -> Typist? {
        guard let dueAt = nextDue else { return nil }
        let typist = until.lazy.filter { $0.value == dueAt }.map(\.key).min {
            ($0.conversation, $0.person) < ($1.conversation, $1.person)
        }
        guard let typist else { return nil }
        _ = end(typist)
        return typist
    }

    /// Removes obsolete elements once they outnumber the others.
    private mutating func tidy() {
        if until.isEmpty { return order = [] }
        if order.count > 2 * until.count + 16 { order.removeAll { until[$0.typist] != $0.dueAt } }
    }
}
