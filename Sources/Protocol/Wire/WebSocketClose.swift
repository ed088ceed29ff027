/// The number that says why a WebSocket closes (RFC 6455, section 7.4, and the IANA registry after it).
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
    /// The number, as it stands in a close frame.
    public var rawValue: UInt16

    /// The code of that number, whatever it is.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// 1000: all is done.
    public static let normal = Self(rawValue: 1000)
    /// 1001: a server shuts down, a page is left.
    public static let goingAway = Self(rawValue: 1001)
    /// 1002: the peer broke a rule of the protocol.
    public static let protocolError = Self(rawValue: 1002)
    /// 1003: a kind of data that is not taken here.
    public static let unsupportedData = Self(rawValue: 1003)
    /// 1005: the close said no code. Never on the wire.
    public static let noStatus = Self(rawValue: 1005)
    /// 1006: the stream ended without a close. Never on the wire.
    public static let abnormal = Self(rawValue: 1006)
    /// 1007: text that is not UTF-8.
    public static let invalidPayload = Self(rawValue: 1007)
    /// 1008: refused by a rule of ours.
    public static let policyViolation = Self(rawValue: 1008)
    /// 1009: over a limit.
    public static let messageTooBig = Self(rawValue: 1009)
    /// 1011: our own fault.
    public static let internalError = Self(rawValue: 1011)
    /// 1013: come back later and resume.
    public static let tryAgainLater = Self(rawValue: 1013)

    /// Whether a close frame may carry the code: 1000 to 1003 and 1007 to 1014 are defined, 3000 to 4999 are free for
    /// libraries and applications, and all else is reserved (section 7.4.2).
    public var mayBeSent: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

/// A close: why, in a number and in words.
public struct WebSocketClose: Equatable, Sendable {
    /// The number; 1005 if the frame had none, 1006 if there was no frame.
    public var code: WebSocketCloseCode
    /// The words, for a log; often empty. On the wire at most 123 bytes.
    public var reason: String

    /// A close for that reason.
    public init(_ code: WebSocketCloseCode, reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// What stands in the close frame (RFC 6455, section 5.5.1): the code, then the reason, cut at a character to 123
    /// bytes. Nothing at all for a code that may not be sent.
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

    /// Reads a close frame's payload.
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
