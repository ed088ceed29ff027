/// What an app shows for some of its links: registered with it, since nothing is ever fetched.
public struct AppPreview: Sendable, Equatable {
    /// Which links: a pattern over the path, as in a component of an association. The first that matches decides.
    public var path: String
    /// What is shown for them.
    public var content: LinkPreview

    /// The most previews of one app.
    public static let countMax = 100
    /// The longest path, in Unicode scalars: far longer than a pattern that a person writes.
    public static let pathMax = 200

    /// A preview for some links.
    public init(path: String, content: LinkPreview) {
        self.path = path
        self.content = content
    }
}

/// How a link looks: what a rich preview is drawn from.
public struct LinkPreview: Sendable, Equatable {
    /// What to call it.
    public var title: String
    /// A second line.
    public var subtitle: String?
    /// One character that stands for its picture.
    public var glyph: String?
    /// The colour behind the glyph.
    public var colour: Colour?

    /// A colour that every terminal can show in some way.
    public enum Colour: String, Sendable, CaseIterable {
        case red
        case orange
        case yellow
        case green
        case blue
        case purple
        case pink
        case grey
    }

    /// A preview; with its title alone where an app says no more.
    public init(title: String, subtitle: String? = nil, glyph: String? = nil, colour: Colour? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.glyph = glyph
        self.colour = colour
    }
}

extension AppPreview: JSONWritable {
    /// Appends `{path, title, subtitle?, glyph?, colour?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("path", path)
            content.writeMembers(to: &$0)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        path = try fields.string("path")
        content = try LinkPreview(from: &fields)
    }
}

extension LinkPreview: JSONWritable {
    /// Appends `{title, subtitle?, glyph?, colour?}`.
    public func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.member("title", title)
        json.member("subtitle", subtitle)
        json.member("glyph", glyph)
        json.member("colour", colour?.rawValue)
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        title = try fields.string("title")
        subtitle = try fields.optionalString("subtitle")
        glyph = try fields.optionalString("glyph")
        colour = try fields.optionalWord("colour")
    }
}
