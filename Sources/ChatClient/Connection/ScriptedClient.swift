public import ChatProtocol
import ChatSystem

/// The reason for which a scripted request got no result.
///
/// ```swift
/// let pair = try await anna.createConversation(with: bea)
/// let failure = await #expect(throws: ClientFailure.self) { try await carl.send("Hi", to: pair) }
/// #expect(failure?.refusal?.reason == .notFound)
/// #expect(failure?.description.hasPrefix("not_found: ") == true)
/// ```
public enum ClientFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The server refused the request.
    case refused(RPCError)
    /// The stream has ended.
    case transport(TransportError)
    /// The server did not answer a step, such as `session.hello`, in that time.
    case silence(step: String, milliseconds: Int)
    /// The answer does not match the contract.
    case unreadable(String)
    /// The caller asked for something impossible, which the text describes; no request was sent.
    case misused(String)

    /// The refusal of the server; nil for another failure.
    public var refusal: RPCError? { if case .refused(let refusal) = self { refusal } else { nil } }

    /// The error as a sentence for a person.
    public var description: String {
        switch self {
        case .refused(let error): "\(error.reason.rawValue): \(error.message)"
        case .transport(let error): error.description
        case .silence(let step, let milliseconds):
            "The server did not answer \(step) within \(Self.duration(milliseconds))."
        case .unreadable(let what): "The server's answer cannot be read: \(what)"
        case .misused(let what): what
        }
    }

    /// Returns a time in seconds, or in milliseconds if it is no whole number of seconds.
    package static func duration(_ milliseconds: Int) -> String {
        milliseconds.isMultiple(of: 1_000) ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }
}

/// A session that sends a request and waits for its answer, for scripts and tests.
///
/// Notifications that arrive in between are kept in order until they are taken.
public final class ScriptedClient {
    /// A notification as it arrived.
    public struct Notified: Sendable, Equatable {
        /// The method.
        public let method: String
        /// The params.
        public let params: JSONValue
    }

    private let transport: any ClientTransport
    private var lastID: Int64 = 0
    /// The longest time for an answer in milliseconds, after which the server counts as dead.
    private let patience: Int
    /// Returns true if a person has asked to end; from then on, an answer may take at most ``endingMilliseconds``. Nil
    /// if no person can ask.
    private let isEnding: (() -> Bool)?
    private static let endingMilliseconds: Int64 = 500
    /// The notifications that arrived and were not taken yet, in order.
    public private(set) var inbox: [Notified] = []
    /// The largest position in the log that arrived.
    public private(set) var cursor: Int64 = 0

    /// Creates a session on a stream.
    ///
    /// - Parameter patienceMilliseconds: The deadline of every answer. It only ends a hang: if the server answers, the
    ///   session does not wait for it.
    public convenience init(_ transport: any ClientTransport, patienceMilliseconds: Int = 30_000) {
        self.init(transport, patienceMilliseconds: patienceMilliseconds, isEnding: nil)
    }

    /// Creates a session that a person may end.
    ///
    /// - Parameter isEnding: Returns true if the person has asked to end.
    package init(
        _ transport: any ClientTransport, patienceMilliseconds: Int = 30_000, isEnding: (() -> Bool)?
    ) {
        self.transport = transport
        self.isEnding = isEnding
        patience = patienceMilliseconds
    }

    /// Sends the login.
    ///
    /// - Returns: The result object.
    @discardableResult
    public func hello(_ hello: Hello) throws(ClientFailure) -> JSONValue {
        let welcome = try request(.sessionHello(hello))
        if hello.after == nil { cursor = welcome["cursor"]?.integerValue ?? 0 } else { cursor = hello.after ?? 0 }
        return welcome
    }

    /// Sends a request that the core decides, and waits for its result object.
    ///
    /// - Parameter clientID: The id by which the server recognises a retry.
    @discardableResult
    public func request(_ request: Request, clientID: String? = nil) throws(ClientFailure) -> JSONValue {
        try self.request(request.method.rawValue) {
            request.writeMembers(to: &$0)
            $0.member("clientID", clientID)
        }
    }

    /// Sends a request that is answered without a decision, and waits for its result object.
    @discardableResult
    public func request(_ request: LiveRequest) throws(ClientFailure) -> JSONValue {
        try self.request(request.method.rawValue) { request.writeMembers(to: &$0) }
    }

    /// Returns the conversations of this person, from all pages.
    package func conversations() throws(ClientFailure) -> [JSONValue] {
        var all: [JSONValue] = []
        var after: Int64?
        repeat {
            let page = try request(.conversationList(.init(after: after)))
            all += page["conversations"]?.arrayValue ?? []
            after = page["next"]?.integerValue
        } while after != nil
        return all
    }

    /// Sends any request, valid or not, and waits for its result object.
    @discardableResult
    public func request(
        _ method: String, _ params: (inout JSONWriter) -> Void = { _ in }
    ) throws(ClientFailure) -> JSONValue {
        lastID += 1
        let id = RequestID.integer(lastID)
        do {
            try transport.send(Envelope.request(id: id, method: method, params: params))
        } catch {
            throw .transport(error)
        }
        while true {
            guard let message = try nextWhileAwaited() else {
                throw .silence(step: method, milliseconds: patience)
            }
            switch message {
            case .result(id, let result): return result
            case .failure(.some(id), let error), .failure(nil, let error): throw .refused(error)
            case .result, .failure: continue
            case .notification: continue
            }
        }
    }

    /// Reads all messages that the server sent before this call. Their notifications are then in ``inbox``
    /// (`session.ping`).
    public func catchUp() throws(ClientFailure) {
        try request(.sessionPing)
    }

    /// Waits for a message, unless a notification is in the inbox already.
    ///
    /// - Parameter milliseconds: The longest time to wait.
    /// - Returns: True if the inbox has a notification.
    public func hears(waitingMilliseconds milliseconds: Int) throws(ClientFailure) -> Bool {
        if try next(waitingMilliseconds: inbox.isEmpty ? milliseconds : 0) != nil {
            while try next(waitingMilliseconds: 0) != nil {}
        }
        return !inbox.isEmpty
    }

    /// Waits until the inbox has a notification that matches, and leaves it there.
    ///
    /// - Throws: ``ClientFailure/silence(step:milliseconds:)`` if no message arrived in the time of an answer.
    @discardableResult
    public func wait(for matches: (Notified) -> Bool) throws(ClientFailure) -> Notified {
        while true {
            if let found = inbox.first(where: matches) { return found }
            guard try next(waitingMilliseconds: patience) != nil else {
                throw .silence(step: "with a notification", milliseconds: patience)
            }
        }
    }

    /// Removes the notifications from the inbox, and returns them, oldest first.
    public func takeInbox() -> [Notified] {
        defer { inbox = [] }
        return inbox
    }

    /// Closes the stream.
    public func close() { transport.close() }

    /// Closes the stream, and returns when the server has noticed.
    public func leave() { transport.leave() }

    /// Waits for the next message, with short breaks in which a person may ask to end.
    private func nextWhileAwaited() throws(ClientFailure) -> ServerMessage? {
        guard let isEnding else { return try next(waitingMilliseconds: patience) }
        var deadline = Clocks.steady() + Int64(patience)
        var wasEnding = false
        while true {
            if !wasEnding, isEnding() {
                wasEnding = true
                deadline = min(deadline, Clocks.steady() + Self.endingMilliseconds)
            }
            let rest = max(0, deadline - Clocks.steady())
            if let message = try next(waitingMilliseconds: Int(min(rest, 100))) { return message }
            if Clocks.steady() >= deadline { return nil }
        }
    }

    private func next(waitingMilliseconds milliseconds: Int) throws(ClientFailure) -> ServerMessage? {
        let bytes: [UInt8]?
        do {
            bytes = try transport.receive(waitingMilliseconds: milliseconds)
        } catch {
            throw .transport(error)
        }
        guard let bytes else { return nil }
        guard let message = ServerMessage.read(bytes) else {
            throw .unreadable(String(decoding: bytes.prefix(200), as: UTF8.self))
        }
        if case .notification(let method, let params) = message {
            if let seen = params["cursor"]?.integerValue { cursor = max(cursor, seen) }
            inbox.append(Notified(method: method, params: params))
        }
        return message
    }
}
