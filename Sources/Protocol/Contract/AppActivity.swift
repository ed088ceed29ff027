extension AppActivity {
    /// What the system's own actions are called: an app has no second one of that name (`av-no-dupes`).
    public static let systemTitles = ["Copy", "Print", "Add to Files"]

    /// The most that one app offers.
    public static let countMax = 50

    /// Why nobody would know what it does, or which one it is; nil where all is well.
    public var problem: String? {
        let words = title.lowercased()
        guard let taken = Self.systemTitles.first(where: { $0.lowercased() == words }) else { return nil }
        return
            "“\(taken)” is there already: what is meant otherwise has a title of its own, such as “\(taken) Transaction”"
    }

    /// What speaks against its title, though it is taken: an action is called by what it does, not by whose it is
    /// (`av-title-no-brand`).
    public func warning(in app: String) -> String? {
        guard category == .action else { return nil }
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
        let name = app.lowercased().split { !$0.isLetter && !$0.isNumber }
        guard !name.isEmpty, words.count >= name.count,
            (0...(words.count - name.count)).contains(where: { Array(words[$0..<($0 + name.count)]) == name })
        else { return nil }
        return "“\(title)” names the app: an action is called by what it does"
    }
}
