package import ChatProtocol
package import ChatScreens

/// A request of a person's client about collaborations.
package enum CollaborationRequest: Hashable, Sendable {
    /// The shares that the person is on: all, or those of a conversation.
    case shares(ConversationID?)
    /// One share, by its link: another person sent it, and this person is not on it.
    case find(url: String)
    /// One share again, because it differs from what the person saw.
    case look(CollaborationRow)
    /// Change a share that was as the row shows it.
    case change(CollaborationRow, CollaborationDeed)
    /// The documents of an app that the person can read, among which is the one to share.
    case documents(ShareWish)
    /// The ways to share a document of an app.
    case offer(ShareWish)
    /// The sharing methods of an app, after an offer without a copy: they give the reason of the refusal.
    case sharingMethods(ShareWish)
    /// The share at a link, for an offer.
    case share(OfferPurpose, url: String)
    /// The document at a link that has no share of this person's; `reason` is the server's reason for that.
    case document(OfferPurpose, url: String, reason: String?)
    /// The document at the link of a share that was stopped: its owner still has it.
    case owner(url: String)
    /// The ways to share a link or a file, with the link of the document.
    case draft(OfferPurpose, OfferedItem, url: String?)
    /// Send a draft.
    case start(CollaborationDraft)
    /// Cancel a start that waits for its app.
    case cancel(StartID)
    /// The starts that wait for their app.
    case starts
    /// The newest entries of a conversation: no answer contains the messages of a start.
    case recent(ConversationID)
    /// Answer the question of a notice; `text` is its sentence.
    case answer(NoticeID, action: String, text: String)

    /// The method with its params.
    var call: any MethodCall {
        switch self {
        case .shares(let conversation): Request.shareList(.init(conversation: conversation))
        case .find(let url): Request.shareGet(.url(url))
        case .look(let row): Request.shareGet(.id(ShareID(row.id)))
        case .change(let row, let deed): deed.call(on: row)
        case .documents(let wish): Request.documentList(.init(app: wish.app.map { AppID($0) }))
        case .offer(let wish):
            Request.collaborationOffer(
                wish.document.map { .init(item: .document($0), representations: []) }
                    ?? .init(item: .app(AppID(wish.app ?? "")), representations: wish.representations))
        case .sharingMethods(let wish): Request.appGet(.init(app: AppID(wish.app ?? "")))
        case .share(_, let url): Request.shareGet(.url(url))
        case .owner(let url): Request.documentGet(.url(url))
        case .document(_, let url, _): Request.documentGet(.url(url))
        case .draft(_, let item, _): Request.collaborationOffer(.init(item: item.params, representations: []))
        case .start(let draft): draft.request
        case .cancel(let start): Request.collaborationCancel(.init(start: start))
        case .starts: Request.collaborationList
        case .recent(let conversation): LiveRequest.conversationHistory(.init(conversation: conversation))
        case .answer(let notice, let action, _): Request.noticeAnswer(.init(notice: notice, action: action))
        }
    }
}

/// An item whose ways of sharing are requested from the server.
package enum OfferedItem: Hashable, Sendable {
    /// A document of this person's that is not shared.
    case document(DocumentID)
    /// A share.
    case share(ShareID)
    /// A file, by its name.
    case file(String)

    /// The item as the request names it.
    fileprivate var params: OfferCollaboration.Item {
        switch self {
        case .document(let id): .document(id)
        case .share(let id): .share(id)
        case .file(let name): .file(name)
        }
    }
}

extension CollaborationDeed {
    /// Creates the deed that a request performs; nil if the request changes no share.
    init?(_ request: Request) {
        switch request {
        case .shareAddParticipant(let change):
            self = .invite(
                change.people.handles.map(\.rawValue), change.permission, sendsLink: change.sendsLink)
        case .shareRemoveParticipant(let change): self = .uninvite(change.people.handles.map(\.rawValue))
        case .shareSetAccess(let change): self = .access(change.access, again: change.handles.map(\.rawValue))
        case .shareSetPermission(let change):
            self = .permission(change.permission, handle: change.people?.handles.first?.rawValue)
        case .shareSetRole(let change):
            self = .administrator(change.own.handle.rawValue, change.own.role == .administrator)
        case .shareSetInviting(let change): self = .inviting(change.allowsInviting)
        case .shareLeave: self = .leave
        case .shareStop: self = .stop
        default: return nil
        }
    }

    /// Returns the call for a deed on a share that was as the row shows it.
    fileprivate func call(on row: CollaborationRow) -> TypedCall {
        func change(_ method: Method, _ params: @escaping @Sendable (inout JSONWriter) -> Void) -> TypedCall {
            TypedCall(method: method) {
                $0.member("share", row.id)
                params(&$0)
                $0.member("revision", row.revision)
            }
        }
        switch self {
        case .invite(let handles, let permission, let sendsLink):
            return change(.shareAddParticipant) {
                $0.member("handles", handles)
                $0.member("permission", permission)
                if sendsLink { $0.member("sendLink", true) }
            }
        case .uninvite(let handles): return change(.shareRemoveParticipant) { $0.member("handles", handles) }
        case .access(let access, let again):
            return change(.shareSetAccess) {
                $0.member("access", access)
                if !again.isEmpty { $0.member("handles", again) }
            }
        case .permission(let permission, let handle):
            return change(.shareSetPermission) {
                $0.member("permission", permission)
                $0.member("handle", handle)
            }
        case .administrator(let handle, let isOn):
            return change(.shareSetRole) {
                $0.member("handle", handle)
                $0.member("role", isOn ? Share.Role.administrator : .privateUser)
            }
        case .inviting(let isOn): return change(.shareSetInviting) { $0.member("allowsInviting", isOn) }
        case .leave: return TypedCall(method: .shareLeave) { $0.member("share", row.id) }
        case .stop: return TypedCall(method: .shareStop) { $0.member("share", row.id) }
        }
    }
}
