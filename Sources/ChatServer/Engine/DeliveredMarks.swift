import ChatCore
import ChatProtocol

/// The newest delivered message in each conversation of two, for each of its members. The process keeps these marks in
/// memory; they are in no log (`rcpt-delivered`).
struct DeliveredMarks {
    struct Reader: Hashable {
        var conversation: ConversationID
        var person: Handle
    }

    /// The delivery of a message to a person.
    struct Arrival {
        var posted: NotificationContext.Posted
        var reader: Handle

        var mark: Reader { Reader(conversation: posted.conversation, person: reader) }
    }

    /// The minimum number of recent arrivals in memory, once there were as many.
    private static let recentMax = 256

    private var through: [Reader: Int64] = [:]
    /// The newest message to each person that a fault dropped. A later arrival does not deliver it.
    private var lost: [Reader: Int64] = [:]

    /// The newest arrivals, the oldest first: for sessions that were not live when they came.
    private(set) var recent: [Arrival] = []
    /// The number of arrivals before the recent ones.
    private var forgotten = 0

    /// The number of all arrivals.
    var count: Int { forgotten + recent.count }

    /// Returns the arrivals after the first so many, as far as they are still in memory.
    func arrivals(after count: Int) -> ArraySlice<Arrival> { recent.dropFirst(max(0, count - forgotten)) }

    /// Returns the number of the newest message that was delivered to the person; 0 if none is known.
    func through(_ reader: Reader) -> Int64 { through[reader] ?? 0 }

    func isLost(_ sequence: Int64, to reader: Reader) -> Bool { lost[reader] == sequence }

    /// Notes the delivery of a message.
    ///
    /// - Returns: True if neither this message nor a later one was delivered before.
    mutating func advance(_ reader: Reader, to sequence: Int64) -> Bool {
        guard sequence > through(reader) else { return false }
        through[reader] = sequence
        // Sometimes(D20): A message after a dropped one is delivered.
        if let missing = lost[reader], missing <= sequence { lost[reader] = nil }
        return true
    }

    /// Adds an arrival.
    ///
    /// - Returns: True if neither its message nor a later one was delivered before.
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

extension Conversation {
    /// Returns the conversation with the number of the newest message of its reader that was delivered to the other
    /// member. Groups have no receipts.
    func adding(_ marks: DeliveredMarks, for reader: Handle) -> Conversation {
        guard participants.count == 2, let other = participants.first(where: { $0 != reader }),
            case let through = marks.through(.init(conversation: id, person: other)), through > 0
        else { return self }
        var conversation = self
        conversation.deliveredThrough = through
        return conversation
    }
}

extension DeliveredMarks {
    /// Returns an answer that is a conversation with the same number; any other answer unchanged.
    func added(to answer: Answer, for principal: Principal) -> Answer {
        guard case .person(let me) = principal, case .conversation(let conversation, let line) = answer else {
            return answer
        }
        return .conversation(conversation.adding(self, for: me), line: line)
    }
}
