package import ChatProtocol

/// What is asked over a connection that comes back by itself: with all that is needed to ask it again, and to understand
/// the answer.
package protocol SessionRequest: Equatable, Sendable {
    /// The client id that it brings along, where it has one of its own.
    var ownClientID: String? { get }

    /// Whether it is asked again where the log turned out to be another one, whose ids may be somebody else's. What is
    /// not is let go, and its owner asks again once it knows where to.
    var outlivesItsLog: Bool { get }

    /// Follows an earlier request of the queue that succeeded: its change does not count as another person's.
    mutating func follow(_ earlier: Self, answeredWith result: JSONValue)

    /// The method with its params.
    ///
    /// - Parameter me: on whose behalf.
    func call(me: Handle?) -> any MethodCall
}

extension SessionRequest {
    /// Somebody waits for the answer, whatever it is.
    package var outlivesItsLog: Bool { true }

    /// Most requests do not depend on an earlier one.
    package mutating func follow(_ earlier: Self, answeredWith result: JSONValue) {}

    /// The method.
    package var method: Method { call(me: nil).method }

    /// Whether it changes anything that is stored, so that a retry must be known by its client id.
    package var changesTheLog: Bool { method.changesTheLog }
}
