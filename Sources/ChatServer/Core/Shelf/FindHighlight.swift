import ChatProtocol

/// `highlightCenter.getHighlight`, `getCollaborationHighlight` and `collaborationHighlight`: an app looks for one of
/// its own.
enum FindHighlight: Sendable, Equatable {
    /// By its link.
    case url(String)
    /// By its link, and only if it is a collaboration.
    case collaborationAt(url: String)
    /// By what it is called on every participant's device.
    case collaboration(ShareID)

    /// The member that names it.
    var field: String {
        switch self {
        case .url, .collaborationAt: "url"
        case .collaboration: "collaborationIdentifier"
        }
    }
}
