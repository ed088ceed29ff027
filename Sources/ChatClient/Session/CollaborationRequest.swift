package import ChatProtocol
package import ChatScreens

/// What a person's client asks about collaborations.
package enum CollaborationRequest: Hashable, Sendable {
    /// The shares that the person is on: all, or those of a conversation.
    case shares(ConversationID?)
    /// One share, by its link: somebody sent it, and the person is not on it.
    case find(url: String)
    /// One share again, because it is not what the person looked at any more.
    case look(CollaborationRow)
    /// Change a share that looked like this.
    case change(CollaborationRow, CollaborationDeed)
    /// How a document of an app can be shared.
    case offer(ShareWish)
    /// Send a draft.
    case start(CollaborationDraft)
    /// Take back what waits for its app.
    case cancel(StartID)
    /// What waits for its app.
    case starts
    /// The newest of a conversation: what a start said in it is in no answer.
    case recent(ConversationID)
    /// Answer what a notice asks; `text` is its sentence.
    case answer(NoticeID, action: String, text: String)

    /// The method with its params.
    var call: any MethodCall {
        switch self {
        case .shares(let conversation): Request.shareList(.init(conversation: conversation))
        case .find(let url): Request.shareGet(.url(url))
        case .look(let row): Request.shareGet(.id(ShareID(row.id)))
        case .change(let row, let deed):
            TypedCall(deed.method) {
                $0.member("share", row.id)
                deed.writeParams(to: &$0)
                switch deed {
                case .leave, .stop: break
                case .invite, .uninvite, .access, .permission, .administrator, .inviting:
                    $0.member("revision", row.revision)
                }
            }
        case .offer(let wish):
            Request.collaborationOffer(.init(item: .app(AppID(wish.app)), representations: wish.representations))
        case .start(let draft): Request.collaborationStart(draft.start)
        case .cancel(let start): Request.collaborationCancel(.init(start: start))
        case .starts: Request.collaborationList
        case .recent(let conversation): LiveRequest.conversationHistory(.init(conversation: conversation))
        case .answer(let notice, let action, _): Request.noticeAnswer(.init(notice: notice, action: action))
        }
    }
}

extension CollaborationDeed {
    fileprivate var method: Method {
        switch self {
        case .invite: .shareAddParticipant
        case .uninvite: .shareRemoveParticipant
        case .access: .shareSetAccess
        case .permission: .shareSetPermission
        case .administrator: .shareSetRole
        case .inviting: .shareSetInviting
        case .leave: .shareLeave
        case .stop: .shareStop
        }
    }

    fileprivate func writeParams(to json: inout JSONWriter) {
        switch self {
        case .invite(let handles, let permission):
            json.member("handles", handles)
            json.member("permission", permission?.rawValue)
        case .uninvite(let handles): json.member("handles", handles)
        case .access(let access, let again):
            json.member("access", access.rawValue)
            if !again.isEmpty { json.member("handles", again) }
        case .permission(let permission, let handle):
            json.member("permission", permission.rawValue)
            json.member("handle", handle)
        case .administrator(let handle, let isOn):
            json.member("handle", handle)
            json.member("role", (isOn ? Share.Role.administrator : .privateUser).rawValue)
        case .inviting(let isOn): json.member("allowsInviting", isOn)
        case .leave, .stop: break
        }
    }
}
