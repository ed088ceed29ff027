import ChatProtocol

/// The search of an app for one of its own highlights: `highlightCenter.getHighlight`, `getCollaborationHighlight` and
/// `collaborationHighlight`.
enum FindHighlight: Sendable, Equatable {
    /// A search by link.
    case url(String)
    /// A search by link, for a collaboration only.
    case collaborationAt(url: String)
    /// A search by collaboration identifier, which is the same on the devices of all participants.
    case collaboration(ShareID)

    /// The name of the request's member, for errors.
    var field: String {
        switch self {
        case .url, .collaborationAt: "url"
        case .collaboration: "collaborationIdentifier"
        }
    }
}
