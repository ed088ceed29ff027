package import AppModel
import ChatConnection
package import ChatProtocol
import ChatScreens

/// A request of a person's client, with the data that is needed to apply the answer.
package enum ClientRequest: SessionRequest {
    /// A request of the contract, which has all of that data.
    case request(Request)
    /// A request that stores nothing.
    case live(LiveRequest)
    /// The settings and the waiting questions; `isAsked` is true if the person wants to see them.
    case settings(isAsked: Bool)
    /// Shared with You; `isAsked` is true if the person wants to see it.
    case shelf(isAsked: Bool)
    /// A thread of replies; `isAsked` is true if the person wants to see it, and false if only the answered message is
    /// needed.
    case replies(MessageID, isAsked: Bool)
    /// The content of a document, to write to the path or under its own name, or to send to a conversation.
    case attachment(MessageID, path: String?, forward: ConversationID? = nil)
    /// Set a tapback in place of the person's earlier one, or remove it if it is the same (`tap-one`).
    case react(MessageID, reaction: String)
    /// Add a participant, or remove one.
    case member(handle: String, ConversationID, isAdded: Bool)
    case create(participants: [String], name: String?, photo: String? = nil)
    /// Add a contact, or remove one.
    case contact(handle: String, isAdded: Bool)
    /// Block a person, so that their links stay out of Shared with You, or unblock them.
    case block(handle: String, isBlocked: Bool)
    /// The history of automatic sharing with its causes, of one app or of all.
    case audit(app: AppID?)
    /// The person's settings for each app: their answers to its questions.
    case standings
    /// Keep a conversation unread in which a message of an earlier run is posted now.
    case stayUnread(ConversationID)
    /// The name of an app.
    case appName(AppID)
    /// The reasons why the person sees something or does not.
    case explain(about: String)
    /// A request about collaborations.
    case collaboration(CollaborationRequest)
    /// A request of an app, with its number.
    case app(AppRequest, number: Int)

    /// The message to send; nil for another request.
    var message: SendMessage? {
        if case .request(.messageSend(let message)) = self { message } else { nil }
    }

    /// Creates a request of an earlier run again, with the data that is needed to apply the answer.
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

    /// True for an app's request, because the app waits for the answer. `KeptDrafts` knows the new ids for the others.
    var outlivesItsLog: Bool { if case .app = self { true } else { false } }

    /// True if the person misses the change while it waits, because the screen does not show that. A message is shown
    /// as pending in its thread.
    var isMissed: Bool {
        switch self {
        case .request(.messageSend), .request(.conversationMarkRead), .collaboration(.start): false
        default: changesTheLog
        }
    }

    /// Adapts a change of a share to an earlier change of the same share. The server makes it unless another device
    /// changed the share in between.
    mutating func follow(_ earlier: ClientRequest, answeredWith result: JSONValue) {
        guard case .collaboration(.change(let row, let deed)) = self,
            case .collaboration(.change(let before, _)) = earlier, before.id == row.id,
            before.revision == row.revision, var fields = try? JSONFields(result), fields.isMissing("start"),
            let view: ShareView = try? fields.read("share")
        else { return }
        self = .collaboration(.change(row.following(view), deed))
    }

    /// The client id that the request brings along; nil if it has none of its own.
    var ownClientID: String? {
        if case .app(let request, _) = self { request.ownClientID } else { nil }
    }

    /// Returns the method with its params.
    ///
    /// - Parameter me: the handle on whose behalf the request is sent.
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

/// A call with words that a person typed: the server reports what is wrong with them.
struct TypedCall: MethodCall {
    let method: Method
    let params: @Sendable (inout JSONWriter) -> Void

    func writeMembers(to json: inout JSONWriter) { params(&json) }
}
