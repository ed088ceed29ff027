import ChatProtocol

/// The item to share: a new document of an app, or an existing document.
struct CollaborationItem {
    var app: App
    var title: String?
    var backend: Share.Backend
    var representations: [Share.Representation]
    /// The share of the item; nil if it is not shared yet.
    var share: Share?
    /// The caller's own document that is not shared yet; nil for every other item.
    var document: DocumentID?
    /// The text of a document that does not exist yet.
    var content: String?
    /// The text of an existing document.
    var text: String?

    /// The methods of sharing that the app and the item support (`sheet-customise-methods`).
    var methods: [SharingMethod] {
        app.sharingMethods.filter { $0 == .collaborate || canBeCopied }
    }

    /// True if the item has a form that can be sent as a copy.
    var canBeCopied: Bool { form != nil }

    /// The form of a copy; nil if the item cannot be copied. Text written in the document makes a file.
    var form: Share.Representation? {
        Copying.form(backend: backend, representations: representations) ?? (text?.isEmpty == false ? .file : nil)
    }
}

extension CollaborationItem {
    /// Creates the item of a share. A placeholder named by its id represents an app that is not registered.
    init(of share: Share, in state: CoreState) {
        let app =
            state.app(share.app)
            ?? App(
                id: share.app, name: share.app.rawValue, domains: [], association: .null, backends: [], capabilities: []
            )
        self.init(
            app: app, title: share.title, backend: share.backend, representations: share.representations, share: share,
            text: state.documents[share.document]?.text)
    }
}
