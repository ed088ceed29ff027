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
