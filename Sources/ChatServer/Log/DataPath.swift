import ChatSystem

/// Where the log lies when nobody said where.
package enum DataPath {
    /// `$XDG_DATA_HOME/understudy/chat.sqlite`, or under `~/.local/share`; nil where there is neither.
    package static func chatLog(environment: [String: String]) -> String? {
        BaseDirectory.data.path(environment: environment).map { $0 + "/chat.sqlite" }
    }

    /// Where tokens lie when nobody said where: `tokens.json` beside ``chatLog(environment:)``.
    package static func tokens(environment: [String: String]) -> String? {
        BaseDirectory.data.path(environment: environment).map { $0 + "/tokens.json" }
    }
}
