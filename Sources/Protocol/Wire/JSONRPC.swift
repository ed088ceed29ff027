/// The id of a request: whatever the sender chose, answered exactly.
public enum RequestID: Sendable, Hashable {
    /// Any string.
    case string(String)
    /// Any integer up to ±2^53, beyond which senders that count in doubles could not tell two ids apart.
    case integer(Int64)

    /// The largest integer id.
    public static let integerMax: Int64 = 1 << 53
}

extension RequestID: JSONWritable {
    /// Appends the id as it was sent.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .string(let value): json.string(value)
        case .integer(let value): json.integer(value)
        }
    }
}

/// A JSON-RPC 2.0 request before its method is known.
public struct RequestEnvelope: Sendable, Equatable {
    /// What the answer must carry.
    public var id: RequestID
    /// The method's name.
    public var method: String
    /// The members of `params`, an object; nil if it was left out.
    public var params: JSONValue?
}

/// A refusal of an envelope, with the id if one could be read.
public struct EnvelopeError: Error, Sendable, Equatable {
    /// The id of the request, null on the wire where it is nil.
    public var id: RequestID?
    /// What to answer.
    public var error: RPCError
}

extension RequestEnvelope {
    /// The most combining marks in a row in a string of a request. Comparing two strings sorts the marks of a letter, and
    /// the time of that grows faster than their number. Languages use a handful; UAX #15 calls 30 safe.
    static let combiningMarksMax = 64
    /// The most values and names of members in a request, so that none takes the server's thread for more than 5 ms.
    static let valuesMax = 20_000

    /// Reads one request.
    ///
    /// - Throws: ``EnvelopeError``: -32700 for what is not JSON, -32600 for what is JSON and not a request
    ///   (a batch, a duplicate key, a notification, an id that is no string or safe integer, foreign members),
    ///   `too_large` for a letter with more than ``combiningMarksMax`` marks.
    public static func read(_ bytes: [UInt8], limits: Limits = .standard) throws(EnvelopeError) -> RequestEnvelope {
        let text: (value: JSONValue, duplicateKey: String?)
        do {
            text = try JSONReader.read(bytes, depthMax: limits.nestingDepth, nodesMax: valuesMax)
        } catch {
            throw EnvelopeError(id: nil, error: .parse("\(error.problem), at byte \(error.offset)"))
        }
        guard case .object(let object) = text.value else {
            let problem =
                if case .array = text.value { "batches are not supported: send one request at a time" } else {
                    "a request is an object, and this is \(text.value.kind)"
                }
            throw EnvelopeError(id: nil, error: .invalidRequest(problem))
        }
        var last: JSONObject.Place?
        let version = object.value("jsonrpc", after: &last)
        let id = RequestID(object.value("id", after: &last))
        if object.hasMarks(inARow: combiningMarksMax) {
            throw EnvelopeError(
                id: id,
                error: .tooLarge(
                    "A letter of this request has too many combining marks", limit: "combiningMarks",
                    combiningMarksMax))
        }
        func refuse(_ problem: String) -> EnvelopeError { EnvelopeError(id: id, error: .invalidRequest(problem)) }
        if let key = text.duplicateKey { throw refuse("the key “\(key.prefix(100))” comes twice in one object") }
        guard case .string("2.0") = version else { throw refuse("jsonrpc must be \"2.0\"") }
        guard let id else { throw refuse("id must be a string or an integer up to ±2^53") }
        guard case .string(let method) = object.value("method", after: &last) else {
            throw refuse("method must be a string")
        }
        let params = object.value("params", after: &last)
        if object.count > (params == nil ? 3 : 4),
            let foreign = object.keys.first(where: { !["jsonrpc", "id", "method", "params"].contains($0) })
        {
            throw refuse("\(foreign.prefix(100)) is not a member of a request")
        }
        switch params {
        case nil, .object: break
        case .some(let other): throw refuse("params must be an object, and is \(other.kind)")
        }
        return RequestEnvelope(id: id, method: method, params: params)
    }
}

extension RequestID {
    /// The id that this value is; nil if it cannot be one.
    public init?(_ value: JSONValue?) {
        switch value {
        case .string(let text): self = .string(text)
        case .integer(let number) where (-Self.integerMax...Self.integerMax).contains(number): self = .integer(number)
        default: return nil
        }
    }
}

/// What a client reads: an answer to one of its requests, or a notification.
public enum ServerMessage: Sendable, Equatable {
    /// The result of the request of that id.
    case result(RequestID, JSONValue)
    /// The refusal of the request of that id; nil where the server could not read one.
    case failure(RequestID?, RPCError)
    /// Something that happened: the method, and its params.
    case notification(method: String, params: JSONValue)

    /// Reads one message from a server; nil if it is none.
    public static func read(_ bytes: [UInt8]) -> ServerMessage? {
        guard let text = try? JSONReader.read(bytes), case .object(let object) = text.value else { return nil }
        if let method = object["method"]?.stringValue {
            return .notification(method: method, params: object["params"] ?? .object(JSONObject()))
        }
        if let error = object["error"], let code = error["code"]?.integerValue {
            return .failure(RequestID(object["id"]), RPCError(code: Int(code), error))
        }
        guard let id = RequestID(object["id"]), let result = object["result"] else { return nil }
        return .result(id, result)
    }
}

/// Writes the envelopes of JSON-RPC 2.0.
public enum Envelope {
    /// A request with the params that the closure writes.
    public static func request(
        id: RequestID, method: String, params: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        JSONWriter.object {
            $0.member("jsonrpc", "2.0")
            $0.member("id", id)
            $0.member("method", method)
            $0.key("params")
            $0.object(params)
        }
    }

    /// The answer to a request.
    ///
    /// - Parameter capacity: how many bytes it has, about.
    public static func result(id: RequestID, _ result: some JSONWritable, reserving capacity: Int = 256) -> [UInt8] {
        JSONWriter.bytes(reserving: capacity) {
            $0.object(beginning: #"{"jsonrpc":"2.0","id":"#) {
                id.write(to: &$0)
                $0.member("result", result)
            }
        }
    }

    /// The refusal of a request, or of something in which no request could be read.
    public static func failure(id: RequestID?, _ error: RPCError) -> [UInt8] {
        JSONWriter.object {
            $0.member("jsonrpc", "2.0")
            $0.key("id")
            if let id { id.write(to: &$0) } else { $0.null() }
            $0.member("error", error)
        }
    }

    /// A notification with the params that the closure writes.
    public static func notification(method: String, params: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.bytes(reserving: 512) {
            $0.object(beginning: #"{"jsonrpc":"2.0","method":"#) {
                $0.string(method)
                $0.key("params")
                $0.object(params)
            }
        }
    }
}
