package import ChatProtocol

/// An event with its position in the log.
package struct EventRecord: Sendable, Equatable {
    /// The position in the log of its world: 1, 2, 3 …; the `cursor` on the wire.
    package var position: Int64
    /// The time of the decision.
    package var at: Instant
    /// The event.
    package var event: Event
    /// The request that caused the event, if its sender may retry it. Exactly one event of a request has it.
    package var idempotency: IdempotencyRecord?

    /// Creates a record.
    package init(position: Int64, at: Instant, event: Event, idempotency: IdempotencyRecord? = nil) {
        self.position = position
        self.at = at
        self.event = event
        self.idempotency = idempotency
    }

    /// The position and the time of the decision.
    package var place: LogPosition { LogPosition(position: position, at: at) }
}

/// The position and the time of a decision.
package struct LogPosition: Sendable {
    let position: Int64
    let at: Instant
}

/// The data that recognizes a retry and answers it. It is a class because few records have one and all records are
/// copied.
package final class IdempotencyRecord: Sendable, Equatable {
    /// The sender of the request: a handle, or a handle with the app that runs as it.
    package let sender: String
    /// The id that the sender chose for the request.
    package let clientID: String
    /// The result object of the answer, as JSON; empty if the answer follows from the event.
    let result: [UInt8]

    /// Creates the record of a request.
    package init(sender: String, clientID: String, result: [UInt8]) {
        (self.sender, self.clientID, self.result) = (sender, clientID, result)
    }

    package static func == (left: IdempotencyRecord, right: IdempotencyRecord) -> Bool {
        left.sender == right.sender && left.clientID == right.clientID && left.result == right.result
    }
}
