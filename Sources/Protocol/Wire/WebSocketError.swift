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
