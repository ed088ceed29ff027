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
    /// The session is logged in. Notifications up to the cursor are from the time before the login.
    case welcome(hasCollaborationSupport: Bool, cursor: Int64 = 0)

    /// The cursor of a notification; 0 for anything else.
    var cursor: Int64 {
        if case .notification(_, let params) = self { params["cursor"]?.integerValue ?? 0 } else { 0 }
    }

    /// What an app is told, where it is that and can be read.
    var told: AppNotification? { read(AppNotification.init) }

    /// What an app is told that is never kept.
    var toldLive: LiveNotification? { read(LiveNotification.init) }

    /// What a person is told.
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
