/// The error of a lookup in the highlight center (`center-errors`).
public enum HighlightCenterErrorCode: Int, CaseIterable, Sendable {
    /// No error.
    case noError = 0
    /// The server could not answer.
    case internalError = 1
    /// The text is not a valid link.
    case invalidURL = 2
    /// The link does not belong to the app or is not in its list: it does not exist, or the person has not permitted
    /// it.
    case accessDenied = 3
}
