/// A document that came with a message: what is known of it. Its content, where the server has it, is asked for by
/// itself, so that a thread never carries it along.
public struct Attachment: Sendable, Equatable {
    /// The file's name, without a folder.
    public var name: String
    /// Its type, such as `public.plain-text` or `text/plain`.
    public var type: String
    /// How many bytes it has.
    public var size: Int64
    /// Its digest: `sha256:` and 64 lower-case hexadecimal digits.
    public var digest: String
    /// Under which id the server keeps the content; nil if it does not.
    public var content: AttachmentID?

    /// A document with a message.
    public init(name: String, type: String, size: Int64, digest: String, content: AttachmentID? = nil) {
        self.name = name
        self.type = type
        self.size = size
        self.digest = digest
        self.content = content
    }

    private static let digestPrefix = "sha256:"

    /// The digest of a content, as ``digest`` is written.
    public static func digest(of content: [UInt8]) -> String {
        digestPrefix + Hexadecimal.text(SHA256.digest(content))
    }

    /// Whether a text is written as digests are.
    public static func isDigest(_ text: String) -> Bool {
        text.hasPrefix(digestPrefix)
            && Hexadecimal.bytes(String(text.dropFirst(digestPrefix.count)))?.count == 32
    }
}

/// The id of the content of an ``Attachment``.
public typealias AttachmentID = Identifier<Attachment>

/// A document with its content, as `message.attachment` answers it.
public struct AttachmentFile: Sendable, Equatable {
    /// What is known of it.
    public var attachment: Attachment
    /// The content in base 64.
    public var content: String

    /// A document with its content.
    public init(attachment: Attachment, content: String) {
        self.attachment = attachment
        self.content = content
    }
}

extension Attachment: JSONWritable {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("type", type)
        json.member("size", size)
        json.member("digest", digest)
    }

    /// Appends `{name, type, size, digest, contentID?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            writeMembers(to: &$0)
            $0.member("contentID", content)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        name = try fields.string("name")
        type = try fields.string("type")
        size = try fields.integer("size", in: 0...Int64.max)
        digest = try fields.string("digest")
        content = try fields.optionalID("contentID")
    }
}

extension AttachmentFile: JSONWritable {
    /// Appends `{name, type, size, digest, content}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            attachment.writeMembers(to: &$0)
            $0.member("content", content)
        }
    }
}
