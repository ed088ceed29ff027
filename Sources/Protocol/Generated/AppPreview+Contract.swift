// Written by script/contract: change the contract instead.

/// The content of a link's rich preview.
public struct LinkPreview: Sendable, Equatable {
    /// The title.
    public var title: String
    /// The subtitle.
    public var subtitle: String?
    /// The glyph in place of a picture, one character.
    public var glyph: String?
    /// The background colour of the glyph.
    public var colour: Colour?

    /// Creates a value from its members.
    public init(title: String, subtitle: String? = nil, glyph: String? = nil, colour: Colour? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.glyph = glyph
        self.colour = colour
    }
}

extension LinkPreview: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("title") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        title = try fields.read("title")
        subtitle = try fields.readOptional("subtitle")
        glyph = try fields.readOptional("glyph")
        colour = try fields.readOptional("colour")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("title", title)
        if let subtitle { json.member("subtitle", subtitle) }
        if let glyph { json.member("glyph", glyph) }
        if let colour { json.member("colour", colour) }
    }
}

extension LinkPreview {
    /// A colour that every terminal can show.
    public enum Colour: String, CaseIterable, Sendable {
        case `red`
        case `orange`
        case `yellow`
        case `green`
        case `blue`
        case `purple`
        case `pink`
        case `grey`
    }
}

extension LinkPreview.Colour: JSONWord {}

/// A registered preview of some of an app's links. The server never fetches a page.
public struct AppPreview: Sendable, Equatable {
    /// A pattern for the path of the links, as in a component of an association. The first matching preview decides.
    public var path: String
    /// The preview.
    public var content: LinkPreview

    /// Creates a value from its members.
    public init(path: String, content: LinkPreview) {
        self.path = path
        self.content = content
    }
}

extension AppPreview: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("path") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        path = try fields.read("path")
        content = try LinkPreview(from: &fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("path", path)
        content.writeMembers(to: &json)
    }
}
