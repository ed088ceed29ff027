/// Where this project's files lie that belong to one person, after the XDG Base Directory Specification.
package enum BaseDirectory: Sendable {
    /// What must last: logs and tokens.
    case data
    /// What one run leaves for the next, and no other machine needs: drafts, the order of a menu.
    case state
    /// What a person wrote to have it otherwise.
    case configuration

    /// The folder, which need not be there; nil where neither its variable nor `HOME` leads anywhere. A variable that is
    /// empty or, as the specification asks, not absolute counts as missing.
    package func path(environment: [String: String]) -> String? {
        let (variable, standard) =
            switch self {
            case .data: ("XDG_DATA_HOME", "/.local/share")
            case .state: ("XDG_STATE_HOME", "/.local/state")
            case .configuration: ("XDG_CONFIG_HOME", "/.config")
            }
        let given = environment[variable].flatMap { $0.hasPrefix("/") ? Self.withoutTrailingSlash($0) : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? Self.withoutTrailingSlash($0) + standard : nil }
        return (given ?? home).map { $0 + "/understudy" }
    }

    private static func withoutTrailingSlash(_ path: String) -> String {
        var path = path
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
