/// The head of an HTTP/1.1 request: its first line and its headers, held against RFC 9112.
public struct HTTPRequestHead: Sendable, Equatable {
    /// The methods that are known; what may be done with each is a matter of the path.
    public static let methods = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE"]

    /// `GET`, `POST` …: a token, in the case it was written in.
    public var method: String
    /// What is asked for, as it was written, not decoded: `/ws?trace=1`. Visible ASCII and never empty.
    public var target: String
    /// 1 for HTTP/1.1, 0 for HTTP/1.0.
    public var minorVersion = 1
    /// The header lines. A request of version 1.1 has one `Host`.
    public var headers: HTTPHeaders

    /// The target without its query, and without scheme and host if it has them (`GET http://host/ws`, RFC 9112, section
    /// 3.2.2). Not decoded.
    public var path: String {
        let rest = withoutScheme?.drop { $0 != "/" && $0 != "?" } ?? target[...]
        let path = rest.prefix { $0 != "?" }
        return path.isEmpty ? "/" : String(path)
    }

    /// The host that the target itself names, as `GET http://host/ws` does, with its port; nil where it names none.
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

    /// Whether the peer wants to go on with the connection after this request (RFC 9112, section 9.3).
    public var keepsAlive: Bool {
        if headers.hasToken("close", in: "Connection") { return false }
        return minorVersion >= 1 || headers.hasToken("keep-alive", in: "Connection")
    }

    /// Whether the peer asks for a WebSocket. Whether it asks correctly is ``WebSocketHandshake``'s question.
    public var wantsWebSocket: Bool {
        method == "GET" && headers.hasToken("websocket", in: "Upgrade")
    }
}

extension HTTPRequestHead {
    /// Reads a head's lines.
    init(lines: [ArraySlice<UInt8>]) throws(HTTPError) {
        let words = lines[0].split(separator: ASCII.space, omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(ASCII.isToken), !words[1].isEmpty,
            words[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .malformedRequestLine }
        minorVersion = try HTTPHeadReader.minorVersion(words[2], otherwise: .malformedRequestLine)
        method = String(decoding: words[0], as: UTF8.self)
        guard Self.methods.contains(method) else { throw .methodUnknown }
        target = String(decoding: words[1], as: UTF8.self)
        headers = try HTTPHeadReader.headers(lines[1...])
        let hosts = headers.values("Host").count
        guard hosts == 1 || (hosts == 0 && minorVersion == 0) else { throw .hostMissingOrRepeated }
    }

    /// How long the body is, in bytes; 0 if nothing says so (RFC 9112, section 6.3).
    func bodyLength(limit: Int) throws(HTTPError) -> Int {
        let values = headers.values("Content-Length")
        guard headers["Transfer-Encoding"] == nil else {
            throw values.isEmpty ? .transferEncodingUnsupported : .contentLengthBesideTransferEncoding
        }
        guard values.count <= 1 else { throw .contentLengthRepeated }
        guard let value = values.first else { return 0 }
        guard !value.isEmpty, value.utf8.allSatisfy(ASCII.isDigit) else { throw .malformedContentLength }
        // All digits: what does not fit into an Int is surely too long.
        guard let length = Int(value), length <= limit else { throw .bodyTooLong(limit: limit) }
        return length
    }

    /// Whether the peer waits for a `100 Continue` before it sends the body (RFC 9110, section 10.1.1).
    func expectsContinue() throws(HTTPError) -> Bool {
        let expectations = headers.list("Expect")
        guard minorVersion >= 1, !expectations.isEmpty else { return false }
        guard expectations.allSatisfy({ ASCII.equalIgnoringCase($0, "100-continue") }) else {
            throw .expectationUnknown
        }
        return true
    }
}

/// A whole HTTP request.
public struct HTTPRequest: Sendable, Equatable {
    /// The first line and the headers.
    public var head: HTTPRequestHead
    /// The body; empty if there is none.
    public var body: [UInt8]
}
