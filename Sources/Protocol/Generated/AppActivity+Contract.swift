// Written by script/contract: change the contract instead.

/// The category of an activity (`ua-categories`).
public enum ActivityCategory: String, CaseIterable, Sendable {
    /// Acts on the item in place, such as copying it.
    case `action`
    /// Sends the item to another place.
    case `share`
}

extension ActivityCategory: JSONWord {}

/// The kind of item that an activity receives.
public enum ActivityItemKind: String, CaseIterable, Sendable {
    /// A shared document.
    case `document`
    /// A link.
    case `link`
    /// A text.
    case `text`
    /// A file.
    case `file`
}

extension ActivityItemKind: JSONWord {}

/// A system action on a share sheet.
public enum SystemActivity: String, CaseIterable, Sendable {
    /// Copies the item to the clipboard.
    case `copyToPasteboard`
    /// Prints the item.
    case `print`
    /// Saves the item as a file.
    case `saveToFiles`
}

extension SystemActivity: JSONWord {}

/// An action of an app on the share sheet inside that app (`av-app-actions`).
public struct AppActivity: Sendable, Equatable {
    /// The identifier of the action within its app.
    public var type: String
    /// The title: a verb, or a short phrase with a verb (`av-title`).
    public var title: String
    /// The symbol, one character (`av-symbol`).
    public var glyph: String?
    /// The category.
    public var category: ActivityCategory
    /// The kinds of items that the action accepts; all if left out (`av-custom-when`).
    public var accepts: [ActivityItemKind]

    /// Creates a value from its members.
    public init(type: String, title: String, glyph: String? = nil, category: ActivityCategory = .action, accepts: [ActivityItemKind] = ActivityItemKind.allCases) {
        self.type = type
        self.title = title
        self.glyph = glyph
        self.category = category
        self.accepts = accepts
    }
}

extension AppActivity: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("type") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        type = try fields.read("type")
        title = try fields.read("title")
        glyph = try fields.readOptional("glyph")
        category = try fields.readOptional("category") ?? .action
        accepts = try fields.readOptional("accepts") ?? ActivityItemKind.allCases
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("type", type)
        json.member("title", title)
        if let glyph { json.member("glyph", glyph) }
        if category != .action { json.member("category", category) }
        if accepts != ActivityItemKind.allCases { json.member("accepts", accepts) }
    }
}

/// `activity.offer`: replaces the actions of an app on the share sheet, where it runs as this person.
public struct OfferActivities: Sendable, Equatable {
    /// The actions, in order; the registered ones if left out.
    public var activities: [AppActivity]?

    /// Creates a value from its members.
    public init(activities: [AppActivity]? = nil) {
        self.activities = activities
    }
}

extension OfferActivities: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        activities = try fields.readOptional("activities")
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let activities { json.member("activities", activities) }
    }
}

/// `activity.choose`: chooses an action of an app on the share sheet.
public struct ChooseActivity: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The type of the action.
    public var type: String
    /// The link of the item. It must open in the app.
    public var url: String
    /// The kind of the item.
    public var kind: ActivityItemKind

    /// Creates a value from its members.
    public init(app: AppID, type: String, url: String, kind: ActivityItemKind = .link) {
        self.app = app
        self.type = type
        self.url = url
        self.kind = kind
    }
}

extension ChooseActivity: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("app") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.read("app")
        type = try fields.read("type")
        url = try fields.read("url")
        kind = try fields.readOptional("kind") ?? .link
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("app", app)
        json.member("type", type)
        json.member("url", url)
        if kind != .link { json.member("kind", kind) }
    }
}

/// `activity.chosen`: the action that the app must perform.
public struct ChosenActivity: Sendable, Equatable {
    /// The type of the action.
    public var type: String
    /// The link of the item.
    public var url: String
    /// The kind of the item.
    public var kind: ActivityItemKind

    /// Creates a value from its members.
    public init(type: String, url: String, kind: ActivityItemKind) {
        self.type = type
        self.url = url
        self.kind = kind
    }
}

extension ChosenActivity: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("type") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        type = try fields.read("type")
        url = try fields.read("url")
        kind = try fields.read("kind")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("type", type)
        json.member("url", url)
        json.member("kind", kind)
    }
}
