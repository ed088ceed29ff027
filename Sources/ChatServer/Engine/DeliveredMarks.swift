import ChatProtocol

/// How far the messages of conversations of two have come to each of the two: known as long as the server runs, and
/// kept in no log (`rcpt-delivered`).
struct DeliveredMarks {
    struct Reader: Hashable {
        var conversation: ConversationID
        var person: Handle
    }

    private var through: [Reader: Int64] = [:]
    /// The newest message that a fault lost on its way to somebody: that they hear what comes later does not bring it.
    private var lost: [Reader: Int64] = [:]

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

    mutating func lose(_ sequence: Int64, to reader: Reader) {
        if sequence > through(reader) { lost[reader] = sequence }
    }
}
