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
