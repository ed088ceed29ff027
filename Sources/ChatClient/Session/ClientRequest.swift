package import AppModel
import ChatConnection
package import ChatProtocol
package import ChatScreens

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
        case .documents(let wish): Request.documentList(.init(app: wish.app))
        case .offer(let wish):
            Request.collaborationOffer(
                wish.document.map { .init(item: .document($0), representations: []) }
                    ?? .init(item: .app(wish.app ?? ""), representations: wish.representations))
        case .sharingMethods(let wish): Request.appGet(.init(app: wish.app ?? ""))
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
        case .shareSave(let save):
            if let allows = save.allowsAccessRequests {
                self = .accessRequests(allows)
            } else if !save.denials.isEmpty {
                self = .answer(.deny, save.denials.map(\.rawValue))
            } else if !save.blocks.isEmpty {
                self = .answer(.block, save.blocks.map(\.rawValue))
            } else if !save.unblocks.isEmpty {
                self = .answer(.unblock, save.unblocks.map(\.rawValue))
            } else if let permission = save.addedLinks.first {
                self = .makeLink(permission)
            } else if let id = save.removedLinks.first {
                self = .takeBackLink(id)
            } else {
                return nil
            }
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
        case .accessRequests(let isOn): return change(.shareSave) { $0.member("allowsAccessRequests", isOn) }
        case .answer(let answer, let handles):
            return change(.shareSave) { json in
                switch answer {
                case .approve:
                    json.member("add", handles.compactMap { Handle($0) }.map { SaveShare.Addition(handle: $0) })
                case .deny: json.member("deny", handles)
                case .block: json.member("block", handles)
                case .unblock: json.member("unblock", handles)
                }
            }
        case .makeLink(let permission):
            return change(.shareSave) { $0.member("addOneTimeLinks", [permission.rawValue]) }
        case .takeBackLink(let id): return change(.shareSave) { $0.member("removeOneTimeLinks", [id]) }
        case .leave: return TypedCall(method: .shareLeave) { $0.member("share", row.id) }
        case .stop: return TypedCall(method: .shareStop) { $0.member("share", row.id) }
        }
    }
}
