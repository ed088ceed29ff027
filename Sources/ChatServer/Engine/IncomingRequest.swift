import ChatCore
import ChatProtocol

/// A request that is parsed up to its method. A plain `message.send` is parsed completely.
struct IncomingRequest {
    private enum Content {
        case plain(PlainSend)
        case envelope(RequestEnvelope)
    }

    /// The id that the answer must carry.
    let id: RequestID
    /// The requested method; nil if the server has no method of this name.
    let method: Method?
    private let content: Content

    /// Parses a request.
    ///
    /// - Parameter isWhole: True if ``params`` is needed, and not only the values in it.
    /// - Throws: ``EnvelopeError`` if the message is not a request.
    init(_ message: [UInt8], limits: Limits, isWhole: Bool) throws(EnvelopeError) {
        if !isWhole, let plain = PlainSend(message) {
            (id, method, content) = (plain.id, .messageSend, .plain(plain))
            return
        }
        let envelope = try RequestEnvelope.read(message, limits: limits)
        (id, method, content) = (envelope.id, Method(rawValue: envelope.method), .envelope(envelope))
    }

    /// The params as the client sent them; nil for a plain request that was not read whole.
    var params: JSONValue? {
        switch content {
        case .plain: nil
        case .envelope(let envelope): envelope.params
        }
    }

    /// The trace of the request; nil if it has none. A plain request has none.
    var trace: TraceParent? {
        switch content {
        case .plain: nil
        case .envelope(let envelope): envelope.trace
        }
    }

    /// The name of the method as the client sent it, even if the server has no such method.
    var name: String {
        switch content {
        case .plain: Method.messageSend.rawValue
        case .envelope(let envelope): envelope.method
        }
    }

    /// Parses the params for a method.
    ///
    /// - Throws: `invalid_params` that names the wrong member.
    func call(_ method: Method) throws(RPCError) -> Call {
        do throws(InvalidField) {
            switch content {
            case .plain(let plain): return try Call(plain)
            case .envelope(let envelope):
                return try JSONFields.all(of: envelope.params) { fields throws(InvalidField) in
                    try Call(method, &fields)
                }
            }
        } catch {
            throw RPCError.invalid(error)
        }
    }
}

/// A request with a known method and completely parsed params.
struct Call {
    /// The request, by the code that answers it.
    enum Kind {
        case live(LiveRequest)
        case core(Request)
    }

    let request: Kind
    /// The id that identifies a retry. Only requests that change the log have one.
    let clientID: String?

    /// The longest client id in bytes: enough for any UUID, hash or path.
    static let clientIDBytesMax = 256

    /// Parses the params of a method.
    ///
    /// - Throws: ``InvalidField`` for the wrong member.
    init(_ method: Method, _ fields: inout JSONFields) throws(InvalidField) {
        clientID = method.changesTheLog ? try fields.optionalString("clientID") : nil
        try Self.check(clientID)
        if let live = try LiveRequest(method, from: &fields) {
            request = .live(live)
        } else if let decided = try Request(method, from: &fields) {
            request = .core(decided)
        } else {
            throw fields.invalid("method", "is not known to this server")
        }
    }

    /// Creates the call of a plain `message.send`, which is parsed already.
    ///
    /// - Throws: ``InvalidField`` if the client id is wrong.
    init(_ plain: PlainSend) throws(InvalidField) {
        try Self.check(plain.clientID)
        (request, clientID) = (.core(plain.request), plain.clientID)
    }

    private static func check(_ clientID: String?) throws(InvalidField) {
        guard let clientID, !(1...clientIDBytesMax).contains(clientID.utf8.count) else { return }
        throw InvalidField(field: "clientID", problem: "must have from 1 to \(clientIDBytesMax) bytes")
    }
}

/// The handled requests whose answers wait for a commit. They are refused if it fails.
final class OpenRequests {
    /// A handled request whose answer is not released yet.
    struct Entry {
        let session: Session
        let message: [UInt8]
        /// True if its session had not logged in when it came.
        let isLogin: Bool
        /// The answer if it does not depend on the commit; nil for most requests. Examples are a request that was not
        /// JSON, one that came too fast, and the creation of a world.
        var answer: [UInt8]?
    }

    @exclusivity(unchecked) private var entries: [Entry] = []
    /// The request that is being handled; nil if there is none, or if it takes more than one turn.
    @exclusivity(unchecked) private(set) var current: Entry?

    /// True if no request is open.
    var isEmpty: Bool { entries.isEmpty }

    /// Adds a handled request.
    func append(_ entry: Entry) { entries.append(entry) }

    /// Begins to handle a request.
    func begin(_ entry: Entry) { current = entry }

    /// Ends the handling of the current request.
    ///
    /// - Parameter waitsForCommit: False before the login, when the answer waits for no commit and is already released.
    func end(waitsForCommit: Bool) {
        if waitsForCommit, let current { entries.append(current) }
        current = nil
    }

    /// Gives the current request an answer that stays true even if a commit fails.
    func answerCurrent(with answer: [UInt8]) { current?.answer = answer }

    /// Forgets the current request if it is of this session: its answer takes more than one turn.
    func forgetCurrent(of session: Session) {
        if current?.session === session { current = nil }
    }

    /// Removes and returns the requests to a world.
    func remove(in world: World) -> [Entry] {
        let removed = entries.filter { $0.session.world === world }
        if !removed.isEmpty { entries.removeAll { $0.session.world === world } }
        return removed
    }

    /// Removes the requests to a world, which was committed.
    func forget(in world: World) { entries.removeAll { $0.session.world === world } }

    /// Removes all requests, and retains the storage.
    func removeAll() { entries.removeAll(keepingCapacity: true) }
}
