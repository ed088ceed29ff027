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
    /// Say something.
    case send(text: String, ConversationID)
    /// All in the conversation was seen.
    case markRead(ConversationID)
    /// Begin a conversation.
    case create(participants: [String], name: String?)
    /// Pin a link, or unpin it.
    case pin(url: String, ConversationID, isPinned: Bool)
    /// Make someone a contact, or none.
    case contact(handle: String, isAdded: Bool)
    /// Answer an app that asks.
    case answerConsent(ConsentID, ConsentAnswer)
    /// Change switches of automatic sharing.
    case setSharing(everywhere: Bool? = nil, app: AppID? = nil, conversation: ConversationID? = nil, isOn: Bool = true)
    /// A notice was seen or closed.
    case dismissNotice(NoticeID)
    /// Open a link; where it is a collaboration, that takes part in it.
    case open(url: String)
    /// Why something was shown, or not.
    case explain(about: String)

    /// The method on the wire.
    public var method: Method {
        switch self {
        case .fence: .sessionFence
        case .ping: .sessionPing
        case .listConversations: .conversationList
        case .history: .conversationHistory
        case .settings: .settingsGet
        case .shelf: .highlightList
        case .send: .messageSend
        case .markRead: .conversationMarkRead
        case .create: .conversationCreate
        case .pin(_, _, let isPinned): isPinned ? .linkPin : .linkUnpin
        case .contact(_, let isAdded): isAdded ? .contactAdd : .contactRemove
        case .answerConsent: .consentAnswer
        case .setSharing: .settingsSet
        case .dismissNotice: .noticeDismiss
        case .open: .shareAccept
        case .explain: .deliveryExplain
        }
    }

    /// Appends the params.
    ///
    /// - Parameter me: on whose behalf.
    func writeParams(to json: inout JSONWriter, me: Handle?) {
        switch self {
        case .fence, .ping, .listConversations, .settings, .shelf: break
        case .history(let conversation, let before):
            json.member("conversation", conversation)
            json.member("before", before)
        case .send(let text, let conversation):
            json.member("conversation", conversation)
            json.member("text", text)
        case .markRead(let conversation): json.member("conversation", conversation)
        case .create(let participants, let name):
            json.member("participants", participants)
            json.member("name", name)
        case .pin(let url, let conversation, _):
            json.member("conversation", conversation)
            json.member("url", url)
        case .contact(let handle, _): json.member("handle", handle)
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
        case .dismissNotice(let notice): json.member("notice", notice)
        case .open(let url): json.member("url", url)
        case .explain(let about):
            json.member("person", me)
            json.member("about", about)
        }
    }
}
