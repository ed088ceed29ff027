package import ChatProtocol

/// The stream on which an app's session sends its requests: a connection of its own, or the session of the person as
/// whom the app runs.
package protocol AppStream: AnyObject {
    /// Sends a request. Its answer is a later event with the same number.
    func ask(_ request: AppRequest, number: Int)

    /// Returns the events since the last call, in order, and removes them.
    func takeEvents() -> [AppStreamEvent]

    /// Waits until an event may have arrived.
    ///
    /// - Returns: false if no event can arrive any more.
    func wait() -> Bool
}

/// An event in an app's session.
package enum AppStreamEvent: Equatable {
    /// The answer to the request with that number.
    case answer(Int, Result<JSONValue, RPCError>)
    /// A notification of the server.
    case notification(method: String, params: JSONValue)
    /// The session is logged in. Notifications up to the cursor are from the time before the login.
    case welcome(hasCollaborationSupport: Bool, cursor: Int64 = 0)

    /// The cursor of a notification; 0 for other events and for a notification without a cursor.
    var cursor: Int64 {
        if case .notification(_, let params) = self { params["cursor"]?.integerValue ?? 0 } else { 0 }
    }

    /// The event as a notification for an app; nil if it is not one or cannot be decoded.
    var told: AppNotification? { read(AppNotification.init) }

    /// The event as a live notification, which the server does not store; nil if it is not one or cannot be decoded.
    var toldLive: LiveNotification? { read(LiveNotification.init) }

    /// The event as a notification for a person; nil if it is not one or cannot be decoded.
    var toldPerson: Notification? { read(Notification.init) }

    private func read<Value>(
        _ value: (NotificationName, inout JSONFields) throws(InvalidField) -> Value?
    ) -> Value? {
        guard case .notification(let method, let params) = self, let name = NotificationName(rawValue: method),
            var fields = try? JSONFields(params)
        else { return nil }
        return try? value(name, &fields)
    }
}
