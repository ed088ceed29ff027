package import ChatProtocol

/// A fact with its place in the log.
package struct EventRecord: Sendable, Equatable {
    /// Its position: 1, 2, 3 … in its world; the `cursor` on the wire.
    package var position: Int64
    /// When it was decided.
    package var at: Instant
    /// What happened.
    package var event: Event
    /// The request that caused it, where its sender may retry it; on one event of the request.
    package var idempotency: IdempotencyRecord?

    /// A fact at its place.
    package init(position: Int64, at: Instant, event: Event, idempotency: IdempotencyRecord? = nil) {
        self.position = position
        self.at = at
        self.event = event
        self.idempotency = idempotency
    }

    /// Where and when it was decided.
    package var place: LogPlace { LogPlace(position: position, at: at) }
}

/// Where and when a fact was decided.
package struct LogPlace: Sendable {
    let position: Int64
    let at: Instant
}

/// How a retry is recognised, and what it is answered. One reference, because few facts have one and all are copied.
package final class IdempotencyRecord: Sendable, Equatable {
    /// Who asked: a handle, or a handle with the app that runs as it.
    package let sender: String
    /// The sender's own id for the request.
    package let clientID: String
    /// The result object that was answered, as JSON; empty where the event itself says it.
    let result: [UInt8]

    /// A record of a request.
    package init(sender: String, clientID: String, result: [UInt8]) {
        (self.sender, self.clientID, self.result) = (sender, clientID, result)
    }

    package static func == (left: IdempotencyRecord, right: IdempotencyRecord) -> Bool {
        left.sender == right.sender && left.clientID == right.clientID && left.result == right.result
    }
}
