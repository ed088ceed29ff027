import ChatProtocol

/// The way from a draft to a message in the thread (`draft-stage`, `act-start`, `act-participants`, `act-send`).
///
/// A document that the system holds is sent at once. An app that holds its own documents first answers two actions: one
/// for the link and one for the participants.
struct CollaborationStartDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    // MARK: Requests

    func offer(_ request: OfferCollaboration, to me: Handle) throws(RPCError) -> Answer {
        let item: CollaborationItem
        switch request.item {
        case .app(let app): item = try newItem(of: app, request.backend, request.representations, title: nil)
        case .document(let document):
            item = try self.item(of: document, request.backend, request.representations, for: me)
        case .share(let id):
            item = CollaborationItem(of: try ShareDecisions(draft).share(.id(id), for: me), in: draft.state)
        case .file(let name): item = try self.item(ofFile: name, request.backend)
        }
        if let share = item.share { try DocumentRights(draft).checkExists(documentOf: share) }
        var options = item.app.shareOptions ?? .standard
        if let share = item.share, let chosen = try? options.selecting(share.options) { options = chosen }
        if !item.methods.contains(.collaborate) { options = ShareOptions(groups: []) }
        return .offer(
            CollaborationOffer(
                app: item.app.id, appName: item.app.name, title: item.title, backend: item.backend,
                methods: item.methods, options: options))
    }

    func start(
        _ request: StartCollaboration, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let item = try item(of: request, by: me)
        try checkMethod(request.mode, of: item)
        if let identifier = request.localIdentifier {
            try TextChecks(draft.limits).checkName(identifier, "localIdentifier")
        }
        switch request.mode {
        case .copy:
            guard request.options == nil else {
                throw RPCError.invalid(InvalidField(field: "options", problem: "are not options of a copy"))
            }
            let message = try CopyDecisions(draft).sendCopy(
                of: item, saying: request.text, in: request.conversation, by: me, at: now)
            return .start(start(message, item))
        case .collaborate:
            if let share = item.share { return try sendOn(share, request, of: item, by: me, at: now) }
            let options = try chosen(request.options, of: item.app)
            return item.backend == .custom
                ? try requestStart(request, of: item, options, by: me, at: now)
                : try startAtOnce(request, of: item, options, by: me, at: now)
        }
    }

    func list(of me: Handle) -> Answer { .starts(draft.state.collaborating.starts(of: me)) }

    func cancel(
        _ id: StartID, by me: Handle, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        guard let waiting = draft.state.collaborating.starts[id], waiting.person == me,
            let action = draft.state.collaborating.actions.first(where: { $0.start == id })
        else {
            if case .record(let record) = prefetched, case .actionRequested(let event) = record.event,
                event.action.start == id, event.action.person == me
            {
                throw RPCError(
                    .conflict, "start: it has ended: it was sent or cancelled, or it failed.", .field("start"))
            }
            throw RPCError(.notFound, "start: you have no such collaboration.", .field("start"))
        }
        ActionEndDecisions(draft).end(action, .cancelled, at: now)
        return .start(ActionEndDecisions(draft).endStart(id, .cancelled, at: now) ?? waiting.start)
    }

    // MARK: Items

    private func item(of request: StartCollaboration, by me: Handle) throws(RPCError) -> CollaborationItem {
        if let document = request.document {
            let item = try item(of: document, request.backend, request.representations, for: me)
            guard request.app == nil || request.app == item.app.id else {
                throw RPCError.invalid(InvalidField(field: "app", problem: "is not the app of that document"))
            }
            return item
        }
        guard let app = request.app, let title = request.title else {
            throw RPCError.invalid(InvalidField(field: "app", problem: "is missing: give app and title, or document"))
        }
        try TextChecks(draft.limits).checkName(title, "title")
        var item = try newItem(of: app, request.backend, request.representations, title: title)
        guard let content = request.content else { return item }
        guard item.backend != .custom else {
            let problem = "is not for \(item.app.name), which keeps its documents itself"
            throw RPCError.invalid(InvalidField(field: "content", problem: problem))
        }
        try TextChecks(draft.limits).check(
            content, "content", max: draft.limits.textCharacters, limit: "textCharacters")
        item.content = content
        return item
    }

    /// Returns the item that a file becomes: a new document of the first app that opens files of its name. An app with
    /// only a custom back end is skipped, because it makes its documents itself.
    ///
    /// - Throws: `not_found` if no app opens such files.
    private func item(ofFile name: String, _ backend: Share.Backend?) throws(RPCError) -> CollaborationItem {
        try TextChecks(draft.limits).checkName(name, "file")
        let title = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        for app in draft.state.directory.apps where app.opensFile(named: name) && !title.isBlank {
            let own = app.backends.filter { $0 != .custom }
            guard let first = own.contains(.file) ? .file : own.first else { continue }
            return try newItem(of: app.id, backend ?? first, [.file], title: title)
        }
        throw RPCError(.notFound, "file: no app opens “\(name)”.", .rule("collab-start-drop", field: "file"))
    }

    private func newItem(
        of id: AppID, _ backend: Share.Backend?, _ representations: [Share.Representation], title: String?
    ) throws(RPCError) -> CollaborationItem {
        guard let app = draft.state.app(id) else {
            throw RPCError(.notFound, "app: there is no app \(id).", .field("app"))
        }
        let backend = backend ?? app.backends[0]
        guard app.backends.contains(backend) else {
            let problem = "must be a back end of the app: \(app.backends.map(\.rawValue).joined(separator: ", "))"
            throw RPCError.invalid(InvalidField(field: "backend", problem: problem))
        }
        let once = Share.Representation.allCases.filter(representations.contains)
        return CollaborationItem(app: app, title: title, backend: backend, representations: once)
    }

    /// Returns the item of a document: one whose share the person is on, or the person's own document.
    private func item(
        of id: DocumentID, _ backend: Share.Backend?, _ representations: [Share.Representation], for me: Handle
    ) throws(RPCError) -> CollaborationItem {
        let share = DocumentViews(draft.state).share(of: id)
        if let share, share.document == id, share.participant(me) != nil {
            return CollaborationItem(of: share, in: draft.state)
        }
        let right: DocumentRight = share == nil ? .change : .read
        let document = try DocumentRights(draft).document(.id(id), to: right, in: nil, for: me)
        var item = try newItem(of: document.app, backend, representations, title: document.title)
        item.document = id
        item.folder = share?.title
        item.text = document.text
        return item
    }

    /// Checks that the app and the item support a method of sharing.
    ///
    /// - Throws: `forbidden` with the rule that the method breaks.
    func checkMethod(_ method: SharingMethod, of item: CollaborationItem) throws(RPCError) {
        guard item.app.sharingMethods.contains(method) else {
            let only = method == .copy ? "cannot be sent as a copy" : "can only be sent as a copy"
            throw ShareRefusal(
                .forbidden, "sheet-customise-methods", "a document of \(item.app.name) \(only).", field: "mode"
            ).error
        }
        if method == .collaborate, let folder = item.folder {
            let why = "“\(item.title ?? "")” is in “\(folder)”, which is shared: share the folder."
            throw ShareRefusal(.conflict, "ck-zone-share", why, field: "mode").error
        }
        guard method == .collaborate || item.canBeCopied else {
            throw ShareRefusal(
                .forbidden, item.backend == .custom ? "sendcopy-custom" : "sendcopy-cloudkit",
                "this cannot be sent as a copy: it has neither a file nor a text.", field: "mode"
            ).error
        }
    }

    private func chosen(_ identifiers: [String]?, of app: App) throws(RPCError) -> ShareOptions {
        let options = app.shareOptions ?? .standard
        guard let identifiers else { return options }
        do throws(InvalidField) { return try options.selecting(identifiers) } catch { throw RPCError.invalid(error) }
    }

    // MARK: Sharing without the app

    private func startAtOnce(
        _ request: StartCollaboration, of item: CollaborationItem, _ options: ShareOptions, by me: Handle,
        at now: Instant
    ) throws(RPCError) -> Answer {
        let new = try newDocument(of: item, by: me, at: now)
        let create = CreateShare(
            app: item.app.id, title: item.title ?? "", url: new?.url, backend: item.backend, options: options,
            document: item.document, representations: item.representations)
        var share = try ShareDecisions(draft).preparedShare(create, by: me, at: now)
        if let new { share.document = new.id }
        options.apply(to: &share, item.representations)
        let text = try ShareDecisions(draft).preparedSending(
            of: share, saying: request.text, in: request.conversation, by: me, at: now)
        let id = StartID("b", at: draft.nextPosition)
        if let new {
            draft.decide(.documentSaved(new, DocumentChange(.persistence(.created), by: me), recipients: [me]), at: now)
        }
        ActionDecisions(draft).decideNewShare(share, at: now)
        let message = try ShareDecisions(draft).decideSending(
            of: share, text, in: request.conversation, by: me, at: now)
        return .start(
            CollaborationStart(
                id: id, state: .sent, app: item.app.id, title: share.title, conversation: request.conversation,
                share: share.id, message: message.id))
    }

    /// Returns the document that holds the text of a new item. It is nil for an item without text, whose document the
    /// first save of the share makes.
    private func newDocument(of item: CollaborationItem, by me: Handle, at now: Instant) throws(RPCError) -> Document? {
        guard let text = item.content else { return nil }
        return try DocumentDecisions(draft).newDocument(
            of: item.app, title: item.title ?? "", text: text, url: nil, by: me, at: now)
    }

    /// Sends the link of an existing share again, with every back end.
    private func sendOn(
        _ share: Share, _ request: StartCollaboration, of item: CollaborationItem, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        guard request.options == nil else {
            let problem = "can only be chosen for a new collaboration; “\(share.title)” is one already"
            throw RPCError.invalid(InvalidField(field: "options", problem: problem))
        }
        let conversation = try ConversationDecisions(draft).conversation(request.conversation, for: me)
        try ShareDecisions(draft).checkSending(of: share, to: conversation, by: me)
        let text = try ShareDecisions(draft).preparedSending(
            of: share, saying: request.text, in: conversation.id, by: me, at: now)
        let added = peopleNeedingAccess(by: share, sentTo: conversation)
        guard !added.isEmpty else {
            let id = StartID("b", at: draft.nextPosition)
            let message = try ShareDecisions(draft).decideSending(of: share, text, in: conversation.id, by: me, at: now)
            var start = start(message, item)
            (start.id, start.share) = (id, share.id)
            return .start(start)
        }
        return .start(
            try requestSending(share, to: conversation.id, letting: added, in: request.text, by: me, at: now))
    }

    /// Returns the people to whom the app of a share must give access before its link goes to a conversation. Only a
    /// private share that its app holds has such people.
    func peopleNeedingAccess(by share: Share, sentTo conversation: ConversationState) -> [Handle] {
        guard share.backend == .custom, share.access == .private else { return [] }
        return conversation.order.filter(share.isInvited)
    }

    /// Asks the app of a share to give members of a conversation access. The link goes there when the app has done so.
    func requestSending(
        _ share: Share, to conversation: ConversationID, letting added: [Handle], in text: String?, by me: Handle,
        at now: Instant
    ) throws(RPCError) -> CollaborationStart {
        var action = try ActionDecisions(draft).newAction(
            for: CollaborationItem(of: share, in: draft.state).app, by: me, title: share.title, options: share.options,
            at: now)
        let start = StartID("b", at: draft.nextPosition)
        var coming = share
        for person in added { coming.add(.invited(person, to: share)) }
        action.purpose = .send(start, coming, isNew: false)
        action.conversation = conversation
        action.added = added
        return decideWaiting(action, start, saying: text, localIdentifier: nil, at: now)
    }

    private func start(_ message: Message, _ item: CollaborationItem) -> CollaborationStart {
        CollaborationStart(
            id: StartID("b\(message.id.rawValue.dropFirst())"), state: .sent, app: item.app.id,
            title: item.title ?? "", conversation: message.conversation, message: message.id)
    }

    // MARK: Sharing by the app

    private func requestStart(
        _ request: StartCollaboration, of item: CollaborationItem, _ options: ShareOptions, by me: Handle,
        at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try ConversationDecisions(draft).conversation(request.conversation, for: me)
        if let text = request.text {
            try TextChecks(draft.limits).check(text, "text", max: draft.limits.textCharacters, limit: "textCharacters")
            guard LinkDetector.links(in: text).count < LinkDetector.linksMax else {
                let problem = "has \(LinkDetector.linksMax) links or more before that of the share"
                throw RPCError.invalid(InvalidField(field: "text", problem: problem))
            }
        }
        var action = try ActionDecisions(draft).newAction(
            for: item.app, by: me, title: item.title ?? "", options: options.selected, at: now)
        let start = StartID("b", at: draft.nextPosition)
        action.purpose = .start(start)
        action.conversation = conversation.id
        action.representations = item.representations
        return .start(
            decideWaiting(action, start, saying: request.text, localIdentifier: request.localIdentifier, at: now))
    }

    /// Requests an action and creates the waiting collaboration with its draft.
    private func decideWaiting(
        _ action: CollaborationAction, _ id: StartID, saying text: String?, localIdentifier: String?, at now: Instant
    ) -> CollaborationStart {
        let start = CollaborationStart(
            id: id, state: .waiting, app: action.app, title: action.title, conversation: action.conversation)
        draft.decide(.actionRequested(action), at: now)
        draft.decide(.collaborationChanged(start, of: action.person), at: now)
        let stored = StoredDraft(text: text?.isEmpty == true ? nil : text, localIdentifier: localIdentifier)
        if stored != StoredDraft(), let conversation = action.conversation {
            draft.decide(.draftStored(id, conversation, stored), at: now)
        }
        return start
    }
}

extension ShareOptions {
    /// Applies the chosen options and the representations to a share.
    func apply(to share: inout Share, _ representations: [Share.Representation]) {
        share.representations = representations
        share.options = selected
        share.startedSummary = ownSummary.map {
            StartedSummary(text: $0, access: access, permission: permission)
        }
    }
}

/// The item to share: a new document of an app, or an existing document.
struct CollaborationItem {
    var app: App
    var title: String?
    var backend: Share.Backend
    var representations: [Share.Representation]
    /// The share of the item; nil if it is not shared yet.
    var share: Share?
    /// The document, if it has no share of its own; nil for every other item.
    var document: DocumentID?
    /// The title of the shared folder in which the document is; nil if it is in none. Such a document is shared with its
    /// folder, and only a copy of it is sent alone (`ck-zone-share`).
    var folder: String?
    /// The text of a document that does not exist yet.
    var content: String?
    /// The text of an existing document.
    var text: String?

    /// The methods of sharing that the app and the item support (`sheet-customise-methods`).
    var methods: [SharingMethod] {
        app.sharingMethods.filter { $0 == .collaborate ? folder == nil : canBeCopied }
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
