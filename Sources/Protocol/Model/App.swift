extension App {
    /// What the button that manages a shared document is called where the app says nothing.
    public static let standardManageTitle = "Manage Shared File"
    /// The most domains of one app: each is asked about for every link.
    public static let domainsMax = 100
    /// The most endings of file names that one app opens.
    public static let documentTypesMax = 20
    /// The most bytes of one such ending.
    public static let documentTypeBytesMax = 20

    /// True if the app opens files of that name: it registered the ending behind the last dot.
    public func opensFile(named name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return documentTypes.contains(name[name.index(after: dot)...].lowercased())
    }

    /// The association that gives this app every path of its domains.
    public static func everyPath(for app: AppID) -> JSONValue {
        ["applinks": ["details": [["appIDs": [.string("UNDERSTUDY.\(app)")], "components": [["/": "*"]]]]]]
    }
}
