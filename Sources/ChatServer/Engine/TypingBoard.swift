import ChatProtocol

/// Who types where, and until when they do so if nothing more is heard of them: a value, kept in no log.
struct TypingBoard {
    struct Typist: Hashable {
        var conversation: ConversationID
        var person: Handle
    }

    private var until: [Typist: Instant] = [:]
    /// In the order in which they are due. All are given the same time, so a new one always comes last; one that was
    /// heard of again, or ended, leaves an entry behind that says nothing any more.
    private var order: [(typist: Typist, dueAt: Instant)] = []

    /// How much it keeps in order to keep the order.
    var entryCount: Int { order.count }

    var isEmpty: Bool { until.isEmpty }

    /// When the first of them ends if nothing more is heard; nil if nobody types.
    var nextDue: Instant? { first?.dueAt }

    /// All who type, the one who is due first at the beginning.
    var all: [(typist: Typist, dueAt: Instant)] {
        until.map { (typist: $0.key, dueAt: $0.value) }.sorted {
            ($0.dueAt, $0.typist.conversation, $0.typist.person) < ($1.dueAt, $1.typist.conversation, $1.typist.person)
        }
    }

    private var first: (typist: Typist, dueAt: Instant)? { order.first { until[$0.typist] == $0.dueAt } }

    /// Notes that someone types.
    ///
    /// - Returns: whether they did not before.
    mutating func begin(_ typist: Typist, until dueAt: Instant) -> Bool {
        let isNew = until.updateValue(dueAt, forKey: typist) == nil
        order.append((typist, dueAt))
        tidy()
        return isNew
    }

    /// Notes that someone types no longer.
    ///
    /// - Returns: whether they did.
    mutating func end(_ typist: Typist) -> Bool {
        let didType = until.removeValue(forKey: typist) != nil
        tidy()
        return didType
    }

    /// Notes that someone types nowhere any longer.
    ///
    /// - Returns: where they did, in a stable order.
    mutating func endAll(of person: Handle) -> [Typist] {
        let ended = until.keys.filter { $0.person == person }.sorted { $0.conversation < $1.conversation }
        for typist in ended { until[typist] = nil }
        tidy()
        return ended
    }

    /// Takes out the one who is due first, of several at the same moment the one who comes first by name.
    mutating func takeFirst() -> Typist? {
        guard let dueAt = nextDue else { return nil }
        let typist = until.lazy.filter { $0.value == dueAt }.map(\.key).min {
            ($0.conversation, $0.person) < ($1.conversation, $1.person)
        }
        guard let typist else { return nil }
        _ = end(typist)
        return typist
    }

    /// Throws away the entries that say nothing any more, once they are more than the others.
    private mutating func tidy() {
        if until.isEmpty { return order = [] }
        if order.count > 2 * until.count + 16 { order.removeAll { until[$0.typist] != $0.dueAt } }
    }
}
