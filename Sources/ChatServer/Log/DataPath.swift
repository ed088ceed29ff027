import ChatSystem

/// The default paths of the server's files.
package enum DataPath {
    /// Returns the default path of the log: `$XDG_DATA_HOME/understudy/chat.sqlite`, or the same under
    /// `~/.local/share`.
    ///
    /// Returns nil if the environment names neither folder.
    package static func chatLog(environment: [String: String]) -> String? {
        BaseDirectory.data.path(environment: environment).map { $0 + "/chat.sqlite" }
    }

    /// Returns the default path of the tokens: `tokens.json` in the folder of ``chatLog(environment:)``.
    package static func tokens(environment: [String: String]) -> String? {
        BaseDirectory.data.path(environment: environment).map { $0 + "/tokens.json" }
    }
}
