public import ChatProtocol

/// What a person's client asks of the server, with all that is needed to understand the answer.
public enum ClientRequest: Hashable, Sendable {
    /// Everything accepted earlier stands on the stream.
    case fence
    /// Is anybody there?
    case ping
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

    /// The name of the method on the wire.
    var methodName: String { method.rawValue }

    /// Whether it changes anything that is stored, so that a retry must be known by its client id.
    var changesTheLog: Bool { method.changesTheLog }

    /// The client id that it brings along, where it has one of its own.
    var ownClientID: String? {
        if case .app(let request, _) = self { request.ownClientID } else { nil }
    }

    /// The method.
    var method: Method {
        switch self {
        case .fence: .sessionFence
        case .ping: .sessionPing
        case .listConversations: .conversationList
        case .history: .conversationHistory
        case .settings: .settingsGet
        case .shelf: .highlightList
        case .send: .messageSend
        case .edit: .messageEdit
        case .unsend: .messageUnsend
        case .react: .messageReact
        case .replies: .messageThread
        case .search: .messageSearch
        case .attachment: .messageAttachment
        case .typing: .conversationTyping
        case .clock: .clockNow
        case .markUnread: .conversationMarkUnread
        case .mute: .conversationMute
        case .pinConversation: .conversationPin
        case .leave: .conversationLeave
        case .member(_, _, let isAdded): isAdded ? .conversationAddParticipant : .conversationRemoveParticipant
        case .rename: .conversationRename
        case .setPhoto: .conversationSetPhoto
        case .setReadReceipts, .setMentionAlerts: .settingsSet
        case .markRead: .conversationMarkRead
        case .create: .conversationCreate
        case .pin(_, _, let isPinned): isPinned ? .linkPin : .linkUnpin
        case .contact(_, let isAdded): isAdded ? .contactAdd : .contactRemove
        case .block(_, let isBlocked): isBlocked ? .contactBlock : .contactUnblock
        case .answerConsent: .consentAnswer
        case .setSharing: .settingsSet
        case .audit, .standings: .settingsAudit
        case .appName: .appGet
        case .dismissNotice: .noticeDismiss
        case .open: .shareAccept
        case .explain: .deliveryExplain
        case .showAttribution: .attributionShow
        case .hide(_, let isHidden): isHidden ? .highlightHide : .highlightRestore
        case .handOver: .linkOpen
        case .collaboration(let request): request.method
        case .app(let request, _): request.method
        }
    }

    /// Appends the params.
    ///
    /// - Parameter me: on whose behalf.
    func writeParams(to json: inout JSONWriter, me: Handle?) {
        switch self {
        case .fence, .ping, .listConversations, .settings, .shelf, .clock, .standings: break
        case .history(let conversation, let before):
            json.member("conversation", conversation)
            json.member("before", before)
        case .send(let text, let conversation, let replyTo, let file):
            json.member("conversation", conversation)
            if file == nil || !text.isEmpty { json.member("text", text) }
            json.member("replyTo", replyTo)
            json.member("attachment", file)
        case .edit(let message, let text):
            json.member("message", message)
            json.member("text", text)
        case .react(let message, let reaction):
            json.member("message", message)
            json.member("reaction", reaction)
        case .unsend(let message), .replies(let message, _), .attachment(let message, _):
            json.member("message", message)
        case .search(let text): json.member("text", text)
        case .markRead(let conversation), .markUnread(let conversation), .leave(let conversation):
            json.member("conversation", conversation)
        case .typing(let conversation, let isTyping):
            json.member("conversation", conversation)
            json.member("typing", isTyping)
        case .mute(let conversation, let isMuted):
            json.member("conversation", conversation)
            json.member("muted", isMuted)
        case .pinConversation(let conversation, let isPinned, let place):
            json.member("conversation", conversation)
            json.member("pinned", isPinned)
            if let place { json.member("place", place) }
        case .member(let handle, let conversation, _):
            json.member("conversation", conversation)
            json.member("handle", handle)
        case .setPhoto(let conversation, let photo):
            json.member("conversation", conversation)
            json.member("photo", photo)
        case .rename(let conversation, let name):
            json.member("conversation", conversation)
            json.member("name", name)
        case .setReadReceipts(let isOn, let conversation):
            json.key("readReceipts")
            json.object {
                if let conversation {
                    $0.member("conversations", pairs: [(conversation.rawValue, isOn)])
                } else {
                    $0.member("everywhere", isOn)
                }
            }
        case .setMentionAlerts(let isOn): json.member("mentionAlerts", isOn)
        case .create(let participants, let name):
            json.member("participants", participants)
            json.member("name", name)
        case .pin(let url, let conversation, _):
            json.member("conversation", conversation)
            json.member("url", url)
        case .contact(let handle, _), .block(let handle, _): json.member("handle", handle)
        case .answerConsent(let consent, let answer):
            json.member("consent", consent)
            json.member("answer", answer.rawValue)
        case .setSharing(let everywhere, let app, let conversation, let isOn):
            json.key("automaticSharing")
            json.object {
                if let everywhere { $0.member("everywhere", everywhere) }
                if let app { $0.member("apps", pairs: [(app.rawValue, isOn)]) }
                if let conversation { $0.member("conversations", pairs: [(conversation.rawValue, isOn)]) }
            }
        case .audit(let app): json.member("app", app)
        case .appName(let app): json.member("app", app)
        case .dismissNotice(let notice): json.member("notice", notice)
        case .open(let url), .handOver(let url): json.member("url", url)
        case .explain(let about):
            json.member("person", me)
            json.member("about", about)
        case .showAttribution(let token): json.member("attribution", token)
        case .hide(let highlight, _): json.member("highlight", highlight)
        case .collaboration(let request): request.writeParams(to: &json)
        case .app(let request, _): request.writeParams(to: &json)
        }
    }
}
