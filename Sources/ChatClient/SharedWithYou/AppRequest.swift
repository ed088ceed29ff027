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
    /// The person did something in a document; under a client id of its own, however many devices say so.
    case postNotice(url: String, ChatProtocol.HighlightEvent, clientID: String? = nil)
    /// The same for an event whose person is named by an identity.
    case postIdentityNotice(url: String, HighlightMentionEvent, clientID: String? = nil)
    /// The person has seen what there was to see in a document.
    case clearNotices(url: String)
    /// What the app registered.
    case registration
    /// Something of the document service.
    case document(AppDocumentRequest)
    /// Something of a share: asked in the person's own session, by ``Container``.
    case share(ContainerRequest)
    /// The app did what it was asked to do; a start has a link and an identifier.
    case fulfill(action: String, url: String? = nil, collaborationIdentifier: String? = nil)
    /// It could not.
    case fail(action: String, message: String? = nil)

    /// The name of the method on the wire.
    var methodName: String { method.rawValue }

    /// Whether it changes anything that is stored, so that a retry must be known by its client id.
    var changesTheLog: Bool { method.changesTheLog }

    /// The client id that the request brings along: by it the server knows the same change from another device.
    var ownClientID: String? {
        switch self {
        case .postNotice(_, _, let clientID), .postIdentityNotice(_, _, let clientID): clientID
        default: nil
        }
    }

    /// The method.
    var method: Method {
        switch self {
        case .highlights: .highlightList
        case .highlight: .highlightCenterGetHighlight
        case .collaborationHighlight: .highlightCenterGetCollaborationHighlight
        case .collaboration: .highlightCenterCollaborationHighlight
        case .attach: .attributionAttach
        case .postNotice, .postIdentityNotice: .highlightCenterPostNotice
        case .clearNotices: .highlightCenterClearNotices
        case .registration: .appGet
        case .document(let request): request.method
        case .share(let request): request.method
        case .fulfill: .actionFulfill
        case .fail: .actionFail
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
        case .postNotice(let url, let event, _):
            json.member("url", url)
            json.member("event", event)
        case .postIdentityNotice(let url, let event, _):
            json.member("url", url)
            json.key("event")
            json.object {
                $0.member("type", "mention")
                $0.member("identity", event.mentionedPersonIdentity?.rootHash)
            }
        case .registration: break
        case .document(let request): request.writeParams(to: &json)
        case .share(let request): request.writeParams(to: &json)
        case .fulfill(let action, let url, let identifier):
            json.member("action", action)
            json.member("url", url)
            json.member("collaborationIdentifier", identifier)
        case .fail(let action, let message):
            json.member("action", action)
            json.member("message", message)
        }
    }
}
