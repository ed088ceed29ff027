package import ChatProtocol

/// What an app's session asks over: a connection of its own, or the session of the person whom it runs as.
package protocol AppStream: AnyObject {
    /// Asks; the answer is one of the events that come later, under the same number.
    func ask(_ request: AppRequest, number: Int)

    /// What came since the last look, in order.
    func takeEvents() -> [AppStreamEvent]

    /// Waits until something may have come.
    ///
    /// - Returns: false where nothing will.
    func wait() -> Bool
}

/// What comes to an app's session.
package enum AppStreamEvent: Equatable {
    /// The answer to what was asked under that number.
    case answer(Int, Result<JSONValue, RPCError>)
    /// The server told something.
    case notification(method: String, params: JSONValue)
    /// The session stands; what is told from now on follows what is asked from now on.
    case welcome(hasCollaborationSupport: Bool)
}
