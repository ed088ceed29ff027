import ChatConnection
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

    /// The client id that the request brings along: by it the server knows the same change from another device.
    package var ownClientID: String? {
        switch self {
        case .postNotice(_, _, let clientID), .postIdentityNotice(_, _, let clientID): clientID
        default: nil
        }
    }

    /// The method with its params.
    package var call: any MethodCall {
        switch self {
        case .highlights(let after, let limit): Request.highlightList(.init(limit: limit, after: after))
        case .highlight(let url): Request.highlightCenterGetHighlight(.init(url: url))
        case .collaborationHighlight(let url): Request.highlightCenterGetCollaborationHighlight(.init(url: url))
        case .collaboration(let identifier):
            Request.highlightCenterCollaborationHighlight(.init(collaborationIdentifier: ShareID(identifier)))
        case .attach(let highlight, let context):
            LiveRequest.attributionAttach(
                .init(highlight: highlight, context: context == .detail ? .detail : .summary))
        case .postNotice(let url, let event, _):
            Request.highlightCenterPostNotice(.init(url: url, event: .init(event)))
        case .postIdentityNotice(let url, let event, _):
            Request.highlightCenterPostNotice(
                .init(url: url, event: .mention(event.mentionedPersonIdentity.map { .identity($0) } ?? .caller)))
        case .clearNotices(let url): Request.highlightCenterClearNotices(.init(url: url))
        case .registration: Request.appGet(.init())
        case .document(let request): request.call
        case .share(let request): request.call
        case .fulfill(let action, let url, let identifier):
            Request.actionFulfill(
                .init(action: ActionID(action), url: url, collaborationIdentifier: identifier))
        case .fail(let action, let message):
            Request.actionFail(.init(action: ActionID(action), message: message))
        }
    }
}

/// What an app asks on a connection of its own, by the number of its question.
package struct NumberedRequest: SessionRequest {
    let request: AppRequest
    let number: Int

    package var ownClientID: String? { request.ownClientID }

    package func call(me: Handle?) -> any MethodCall { request.call }
}
