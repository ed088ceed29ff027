extension App {
    /// What the button that manages a shared document is called where the app says nothing.
    public static let standardManageTitle = "Manage Shared File"
    /// The most domains of one app: each is asked about for every link.
    public static let domainsMax = 100

    /// The association that gives this app every path of its domains.
    public static func everyPath(for app: AppID) -> JSONValue {
        ["applinks": ["details": [["appIDs": [.string("UNDERSTUDY.\(app)")], "components": [["/": "*"]]]]]]
    }
}
