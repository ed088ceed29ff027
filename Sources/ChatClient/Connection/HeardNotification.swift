package import ChatProtocol
import Synchronization

/// Something that a server told by itself. What it says is read once, however many clients were told it.
package final class HeardNotification: Sendable, Equatable {
    /// What it says.
    package enum Content: Sendable {
        /// What lasts.
        case lasting(Notification)
        /// What is told and never kept.
        case live(LiveNotification)
    }

    /// The method.
    package let method: String
    /// The params.
    package let params: JSONValue
    /// Its place in the log; nil where it has none.
    package let cursor: Int64?
    private let known = Mutex<Result<Content?, InvalidField>?>(nil)

    /// A notification of which nothing is read yet.
    package init(method: String, params: JSONValue) {
        (self.method, self.params) = (method, params)
        cursor = params["cursor"]?.integerValue
    }

    /// What it tells people; nil where it is nothing of that, as what a later server tells beyond the contract.
    ///
    /// - Throws: ``InvalidField`` where it is not what the contract says.
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
