/// The id of a request, chosen by the client. The response carries the same id.
public enum RequestID: Sendable, Hashable {
    /// A string of any content.
    case string(String)
    /// An integer up to ±2^53. Clients that count in doubles cannot distinguish larger ones.
    case integer(Int64)

    /// The largest absolute value of an integer id.
    public static let integerMax: Int64 = 1 << 53
}

extension RequestID: JSONWritable {
    /// Appends the id as it was received.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .string(let value): json.string(value)
        case .integer(let value): json.integer(value)
        }
    }
}

/// A JSON-RPC 2.0 request whose method is not resolved yet.
public struct RequestEnvelope: Sendable, Equatable {
    /// The id, which the response repeats.
    public var id: RequestID
    /// The name of the method.
    public var method: String
    /// The `params` object; nil if it was omitted.
    public var params: JSONValue?
    /// The `traceparent`; nil if it was omitted.
    public var trace: TraceParent?
}

/// The refusal of an envelope, with the id if one could be read.
public struct EnvelopeError: Error, Sendable, Equatable {
    /// The id of the request; nil is written as null.
    public var id: RequestID?
    /// The error for the response.
    public var error: RPCError
}

extension RequestEnvelope {
    /// The most consecutive combining marks in a string of a request. The comparison of two strings sorts the marks of
    /// each letter in more than linear time. Languages use a few; UAX #15 calls 30 safe.
    static let combiningMarksMax = 64
    /// The most values and member names in a request, so that none occupies the server's thread for more than 5 ms.
    static let valuesMax = 20_000

    /// Reads one request.
    ///
    /// - Throws: ``EnvelopeError`` with one of three codes:
    ///
    ///   - -32700 for bytes that are not JSON.
    ///   - -32600 for JSON that is not a request: a batch, a duplicate key, a notification, unknown members, an id
    ///     that is not a string or a safe integer, or an invalid `traceparent`.
    ///   - `too_large` for a letter with more than ``combiningMarksMax`` marks.
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
        var trace: TraceParent?
        if object.count > (params == nil ? 3 : 4) {
            let known = ["jsonrpc", "id", "method", "params", "traceparent"]
            if let foreign = object.keys.first(where: { !known.contains($0) }) {
                throw refuse("\(foreign.prefix(100)) is not a member of a request")
            }
            trace = object["traceparent"]?.stringValue.flatMap(TraceParent.init)
            if trace == nil { throw refuse("traceparent must be \(TraceParent.form)") }
        }
        switch params {
        case nil, .object: break
        case .some(let other): throw refuse("params must be an object, and is \(other.kind)")
        }
        return RequestEnvelope(id: id, method: method, params: params, trace: trace)
    }
}

extension RequestID {
    /// Creates an id from a string or an integer up to ±2^53. Returns nil for other values.
    public init?(_ value: JSONValue?) {
        switch value {
        case .string(let text): self = .string(text)
        case .integer(let number) where (-Self.integerMax...Self.integerMax).contains(number): self = .integer(number)
        default: return nil
        }
    }
}

/// A message that a client receives: a response to one of its requests, or a notification.
public enum ServerMessage: Sendable, Equatable {
    /// The result of the request with that id.
    case result(RequestID, JSONValue)
    /// The error of the request with that id; nil if the server could not read the id.
    case failure(RequestID?, RPCError)
    /// A notification: its method and its params.
    case notification(method: String, params: JSONValue)

    /// Reads one message from a server. Returns nil if it is not a JSON-RPC message.
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

/// The encoders of JSON-RPC 2.0 envelopes.
public enum Envelope {
    /// Returns a request with the params that the closure writes.
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

    /// Returns the successful response to a request.
    ///
    /// - Parameter capacity: the expected number of bytes.
    public static func result(id: RequestID, _ result: some JSONWritable, reserving capacity: Int = 256) -> [UInt8] {
        JSONWriter.bytes(reserving: capacity) {
            $0.object(beginning: #"{"jsonrpc":"2.0","id":"#) {
                id.write(to: &$0)
                $0.member("result", result)
            }
        }
    }

    /// Returns the error response to a request, or to bytes from which no request could be read.
    public static func failure(id: RequestID?, _ error: RPCError) -> [UInt8] {
        JSONWriter.object {
            $0.member("jsonrpc", "2.0")
            $0.key("id")
            if let id { id.write(to: &$0) } else { $0.null() }
            $0.member("error", error)
        }
    }

    /// Returns a notification with the params that the closure writes.
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

/// A request of a client: a method with its params.
public protocol MethodCall: Sendable {
    /// The method of the request.
    var method: Method { get }

    /// Appends the params to an object that is already open.
    func writeMembers(to json: inout JSONWriter)
}

extension Answer {
    /// Appends the result object.
    public func write(to json: inout JSONWriter) { write(to: &json, message: nil) }

    /// Appends the result object.
    ///
    /// - Parameter message: the encoded JSON of the message in the answer. It is copied and not encoded again; nil if
    ///   there is none.
    public func write(to json: inout JSONWriter, message written: ArraySlice<UInt8>?) {
        json.object {
            if case .message(let message) = self {
                $0.member("message", message, written: written)
            } else {
                writeMembers(to: &$0)
            }
        }
    }
}

extension ContractText {
    /// The OpenRPC document on one line, as `rpc.discover` returns it. It is created at the first access.
    public static let openRPCLine = Array(openRPC.split(separator: "\n").map { $0.drop { $0 == " " } }.joined().utf8)
}
