import ChatConnection
public import ChatProtocol

/// A received notification.
public struct Arrival: Sendable, Equatable, CustomStringConvertible {
    /// The method, such as `notice.posted`.
    public let method: String
    /// The parameters of the notification.
    public let params: JSONValue
    /// The role of the recipient.
    public let hearer: Role

    /// The position in the log; nil for a notification that only connected clients receive and no log stores.
    public var cursor: Int64? { params["cursor"]?.integerValue }

    /// The person to whom it belongs, if an observer received it.
    public var person: Handle? { params["person"]?.stringValue.flatMap { Handle($0) } }

    /// True if the server sent it to an app.
    var isApps: Bool { hearer == .app || hearer == .observer && params["app"] != nil }

    /// The method and the parameters, shortened to 300 characters.
    public var description: String {
        let text = String(decoding: JSONWriter.bytes(of: params), as: UTF8.self)
        return method + " " + (text.count <= 300 ? text : text.prefix(300) + "…")
    }

    /// The subject for `delivery.explain`: the id of a notice, message or consent, or a link; nil if there is none.
    public var subject: String? { params.deliverySubject }
}

extension Arrival {
    /// Returns the notification as a value of ``Told``; nil if it is of another kind.
    func read<Value: ToldValue>(_: Value.Type) throws(ClientFailure) -> Value? {
        guard method == Value.name.rawValue else { return nil }
        do {
            return try Value(self)
        } catch {
            throw .unreadable("\(self): \(error)")
        }
    }
}

/// A received notification with typed fields: a value of ``Told``.
public protocol ToldValue: Sendable, Equatable, CustomStringConvertible {
    /// The method.
    static var name: NotificationName { get }

    /// Reads a received notification; nil if it is of another kind.
    ///
    /// - Throws: ``InvalidField`` if a field differs from the contract.
    init?(_ arrival: Arrival) throws(InvalidField)

    /// The notification with all of its parameters.
    var arrival: Arrival { get }
}

extension ToldValue {
    /// The method and the parameters, shortened to 300 characters.
    public var description: String { arrival.description }

    /// Returns the subject for `delivery.explain`.
    ///
    /// - Throws: ``ClientFailure/misused(_:)`` if `delivery.explain` does not cover this kind of notification.
    func explainedSubject() throws(ClientFailure) -> String {
        guard let subject = arrival.subject else {
            throw .misused(
                "\(Self.name.rawValue) has no message, notice, highlight or consent to explain."
            )
        }
        return subject
    }
}

/// A kind of notification, such as `.noticePosted` or `.messagePosted`: one for each kind of the contract that the
/// client can receive.
public struct NotificationKind<Hearer, Value: ToldValue>: Sendable {
    init() {}
}
