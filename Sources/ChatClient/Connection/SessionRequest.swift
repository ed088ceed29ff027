package import ChatProtocol

/// A request over a connection that reconnects by itself. It has all that is needed to send it again, and to understand
/// the answer.
package protocol SessionRequest: Equatable, Sendable {
    /// The client id that the request brings along; nil if the session assigns one.
    var ownClientID: String? { get }

    /// True if the request is sent again after the server's log was replaced by another, in which its ids may belong to
    /// another person. Any other request is dropped, and its owner sends it again once it knows the new ids.
    var outlivesItsLog: Bool { get }

    /// Adapts the request to an earlier request of the queue that succeeded, so that the earlier change does not count
    /// as another person's.
    mutating func follow(_ earlier: Self, answeredWith result: JSONValue)

    /// Returns the method with its params.
    ///
    /// - Parameter me: The handle on whose behalf the request is sent.
    func call(me: Handle?) -> any MethodCall
}

extension SessionRequest {
    /// True by default, for requests whose caller waits for any answer.
    package var outlivesItsLog: Bool { true }

    /// Does nothing by default, because most requests do not depend on an earlier one.
    package mutating func follow(_ earlier: Self, answeredWith result: JSONValue) {}

    /// The method.
    package var method: Method { call(me: nil).method }

    /// True if the request changes stored data, so that the server must recognise a retry by its client id.
    package var changesTheLog: Bool { method.changesTheLog }
}
