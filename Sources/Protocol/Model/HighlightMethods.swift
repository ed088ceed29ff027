/// What a lookup of the highlight center fails with (`center-errors`).
public enum HighlightCenterErrorCode: Int, CaseIterable, Sendable {
    /// Nothing failed.
    case noError = 0
    /// The server could not answer.
    case internalError = 1
    /// The link is no link.
    case invalidURL = 2
    /// The link is not the app's, or not on its list: nothing is there, or the person did not permit it.
    case accessDenied = 3
}
