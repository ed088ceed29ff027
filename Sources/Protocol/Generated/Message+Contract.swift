// Written by script/contract: change the contract instead.

/// A range of a text in UTF-16 code units, as Messages and its frameworks count (an `NSRange`).
public struct TextRange: Sendable, Hashable {
    /// The offset of the first unit.
    public var location: Int
    /// The number of units.
    public var length: Int

    /// Creates a value from its members.
    public init(location: Int, length: Int) {
        self.location = location
        self.length = length
    }
}

extension TextRange: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("location") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        location = try fields.read("location", in: 0...2147483647)
        length = try fields.read("length", in: 0...2147483647)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("location", location)
        json.member("length", length)
    }
}

/// A link in a message's text.
public struct MessageLink: Sendable, Equatable {
    /// The link in canonical form.
    public var url: String
    /// The app that opens it; nil if it opens in the browser (`surf-universal`).
    public var app: AppID?
    /// The title of its target, if the server knows it: the title of a share.
    public var title: String?
    /// Its range in the text.
    public var range: TextRange

    /// Creates a value from its members.
    public init(url: String, app: AppID? = nil, title: String? = nil, range: TextRange) {
        self.url = url
        self.app = app
        self.title = title
        self.range = range
    }
}

extension MessageLink: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("url") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        url = try fields.read("url")
        app = try fields.readOptional("app")
        title = try fields.readOptional("title")
        range = try fields.read("range")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("url", url)
        if let app { json.member("app", app) }
        if let title { json.member("title", title) }
        json.member("range", range)
    }
}

/// A mention of a member in a message's text, as `@name`.
public struct MessageMention: Sendable, Equatable {
    /// The mentioned member.
    public var handle: Handle
    /// The range of the name in the text, including the `@`.
    public var range: TextRange

    /// Creates a value from its members.
    public init(handle: Handle, range: TextRange) {
        self.handle = handle
        self.range = range
    }
}

extension MessageMention: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("handle") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.read("handle")
        range = try fields.read("range")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("handle", handle)
        json.member("range", range)
    }
}
