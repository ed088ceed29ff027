/// The folders of a person's files, from the XDG Base Directory Specification.
package enum BaseDirectory: Sendable {
    /// Data that must last: logs and tokens.
    case data
    /// State that only this machine needs in the next run: drafts, the order of a menu.
    case state
    /// Configuration that a person wrote.
    case configuration

    /// Returns the path of the folder, which may be missing. Returns nil if neither its variable nor `HOME` is usable.
    /// A variable that is empty or, as the specification asks, not absolute counts as missing.
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
