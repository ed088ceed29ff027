/// The place of a request in a distributed trace: a value of `traceparent` (W3C Trace Context).
///
/// The value is in one object that all copies share, because few requests and events have one and all are copied.
public struct TraceParent: Sendable {
    private final class Text: Sendable {
        let value: String

        init(_ value: String) { self.value = value }
    }

    /// The number of characters of version 00.
    public static let characterCount = 55

    private let text: Text

    /// The value in version 00: `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`.
    public var description: String { text.value }

    /// The id of the whole trace: 32 hexadecimal digits.
    public var traceID: String { String(text.value.dropFirst(3).prefix(32)) }

    /// Reads a value. The value of a later version is read by its first 55 characters and becomes one of version 00, as
    /// the recommendation requires.
    ///
    /// - Returns: nil if a part has another length or other characters than `0-9a-f`, if an id is all zeros, or if the
    ///   version is ff.
    public init?(_ text: String) {
        let bytes = text.utf8
        let head = Array(bytes.prefix(Self.characterCount))
        guard head.count == Self.characterCount,
            let version = Self.part(of: head, 0..<2), let trace = Self.part(of: head, 3..<35),
            let parent = Self.part(of: head, 36..<52), let flags = Self.part(of: head, 53..<55),
            [2, 35, 52].allSatisfy({ head[$0] == UInt8(ascii: "-") }),
            version != "ff", trace.contains(where: { $0 != "0" }), parent.contains(where: { $0 != "0" })
        else { return nil }
        let rest = bytes.dropFirst(Self.characterCount)
        guard version != "00" else {
            guard rest.isEmpty else { return nil }
            self.text = Text(text)
            return
        }
        guard rest.first ?? UInt8(ascii: "-") == UInt8(ascii: "-") else { return nil }
        // Only the last bit, `sampled`, has a known meaning in later versions.
        let isSampled = flags.last?.hexDigitValue.map { $0 & 1 == 1 } ?? false
        self.text = Text("00-\(trace)-\(parent)-\(isSampled ? "01" : "00")")
    }

    /// Returns the lower-case hexadecimal digits in a range; nil if it has other characters.
    private static func part(of bytes: [UInt8], _ range: Range<Int>) -> String? {
        isHexadecimal(bytes[range]) ? String(decoding: bytes[range], as: UTF8.self) : nil
    }

    /// Returns true if a text is the id of a trace, as ``traceID`` returns it.
    static func isTraceID(_ text: String) -> Bool {
        text.utf8.count == 32 && isHexadecimal(text.utf8) && text.contains { $0 != "0" }
    }

    private static func isHexadecimal(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

extension TraceParent: Equatable {
    /// Returns true if both values are the same text.
    public static func == (left: Self, right: Self) -> Bool {
        left.text === right.text || left.text.value == right.text.value
    }
}

extension TraceParent: JSONStringCodable {
    /// The text "a traceparent".
    public static var expected: String { "a traceparent" }

    /// The form with an example.
    public static var form: String {
        "version-traceid-parentid-flags in lower-case hexadecimal, such as "
            + "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, and no id of zeros only"
    }
}

extension RequestEnvelope {
    /// Returns the message of a request with the trace of the HTTP request that carried it, as if the client had sent it
    /// in the message. Returns the same bytes if the message has a trace of its own, or if it is no request.
    public static func adding(_ trace: TraceParent, to message: [UInt8], limits: Limits = .standard) -> [UInt8] {
        guard let envelope = try? read(message, limits: limits), envelope.trace == nil,
            let start = message.firstIndex(of: UInt8(ascii: "{"))
        else { return message }
        // The object of a request is never empty.
        return message[...start] + Array(#""traceparent":"\#(trace)","#.utf8) + message[(start + 1)...]
    }
}

extension Envelope {
    /// Returns a notification with the trace of the request that caused it.
    public static func adding(_ trace: TraceParent, toNotification message: [UInt8]) -> [UInt8] {
        message.dropLast() + Array(#","traceparent":"\#(trace)"}"#.utf8)
    }
}

extension ServerMessage {
    /// Returns the trace of the request that caused a notification; nil if the notification names none.
    public static func trace(ofNotification message: [UInt8]) -> TraceParent? {
        (try? JSONReader.read(message).value["traceparent"]?.stringValue).flatMap(TraceParent.init)
    }
}
