extension AppPreview {
    /// The most previews of one app.
    public static let countMax = 100
    /// The longest path, in Unicode scalars. It is far longer than a pattern that a person writes.
    public static let pathMax = 200
}
