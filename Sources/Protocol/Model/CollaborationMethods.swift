extension StartCollaboration {
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard document == nil || content == nil else {
            throw fields.invalid("content", "is only for a new document, and document names one that exists")
        }
        guard document == nil else { return }
        guard app != nil else { throw fields.invalid("app", "is missing: give app and title, or document") }
        guard title != nil else { throw fields.invalid("title", "is missing: give app and title, or document") }
    }
}

extension CreateShare {
    /// Creates the request that shares a draft. The options set the access, the permission and the right to invite.
    public init(
        app: AppID, title: String, url: String?, backend: Share.Backend, options: ShareOptions,
        document: DocumentID? = nil, representations: [Share.Representation] = []
    ) {
        self.app = app
        self.title = title
        self.url = url
        self.backend = backend
        access = options.access
        permission = options.permission
        allowsInviting = options.allowsInviting
        self.document = document
        self.representations = representations
    }
}
