/// `highlightCenter.getHighlight`, `getCollaborationHighlight` and `collaborationHighlight`: an app looks for one of
/// its own.
public enum FindHighlight: Sendable, Equatable {
    /// By its link.
    case url(String)
    /// By its link, and only if it is a collaboration.
    case collaborationAt(url: String)
    /// By what it is called on every participant's device.
    case collaboration(ShareID)

    /// The member that names it.
    public var field: String {
        switch self {
        case .url, .collaborationAt: "url"
        case .collaboration: "collaborationIdentifier"
        }
    }
}

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
