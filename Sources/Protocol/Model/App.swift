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

extension AppActivity {
    /// The titles of the system's own actions. The actions of apps and extensions must not repeat them (`av-no-dupes`).
    public static let systemTitles = ["Copy", "Print", "Add to Files", "Edit Actions"]

    /// The most activities of one app.
    public static let countMax = 50

    /// Returns the title in the form for comparisons: without case, spaces, and dots at the end. To a person “Print…”
    /// and “print” are the same title.
    public static func comparable(_ title: String) -> String {
        var letters = title.lowercased().filter { !$0.isWhitespace }
        while letters.last == "…" || letters.last == "." { letters.removeLast() }
        return letters
    }

    /// The error in the activity's title, which repeats a system action; nil if there is none.
    public var problem: String? {
        let words = Self.comparable(title)
        guard let taken = Self.systemTitles.first(where: { Self.comparable($0) == words }) else { return nil }
        return
            "“\(taken)” is a system action: give a different action its own title, such as “\(taken) Transaction”"
    }

    /// Returns a warning about an action's title that names the app. The title should be a verb (`av-title-no-brand`).
    /// The activity is accepted nevertheless.
    public func warning(in app: String) -> String? {
        guard category == .action else { return nil }
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
        let name = app.lowercased().split { !$0.isLetter && !$0.isNumber }
        guard !name.isEmpty, words.count >= name.count,
            (0...(words.count - name.count)).contains(where: { Array(words[$0..<($0 + name.count)]) == name })
        else { return nil }
        return "“\(title)” names the app: a title names the action"
    }
}

extension [AppActivity] {
    /// The first activity that repeats the type or the title of an earlier one; nil if all are distinct.
    public var duplicate: (place: Int, member: String, before: Int)? {
        for (place, activity) in enumerated() {
            if let before = self[..<place].firstIndex(where: { $0.type == activity.type }) {
                return (place, "type", before)
            }
            let title = AppActivity.comparable(activity.title)
            if let before = self[..<place].firstIndex(where: { AppActivity.comparable($0.title) == title }) {
                return (place, "title", before)
            }
        }
        return nil
    }
}
