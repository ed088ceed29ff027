extension App {
    /// The default title of the button that manages a shared document.
    public static let standardManageTitle = "Manage Shared File"
    /// The most domains of one app. Each is compared with every link.
    public static let domainsMax = 100
    /// The most file extensions that one app opens.
    public static let documentTypesMax = 20
    /// The most bytes of a file extension.
    public static let documentTypeBytesMax = 20

    /// Returns true if the app registered the file's extension, the part after the last dot.
    public func opensFile(named name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return documentTypes.contains(name[name.index(after: dot)...].lowercased())
    }

    /// Returns the association that gives this app every path of its domains.
    public static func everyPath(for app: AppID) -> JSONValue {
        ["applinks": ["details": [["appIDs": [.string("UNDERSTUDY.\(app)")], "components": [["/": "*"]]]]]]
    }
}

extension AppPreview {
    /// The most previews of one app.
    public static let countMax = 100
    /// The longest path, in Unicode scalars. It is far longer than a pattern that a person writes.
    public static let pathMax = 200
}

extension UserActivity {
    /// The only kind of activity: the app should show a web page.
    public static let activityType = "NSUserActivityTypeBrowsingWeb"

    /// The kind of the activity, for its recipient.
    public var activityType: String { Self.activityType }
}
