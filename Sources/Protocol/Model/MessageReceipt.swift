/// How far the other person of a one-to-one conversation has come with one's messages (`rcpt-delivered`).
public struct MessageReceipt: Sendable, Equatable {
    /// The two stages.
    public enum Status: String, CaseIterable, Sendable {
        /// It came to one of their devices.
        case delivered
        /// They have read it, and let it be known.
        case read
    }

    /// Which stage.
    public var status: Status
    /// The number of the newest message that is meant; all before it are as far at least.
    public var sequence: Int64
    /// When.
    public var at: Instant

    /// A receipt.
    public init(status: Status, sequence: Int64, at: Instant) {
        self.status = status
        self.sequence = sequence
        self.at = at
    }
}

extension MessageReceipt: JSONWritable {
    /// The members, for those who write more beside them.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("status", status.rawValue)
        json.member("sequence", sequence)
        json.member("at", at)
    }

    /// Appends `{status, sequence, at}`.
    public func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        status = try fields.word("status")
        sequence = try fields.integer("sequence", in: 0...Int64.max)
        at = try fields.instant("at")
    }
}
