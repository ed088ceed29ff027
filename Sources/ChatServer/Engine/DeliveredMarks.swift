import ChatProtocol

/// How far the messages of conversations of two have come to each of the two: known as long as the server runs, and
/// kept in no log (`rcpt-delivered`).
struct DeliveredMarks {
    struct Reader: Hashable {
        var conversation: ConversationID
        var person: Handle
    }

    /// A message that came to somebody, here.
    struct Arrival {
        var posted: NotificationContext.Posted
        var reader: Handle
    }

    /// How many arrivals are kept for servers that may not have heard of them.
    private static let recentMax = 256

    private var through: [Reader: Int64] = [:]
    /// The newest message that a fault lost on its way to somebody: that they hear what comes later does not bring it.
    private var lost: [Reader: Int64] = [:]

    /// The newest arrivals here, the oldest first: a server that lost its connection meanwhile asks for them.
    private(set) var recent: [Arrival] = []

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

    /// Keeps an arrival for servers that may not have heard of it.
    mutating func keep(_ arrival: Arrival) {
        if recent.count >= 2 * Self.recentMax { recent.removeFirst(Self.recentMax) }
        recent.append(arrival)
    }

    mutating func lose(_ sequence: Int64, to reader: Reader) {
        if sequence > through(reader) { lost[reader] = sequence }
    }
}
