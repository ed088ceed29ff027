/// The status code of a WebSocket close (RFC 6455, section 7.4, and its IANA registry).
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
    /// The number in the close frame.
    public var rawValue: UInt16

    /// Creates the code of any number, even one that must not be sent.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// 1000: the purpose of the connection is fulfilled.
    public static let normal = Self(rawValue: 1000)
    /// 1001: the server shuts down or the browser leaves the page.
    public static let goingAway = Self(rawValue: 1001)
    /// 1002: the peer violated the protocol.
    public static let protocolError = Self(rawValue: 1002)
    /// 1003: the endpoint does not accept this type of data.
    public static let unsupportedData = Self(rawValue: 1003)
    /// 1005: the close frame had no code. Never on the wire.
    public static let noStatus = Self(rawValue: 1005)
    /// 1006: the stream ended without a close frame. Never on the wire.
    public static let abnormal = Self(rawValue: 1006)
    /// 1007: text that is not UTF-8.
    public static let invalidPayload = Self(rawValue: 1007)
    /// 1008: the message violates a policy of the server.
    public static let policyViolation = Self(rawValue: 1008)
    /// 1009: the message exceeds a limit.
    public static let messageTooBig = Self(rawValue: 1009)
    /// 1011: an error in the server.
    public static let internalError = Self(rawValue: 1011)
    /// 1013: the client should reconnect later and resume.
    public static let tryAgainLater = Self(rawValue: 1013)

    /// True if a close frame may carry the code (section 7.4.2).
    ///
    /// 1000 to 1003 and 1007 to 1014 are defined, 3000 to 4999 are free for libraries and applications, and the rest is
    /// reserved.
    public var mayBeSent: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

/// A WebSocket close: its code and its reason.
public struct WebSocketClose: Equatable, Sendable {
    /// The code; 1005 if the frame had none, 1006 if there was no frame.
    public var code: WebSocketCloseCode
    /// The reason as text for a log; often empty. At most 123 bytes on the wire.
    public var reason: String

    /// Creates a close with a code and a reason.
    public init(_ code: WebSocketCloseCode, reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// The payload of the close frame: the code, then the reason, cut between characters to 123 bytes (RFC 6455,
    /// section 5.5.1). Empty if the code may not be sent.
    public var payload: [UInt8] {
        guard code.mayBeSent else { return [] }
        var bytes = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)]
        for scalar in reason.unicodeScalars {
            let encoded = UTF8.encode(scalar).map(Array.init) ?? []
            if bytes.count + encoded.count > WebSocketFrame.maximumControlPayload { break }
            bytes.append(contentsOf: encoded)
        }
        return bytes
    }

    /// Reads the payload of a close frame.
    ///
    /// - Throws: ``WebSocketError/closePayloadTooShort``, ``WebSocketError/closeCodeForbidden(_:)``,
    ///   ``WebSocketError/invalidUTF8`` (RFC 6455, sections 5.5.1 and 7.4).
    public init(payload: [UInt8]) throws(WebSocketError) {
        guard payload.count != 1 else { throw .closePayloadTooShort }
        guard payload.count >= 2 else {
            self.init(.noStatus)
            return
        }
        let code = WebSocketCloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.mayBeSent else { throw .closeCodeForbidden(code.rawValue) }
        var validator = UTF8Validator()
        guard validator.accepts(payload.span.extracting(2..<payload.count)), validator.isComplete else {
            throw .invalidUTF8
        }
        self.init(code, reason: String(decoding: payload[2...], as: UTF8.self))
    }
}

/// A rule of RFC 6455 that the peer violated. Each violation closes the connection with ``closeCode``.
public enum WebSocketError: Error, Equatable, Sendable {
    /// A client's frame came without a mask (section 5.1).
    case maskRequired
    /// A server's frame came with a mask (section 5.1).
    case maskForbidden
    /// RSV1, RSV2 or RSV3 is set, and no extension was negotiated (section 5.2).
    case reservedBits
    /// An undefined opcode: 3 to 7, 11 to 15 (section 5.2).
    case reservedOpcode(UInt8)
    /// A close, ping or pong in fragments (section 5.5).
    case controlFragmented
    /// A close, ping or pong with more than 125 bytes (section 5.5).
    case controlTooLong
    /// A payload length that is not in its shortest form (section 5.2).
    case lengthNotMinimal
    /// A 64-bit payload length whose highest bit is set (section 5.2).
    case lengthTopBitSet
    /// A continuation frame without a message to continue (section 5.4).
    case nothingToContinue
    /// A new text or binary frame between the fragments of another message (section 5.4).
    case messageInterrupted
    /// A close with one byte of payload: half a code (section 5.5.1).
    case closePayloadTooShort
    /// A close code that may not be sent (section 7.4).
    case closeCodeForbidden(UInt16)
    /// Text, or the reason of a close, that is not UTF-8 (section 8.1).
    case invalidUTF8
    /// A binary message to an endpoint that accepts only text (section 7.4.1, code 1003).
    case binaryRefused
    /// A frame's payload exceeds the limit, in bytes (section 10.4).
    case frameTooLong(limit: Int)
    /// The frames of a message together exceed the limit, in bytes (section 10.4).
    case messageTooLong(limit: Int)
    /// A message has more frames than the limit (section 10.4).
    case tooManyFragments(limit: Int)

    /// The code of the close frame (section 7.4.1).
    public var closeCode: WebSocketCloseCode {
        switch self {
        case .maskRequired, .maskForbidden, .reservedBits, .reservedOpcode, .controlFragmented, .controlTooLong,
            .lengthNotMinimal, .lengthTopBitSet, .nothingToContinue, .messageInterrupted, .closePayloadTooShort,
            .closeCodeForbidden:
            .protocolError
        case .invalidUTF8: .invalidPayload
        case .binaryRefused: .unsupportedData
        case .frameTooLong, .messageTooLong, .tooManyFragments: .messageTooBig
        }
    }
}

extension WebSocketError: CustomStringConvertible {
    /// One sentence, short enough for a close frame's reason (123 bytes).
    public var description: String {
        switch self {
        case .maskRequired: "a client's frames must be masked"
        case .maskForbidden: "a server's frames must not be masked"
        case .reservedBits: "a reserved bit is set and no extension was agreed on"
        case .reservedOpcode(let opcode): "opcode \(opcode) is reserved"
        case .controlFragmented: "a control frame must not be fragmented"
        case .controlTooLong: "a control frame's payload is longer than 125 bytes"
        case .lengthNotMinimal: "the payload length is not in its shortest form"
        case .lengthTopBitSet: "the first bit of a 64-bit payload length is set"
        case .nothingToContinue: "a continuation frame with no message to continue"
        case .messageInterrupted: "a new message began before the last fragment of another"
        case .closePayloadTooShort: "a close payload of one byte"
        case .closeCodeForbidden(let code): "close code \(code) must not be sent"
        case .invalidUTF8: "the text is not UTF-8"
        case .binaryRefused: "binary messages are not supported, send text"
        case .frameTooLong(let limit): "the frame is longer than \(limit) bytes"
        case .messageTooLong(let limit): "the message is longer than \(limit) bytes"
        case .tooManyFragments(let limit): "the message has more than \(limit) fragments"
        }
    }
}
