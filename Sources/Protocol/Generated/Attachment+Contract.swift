// Written by script/contract: change the contract instead.

/// The description of a message's attachment. `message.attachment` returns the content, so that threads stay small.
public struct Attachment: Sendable, Equatable {
    /// The file's name, without a folder.
    public var name: String
    /// The type, such as `public.plain-text` or `text/plain`.
    public var type: String
    /// The size in bytes.
    public var size: Int64
    /// The digest: `sha256:` and 64 lower-case hexadecimal digits.
    public var digest: String
    /// The id of the stored content; nil if the server does not store it.
    public var content: AttachmentID?

    /// Creates a value from its members.
    public init(name: String, type: String, size: Int64, digest: String, content: AttachmentID? = nil) {
        self.name = name
        self.type = type
        self.size = size
        self.digest = digest
        self.content = content
    }
}

extension Attachment: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("name") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        name = try fields.read("name")
        type = try fields.read("type")
        size = try fields.read("size", in: 0...Int64.max)
        digest = try fields.read("digest")
        content = try fields.readOptional("contentID")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("type", type)
        json.member("size", size)
        json.member("digest", digest)
        if let content { json.member("contentID", content) }
    }
}

/// An attachment with its content, as `message.attachment` returns it.
public struct AttachmentFile: Sendable, Equatable {
    /// The description.
    public var attachment: Attachment
    /// The content in base64.
    public var content: String

    /// Creates a value from its members.
    public init(attachment: Attachment, content: String) {
        self.attachment = attachment
        self.content = content
    }
}

extension AttachmentFile: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("content") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        attachment = try Attachment(from: &fields)
        content = try fields.read("content")
    }

    public func writeMembers(to json: inout JSONWriter) {
        attachment.writeMembers(to: &json)
        json.member("content", content)
    }
}
