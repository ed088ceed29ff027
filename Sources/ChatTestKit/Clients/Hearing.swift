public import ChatConnection
public import ChatProtocol

/// What ``PersonClient``, ``AppClient`` and ``ObserverClient`` have in common: a session, all that it is told, and waits
/// for that.
public protocol TypedClient: Sendable {
    /// The session.
    var connection: ClientSession { get }
}

/// A client that is told what persons are told.
public protocol HearsPersons: TypedClient {}
/// A client that is told what apps are told.
public protocol HearsApps: TypedClient {}

extension PersonClient: HearsPersons {}
extension AppClient: HearsApps {}
extension ObserverClient: HearsPersons, HearsApps {}

extension TypedClient {
    /// All that came since the session began, oldest first; what is on its way may be missing.
    public var arrivals: [Arrival] { connection.arrivals }

    /// All notifications as they come, from the beginning of the session on.
    public var notifications: Notifications<Arrival> { Notifications(session: connection) { $0 } }

    /// Those of one kind as they come, from the beginning of the session on.
    public func notifications<Value>(_ kind: NotificationKind<Self, Value>) -> Notifications<Value> {
        Notifications(session: connection) { try $0.read(Value.self) }
    }

    /// All of one kind that came, once everything that was asked before has arrived (`session.fence`): that one did not
    /// come is a fact then, and not a matter of time.
    public func received<Value>(_ kind: NotificationKind<Self, Value>) async throws(ClientFailure) -> [Value] {
        try await connection.received()
    }

    /// The first of a kind that matches and that no earlier wait has returned: what came already, or else what comes.
    ///
    /// - Parameters:
    ///   - time: how much time may pass in the world until it comes. Where the clock is virtual it passes at once, to the
    ///     moments at which something is due.
    ///   - patience: how long, by the clock on the wall, another task or a program of yours may take to do what it comes
    ///     of. Without it, where the clock is virtual, nothing is waited out: what the fence says is final.
    /// - Throws: ``NothingCame``, which says what did come, and why not what was waited for.
    @discardableResult
    nonisolated(nonsending) public func wait<Value>(
        for kind: NotificationKind<Self, Value>, within time: Duration = .zero, patience: Duration = .zero,
        file: String = #fileID, line: Int = #line, where matches: (Value) throws -> Bool = { _ in true }
    ) async throws -> Value {
        try await connection.wait(within: time, patience: patience, place: "\(file):\(line)", where: matches)
    }

    /// Checks that none of a kind came that matches, once everything that was asked before has arrived
    /// (`session.fence`). It hands out nothing: `wait` finds the same as before.
    ///
    /// - Throws: ``SomethingCame``, which says what came, and by which rules.
    nonisolated(nonsending) public func isNotNotified<Value>(
        _ kind: NotificationKind<Self, Value>, file: String = #fileID, line: Int = #line,
        where matches: (Value) throws -> Bool = { _ in true }
    ) async throws {
        try await connection.checkNone(place: "\(file):\(line)", where: matches)
    }

    /// Asks for anything, right or wrong, by the names of `docs/reference/protocol.md`.
    ///
    /// - Returns: the result object.
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

    /// Ends the line without a word, as a tunnel does: what is told from now on is missed.
    public func disconnect() { connection.close() }

    /// Comes back, and is told what was missed: each notification that lasts, once.
    public func reconnect() async throws(ClientFailure) { try await connection.connect() }
}

/// Notifications as they come, from the beginning of the session on: it ends when the session does.
public struct Notifications<Value: Sendable>: AsyncSequence, Sendable {
    /// Goes through them.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let session: ClientSession
        let read: @Sendable (Arrival) throws -> Value?
        private var place = 0

        init(session: ClientSession, read: @escaping @Sendable (Arrival) throws -> Value?) {
            self.session = session
            self.read = read
        }

        /// The next one; nil once the session or the task has ended.
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

    /// From the beginning.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(session: session, read: read) }
}
