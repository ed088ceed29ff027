package import ChatProtocol
import Synchronization

/// Decodes the messages of several clients in one process, which receive the same notifications. It keeps the latest
/// notifications, so that a hundred clients do not decode each of them again.
package final class MessageReader {
    /// The most notifications that are kept. A client that reads its stream rarely has older ones decoded again.
    private static let keptMax = 1_024
    /// The longest notification that is kept, in bytes.
    private static let keptBytesMax = 4_096

    private var kept: [HashedBytes: HeardNotification] = [:]
    /// The keys of the kept notifications in the order of arrival, as a ring that begins at ``oldest``.
    private var order: [HashedBytes] = []
    private var oldest = 0

    /// Creates a reader that keeps no notifications.
    package init() {}

    /// Decodes a message; nil if a server cannot have sent it.
    func read(_ message: [UInt8]) -> HeardMessage? {
        guard message.count <= Self.keptBytesMax else { return HeardMessage(message) }
        let bytes = HashedBytes(message)
        if let known = kept[bytes] { return .notification(known) }
        let heard = HeardMessage(message)
        if case .notification(let notification) = heard { keep(notification, as: bytes) }
        return heard
    }

    private func keep(_ notification: HeardNotification, as bytes: HashedBytes) {
        kept[bytes] = notification
        guard order.count == Self.keptMax else { return order.append(bytes) }
        kept[order[oldest]] = nil
        order[oldest] = bytes
        oldest = (oldest + 1) % Self.keptMax
    }
}

/// A decoded message of a server.
enum HeardMessage {
    /// A notification.
    case notification(HeardNotification)
    /// The answer to the request with that id; the id is nil if the server could not read the request.
    case answer(RequestID?, Result<JSONValue, RPCError>)

    /// Decodes a message; nil if a server cannot have sent it.
    init?(_ message: [UInt8]) {
        switch ServerMessage.read(message) {
        case .notification(let method, let params):
            self = .notification(HeardNotification(method: method, params: params))
        case .result(let id, let result): self = .answer(id, .success(result))
        case .failure(let id, let error): self = .answer(id, .failure(error))
        case nil: return nil
        }
    }
}

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

extension JSONValue {
    /// The subject of the params of a notification, as `delivery.explain` names it: the id of a notice, message or
    /// consent, or a link; nil if the params have none.
    package var deliverySubject: String? {
        self["notice"]?["id"]?.stringValue ?? self["message"]?["id"]?.stringValue ?? self["consent"]?.stringValue
            ?? self["share"]?["url"]?.stringValue ?? self["document"]?["url"]?.stringValue
            ?? self["added"]?.arrayValue?.first?["url"]?.stringValue
    }
}
