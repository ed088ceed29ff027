package import ChatProtocol

/// What is asked over a connection that comes back by itself: with all that is needed to ask it again, and to understand
/// the answer.
package protocol SessionRequest: Equatable, Sendable {
    /// The client id that it brings along, where it has one of its own.
    var ownClientID: String? { get }

    /// The method with its params.
    ///
    /// - Parameter me: on whose behalf.
    func call(me: Handle?) -> any MethodCall
}

extension SessionRequest {
    /// The method.
    package var method: Method { call(me: nil).method }

    /// Whether it changes anything that is stored, so that a retry must be known by its client id.
    package var changesTheLog: Bool { method.changesTheLog }
}
