/// What this software is called, and which version it is.
public enum Understudy {
    /// The version, by semantic versioning.
    public static let version = "0.1.0"
    /// The name and version that a server says of itself.
    public static let server = "understudy \(version)"
}
