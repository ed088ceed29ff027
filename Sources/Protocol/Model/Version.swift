/// The name and the version of this software.
public enum Understudy {
    /// The version, by semantic versioning.
    public static let version = "0.1.0"
    /// The name and version that a server reports.
    public static let server = "understudy \(version)"
}
