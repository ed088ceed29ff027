extension NotificationName {
    /// Whether that is the method of this notification.
    public static func == (method: String, name: NotificationName) -> Bool { name.rawValue == method }
}

extension Notification {
    /// The whole message on the wire.
    ///
    /// - Parameters:
    ///   - person: whose own it is, where an observer is told of it.
    ///   - alerted: whom it alerts, where an observer is told of it.
    ///   - message: the JSON of the message that was posted, where it is written already (law 5).
    public func encoded(
        cursor: Int64, person: Handle? = nil, alerted: [Handle] = [], message written: ArraySlice<UInt8>? = nil
    ) -> [UInt8] {
        Envelope.notification(method: name.rawValue) {
            $0.member("cursor", cursor)
            // A receipt has a person of its own: whoever has read.
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
    /// The whole message on the wire.
    ///
    /// - Parameters:
    ///   - app: which app it is told to, where an observer is told of it.
    ///   - person: whom it runs as, where an observer is told of it.
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
    /// The whole message on the wire.
    public func encoded() -> [UInt8] { Envelope.notification(method: name.rawValue, params: writeMembers) }
}
