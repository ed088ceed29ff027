public import ChatProtocol

/// What a person's own session asks about shares: the sharing screens are the system's, and know people.
public enum ContainerRequest: Hashable, Sendable {
    /// Somebody to put on a share.
    public struct Addition: Hashable, Sendable {
        /// Who.
        public var handle: Handle
        /// What they may do, where it is not what everybody may.
        public var permission: Share.Permission?
        /// What they are to it, where that is not a private user.
        public var role: Share.Role?
    }

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

    /// The method.
    var method: Method {
        switch self {
        case .create: .shareCreate
        case .get, .find: .shareGet
        case .accept: .shareAccept
        case .list: .shareList
        case .document: .documentGet
        case .save: .shareSave
        case .send, .sendCopy: .shareSend
        case .leave: .shareLeave
        case .stop: .shareStop
        }
    }

    /// Appends the params.
    func writeParams(to json: inout JSONWriter) {
        switch self {
        case .create(let app, let title, let document, let url, let access, let permission, let allowsInviting):
            json.member("app", app)
            json.member("title", title)
            json.member("document", document)
            if document == nil { json.member("url", url) }
            json.member("access", access.rawValue)
            json.member("permission", permission.rawValue)
            json.member("allowsInviting", allowsInviting)
        case .get(let share), .leave(let share), .stop(let share): json.member("share", share)
        case .find(let url), .accept(let url), .document(let url): json.member("url", url)
        case .list: break
        case .send(let share, let conversation, let text):
            json.member("share", share)
            json.member("conversation", conversation)
            json.member("text", text)
        case .sendCopy(let share, let conversation):
            json.member("share", share)
            json.member("conversation", conversation)
            json.member("mode", SharingMethod.copy.rawValue)
        case .save(let share, let revision, let changes):
            json.member("share", share)
            json.member("revision", revision)
            changes.writeMembers(to: &json)
        }
    }
}

extension ContainerRequest.Changes {
    func writeMembers(to json: inout JSONWriter) {
        json.member("title", title)
        json.member("access", access?.rawValue)
        json.member("permission", permission?.rawValue)
        json.member("allowsInviting", allowsInviting)
        if !additions.isEmpty {
            json.key("add")
            json.array {
                for addition in additions {
                    $0.object {
                        $0.member("handle", addition.handle)
                        $0.member("permission", addition.permission?.rawValue)
                        $0.member("role", addition.role?.rawValue)
                    }
                }
            }
        }
        if !removals.isEmpty { json.member("remove", removals) }
        guard !permissions.isEmpty else { return }
        json.key("permissions")
        json.array {
            for (handle, permission) in permissions.sorted(by: { $0.key < $1.key }) {
                $0.object {
                    $0.member("handle", handle)
                    $0.member("permission", permission.rawValue)
                }
            }
        }
    }
}
