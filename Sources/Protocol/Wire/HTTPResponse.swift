/// An HTTP response with its complete body.
public struct HTTPResponse: Sendable, Equatable {
    /// The status code, 100 to 599.
    public var status: Int
    /// The headers except `Content-Length` and `Connection`, which the encoder writes.
    public var headers: HTTPHeaders
    /// The body, in bytes.
    public var body: [UInt8]

    /// Creates a response from a status, headers and a body.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Creates a response with a text body.
    public init(status: Int, text: String, type: String = "text/plain; charset=utf-8") {
        self.init(status: status, body: Array(text.utf8))
        headers.add("Content-Type", type)
    }

    /// Creates a response with a web page, which no other page may frame and no cache stores.
    ///
    /// - Parameter policy: the content security policy of the page.
    package init(page text: [UInt8], policy: String) {
        self.init(status: 200, body: text)
        headers.add("Content-Type", "text/html; charset=utf-8")
        headers.add("Content-Security-Policy", policy)
        headers.add("X-Content-Type-Options", "nosniff")
        headers.add("X-Frame-Options", "DENY")
        headers.add("Referrer-Policy", "no-referrer")
        headers.add("Cross-Origin-Opener-Policy", "same-origin")
        headers.add("Cache-Control", "no-store")
    }

    /// Appends the response in its wire form (RFC 9112, section 4).
    ///
    /// - Parameters:
    ///   - closes: true if the connection closes after the response. A `Connection: close` header announces it.
    ///   - omitsBody: true for a HEAD request: `Content-Length` has the length of the body, and no body follows.
    public func encode(closes: Bool, omitsBody: Bool = false, into output: inout [UInt8]) {
        let isInterim = status < 200
        var head = "HTTP/1.1 \(status) \(Self.phrase(status))\r\n"
        for field in headers.fields {
            head += "\(Self.harmless(field.name)): \(Self.harmless(field.value))\r\n"
        }
        if !isInterim {
            if status != 204, status != 304 { head += "Content-Length: \(body.count)\r\n" }
            if closes { head += "Connection: close\r\n" }
        }
        head += "\r\n"
        output.append(contentsOf: head.utf8)
        if !omitsBody, !isInterim, status != 204, status != 304 { output.append(contentsOf: body) }
    }

    /// Returns the text with each control character replaced by a space, so that a line end in a value cannot start
    /// another header.
    private static func harmless(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
        return String(decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? ASCII.space : $0 }, as: UTF8.self)
    }

    /// Returns the reason phrase of a status. It is for people; clients must ignore it (RFC 9110, section 15).
    private static func phrase(_ status: Int) -> String {
        switch status {
        case 100: "Continue"
        case 101: "Switching Protocols"
        case 200: "OK"
        case 202: "Accepted"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Status"
        }
    }
}

/// The head of a response, as a client reads it. A WebSocket handshake needs no more.
public struct HTTPResponseHead: Sendable, Equatable {
    /// The status code.
    public var status: Int
    /// The header lines.
    public var headers: HTTPHeaders

    /// Parses the lines of a head (RFC 9112, section 4).
    init(lines: [ArraySlice<UInt8>]) throws(HTTPError) {
        let words = lines[0].split(separator: ASCII.space, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[1].count == 3, words[1].allSatisfy(ASCII.isDigit),
            let status = Int(String(decoding: words[1], as: UTF8.self)), (100...599).contains(status)
        else { throw .malformedStatusLine }
        _ = try HTTPHeadReader.minorVersion(words[0], orThrow: .malformedStatusLine)
        self.status = status
        headers = try HTTPHeadReader.headers(lines[1...])
    }
}

/// Reads the only response of a connection that closes after it, for clients that send one request.
///
/// The body ends at its length, at its last chunk or at the end of the stream. It is stored as received, with the chunk
/// framing, because callers look at it only after an error.
public struct HTTPResponseReader: Sendable {
    private var queue = ByteQueue()
    private var reader = HTTPHeadReader()
    private let limits: WireLimits
    /// The head; nil until it is complete.
    public private(set) var head: HTTPResponseHead?

    /// Creates a reader at the start of a response. It reads at most `messageBytes` of a body.
    public init(limits: WireLimits = WireLimits()) { self.limits = limits }

    /// The bytes of the body that have arrived.
    public var body: [UInt8] { head == nil ? [] : queue.copy(0..<queue.count) }

    /// True if the response is complete. A body without a length ends with the stream or at `messageBytes`.
    public var isWhole: Bool {
        guard let head else { return false }
        if head.status == 204 || head.status == 304 || queue.count >= limits.messageBytes { return true }
        if let length = head.headers["Content-Length"].flatMap({ Int($0) }) { return queue.count >= length }
        return head.headers.hasToken("chunked", in: "Transfer-Encoding")
            && body.suffix(5) == Array("0\r\n\r\n".utf8)[...]
    }

    /// Appends received bytes and parses the head when it is complete.
    ///
    /// - Throws: ``HTTPError`` if the bytes are not HTTP.
    public mutating func receive(_ bytes: [UInt8]) throws(HTTPError) {
        queue.append(bytes)
        while head == nil, let lines = try reader.next(in: &queue, limits: limits) {
            let head = try HTTPResponseHead(lines: lines)
            // An interim response, such as 100 Continue, precedes the response and is skipped.
            if head.status >= 200 || head.status == 101 { self.head = head }
        }
    }
}
