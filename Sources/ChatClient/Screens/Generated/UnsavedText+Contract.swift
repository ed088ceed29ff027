// Written by script/contract: change the contract instead.
package import ChatProtocol

/// Text that a person was writing in an app. The client stores it until it is saved or discarded, so that it survives the
/// end of the client.
package struct UnsavedText: Sendable, Equatable {
    /// The kind of the editor: `text`, `comment`, `title` or `new`.
    package var kind: String
    /// The link of the document; empty for a new document.
    package var url: String
    /// The title of the document; none for a new one.
    package var title: String?
    /// The text.
    package var text: String
    /// The text or title of the document that it is based on.
    package var base: String?
    /// The revision of the document that it is based on.
    package var revision: Int64?
    /// The text or title of another person that the editor shows above the text: saving replaces it.
    package var current: String?

    /// Creates a value from its members.
    package init(kind: String, url: String, title: String? = nil, text: String, base: String? = nil, revision: Int64? = nil, current: String? = nil) {
        self.kind = kind
        self.url = url
        self.title = title
        self.text = text
        self.base = base
        self.revision = revision
        self.current = current
    }
}

extension UnsavedText: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("kind") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        kind = try fields.read("kind")
        url = try fields.read("url")
        title = try fields.readOptional("title")
        text = try fields.read("text")
        base = try fields.readOptional("base")
        revision = try fields.readOptional("revision")
        current = try fields.readOptional("current")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("kind", kind)
        json.member("url", url)
        if let title { json.member("title", title) }
        json.member("text", text)
        if let base { json.member("base", base) }
        if let revision { json.member("revision", revision) }
        if let current { json.member("current", current) }
    }
}
