/// The head of an HTTP/1.1 request: its request line and its headers, validated by RFC 9112.
public struct HTTPRequestHead: Sendable, Equatable {
    /// The methods that the parser accepts. The owner decides which of them each path allows.
    public static let methods = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE"]

    /// The method, such as `GET` or `POST`: a token, in the case in which it was received.
    public var method: String
    /// The request target as received, not decoded: `/ws?trace=1`. Visible ASCII and never empty.
    public var target: String
    /// The minor version: 1 for HTTP/1.1, 0 for HTTP/1.0.
    public var minorVersion = 1
    /// The header lines. A request of version 1.1 has exactly one `Host`.
    public var headers: HTTPHeaders

    /// The target without its query, not decoded. A scheme and a host are removed too (`GET http://host/ws`, RFC 9112,
    /// section 3.2.2).
    public var path: String {
        let rest = withoutScheme?.drop { $0 != "/" && $0 != "?" } ?? target[...]
        let path = rest.prefix { $0 != "?" }
        return path.isEmpty ? "/" : String(path)
    }

    /// The host and port in an absolute target, such as `GET http://host/ws`; nil if the target has none.
    public var authority: String? {
        withoutScheme.map { String($0.prefix { $0 != "/" && $0 != "?" }) }
    }

    private var withoutScheme: Substring? {
        for scheme in ["http://", "https://"] where target.count > scheme.count {
            if ASCII.equalIgnoringCase(String(target.prefix(scheme.count)), scheme) {
                return target.dropFirst(scheme.count)
            }
        }
        return nil
    }

    /// True if the peer keeps the connection open after this request (RFC 9112, section 9.3).
    public var keepsAlive: Bool {
        if headers.hasToken("close", in: "Connection") { return false }
        return minorVersion >= 1 || headers.hasToken("keep-alive", in: "Connection")
    }

    /// True if the request asks for a WebSocket. ``WebSocketHandshake`` checks the rest of the request.
    public var wantsWebSocket: Bool {
        method == "GET" && headers.hasToken("websocket", in: "Upgrade")
    }
}

extension HTTPRequestHead {
    /// Parses the lines of a head.
    init(lines: [ArraySlice<UInt8>]) throws(HTTPError) {
        let words = lines[0].split(separator: ASCII.space, omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(ASCII.isToken), !words[1].isEmpty,
            words[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .malformedRequestLine }
        minorVersion = try HTTPHeadReader.minorVersion(words[2], orThrow: .malformedRequestLine)
        method = String(decoding: words[0], as: UTF8.self)
        guard Self.methods.contains(method) else { throw .methodUnknown }
        target = String(decoding: words[1], as: UTF8.self)
        headers = try HTTPHeadReader.headers(lines[1...])
        let hosts = headers.values("Host").count
        guard hosts == 1 || (hosts == 0 && minorVersion == 0) else { throw .hostMissingOrRepeated }
    }

    /// Returns the length of the body in bytes, or 0 if no header gives it (RFC 9112, section 6.3).
    func bodyLength(limit: Int) throws(HTTPError) -> Int {
        let values = headers.values("Content-Length")
        guard headers["Transfer-Encoding"] == nil else {
            throw values.isEmpty ? .transferEncodingUnsupported : .contentLengthAndTransferEncoding
        }
        guard values.count <= 1 else { throw .contentLengthRepeated }
        guard let value = values.first else { return 0 }
        guard !value.isEmpty, value.utf8.allSatisfy(ASCII.isDigit) else { throw .malformedContentLength }
        // All characters are digits, so a number that does not fit into an Int exceeds the limit.
        guard let length = Int(value), length <= limit else { throw .bodyTooLong(limit: limit) }
        return length
    }

    /// Returns true if the peer waits for a `100 Continue` before it sends the body (RFC 9110, section 10.1.1).
    func expectsContinue() throws(HTTPError) -> Bool {
        let expectations = headers.list("Expect")
        guard minorVersion >= 1, !expectations.isEmpty else { return false }
        guard expectations.allSatisfy({ ASCII.equalIgnoringCase($0, "100-continue") }) else {
            throw .expectationUnknown
        }
        return true
    }
}

/// A complete HTTP request.
public struct HTTPRequest: Sendable, Equatable {
    /// The request line and the headers.
    public var head: HTTPRequestHead
    /// The body; empty if there is none.
    public var body: [UInt8]
}

/// Parses the HTTP/1.1 requests of one connection, one after another. The length of each body is known from its head.
public struct HTTPRequestParser: Sendable {
    private enum State {
        case head(HTTPHeadReader)
        case body(HTTPRequestHead, length: Int)
        case failed
    }

    private var state = State.head(HTTPHeadReader())
    private let limits: WireLimits

    /// Creates a parser at the start of a stream. It obeys three of the limits: `headBytes`, `headers` and, for a body,
    /// `messageBytes`.
    public init(limits: WireLimits = WireLimits()) {
        self.limits = limits
    }

    /// True if the parser has read a head and not all of its body.
    public var isInsideBody: Bool {
        if case .body = state { true } else { false }
    }

    /// Returns the next complete request in the queue, or nil if more bytes are needed.
    ///
    /// - Parameter output: receives a `100 Continue` if the peer waits for one before it sends the body.
    /// - Throws: ``HTTPError``, before the body of a refused request is read. The parser returns no request after that.
    public mutating func next(
        in queue: inout ByteQueue, into output: inout [UInt8]
    ) throws(HTTPError) -> HTTPRequest? {
        do throws(HTTPError) {
            return try step(in: &queue, into: &output)
        } catch {
            state = .failed
            throw error
        }
    }

    private mutating func step(
        in queue: inout ByteQueue, into output: inout [UInt8]
    ) throws(HTTPError) -> HTTPRequest? {
        if case .head(var reader) = state {
            let lines = try reader.next(in: &queue, limits: limits)
            guard let lines else {
                state = .head(reader)
                return nil
            }
            let head = try HTTPRequestHead(lines: lines)
            let length = try head.bodyLength(limit: limits.messageBytes)
            if try head.expectsContinue(), length > 0, queue.isEmpty {
                output.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8)
            }
            state = .body(head, length: length)
        }
        guard case .body(let head, let length) = state, queue.count >= length else { return nil }
        let request = HTTPRequest(head: head, body: queue.copy(0..<length))
        queue.consume(length)
        state = .head(HTTPHeadReader())
        return request
    }
}
