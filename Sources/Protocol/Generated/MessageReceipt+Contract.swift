// Written by script/contract: change the contract instead.

/// The newest message that reached the other person of a one-to-one conversation, or that they read (`rcpt-delivered`).
public struct MessageReceipt: Sendable, Equatable {
    /// The stage.
    public var status: Status
    /// The number of the newest message at this stage; all earlier messages have reached it too.
    public var sequence: Int64
    /// The time at which the message reached this stage.
    public var at: Instant

    /// Creates a value from its members.
    public init(status: Status, sequence: Int64, at: Instant) {
        self.status = status
        self.sequence = sequence
        self.at = at
    }
}

extension MessageReceipt: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("status") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        status = try fields.read("status")
        sequence = try fields.read("sequence", in: 0...Int64.max)
        at = try fields.read("at")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("status", status)
        json.member("sequence", sequence)
        json.member("at", at)
    }
}

extension MessageReceipt {
    /// A stage of a receipt.
    public enum Status: String, CaseIterable, Sendable {
        /// The message reached one of their devices.
        case `delivered`
        /// They read the message, and send read receipts.
        case `read`
    }
}

extension MessageReceipt.Status: JSONWord {}
