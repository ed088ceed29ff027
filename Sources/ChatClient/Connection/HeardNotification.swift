package import ChatProtocol
import Synchronization

/// A notification of a server. Its content is decoded only once, however many clients received it.
package final class HeardNotification: Sendable, Equatable {
    /// The content of a notification.
    package enum Content: Sendable {
        /// The content of a stored notification.
        case lasting(Notification)
        /// The content of a live notification, which is never stored.
        case live(LiveNotification)
    }

    /// The method.
    package let method: String
    /// The params.
    package let params: JSONValue
    /// The position in the log; nil for a notification that is not stored.
    package let cursor: Int64?
    private let known = Mutex<Result<Content?, InvalidField>?>(nil)

    /// Creates a notification whose content is not decoded.
    package init(method: String, params: JSONValue) {
        (self.method, self.params) = (method, params)
        cursor = params["cursor"]?.integerValue
    }

    /// Returns the decoded content; nil for a method that the contract does not have, such as one of a later server.
    ///
    /// - Throws: ``InvalidField`` if the params do not match the contract.
    package func content() throws(InvalidField) -> Content? {
        try known.withLock { known in
            let content = known ?? Result { () throws(InvalidField) in try read() }
            known = content
            return content
        }.get()
    }

    private func read() throws(InvalidField) -> Content? {
        guard let name = NotificationName(rawValue: method) else { return nil }
        var fields = try JSONFields(params)
        if let lasting = try Notification(name, from: &fields) { return .lasting(lasting) }
        return try LiveNotification(name, from: &fields).map { .live($0) }
    }

    package static func == (left: HeardNotification, right: HeardNotification) -> Bool {
        left.method == right.method && left.params == right.params
    }
}
