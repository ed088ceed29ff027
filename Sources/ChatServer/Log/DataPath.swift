/// Where the log lies when nobody said where.
package enum DataPath {
    /// `$XDG_DATA_HOME/understudy/chat.sqlite`, or under `~/.local/share` where that variable is missing, empty or, as
    /// the XDG specification asks, not absolute. Nil if there is no absolute `HOME` either.
    package static func chatLog(environment: [String: String]) -> String? {
        folder(environment: environment).map { $0 + "/chat.sqlite" }
    }

    /// Where tokens lie when nobody said where: `tokens.json` beside ``chatLog(environment:)``.
    package static func tokens(environment: [String: String]) -> String? {
        folder(environment: environment).map { $0 + "/tokens.json" }
    }

    private static func folder(environment: [String: String]) -> String? {
        let base: String
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            base = data
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            base = withoutTrailingSlash(home) + "/.local/share"
        } else {
            return nil
        }
        return withoutTrailingSlash(base) + "/understudy"
    }

    private static func withoutTrailingSlash(_ path: String) -> String {
        var path = path
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
