public import ChatProtocol

/// What a person's own session asks about shares: the sharing screens are the system's, and know people.
public enum ContainerRequest: Hashable, Sendable {
    /// Somebody to put on a share.
    public typealias Addition = SaveShare.Addition

    /// All that one save changes: everything or nothing.
    public struct Changes: Hashable, Sendable {
        /// The new title.
        public var title: String?
        /// Who can open it at all.
        public var access: Share.Access?
        /// What a participant may do unless said otherwise.
        public var permission: Share.Permission?
        /// Whether participants may add people.
        public var allowsInviting: Bool?
        /// Who comes.
        public var additions: [Addition] = []
        /// Who goes.
        public var removals: [Handle] = []
        /// Who gets a permission of their own.
        public var permissions: [Handle: Share.Permission] = [:]

        /// Whether there is nothing to save.
        public var isEmpty: Bool { self == Changes() }

        /// Nothing.
        public init() {}
    }

    /// The root and its share come into being, in one save; a root that is there already is named by its id, or by its
    /// link where only that is known.
    case create(
        app: AppID, title: String, document: DocumentID?, url: String?, access: Share.Access,
        permission: Share.Permission, allowsInviting: Bool)
    /// One share.
    case get(ShareID)
    /// The share of a link.
    case find(url: String)
    /// The person takes part in what a link leads to.
    case accept(url: String)
    /// All shares that the person is on.
    case list
    /// A document as the person sees it: with who did what to it.
    case document(url: String)
    /// One save.
    case save(ShareID, revision: Int64, Changes)
    /// The link goes to a conversation.
    case send(ShareID, ConversationID, text: String?)
    /// A copy of what is shared goes to a conversation: nobody is added.
    case sendCopy(ShareID, ConversationID)
    /// The person does not take part any more.
    case leave(ShareID)
    /// Nobody does.
    case stop(ShareID)

    /// The method with its params.
    package var call: any MethodCall {
        switch self {
        case .create(let app, let title, let document, let url, let access, let permission, let allowsInviting):
            Request.shareCreate(
                .init(
                    app: app, title: title, url: document == nil ? url : nil, access: access, permission: permission,
                    allowsInviting: allowsInviting, document: document))
        case .get(let share): Request.shareGet(.id(share))
        case .find(let url): Request.shareGet(.url(url))
        case .accept(let url): Request.shareAccept(.url(url))
        case .list: Request.shareList(.init())
        case .document(let url): Request.documentGet(.url(url))
        case .save(let share, let revision, let changes): Request.shareSave(changes.save(of: share, revision))
        case .send(let share, let conversation, let text):
            Request.shareSend(.init(share: share, conversation: conversation, text: text))
        case .sendCopy(let share, let conversation):
            Request.shareSend(.init(share: share, conversation: conversation, mode: .copy))
        case .leave(let share): Request.shareLeave(.id(share))
        case .stop(let share): Request.shareStop(.id(share))
        }
    }
}

extension ContainerRequest.Changes {
    fileprivate func save(of share: ShareID, _ revision: Int64) -> SaveShare {
        SaveShare(
            share: .id(share), revision: revision, title: title, access: access, permission: permission,
            allowsInviting: allowsInviting, additions: additions, removals: removals,
            permissions: permissions.sorted { $0.key < $1.key }.map { .init(handle: $0.key, permission: $0.value) })
    }
}
