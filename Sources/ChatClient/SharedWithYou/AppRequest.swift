public import ChatProtocol

/// What an app asks of the server.
public enum AppRequest: Hashable, Sendable {
    /// A page of what is shared with the person.
    case highlights(after: HighlightID?, limit: Int)
    /// The highlight of a link.
    case highlight(url: String)
    /// The collaboration of a link.
    case collaborationHighlight(url: String)
    /// The collaboration of an identifier.
    case collaboration(identifier: String)
    /// An attribution is put on the screen: the opaque token for it is wanted (`privacy-render`).
    case attach(HighlightID, AttributionView.DisplayContext)
    /// The person did something in a document.
    case postNotice(url: String, ChatProtocol.HighlightEvent)
    /// The person has seen what there was to see in a document.
    case clearNotices(url: String)
    /// What the app registered.
    case registration

    /// The method on the wire.
    var method: Method {
        switch self {
        case .highlights: .highlightList
        case .highlight: .getHighlight
        case .collaborationHighlight: .getCollaborationHighlight
        case .collaboration: .collaborationHighlight
        case .attach: .attributionAttach
        case .postNotice: .postNotice
        case .clearNotices: .clearNotices
        case .registration: .appGet
        }
    }

    /// Appends the params.
    func writeParams(to json: inout JSONWriter) {
        switch self {
        case .highlights(let after, let limit):
            json.member("limit", limit)
            json.member("after", after)
        case .highlight(let url), .collaborationHighlight(let url), .clearNotices(let url): json.member("url", url)
        case .collaboration(let identifier): json.member("collaborationIdentifier", identifier)
        case .attach(let highlight, let context):
            json.member("highlight", highlight)
            json.member("context", context == .detail ? "detail" : "summary")
        case .postNotice(let url, let event):
            json.member("url", url)
            json.member("event", event)
        case .registration: break
        }
    }
}
