import ChatConnection
public import ChatProtocol

/// A notification as it came.
public struct Arrival: Sendable, Equatable, CustomStringConvertible {
    /// Its method, such as `notice.posted`.
    public let method: String
    /// What it says.
    public let params: JSONValue
    /// Who heard it.
    public let hearer: Role

    /// Its position in the log; nil for what is told to whoever is there, and kept nowhere.
    public var cursor: Int64? { params["cursor"]?.integerValue }

    /// Whose it is, where an observer heard it.
    public var person: Handle? { params["person"]?.stringValue.flatMap { Handle($0) } }

    /// Whether it was told to an app.
    var isApps: Bool { hearer == .app || hearer == .observer && params["app"] != nil }

    /// The method and the params, shortened.
    public var description: String {
        let text = String(decoding: JSONWriter.bytes(of: params), as: UTF8.self)
        return method + " " + (text.count <= 300 ? text : text.prefix(300) + "…")
    }

    /// By what `delivery.explain` knows what it is about: the id of a notice, message or consent, or a link.
    public var subject: String? { params.deliverySubject }
}

extension Arrival {
    /// It as a value of ``Told``; nil if it is another.
    func read<Value: ToldValue>(_: Value.Type) throws(ClientFailure) -> Value? {
        guard method == Value.name.rawValue else { return nil }
        do {
            return try Value(self)
        } catch {
            throw .unreadable("\(self): \(error)")
        }
    }
}

/// A notification with what it says: a value of ``Told``.
public protocol ToldValue: Sendable, Equatable, CustomStringConvertible {
    /// Its method.
    static var name: NotificationName { get }

    /// Reads one that came; nil if it is another.
    ///
    /// - Throws: ``InvalidField`` if it is not as the contract says.
    init?(_ arrival: Arrival) throws(InvalidField)

    /// The whole of it, as it came.
    var arrival: Arrival { get }
}

extension ToldValue {
    /// The method and the params, shortened.
    public var description: String { arrival.description }

    /// What `delivery.explain` is asked about.
    ///
    /// - Throws: ``ClientFailure/misused(_:)`` if it explains nothing of the kind.
    func explainedSubject() throws(ClientFailure) -> String {
        guard let subject = arrival.subject else {
            throw .misused(
                "\(Self.name.rawValue) has no message, notice, highlight or consent to explain."
            )
        }
        return subject
    }
}

/// Which notification is meant: `.noticePosted`, `.messagePosted` and so on, one for each of the contract's that the
/// client can be told.
public struct NotificationKind<Hearer, Value: ToldValue>: Sendable {
    init() {}
}
