public import ChatConnection
public import ChatProtocol

/// A received notification.
///
/// ```swift
/// let message = try await anna.send("https://notes.example/d/1", to: trip)
/// let arrival = try await bea.wait(for: .messagePosted).arrival
/// #expect(arrival.method == "message.posted" && arrival.hearer == .person)
/// #expect(arrival.params["message"]?["text"] == "https://notes.example/d/1")
/// #expect(arrival.cursor != nil && arrival.subject == message.id.rawValue)
/// #expect(arrival.description.hasPrefix("message.posted {"))
///
/// let seen = try await observer.wait(for: .highlightsChanged) { $0.arrival.person == bea.handle }
/// #expect(seen.arrival.hearer == .observer)
/// ```
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
///
/// ```swift
/// try await anna.send("Hi", to: trip)
/// let posted = try await bea.wait(for: .messagePosted)
/// #expect(posted.arrival.method == "message.posted")
/// #expect(posted.description == posted.arrival.description)
/// ```
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
///
/// ```swift
/// try await notes.post(.mention(of: bea), about: plan)
/// try await bea.wait(for: .noticePosted)
/// #expect(try await bea.received(.noticePosted).count == 1)
/// ```
public struct NotificationKind<Hearer, Value: ToldValue>: Sendable {
    init() {}
}

/// A client with a session. It stores all received notifications and can wait for further ones.
///
/// ```swift
/// bea.disconnect()
/// try await anna.send("Hi", to: trip)
/// #expect(bea.arrivals.isEmpty)
/// try await bea.reconnect()
/// #expect(bea.arrivals.map(\.method) == ["message.posted"])
/// ```
public protocol TypedClient: Sendable {
    /// The session.
    var connection: ClientSession { get }
}

/// A client that can receive the notifications of persons.
public protocol HearsPersons: TypedClient {}
/// A client that can receive the notifications of apps.
public protocol HearsApps: TypedClient {}

extension PersonClient: HearsPersons {}
extension AppClient: HearsApps {}
extension ObserverClient: HearsPersons, HearsApps {}

extension TypedClient {
    /// All notifications received since the session began, oldest first. Notifications on their way are missing.
    public var arrivals: [Arrival] { connection.arrivals }

    /// All notifications since the session began, including future ones.
    public var notifications: Notifications<Arrival> { Notifications(session: connection) { $0 } }

    /// All notifications of one kind since the session began, including future ones.
    ///
    /// ```swift
    /// for text in ["One", "Two"] { try await anna.send(text, to: trip) }
    /// var texts: [String] = []
    /// for try await posted in bea.notifications(.messagePosted).prefix(2) { texts.append(posted.text) }
    /// #expect(texts == ["One", "Two"])
    /// ```
    public func notifications<Value>(_ kind: NotificationKind<Self, Value>) -> Notifications<Value> {
        Notifications(session: connection) { try $0.read(Value.self) }
    }

    /// Returns all received notifications of one kind, once those of all earlier events have arrived (`session.fence`).
    /// The result therefore does not depend on the speed of the connection.
    ///
    /// ```swift
    /// for text in ["One", "Two"] { try await anna.send(text, to: trip) }
    /// #expect(try await bea.received(.messagePosted).map(\.text) == ["One", "Two"])
    /// ```
    public func received<Value>(_ kind: NotificationKind<Self, Value>) async throws(ClientFailure) -> [Value] {
        try await connection.received()
    }

    /// Returns the first matching notification of a kind that no earlier wait has returned. It may have arrived
    /// already.
    ///
    /// ```swift
    /// try await observer.inject(.delay(milliseconds: 60_000), on: .messagePosted, to: bea)
    /// try await anna.send("Hi", to: trip)
    /// let posted = try await bea.wait(for: .messagePosted, within: .seconds(60)) { $0.sender == anna.handle }
    /// #expect(posted.text == "Hi")
    /// ```
    ///
    /// - Parameters:
    ///   - time: The time that may pass in the world until it arrives. A virtual clock advances at once, from one due
    ///     time to the next.
    ///   - patience: The real time that another task or program may need to cause the notification. By default it is
    ///     zero, and a wait on a virtual clock takes no real time.
    /// - Throws: ``NothingCame``, with the notifications that did arrive and the reason why the expected one did not.
    @discardableResult
    nonisolated(nonsending) public func wait<Value>(
        for kind: NotificationKind<Self, Value>, within time: Duration = .zero, patience: Duration = .zero,
        file: String = #fileID, line: Int = #line, where matches: (Value) throws -> Bool = { _ in true }
    ) async throws -> Value {
        try await connection.wait(within: time, patience: patience, place: "\(file):\(line)", where: matches)
    }

    /// Checks that no matching notification of a kind has arrived, once those of all earlier events have
    /// (`session.fence`). A later `wait` can still return the same notifications.
    ///
    /// ```swift
    /// try await notes.post(.mention(of: bea), about: plan)
    /// try await carl.isNotNotified(.noticePosted)
    /// ```
    ///
    /// - Throws: ``SomethingCame``, with the notifications and the rules by which they were delivered.
    nonisolated(nonsending) public func isNotNotified<Value>(
        _ kind: NotificationKind<Self, Value>, file: String = #fileID, line: Int = #line,
        where matches: (Value) throws -> Bool = { _ in true }
    ) async throws {
        try await connection.checkNone(place: "\(file):\(line)", where: matches)
    }

    /// Sends a request, valid or invalid. Its names are those of `docs/reference/protocol.md`.
    ///
    /// ```swift
    /// let result = try await anna.call("message.send", ["conversation": .string(trip.id.rawValue), "text": "Hi"])
    /// #expect(result["message"]?["text"] == "Hi")
    /// ```
    ///
    /// - Returns: The result object.
    @discardableResult
    public func call(_ method: String, _ params: JSONValue = [:]) async throws(ClientFailure) -> JSONValue {
        let members: [JSONObject.Member] = if case .object(let object) = params { object.members } else { [] }
        return try await connection.request(method) { json in
            for member in members {
                json.key(dynamic: member.key)
                member.value.write(to: &json)
            }
        }
    }

    /// Ends the line without a notice to the server, as in a tunnel. The client misses the following notifications.
    public func disconnect() { connection.close() }

    /// Connects again and receives the missed notifications: each stored one, once.
    public func reconnect() async throws(ClientFailure) { try await connection.connect() }
}

/// The notifications of a session, from its beginning on. The sequence ends with the session.
///
/// ```swift
/// try await anna.send("Hi", to: trip)
/// let first = try await bea.notifications.first { _ in true }
/// #expect(first?.method == "message.posted")
/// ```
public struct Notifications<Value: Sendable>: AsyncSequence, Sendable {
    /// The iterator of the notifications.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let session: ClientSession
        let read: @Sendable (Arrival) throws -> Value?
        private var place = 0

        init(session: ClientSession, read: @escaping @Sendable (Arrival) throws -> Value?) {
            self.session = session
            self.read = read
        }

        /// Returns the next notification; nil once the session or the task has ended.
        public mutating func next() async throws -> Value? {
            while true {
                for arrival in session.arrivals.dropFirst(place) {
                    place += 1
                    if let value = try read(arrival) { return value }
                }
                if await !session.more(than: place) { return nil }
            }
        }
    }

    let session: ClientSession
    let read: @Sendable (Arrival) throws -> Value?

    /// Returns an iterator that begins with the first notification of the session.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(session: session, read: read) }
}
