package import AppFrameworks
import ChatConnection
package import ChatProtocol
package import ChatScreens

/// What a person's client asks of the server, with all that is needed to understand the answer.
package enum ClientRequest: SessionRequest {
    /// Everything accepted earlier stands on the stream.
    case fence
    /// All conversations.
    case listConversations
    /// A page of a thread: the newest, or the one before an entry.
    case history(ConversationID, before: String?)
    /// The switches and the questions that wait; `isAsked` where the person wants to see them.
    case settings(isAsked: Bool)
    /// Shared with You; `isAsked` where the person wants to see it.
    case shelf(isAsked: Bool)
    /// Say something, as an answer or with a file.
    case send(text: String, ConversationID, replyTo: MessageID? = nil, file: OutgoingFile? = nil)
    /// Give one's own message another text.
    case edit(MessageID, text: String)
    /// Take it back.
    case unsend(MessageID)
    /// Set a tapback; the one that is set goes.
    case react(MessageID, reaction: String)
    /// A thread of replies; `isAsked` where the person wants to see it, not only what a reply answers.
    case replies(MessageID, isAsked: Bool)
    /// Search everywhere.
    case search(text: String)
    /// The content of a document, to be written to that path, or under its own name.
    case attachment(MessageID, path: String?)
    /// This person types, or types no longer.
    case typing(ConversationID, isTyping: Bool)
    /// What time it is for the server.
    case clock
    /// All in the conversation was seen.
    case markRead(ConversationID)
    /// Mark it as unread.
    case markUnread(ConversationID)
    /// Hide its alerts, or no longer.
    case mute(ConversationID, isMuted: Bool)
    /// Put it to the top of the list, or take it from there.
    case pinConversation(ConversationID, isPinned: Bool, place: Int?)
    /// Leave it.
    case leave(ConversationID)
    /// Add somebody, or remove them.
    case member(handle: String, ConversationID, isAdded: Bool)
    /// Call it otherwise.
    case rename(ConversationID, name: String)
    case setPhoto(ConversationID, String?)
    /// Let others know what was read: in a conversation, or in all others.
    case setReadReceipts(isOn: Bool, conversation: ConversationID?)
    /// Let mentions alert even where alerts are hidden.
    case setMentionAlerts(Bool)
    /// Begin a conversation.
    case create(participants: [String], name: String?)
    /// Pin a link, or unpin it.
    case pin(url: String, ConversationID, isPinned: Bool)
    /// Make someone a contact, or none.
    case contact(handle: String, isAdded: Bool)
    /// Keep someone's links out of Shared with You, or let them in again.
    case block(handle: String, isBlocked: Bool)
    /// Answer an app that asks.
    case answerConsent(ConsentID, ConsentAnswer)
    /// Change switches of automatic sharing.
    case setSharing(everywhere: Bool? = nil, app: AppID? = nil, conversation: ConversationID? = nil, isOn: Bool = true)
    /// What became of automatic sharing, and why: of one app, or of all.
    case audit(app: AppID?)
    /// How each app stands with the person: what they answered when it asked.
    case standings
    /// What an app is called.
    case appName(AppID)
    /// A notice was seen or closed.
    case dismissNotice(NoticeID)
    /// Open a link; where it is a collaboration, that takes part in it.
    case open(url: String)
    /// Why something was shown, or not.
    case explain(about: String)
    /// What stands behind an attribution's opaque token: the system's to know.
    case showAttribution(token: String)
    /// Take something off Shared with You, for good.
    case hide(HighlightID, isHidden: Bool)
    /// Hand a link to its app, which shows it where it runs.
    case handOver(url: String)
    /// Something about collaborations.
    case collaboration(CollaborationRequest)
    /// What an app asks, by the number of its question.
    case app(AppRequest, number: Int)

    /// The client id that it brings along, where it has one of its own.
    var ownClientID: String? {
        if case .app(let request, _) = self { request.ownClientID } else { nil }
    }

    /// The method with its params.
    ///
    /// - Parameter me: on whose behalf.
    func call(me: Handle?) -> any MethodCall {
        switch self {
        case .fence: LiveRequest.sessionFence
        case .listConversations: Request.conversationList
        case .history(let conversation, let before):
            LiveRequest.conversationHistory(.init(conversation: conversation, before: before))
        case .settings: Request.settingsGet
        case .shelf: Request.highlightList(.init())
        case .send(let text, let conversation, let replyTo, let file):
            Request.messageSend(
                .init(
                    conversation: conversation, text: text, replyTo: replyTo, attachment: file.map(SentAttachment.init))
            )
        case .edit(let message, let text): Request.messageEdit(.init(message: message, text: text))
        case .unsend(let message): Request.messageUnsend(.init(message: message))
        case .react(let message, let reaction):
            TypedCall(.messageReact) {
                $0.member("message", message)
                $0.member("reaction", reaction)
            }
        case .replies(let message, _): LiveRequest.messageThread(.init(message: message))
        case .search(let text): LiveRequest.messageSearch(.init(text: text))
        case .attachment(let message, _): LiveRequest.messageAttachment(.init(message: message))
        case .typing(let conversation, let isTyping):
            LiveRequest.conversationTyping(.init(conversation: conversation, isTyping: isTyping))
        case .clock: LiveRequest.clockNow
        case .markRead(let conversation): Request.conversationMarkRead(.init(conversation: conversation))
        case .markUnread(let conversation): Request.conversationMarkUnread(.init(conversation: conversation))
        case .mute(let conversation, let isMuted):
            Request.conversationMute(.init(conversation: conversation, muted: isMuted))
        case .pinConversation(let conversation, let isPinned, let place):
            Request.conversationPin(.init(conversation: conversation, pinned: isPinned, place: place))
        case .leave(let conversation): Request.conversationLeave(.init(conversation: conversation))
        case .member(let handle, let conversation, let isAdded):
            TypedCall(isAdded ? .conversationAddParticipant : .conversationRemoveParticipant) {
                $0.member("conversation", conversation)
                $0.member("handle", handle)
            }
        case .rename(let conversation, let name):
            Request.conversationRename(.init(conversation: conversation, name: name))
        case .setPhoto(let conversation, let photo):
            Request.conversationSetPhoto(.init(conversation: conversation, photo: photo))
        case .setReadReceipts(let isOn, let conversation):
            Request.settingsSet(
                .init(
                    receipts: conversation.map { .init(conversations: .init([($0, isOn)])) } ?? .init(everywhere: isOn))
            )
        case .setMentionAlerts(let isOn): Request.settingsSet(.init(mentionAlerts: isOn))
        case .create(let participants, let name):
            TypedCall(.conversationCreate) {
                $0.member("participants", participants)
                $0.member("name", name)
            }
        case .pin(let url, let conversation, let isPinned):
            isPinned
                ? Request.linkPin(.init(conversation: conversation, url: url))
                : Request.linkUnpin(.init(conversation: conversation, url: url))
        case .contact(let handle, let isAdded):
            TypedCall(isAdded ? .contactAdd : .contactRemove) { $0.member("handle", handle) }
        case .block(let handle, let isBlocked):
            TypedCall(isBlocked ? .contactBlock : .contactUnblock) { $0.member("handle", handle) }
        case .answerConsent(let consent, let answer):
            Request.consentAnswer(.init(consent: consent, answer: answer))
        case .setSharing(let everywhere, let app, let conversation, let isOn):
            Request.settingsSet(
                .init(
                    sharing: .init(
                        everywhere: everywhere, apps: .init(app.map { [($0, isOn)] } ?? []),
                        conversations: .init(conversation.map { [($0, isOn)] } ?? []))))
        case .audit(let app): Request.settingsAudit(.init(app: app))
        case .standings: Request.settingsAudit(.init())
        case .appName(let app): Request.appGet(.init(app: app))
        case .dismissNotice(let notice): Request.noticeDismiss(.init(notice: notice))
        case .open(let url): Request.shareAccept(.url(url))
        case .explain(let about):
            TypedCall(.deliveryExplain) {
                $0.member("person", me)
                $0.member("about", about)
            }
        case .showAttribution(let token): LiveRequest.attributionShow(.init(attribution: AttributionToken(token)))
        case .hide(let highlight, let isHidden):
            isHidden
                ? Request.highlightHide(.init(highlight: highlight))
                : Request.highlightRestore(.init(highlight: highlight))
        case .handOver(let url): Request.linkOpen(.init(url: url))
        case .collaboration(let request): request.call
        case .app(let request, _): request.call
        }
    }
}

/// A call with words as a person typed them: the server says what is wrong with them.
struct TypedCall: MethodCall {
    let method: Method
    let params: @Sendable (inout JSONWriter) -> Void

    init(_ method: Method, _ params: @escaping @Sendable (inout JSONWriter) -> Void) {
        self.method = method
        self.params = params
    }

    func writeMembers(to json: inout JSONWriter) { params(&json) }
}
