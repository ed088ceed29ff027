extension NotificationName {
    /// Returns true if `method` is the method of this notification.
    public static func == (method: String, name: NotificationName) -> Bool { name.rawValue == method }
}

extension Notification {
    /// Returns the complete message in its wire form.
    ///
    /// - Parameters:
    ///   - person: the recipient of the notification, for an observer's copy.
    ///   - alerted: the people whom it alerts, for an observer's copy.
    ///   - message: the encoded JSON of the posted message, to be copied instead of encoded again, if there is one.
    public func encoded(
        cursor: Int64, person: Handle? = nil, alerted: [Handle] = [], message written: ArraySlice<UInt8>? = nil
    ) -> [UInt8] {
        Envelope.notification(method: name.rawValue) {
            $0.member("cursor", cursor)
            // A receipt already has a member `person`: the reader of the message.
            if case .receipt = self {} else { $0.member("person", person) }
            if !alerted.isEmpty { $0.member("alerted", alerted) }
            switch self {
            case .messagePosted(let message, let alert):
                $0.member("message", message, written: written)
                if alert { $0.member("alert", true) }
            case .messageChanged(let message, let change, let alert):
                $0.member("message", message, written: written)
                $0.member("change", change)
                if alert { $0.member("alert", true) }
            default: writeMembers(to: &$0)
            }
        }
    }
}

extension AppNotification {
    /// Returns the complete message in its wire form.
    ///
    /// - Parameters:
    ///   - app: the receiving app, for an observer's copy.
    ///   - person: the person that the app runs as, for an observer's copy.
    public func encoded(cursor: Int64, app: AppID? = nil, person: Handle? = nil) -> [UInt8] {
        Envelope.notification(method: name.rawValue) {
            $0.member("cursor", cursor)
            $0.member("app", app)
            $0.member("person", person)
            writeMembers(to: &$0)
        }
    }
}

extension LiveNotification {
    /// Returns the complete message in its wire form.
    public func encoded() -> [UInt8] { Envelope.notification(method: name.rawValue, params: writeMembers) }
}
