extension SendMessage {
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard text.isEmpty, attachment == nil, !fields.has("text") else { return }
        throw fields.missing("text", "a string")
    }
}

/// An attachment as its sender describes it: with its content, or with the size and digest of content that is stored in
/// another place.
public struct SentAttachment: Sendable, Equatable, JSONRecord {
    /// The file's name.
    public var name: String
    /// The type.
    public var type: String
    /// The size in bytes. It is required without content, and must match the content if there is one.
    public var size: Int64?
    /// The digest, such as `sha256:…`. It is required without content, and must match the content if there is one.
    public var digest: String?
    /// The content.
    public var content: [UInt8]?

    /// Creates an attachment with its content.
    public init(name: String, type: String, content: [UInt8]) {
        (self.name, self.type, self.content) = (name, type, content)
    }

    /// Reads `{name, type, size?, digest?, content?}`; `content` is base64.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        name = try fields.read("name")
        type = try fields.read("type")
        size = try fields.readOptional("size", in: 0...RequestID.integerMax)
        digest = try fields.readOptional("digest")
        if let digest, !Attachment.isDigest(digest) {
            throw fields.invalid("digest", "must be sha256: and 64 lower-case hexadecimal digits")
        }
        if let text: String = try fields.readOptional("content") {
            guard let bytes = Base64.decode(text) else { throw fields.invalid("content", "must be base 64, padded") }
            content = bytes
            if let size, size != Int64(bytes.count) {
                throw fields.invalid("size", "is \(size), and the content has \(bytes.count) bytes")
            }
            if let digest, digest != Attachment.digest(of: bytes) {
                throw fields.invalid("digest", "is not that of the content")
            }
        } else if size == nil || digest == nil {
            throw fields.invalid("content", "is missing: without it size and digest must be there")
        }
    }

    /// Appends the members that ``init(from:)`` reads.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("type", type)
        json.member("size", size)
        json.member("digest", digest)
        json.member("content", content.map(Base64.encode))
    }
}

extension Attachment {
    private static let digestPrefix = "sha256:"

    /// Returns the digest of a content, in the form of ``digest``.
    public static func digest(of content: [UInt8]) -> String {
        digestPrefix + Hexadecimal.text(SHA256.digest(content))
    }

    /// Returns true if the text has the form of a digest.
    public static func isDigest(_ text: String) -> Bool {
        text.hasPrefix(digestPrefix)
            && Hexadecimal.bytes(String(text.dropFirst(digestPrefix.count)))?.count == 32
    }
}
