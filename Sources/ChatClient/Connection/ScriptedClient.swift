public import ChatProtocol
import ChatSystem

/// Why a scripted request did not get its result.
public enum ClientFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The server refused it.
    case refused(RPCError)
    /// The stream is gone.
    case transport(TransportError)
    /// The server did not answer a step, such as `session.hello`, in that time.
    case silence(step: String, milliseconds: Int)
    /// What came is not what the contract says.
    case unreadable(String)
    /// Nothing was asked: the one who asks says something that cannot be, which stands in the words.
    case misused(String)

    /// Why the server refused it; nil where it did not come to that.
    public var refusal: RPCError? { if case .refused(let refusal) = self { refusal } else { nil } }

    /// What a person can act on.
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

    /// A time in seconds, or in milliseconds if it is no whole number of seconds.
    package static func duration(_ milliseconds: Int) -> String {
        milliseconds.isMultiple(of: 1_000) ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }
}

/// A session that asks and waits for its answer: what scripts and tests speak through.
///
/// Notifications that come meanwhile are kept in order until they are taken.
public final class ScriptedClient {
    /// One notification as it came.
    public struct Notified: Sendable, Equatable {
        /// The method.
        public let method: String
        /// The params.
        public let params: JSONValue
    }

    private let transport: any ClientTransport
    private var lastID: Int64 = 0
    /// How long an answer may take, in milliseconds, before the server counts as dead.
    private let patience: Int
    /// True once a person asks for an end: from then on an answer is waited for ``endingMilliseconds`` at most. Nil if
    /// nobody does.
    private let isEnding: (() -> Bool)?
    private static let endingMilliseconds: Int64 = 500
    /// The notifications that came and were not taken yet, in order.
    public private(set) var inbox: [Notified] = []
    /// The largest cursor that came.
    public private(set) var cursor: Int64 = 0

    /// A session on a stream.
    ///
    /// - Parameter patienceMilliseconds: the deadline of every answer; it only ends a hang, and is never waited out
    ///   where the server answers.
    public convenience init(_ transport: any ClientTransport, patienceMilliseconds: Int = 30_000) {
        self.init(transport, patienceMilliseconds: patienceMilliseconds, isEnding: nil)
    }

    /// A session that a person may end.
    ///
    /// - Parameter isEnding: True once the person asks for the end.
    package init(
        _ transport: any ClientTransport, patienceMilliseconds: Int = 30_000, isEnding: (() -> Bool)?
    ) {
        self.transport = transport
        self.isEnding = isEnding
        patience = patienceMilliseconds
    }

    /// Says hello.
    ///
    /// - Returns: the result object.
    @discardableResult
    public func hello(_ hello: Hello) throws(ClientFailure) -> JSONValue {
        let welcome = try request(.sessionHello(hello))
        if hello.after == nil { cursor = welcome["cursor"]?.integerValue ?? 0 } else { cursor = hello.after ?? 0 }
        return welcome
    }

    /// Makes a request that the core decides, and waits for its result object.
    ///
    /// - Parameter clientID: by which a retry is known.
    @discardableResult
    public func request(_ request: Request, clientID: String? = nil) throws(ClientFailure) -> JSONValue {
        try self.request(request.method.rawValue) {
            request.writeMembers(to: &$0)
            $0.member("clientID", clientID)
        }
    }

    /// Makes a request that is answered without a decision, and waits for its result object.
    @discardableResult
    public func request(_ request: LiveRequest) throws(ClientFailure) -> JSONValue {
        try self.request(request.method.rawValue) { request.writeMembers(to: &$0) }
    }

    /// Returns the conversations of whoever this is, page by page.
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

    /// Makes a request of whatever kind, right or wrong, and waits for its result object.
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

    /// Reads everything that stands on the stream: when it returns, all that the server put on it before is in
    /// ``inbox`` (`session.ping`).
    public func catchUp() throws(ClientFailure) {
        try request(.sessionPing)
    }

    /// Waits for something to come.
    ///
    /// - Returns: whether a notification is there now that was not taken yet.
    public func hears(waitingMilliseconds milliseconds: Int) throws(ClientFailure) -> Bool {
        if try next(waitingMilliseconds: inbox.isEmpty ? milliseconds : 0) != nil {
            while try next(waitingMilliseconds: 0) != nil {}
        }
        return !inbox.isEmpty
    }

    /// Waits until a notification is there that matches, among those that came and were not taken, and leaves it there.
    ///
    /// - Throws: ``ClientFailure/silence(step:milliseconds:)`` if nothing at all came for as long as an answer may take.
    @discardableResult
    public func wait(for matches: (Notified) -> Bool) throws(ClientFailure) -> Notified {
        while true {
            if let found = inbox.first(where: matches) { return found }
            guard try next(waitingMilliseconds: patience) != nil else {
                throw .silence(step: "with a notification", milliseconds: patience)
            }
        }
    }

    /// Takes the notifications that came so far, oldest first.
    public func takeInbox() -> [Notified] {
        defer { inbox = [] }
        return inbox
    }

    /// Leaves the stream.
    public func close() { transport.close() }

    /// Leaves the stream, and returns when the server knows.
    public func leave() { transport.leave() }

    /// Waits for the next message, in pieces between which a person may ask for the end.
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
