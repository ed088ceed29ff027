import ChatProtocol

/// How far the messages of conversations of two have come to each of the two: known as long as the server runs, and
/// kept in no log (`rcpt-delivered`).
struct DeliveredMarks {
    struct Reader: Hashable {
        var conversation: ConversationID
        var person: Handle
    }

    /// A message that came to somebody.
    struct Arrival {
        var posted: NotificationContext.Posted
        var reader: Handle

        var mark: Reader { Reader(conversation: posted.conversation, person: reader) }
    }

    /// How many arrivals are kept at least.
    private static let recentMax = 256

    private var through: [Reader: Int64] = [:]
    /// The newest message that a fault lost on its way to somebody: that they hear what comes later does not bring it.
    private var lost: [Reader: Int64] = [:]

    /// The newest arrivals, the oldest first: for servers and sessions that did not hear of them at once.
    private(set) var recent: [Arrival] = []
    /// How many arrivals came before those.
    private var forgotten = 0

    /// How many arrivals were noted.
    var count: Int { forgotten + recent.count }

    /// The arrivals behind the first so many, as far as they are kept.
    func arrivals(after count: Int) -> ArraySlice<Arrival> { recent.dropFirst(max(0, count - forgotten)) }

    /// The number of the newest message that came to them; 0 if none is known to have come.
    func through(_ reader: Reader) -> Int64 { through[reader] ?? 0 }

    func isLost(_ sequence: Int64, to reader: Reader) -> Bool { lost[reader] == sequence }

    /// Notes that a message came to someone.
    ///
    /// - Returns: whether neither it nor a later one had.
    mutating func advance(_ reader: Reader, to sequence: Int64) -> Bool {
        guard sequence > through(reader) else { return false }
        through[reader] = sequence
        if let missing = lost[reader], missing <= sequence { lost[reader] = nil }
        return true
    }

    /// Notes an arrival.
    ///
    /// - Returns: whether neither its message nor a later one had come.
    mutating func note(_ arrival: Arrival) -> Bool {
        guard advance(arrival.mark, to: arrival.posted.sequence) else { return false }
        if recent.count >= 2 * Self.recentMax {
            recent.removeFirst(Self.recentMax)
            forgotten += Self.recentMax
        }
        recent.append(arrival)
        return true
    }

    mutating func lose(_ sequence: Int64, to reader: Reader) {
        if sequence > through(reader) { lost[reader] = sequence }
    }
}
