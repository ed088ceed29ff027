/// The header lines of an HTTP message, in their order. Names are case-insensitive.
public struct HTTPHeaders: Sendable, Equatable {
    /// One header line.
    public struct Field: Sendable, Equatable {
        /// The name, in the case in which it was received.
        public var name: String
        /// The value, without the white space around it.
        public var value: String
    }

    /// All header lines.
    public private(set) var fields: [Field] = []

    /// Creates headers without lines.
    public init() {}

    /// Appends a line, even if a line with that name exists.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Returns the values of all lines with that name.
    public func values(_ name: String) -> [String] {
        fields.filter { ASCII.equalIgnoringCase($0.name, name) }.map(\.value)
    }

    /// The value of the first line with that name. Use ``values(_:)`` for headers that must not repeat (`Origin`,
    /// `Host`).
    public subscript(name: String) -> String? {
        fields.first { ASCII.equalIgnoringCase($0.name, name) }?.value
    }

    /// Returns the elements of a comma-separated list, which may span several lines (RFC 9110, section 5.6.1).
    ///
    /// Empty elements are omitted. Do not use it for values with quoted strings.
    public func list(_ name: String) -> [String] {
        values(name).flatMap { value in
            Array(value.utf8).split(separator: ASCII.comma).map(ASCII.trimmed).filter { !$0.isEmpty }
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Returns true if a list contains `token` in any case: `Connection: keep-alive, Upgrade` contains `upgrade`.
    public func hasToken(_ token: String, in name: String) -> Bool {
        list(name).contains { ASCII.equalIgnoringCase($0, token) }
    }
}

/// Finds the end of an HTTP head in a queue and splits the head into lines. Requests and responses share it, because
/// they differ only in their first line.
///
/// It remembers its position in the queue. It refuses a bare LF or an excess header line as soon as it reads it.
struct HTTPHeadReader: Sendable {
    private var searched = 0
    private var lineStart = 0
    private var lineCount = 0
    /// The number of bytes of empty lines before the first line.
    private var passedBytes = 0

    /// Returns the lines of the head without their ends and without the empty line, or nil if the head is incomplete.
    mutating func next(in queue: inout ByteQueue, limits: WireLimits) throws(HTTPError) -> [ArraySlice<UInt8>]? {
        while let lineFeed = queue.firstIndex(of: ASCII.lineFeed, from: searched) {
            guard lineFeed < limits.headBytes else { throw .headTooLong(limit: limits.headBytes) }
            guard lineFeed > lineStart, queue[lineFeed - 1] == ASCII.carriageReturn else { throw .bareLineEnd }
            searched = lineFeed + 1
            if lineFeed == lineStart + 1 {
                if lineCount > 0 { return take(searched, from: &queue) }
                // Empty lines before the first line are skipped (RFC 9112, section 2.2).
                queue.consume(searched)
                passedBytes += searched
                guard passedBytes <= limits.headBytes else { throw .headTooLong(limit: limits.headBytes) }
                (searched, lineStart) = (0, 0)
                continue
            }
            lineStart = searched
            lineCount += 1
            guard lineCount <= limits.headers + 1 else { throw .tooManyHeaders(limit: limits.headers) }
        }
        searched = queue.count
        guard searched < limits.headBytes else { throw .headTooLong(limit: limits.headBytes) }
        return nil
    }

    private mutating func take(_ size: Int, from queue: inout ByteQueue) -> [ArraySlice<UInt8>] {
        let head = queue.copy(0..<size - 2)
        queue.consume(size)
        self = HTTPHeadReader()
        return head.split(separator: ASCII.lineFeed).map { $0.dropLast() }
    }

    /// Parses the lines after the first (RFC 9112, section 5).
    static func headers(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(HTTPError) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for line in lines {
            guard let first = line.first, !ASCII.isBlank(first) else { throw .foldedHeader }
            guard let colon = line.firstIndex(of: ASCII.colon), colon > line.startIndex else { throw .malformedHeader }
            let name = line[..<colon]
            if let last = name.last, ASCII.isBlank(last) { throw .spaceBeforeColon }
            let value = ASCII.trimmed(line[(colon + 1)...])
            guard !line.contains(ASCII.carriageReturn) else { throw .bareLineEnd }
            guard name.allSatisfy(ASCII.isToken), value.allSatisfy(isValueByte) else { throw .malformedHeader }
            headers.add(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
        }
        return headers
    }

    /// Returns the minor version of "HTTP/1.x", 0 or 1.
    ///
    /// - Throws: `malformed` if the word has another form, ``HTTPError/unsupportedVersion`` for another version.
    static func minorVersion(_ word: ArraySlice<UInt8>, orThrow malformed: HTTPError) throws(HTTPError) -> Int {
        let prefix = Array("HTTP/".utf8)
        guard word.count == 8, word.starts(with: prefix), word[word.startIndex + 6] == 0x2E,
            ASCII.isDigit(word[word.startIndex + 5]), let minor = word.last, ASCII.isDigit(minor)
        else { throw malformed }
        guard word[word.startIndex + 5] == 0x31, minor <= 0x31 else { throw .unsupportedVersion }
        return Int(minor - 0x30)
    }

    /// Returns true for the bytes that a value may contain: all but control characters (RFC 9110, section 5.5).
    private static func isValueByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == ASCII.tab
    }
}

/// An invalid or refused HTTP message. The response has ``status``.
///
/// The connection closes after the response, because the start of the next request is uncertain.
public enum HTTPError: Error, Equatable, Sendable {
    /// The request line is not `METHOD target HTTP/1.x` (RFC 9112, section 3).
    case malformedRequestLine
    /// The status line is not `HTTP/1.x NNN reason` (RFC 9112, section 4).
    case malformedStatusLine
    /// The version is not 1.0 or 1.1.
    case unsupportedVersion
    /// A header line without a colon, with a bad name or with a control character (RFC 9112, section 5).
    case malformedHeader
    /// White space between a header's name and its colon, which proxies read in different ways (RFC 9112, section 5.1).
    case spaceBeforeColon
    /// A header continued on a further line (RFC 9112, section 5.2).
    case foldedHeader
    /// A line that ends with a LF and no CR, or a CR alone: two parsers could disagree on the end of the line (section
    /// 2.2).
    case bareLineEnd
    /// The head exceeds the limit, in bytes.
    case headTooLong(limit: Int)
    /// The head has more header lines than the limit.
    case tooManyHeaders(limit: Int)
    /// No `Host` in HTTP/1.1, or more than one in any version (RFC 9112, section 3.2).
    case hostMissingOrRepeated
    /// More than one `Content-Length`, even an equal one (RFC 9112, section 6.3).
    case contentLengthRepeated
    /// A `Content-Length` that is not a number.
    case malformedContentLength
    /// The body exceeds the limit, in bytes. The request is refused before its body is read.
    case bodyTooLong(limit: Int)
    /// `Transfer-Encoding`, which this server does not support: it requires the length first (RFC 9112, section 6.3).
    case transferEncodingUnsupported
    /// `Content-Length` together with `Transfer-Encoding`: two parsers could disagree on the end of the body (section
    /// 6.1).
    case contentLengthAndTransferEncoding
    /// The method is not one of ``HTTPRequestHead/methods``.
    case methodUnknown
    /// An `Expect` other than `100-continue` (RFC 9110, section 10.1.1).
    case expectationUnknown
    /// The stream ended inside a message.
    case truncated

    /// The status code of the response.
    public var status: Int {
        switch self {
        case .malformedRequestLine, .malformedStatusLine, .malformedHeader, .spaceBeforeColon, .foldedHeader,
            .bareLineEnd, .hostMissingOrRepeated, .contentLengthRepeated, .malformedContentLength,
            .contentLengthAndTransferEncoding, .truncated:
            400
        case .transferEncodingUnsupported: 411
        case .bodyTooLong: 413
        case .expectationUnknown: 417
        case .headTooLong, .tooManyHeaders: 431
        case .methodUnknown: 501
        case .unsupportedVersion: 505
        }
    }

    /// The response: the status and ``description`` as text.
    public var response: HTTPResponse {
        HTTPResponse(status: status, text: description + "\n")
    }
}

extension HTTPError: CustomStringConvertible {
    /// One sentence for the peer or a log, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .malformedRequestLine: "the request line is not \"METHOD target HTTP/1.1\""
        case .malformedStatusLine: "the status line is not \"HTTP/1.1 NNN reason\""
        case .unsupportedVersion: "only HTTP/1.0 and HTTP/1.1 are supported"
        case .malformedHeader: "a header line is not \"name: value\""
        case .spaceBeforeColon: "there is white space between a header's name and its colon"
        case .foldedHeader: "a header continues on another line"
        case .bareLineEnd: "a line does not end with CR LF"
        case .headTooLong(let limit): "the head is longer than \(limit) bytes"
        case .tooManyHeaders(let limit): "there are more than \(limit) headers"
        case .hostMissingOrRepeated: "there must be one Host header"
        case .contentLengthRepeated: "there is more than one Content-Length"
        case .malformedContentLength: "Content-Length is not a number"
        case .bodyTooLong(let limit): "the body is longer than \(limit) bytes"
        case .transferEncodingUnsupported: "Transfer-Encoding is not supported, send Content-Length"
        case .contentLengthAndTransferEncoding: "Content-Length and Transfer-Encoding exclude each other"
        case .methodUnknown: "this method is not supported"
        case .expectationUnknown: "only \"Expect: 100-continue\" is supported"
        case .truncated: "the stream ended inside an HTTP message"
        }
    }
}
