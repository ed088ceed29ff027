package import AppModel
import ChatConnection
package import ChatProtocol
import ChatScreens

/// What a person's client asks of the server, with all that is needed to understand the answer.
package enum ClientRequest: SessionRequest {
    /// What the contract's own request says all of.
    case request(Request)
    /// What leads to nothing that lasts.
    case live(LiveRequest)
    /// The switches and the questions that wait; `isAsked` where the person wants to see them.
    case settings(isAsked: Bool)
    /// Shared with You; `isAsked` where the person wants to see it.
    case shelf(isAsked: Bool)
    /// A thread of replies; `isAsked` where the person wants to see it, not only what a reply answers.
    case replies(MessageID, isAsked: Bool)
    /// The content of a document, to be written to that path or under its own name, or to be sent on.
    case attachment(MessageID, path: String?, forward: ConversationID? = nil)
    /// Set a tapback; the one that is set goes.
    case react(MessageID, reaction: String)
    /// Add somebody, or remove them.
    case member(handle: String, ConversationID, isAdded: Bool)
    /// Begin a conversation.
    case create(participants: [String], name: String?, photo: String? = nil)
    /// Make someone a contact, or none.
    case contact(handle: String, isAdded: Bool)
    /// Keep someone's links out of Shared with You, or let them in again.
    case block(handle: String, isBlocked: Bool)
    /// What became of automatic sharing, and why: of one app, or of all.
    case audit(app: AppID?)
    /// How each app stands with the person: what they answered when it asked.
    case standings
    /// Keep a conversation unread in which a message of an earlier run is posted now.
    case stayUnread(ConversationID)
    /// What an app is called.
    case appName(AppID)
    /// Why something was shown, or not.
    case explain(about: String)
    /// Something about collaborations.
    case collaboration(CollaborationRequest)
    /// What an app asks, by the number of its question.
    case app(AppRequest, number: Int)

    /// The message that is sent; nil for another request.
    var message: SendMessage? {
        if case .request(.messageSend(let message)) = self { message } else { nil }
    }

    /// What the contract's own request says, with all that is needed to understand the answer.
    init(again request: Request) {
        switch request {
        case .messageReact(let react): self = .react(react.message, reaction: react.reaction.rawValue)
        case .conversationCreate(let new):
            self = .create(participants: new.participants.map(\.rawValue), name: new.name)
        case .conversationAddParticipant(let change):
            self = .member(handle: change.handle.rawValue, change.conversation, isAdded: true)
        case .conversationRemoveParticipant(let change):
            self = .member(handle: change.handle.rawValue, change.conversation, isAdded: false)
        case .collaborationCancel(let cancel): self = .collaboration(.cancel(cancel.start))
        default: self = .request(request)
        }
    }

    /// An app waits for what it asked; of the rest, `KeptDrafts` knows where it goes.
    var outlivesItsLog: Bool { if case .app = self { true } else { false } }

    /// Whether the person misses it where it is not done, and nothing on the screen says so: a message stands in its
    /// thread as one on its way.
    var isMissed: Bool {
        switch self {
        case .request(.messageSend), .request(.conversationMarkRead), .collaboration(.start): false
        default: changesTheLog
        }
    }

    /// A change of a share follows an earlier change of the same share: the server makes it unless another device changed
    /// the share in between.
    mutating func follow(_ earlier: ClientRequest, answeredWith result: JSONValue) {
        guard case .collaboration(.change(let row, let deed)) = self,
            case .collaboration(.change(let before, _)) = earlier, before.id == row.id,
            before.revision == row.revision, var fields = try? JSONFields(result), fields.isMissing("start"),
            let view: ShareView = try? fields.read("share")
        else { return }
        self = .collaboration(.change(row.following(view), deed))
    }

    /// The client id that it brings along, where it has one of its own.
    var ownClientID: String? {
        if case .app(let request, _) = self { request.ownClientID } else { nil }
    }

    /// The method with its params.
    ///
    /// - Parameter me: on whose behalf.
    func call(me: Handle?) -> any MethodCall {
        switch self {
        case .request(let request): request
        case .live(let request): request
        case .settings: Request.settingsGet
        case .shelf: Request.highlightList(.init())
        case .replies(let message, _): LiveRequest.messageThread(.init(message: message))
        case .attachment(let message, _, _): LiveRequest.messageAttachment(.init(message: message))
        case .react(let message, let reaction):
            TypedCall(method: .messageReact) {
                $0.member("message", message)
                $0.member("reaction", reaction)
            }
        case .member(let handle, let conversation, let isAdded):
            TypedCall(method: isAdded ? .conversationAddParticipant : .conversationRemoveParticipant) {
                $0.member("conversation", conversation)
                $0.member("handle", handle)
            }
        case .create(let participants, let name, _):
            TypedCall(method: .conversationCreate) {
                $0.member("participants", participants)
                $0.member("name", name)
            }
        case .contact(let handle, let isAdded):
            TypedCall(method: isAdded ? .contactAdd : .contactRemove) { $0.member("handle", handle) }
        case .block(let handle, let isBlocked):
            TypedCall(method: isBlocked ? .contactBlock : .contactUnblock) { $0.member("handle", handle) }
        case .audit(let app): Request.settingsAudit(.init(app: app))
        case .stayUnread(let id): Request.conversationMarkUnread(.init(conversation: id))
        case .standings: Request.settingsAudit(.init())
        case .appName(let app): Request.appGet(.init(app: app))
        case .explain(let about):
            TypedCall(method: .deliveryExplain) {
                $0.member("person", me)
                $0.member("about", about)
            }
        case .collaboration(let request): request.call
        case .app(let request, _): request.call
        }
    }
}

/// A call with words as a person typed them: the server says what is wrong with them.
struct TypedCall: MethodCall {
    let method: Method
    let params: @Sendable (inout JSONWriter) -> Void

    func writeMembers(to json: inout JSONWriter) { params(&json) }
}
